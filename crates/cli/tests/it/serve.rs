//! `muslin serve`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(root: &Path) -> Server {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muslin"));
    command.args(["serve", "--port", "0", "--root"]).arg(root).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim_start_matches("http://").split('/').next().unwrap().to_owned();
    Server(child, address)
}

/// Head and body of an answer.
fn ask(server: &Server, request: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(&server.1).unwrap();
    write!(stream, "{request} HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
    (String::from_utf8(answer[..end].to_vec()).unwrap(), answer[end + 4..].to_vec())
}

#[test]
fn pages_are_served_to_this_machine_with_their_kinds_and_nothing_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("dist");
    fs::create_dir_all(root.join("city")).unwrap();
    fs::write(root.join("index.html"), "index").unwrap();
    fs::write(root.join("city/index.html"), "city").unwrap();
    fs::write(root.join("a b.wasm"), [0, 97, 115, 109]).unwrap();
    fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let server = serve(&root);
    assert!(server.1.starts_with("127.0.0.1:"), "{}", server.1);

    let (head, body) = ask(&server, "GET /");
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/html"), "{head}");
    assert_eq!(body, b"index");
    assert_eq!(ask(&server, "GET /city/?seed=1").1, b"city");
    assert!(ask(&server, "GET /city").0.contains("Location: /city/"));
    let (head, body) = ask(&server, "GET /a%20b.wasm");
    assert!(head.contains("application/wasm") && head.contains("Content-Length: 4"), "{head}");
    assert_eq!(body, [0, 97, 115, 109]);
    let (head, body) = ask(&server, "HEAD /");
    assert!(head.contains("Content-Length: 5") && body.is_empty(), "{head}");

    for path in ["/missing", "/../secret.txt", "/%2e%2e/secret.txt", "/city/../../secret.txt", "/%zz", "/%00"] {
        let (head, body) = ask(&server, &format!("GET {path}"));
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
        assert!(!String::from_utf8_lossy(&body).contains("secret"));
    }
    assert!(ask(&server, "POST /").0.starts_with("HTTP/1.1 405"));
}

#[test]
fn where_no_pages_are_built_it_says_how_to_build_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_muslin"));
    let output = command.args(["serve", "--root"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("no pages") && said.contains("cargo xtask web"), "{said}");
}

//! `muslin serve`: the pages, to this machine alone.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::failure::Failure;
use crate::{Outcome, console};

/// Longest head of a request [bytes], and how long one may take.
const LONGEST_HEAD: u64 = 16 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);

/// Serve the web pages on the loopback interface, until Ctrl-C
#[derive(Args)]
pub struct ServeArgs {
    /// Port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8017)]
    port: u16,
    /// Folder that is served: `cargo xtask web` builds the pages into this one
    #[arg(long, value_name = "FOLDER", default_value = "web/dist")]
    root: PathBuf,
}

/// Serves the folder, to programs on this machine alone.
///
/// # Errors
/// If there are no pages, or the port is taken.
pub fn serve(args: &ServeArgs) -> Result<Outcome, Failure> {
    let root = args.root.canonicalize().map_err(|_| Failure::NoPages { path: args.root.clone() })?;
    if !root.join("index.html").is_file() {
        return Err(Failure::NoPages { path: args.root.clone() });
    }
    let failed = |error| Failure::Port { port: args.port, error };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    console::print(format_args!("http://{address}/ until Ctrl-C"))?;
    for stream in listener.incoming().flatten() {
        let root = root.clone();
        // whoever hangs up misses the rest
        thread::spawn(move || _ = answer(stream, &root));
    }
    Ok(Outcome::Done)
}

/// Answers one request.
fn answer(stream: TcpStream, root: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut input = BufReader::new(io::Read::take(stream.try_clone()?, LONGEST_HEAD));
    let mut request = String::new();
    input.read_line(&mut request)?;
    // the rest of the head says nothing that matters here, but must be read before the answer
    let mut line = String::new();
    while input.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match method {
        "GET" | "HEAD" => send(stream, root, target, method == "GET"),
        _ => refuse(stream, "405 Method Not Allowed"),
    }
}

fn send(mut stream: TcpStream, root: &Path, target: &str, with_body: bool) -> io::Result<()> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let Some(file) = file_of(root, path) else { return refuse(stream, "404 Not Found") };
    if file.is_dir() && !path.ends_with('/') {
        // so that what the page names lies beside it
        return write!(
            stream,
            "HTTP/1.1 301 Moved Permanently\r\nLocation: {path}/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    let file = if file.is_dir() { file.join("index.html") } else { file };
    let Ok(mut content) = File::open(&file) else { return refuse(stream, "404 Not Found") };
    let (length, kind) = (content.metadata()?.len(), kind_of(&file));
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )?;
    if with_body {
        io::copy(&mut content, &mut stream)?;
    }
    Ok(())
}

fn refuse(mut stream: TcpStream, status: &str) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{status}",
        status.len()
    )
}

/// The file or folder that a path names; none for one that leads out of the root.
fn file_of(root: &Path, path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(decoded(path)?.trim_start_matches('/'));
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let file = root.join(path);
    // a link may lead out too
    let file = if is_inside { file.canonicalize().ok()? } else { return None };
    file.starts_with(root).then_some(file)
}

/// A path with its percent signs read.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "map") => "application/json",
        // so that it is compiled while it comes
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

//! Reading a text file that a user named, with an answer to everything that can be wrong with it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::problem::{Problem, Severity, Source, source};

/// Largest scene file [bytes]: far more than any scene, and no more than one can wait for.
const MAX_BYTES: u64 = 64 << 20;

/// The text of the file at `path`.
pub(crate) fn read(path: &Path) -> Result<Source, Problem> {
    let name = path.display().to_string();
    let problem = |message: String| Problem::new(Severity::Error, &source(&name, ""), None, message);
    if path.is_dir() {
        let inner = path.join("scene.toml");
        let help = if inner.is_file() {
            format!("did you mean {}?", inner.display())
        } else {
            "name the scene file in it".to_owned()
        };
        return Err(problem("expected a file, found a folder".to_owned()).with_help(help));
    }
    let mut bytes = Vec::new();
    // the limit is on what is read, not on what the system says: a device or pipe says nothing
    match File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)) {
        Ok(count) if count as u64 > MAX_BYTES => {
            Err(problem(format!("the file is larger than {} MiB: this is no scene", MAX_BYTES >> 20)))
        }
        Ok(_) => text(&name, bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(problem("there is no such file".to_owned()).with_help("check the path, and the folder you are in"))
        }
        Err(error) => Err(problem(format!("the file cannot be read: {error}"))),
    }
}

/// Bytes as text: UTF-8, without the mark that some editors put in front.
pub(crate) fn text(name: &str, mut bytes: Vec<u8>) -> Result<Source, Problem> {
    const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
    if bytes.starts_with(&BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    match String::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => {
            let problem = Problem::new(Severity::Error, &source(name, ""), None, "the file is empty");
            Err(problem.with_help("a scene has at least: version = 1 and one [[cloth]]"))
        }
        Ok(text) => Ok(source(name, text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let shown = source(name, String::from_utf8_lossy(error.as_bytes()));
            let message = format!("this is not text: byte {offset} is not UTF-8");
            let problem = Problem::new(Severity::Error, &shown, Some(offset..offset + 1), message);
            Err(problem.with_help("save the file as UTF-8"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(path: &Path) -> (String, String) {
        let problem = read(path).unwrap_err();
        (problem.message, problem.help.unwrap_or_default())
    }

    #[test]
    fn what_is_not_a_readable_text_file_is_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        };
        assert_eq!(refusal(&folder.path().join("none.toml")).0, "there is no such file");
        assert_eq!(refusal(folder.path()).1, "name the scene file in it");
        let scene = at("scene.toml", b"\xEF\xBB\xBFversion = 1");
        assert_eq!(refusal(folder.path()).1, format!("did you mean {}?", scene.display()));
        assert_eq!(read(&scene).unwrap().inner(), "version = 1");
        assert_eq!(refusal(&at("empty.toml", b" \n")).0, "the file is empty");
        assert_eq!(refusal(&at("latin.toml", b"a = '\xFC'")).0, "this is not text: byte 5 is not UTF-8");
        File::create(at("huge.toml", b"")).unwrap().set_len(MAX_BYTES + 1).unwrap();
        assert!(refusal(&folder.path().join("huge.toml")).0.contains("larger than 64 MiB"));
    }
}

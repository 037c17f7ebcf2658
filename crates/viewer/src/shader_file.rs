//! The user's shader, read again whenever its file changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use web_time::Instant;

/// Time between two looks at the file.
pub const INTERVAL: Duration = Duration::from_millis(250);

/// A shader file that is watched.
#[derive(Clone, Debug)]
pub struct ShaderFile {
    path: PathBuf,
    /// When it was last looked at, and what it said then.
    looked: Option<Instant>,
    modified: Option<Result<SystemTime, String>>,
}

impl ShaderFile {
    /// A file to watch.
    pub fn new(path: PathBuf) -> Self {
        Self { path, looked: None, modified: None }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text of the file when it is another one than before; why it cannot be read when that is new.
    pub fn news(&mut self) -> Option<Result<Arc<str>, String>> {
        if self.looked.is_some_and(|looked| looked.elapsed() < INTERVAL) {
            return None;
        }
        self.looked = Some(Instant::now());
        let modified = std::fs::metadata(&self.path).and_then(|data| data.modified()).map_err(|error| self.say(&error));
        if self.modified.as_ref() == Some(&modified) {
            return None;
        }
        self.modified = Some(modified.clone());
        // an editor may be in the middle of replacing it: the next change of its time brings it in
        Some(
            modified.and_then(|_| std::fs::read_to_string(&self.path).map_err(|error| self.say(&error))).map(Arc::from),
        )
    }

    fn say(&self, error: &std::io::Error) -> String {
        format!("cannot read {}: {error}", self.path.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_and_a_loss_of_the_file_are_each_told_once() {
        let path = std::env::temp_dir().join(format!("muslin-shader-{}.wgsl", std::process::id()));
        std::fs::write(&path, "one").unwrap();
        let mut file = ShaderFile::new(path.clone());
        assert_eq!(file.news().unwrap().unwrap().as_ref(), "one");
        file.looked = None;
        assert!(file.news().is_none());
        std::fs::write(&path, "two").unwrap();
        let later = SystemTime::now() + Duration::from_secs(5);
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        file.looked = None;
        assert_eq!(file.news().unwrap().unwrap().as_ref(), "two");
        std::fs::remove_file(&path).unwrap();
        file.looked = None;
        assert!(file.news().unwrap().is_err());
        file.looked = None;
        assert!(file.news().is_none());
    }
}

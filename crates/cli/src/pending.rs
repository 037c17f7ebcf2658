//! Files and folders that have no name yet.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use muslin_scene::io::WriteError;
use tempfile::{NamedTempFile, TempDir};

/// A file under a temporary name beside its place, removed when dropped before [`commit`](Self::commit).
#[derive(Debug)]
pub struct Pending {
    file: NamedTempFile,
    path: PathBuf,
}

impl Pending {
    /// Starts the file that will be `path`, and the folder where it is missing.
    ///
    /// # Errors
    /// If the folder cannot be made or written to.
    pub fn create(path: PathBuf) -> Result<Self, WriteError> {
        let dir = folder_of(&path);
        fs::create_dir_all(dir).map_err(|reason| WriteError::Folder { reason, path: dir.to_owned() })?;
        let mut builder = temporary();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // as for any new file, less the umask: the default for temporary files shuts all others out
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        match builder.tempfile_in(dir) {
            Ok(file) => Ok(Self { file, path }),
            Err(reason) => Err(WriteError::File { reason, path }),
        }
    }

    /// What is written to.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// The name that the file has for now.
    pub fn temporary_path(&self) -> &Path {
        self.file.path()
    }

    /// Adds the file to what went wrong with it.
    pub fn failed(&self, reason: io::Error) -> WriteError {
        WriteError::File { reason, path: self.path.clone() }
    }

    /// Gives the file its name, once it is safe in storage, and returns that.
    ///
    /// # Errors
    /// If it cannot be stored or renamed.
    pub fn commit(self) -> Result<PathBuf, WriteError> {
        let Self { file, path } = self;
        let saved = file.as_file().sync_all();
        match saved.and_then(|()| file.persist(&path).map_err(|error| error.error)) {
            Ok(_) => Ok(path),
            Err(reason) => Err(WriteError::File { reason, path }),
        }
    }
}

/// A folder in `dir` under a temporary name, removed when dropped.
///
/// # Errors
/// If `dir` cannot be made or written to.
pub fn folder(dir: &Path) -> Result<TempDir, WriteError> {
    let made = fs::create_dir_all(dir).and_then(|()| temporary().tempdir_in(dir));
    made.map_err(|reason| WriteError::Folder { reason, path: dir.to_owned() })
}

/// The folder in which `path` is: a bare file name has the parent "".
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Names that [`muslin_scene::io::is_temporary`] knows, so that a second Ctrl-C removes what has them.
fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".muslin-").suffix(".tmp");
    builder
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use muslin_scene::io::is_temporary;

    use super::*;

    #[test]
    fn a_file_has_a_temporary_name_until_the_commit() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/a");
        let file = Pending::create(path.clone()).unwrap();
        file.file().write_all(b"new").unwrap();
        assert!(is_temporary(file.temporary_path().file_name().unwrap()) && !path.exists());
        assert_eq!(file.commit().unwrap(), path);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(Pending::create(dir.path().join("deep/b")).unwrap());
        assert_eq!(fs::read_dir(dir.path().join("deep")).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_has_a_temporary_name_and_goes() {
        let dir = tempfile::tempdir().unwrap();
        let inner = folder(dir.path()).unwrap();
        assert!(is_temporary(inner.path().file_name().unwrap()));
        drop(inner);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

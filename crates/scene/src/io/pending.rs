//! Files and folders that have no name yet.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

use crate::io::WriteError;

const PREFIX: &str = ".muslin-";
const SUFFIX: &str = ".tmp";

/// Whether `name` is one that unfinished results have.
pub fn is_temporary(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// A file under a temporary name beside its place, removed when dropped before [`commit`](Self::commit).
#[derive(Debug)]
pub struct PendingFile {
    output: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl PendingFile {
    /// Starts the file that will be `path`, and the folder where it is missing.
    ///
    /// # Errors
    /// If the folder cannot be made or written to.
    pub fn create(path: PathBuf) -> Result<Self, WriteError> {
        let dir = folder_of(&path);
        fs::create_dir_all(dir).map_err(WriteError::folder(dir))?;
        #[cfg_attr(not(unix), allow(unused_mut))]
        let mut builder = temporary();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // as for any new file, less the umask: the default for temporary files shuts all others out
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(dir).map_err(WriteError::file(&path))?;
        Ok(Self { output: BufWriter::with_capacity(1 << 16, file), path })
    }

    /// The name it will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name that it has for now.
    pub fn temporary_path(&self) -> &Path {
        self.output.get_ref().path()
    }

    /// The file itself, past what is buffered.
    pub fn file(&self) -> &File {
        self.output.get_ref().as_file()
    }

    /// Adds the file to what went wrong with it.
    pub fn failed(&self, reason: io::Error) -> WriteError {
        WriteError::File { reason, path: self.path.clone() }
    }

    /// Gives the file its name, once it is safe in storage, and returns that.
    ///
    /// # Errors
    /// If it cannot be stored or renamed.
    pub fn commit(mut self) -> Result<PathBuf, WriteError> {
        self.store()?;
        rename(self)
    }

    fn store(&mut self) -> Result<(), WriteError> {
        let saved = self.output.flush().and_then(|()| self.output.get_ref().as_file().sync_all());
        saved.map_err(WriteError::file(&self.path))
    }

    /// Refuses a file that is not `expected` bytes long up to here.
    pub(super) fn check_position(&mut self, expected: u64) -> Result<(), WriteError> {
        let position = self.output.stream_position().map_err(WriteError::file(&self.path))?;
        if position == expected { Ok(()) } else { Err(WriteError::Incomplete { path: self.path.clone() }) }
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl Seek for PendingFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.output.seek(to)
    }
}

/// Gives the files their names, all of them once all are safe in storage.
pub(super) fn commit<const N: usize>(mut files: [PendingFile; N]) -> Result<Vec<PathBuf>, WriteError> {
    files.iter_mut().try_for_each(PendingFile::store)?;
    files.into_iter().map(rename).collect()
}

fn rename(PendingFile { output, path }: PendingFile) -> Result<PathBuf, WriteError> {
    let file = output.into_inner().map_err(|error| WriteError::file(&path)(error.into_error()))?;
    file.persist(&path).map_err(|error| WriteError::file(&path)(error.error))?;
    Ok(path)
}

/// A folder in `dir` under a temporary name, removed when dropped.
///
/// # Errors
/// If `dir` cannot be made or written to.
pub fn pending_folder(dir: &Path) -> Result<TempDir, WriteError> {
    let made = fs::create_dir_all(dir).and_then(|()| temporary().tempdir_in(dir));
    made.map_err(WriteError::folder(dir))
}

/// The folder in which `path` is: a bare file name has the parent "".
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_file_stays_until_the_commit() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "old").unwrap();
        let mut file = PendingFile::create(path.clone()).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let names = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(names.filter(|name| is_temporary(name)).count(), 1);
        assert_eq!(file.commit().unwrap(), path);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(PendingFile::create(dir.path().join("b")).unwrap());
        drop(pending_folder(dir.path()).unwrap());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_the_file_as_any_new_one() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let mode = |name| fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
        commit([PendingFile::create(dir.path().join("a")).unwrap()]).unwrap();
        fs::write(dir.path().join("b"), "").unwrap();
        assert_eq!(mode("a"), mode("b"));
    }
}

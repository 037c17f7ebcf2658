//! Pictures as files of their own.

use std::io;
use std::path::{Path, PathBuf};

use muslin_scene::io::{PendingFile, WriteError, folder_of};

use crate::film::{Film, FilmError};
use crate::texture::Texture;

/// Names of the pictures of a sequence, or of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    folder: PathBuf,
    before: String,
    /// Least digits of the number; None where there is no number.
    digits: Option<usize>,
    after: String,
}

impl Names {
    /// `STEM_0000.png` and so on, in `folder`.
    pub fn in_folder(folder: &Path, stem: &str) -> Self {
        Self { folder: folder.to_owned(), before: format!("{stem}_"), digits: Some(4), after: ".png".to_owned() }
    }

    /// After the file name of `path`, the number in place of its `#`s.
    pub fn by_pattern(path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = folder_of(path).to_owned();
        let Some(start) = name.find('#') else {
            return Self { folder, before: name, digits: None, after: String::new() };
        };
        let digits = name[start..].len() - name[start..].trim_start_matches('#').len();
        let after = name[start + digits..].to_owned();
        Self { folder, before: name[..start].to_owned(), digits: Some(digits), after }
    }

    /// Whether each frame has a name of its own.
    pub fn are_numbered(&self) -> bool {
        self.digits.is_some()
    }

    /// The folder of all.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of frame `frame`.
    pub fn of(&self, frame: u64) -> PathBuf {
        let number = self.digits.map(|digits| format!("{frame:0digits$}")).unwrap_or_default();
        let name = format!("{}{number}{}", self.before, self.after);
        // a bare file name stays one
        if self.folder == Path::new(".") { name.into() } else { self.folder.join(name) }
    }
}

/// Writes pictures, each of which is whole as soon as it has its name.
pub struct Pictures {
    names: Names,
    written: Vec<PathBuf>,
}

impl Pictures {
    /// Makes the folder and makes sure that files can be made in it.
    ///
    /// # Errors
    /// If they cannot.
    pub fn create(names: Names) -> Result<Self, WriteError> {
        PendingFile::create(names.of(0))?;
        Ok(Self { names, written: Vec::new() })
    }
}

impl Film for Pictures {
    fn put(&mut self, frame: u64, picture: &Texture) -> Result<(), FilmError> {
        self.written.push(write(self.names.of(frame), picture)?);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<PathBuf>, FilmError> {
        Ok(self.written)
    }
}

/// Writes a picture as the PNG file `path`, whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: PathBuf, picture: &Texture) -> Result<PathBuf, WriteError> {
    let mut pending = PendingFile::create(path)?;
    picture.write_png(&mut pending).map_err(|error| pending.failed(io::Error::other(error)))?;
    pending.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_read_back_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        let picture = Texture::from_fn([5, 3], |x, y| [x as u8, y as u8, 9, 40 * x as u8]);
        let path = write(dir.path().join("a.png"), &picture).unwrap();
        assert_eq!(Texture::load(&path).unwrap(), picture);
    }
}

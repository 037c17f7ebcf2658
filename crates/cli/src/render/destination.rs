//! Where pictures go: files of their own, or a film.

use std::path::{Path, PathBuf};

use muslin_render::film::{Container, Film, FilmError, Gif, Names, Pictures, Video};
use muslin_scene::io::folder_of;

use crate::render::failure::RenderFailure;

/// Size of a picture unless another is asked for [px]; a GIF is smaller, since it is for web pages and hardly compressed.
const PICTURE: [u32; 2] = [1280, 720];
const GIF: [u32; 2] = [640, 360];

/// What is made of the pictures, by the name that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Destination {
    /// Files of their own.
    Pictures(Names),
    /// A GIF.
    Gif(PathBuf),
    /// A film that ffmpeg makes.
    Video(PathBuf, Container),
}

impl Destination {
    /// What `path` names; a folder gets pictures called after `stem`.
    ///
    /// # Errors
    /// If its extension is of nothing that can be made.
    pub fn named(path: &Path, stem: &str) -> Result<Self, RenderFailure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let ends_as_folder = path.to_string_lossy().ends_with(['/', '\\']);
        match extension.as_deref() {
            _ if path.is_dir() || ends_as_folder => Ok(Self::Pictures(Names::in_folder(path, stem))),
            None => Ok(Self::Pictures(Names::in_folder(path, stem))),
            Some("png") => Ok(Self::Pictures(Names::by_pattern(path))),
            Some("gif") => Ok(Self::Gif(path.to_owned())),
            Some("mp4") => Ok(Self::Video(path.to_owned(), Container::Mp4)),
            Some("mov") => Ok(Self::Video(path.to_owned(), Container::Mov)),
            Some("webm") => Ok(Self::Video(path.to_owned(), Container::Webm)),
            Some(_) => Err(RenderFailure::Extension { path: path.to_owned() }),
        }
    }

    /// Whether all pictures go into one file that shows them in time.
    pub fn is_film(&self) -> bool {
        !matches!(self, Self::Pictures(_))
    }

    /// Width and height of its pictures where `wanted` is asked for [px].
    pub fn size(&self, wanted: Option<[u32; 2]>) -> [u32; 2] {
        match self {
            Self::Pictures(_) => wanted.unwrap_or(PICTURE),
            Self::Gif(_) => wanted.unwrap_or(GIF),
            // colours of a film are stored for squares of two by two pixels
            Self::Video(..) => wanted.unwrap_or(PICTURE).map(|side| side.next_multiple_of(2)),
        }
    }

    /// What there is to say where its pictures do not have the size that is `wanted` [px].
    pub fn rounding(&self, wanted: Option<[u32; 2]>) -> Option<String> {
        let size = self.size(wanted);
        let [width, height] = size;
        (wanted? != size).then(|| format!("a film has even sides: it gets {width} x {height}"))
    }

    /// The file or folder that was asked for.
    pub fn path(&self) -> &Path {
        match self {
            Self::Pictures(names) => names.folder(),
            Self::Gif(path) | Self::Video(path, _) => path,
        }
    }

    /// The folder in which unfinished files are.
    pub fn folder(&self) -> &Path {
        match self {
            Self::Pictures(names) => names.folder(),
            Self::Gif(path) | Self::Video(path, _) => folder_of(path),
        }
    }

    /// Begins pictures of `size`, at `fps` a second in a film.
    ///
    /// # Errors
    /// If the place cannot be written to, or what makes the film is missing.
    pub fn open(&self, size: [u32; 2], fps: f64) -> Result<Box<dyn Film>, FilmError> {
        Ok(match self {
            Self::Pictures(names) => Box::new(Pictures::create(names.clone())?),
            Self::Gif(path) => Box::new(Gif::create(path.clone(), fps)?),
            Self::Video(path, container) => Box::new(Video::create(path.clone(), *container, size, fps)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_what_is_made() {
        let named = |path: &str| Destination::named(Path::new(path), "flag");
        assert_eq!(named("a/b.GIF").unwrap(), Destination::Gif("a/b.GIF".into()));
        assert_eq!(named("b.webm").unwrap(), Destination::Video("b.webm".into(), Container::Webm));
        for (path, file) in [
            ("shots", "shots/flag_0007.png"),
            ("shots.v2/", "shots.v2/flag_0007.png"),
            ("a/b.png", "a/b.png"),
            ("a/b_##.png", "a/b_07.png"),
            ("#.png", "7.png"),
        ] {
            let Destination::Pictures(names) = named(path).unwrap() else { panic!("{path}") };
            assert_eq!(names.of(7), Path::new(file));
        }
        assert!(matches!(named("a.jpg"), Err(RenderFailure::Extension { .. })));
    }
}

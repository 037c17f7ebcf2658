//! Pictures one after the other, as files: PNGs of their own, a GIF, a video.
//!
//! | module | what is in it |
//! |---|---|
//! | [`pictures`] | [`Pictures`]: one PNG a picture, [`Names`] of them |
//! | [`gif`] | [`Gif`] |
//! | [`video`] | [`Video`]: MP4, MOV or `WebM`, made by ffmpeg |

pub mod gif;
pub mod pictures;
pub mod video;

use std::io;
use std::path::PathBuf;

use muslin_scene::io::WriteError;

use crate::texture::Texture;

pub use gif::{Gif, MAX_GIF_FPS};
pub use pictures::{Names, Pictures};
pub use video::{Container, Video};

/// Why a film was not made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum FilmError {
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("there is no ffmpeg, which makes the film: {}", path.display())]
    NoFfmpeg { path: PathBuf },
    #[error("ffmpeg cannot make the film {}: {said}", path.display())]
    Ffmpeg { said: String, path: PathBuf },
    #[error("ffmpeg cannot be started ({reason}): {}", path.display())]
    FfmpegStart { reason: io::Error, path: PathBuf },
}

/// Takes pictures, one after the other, and makes files of them.
pub trait Film {
    /// Takes the picture of frame `frame`.
    ///
    /// # Errors
    /// If it cannot be written.
    fn put(&mut self, frame: u64, picture: &Texture) -> Result<(), FilmError>;

    /// Gives the files their names and returns these.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn finish(self: Box<Self>) -> Result<Vec<PathBuf>, FilmError>;
}

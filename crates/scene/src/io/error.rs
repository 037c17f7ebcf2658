//! Why a file could not be written or read.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum WriteError {
    #[error("cannot make the folder ({reason}), choose another: {}", path.display())]
    Folder { reason: io::Error, path: PathBuf },
    #[error("cannot write ({reason}), check the free space and the permissions: {}", path.display())]
    File { reason: io::Error, path: PathBuf },
    #[error(
        "the folder holds more than a Muslin sequence, move it away or choose another output folder: {}",
        path.display()
    )]
    ForeignFolder { path: PathBuf },
    #[error(
        "vertex {vertex} of frame {frame} has a position that cannot be written as a finite number, try more substeps \
         or a lower stiffness: {}",
        path.display()
    )]
    NotFinite { vertex: usize, frame: u64, path: PathBuf },
    #[error("vertex {vertex} of the state after step {step} has no finite position, the state is of no use: {}", path.display())]
    StateNotFinite { vertex: usize, step: u64, path: PathBuf },
    #[error("frame {frame} has {found} vertices where the file has {expected}: {}", path.display())]
    VertexCount { expected: usize, found: usize, frame: u64, path: PathBuf },
    #[error("the file ends within a frame since an earlier write failed, run again: {}", path.display())]
    Incomplete { path: PathBuf },
    #[error("`{found}` is no scene hash, 64 hexadecimal digits are: {}", path.display())]
    SceneHash { found: String, path: PathBuf },
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum ReadError {
    #[error("cannot read ({reason}): {}", path.display())]
    File { reason: io::Error, path: PathBuf },
    #[error("this is not {expected}: {}", path.display())]
    WrongKind { expected: &'static str, path: PathBuf },
    #[error("the file is of version {found}, this Muslin reads version {known}, update it: {}", path.display())]
    Version { found: u32, known: u32, path: PathBuf },
    #[error("the file ends too early, copy it again or make it anew: {}", path.display())]
    Truncated { path: PathBuf },
    #[error(
        "the file is said to have {claimed} frames and has {present}, copy it again or make it anew: {}",
        path.display()
    )]
    MissingFrames { claimed: u64, present: u64, path: PathBuf },
    #[error("the file goes on for {extra} bytes after its end, copy it again or make it anew: {}", path.display())]
    TrailingBytes { extra: u64, path: PathBuf },
    #[error("{field} cannot be right, the file is damaged, make it anew: {}", path.display())]
    Damaged { field: &'static str, path: PathBuf },
    #[error("there is no frame {frame}, the file has {frame_count}, counted from 0: {}", path.display())]
    NoFrame { frame: u64, frame_count: u64, path: PathBuf },
    #[error(
        "the state is of scene {found:.12}, this is scene {expected:.12}, run the scene that it was saved from or start \
         anew: {}",
        path.display()
    )]
    OtherScene { expected: String, found: String, path: PathBuf },
    #[error("the file has {found} vertices, the scene has {expected}: {}", path.display())]
    VertexCount { expected: u64, found: u64, path: PathBuf },
}

impl WriteError {
    /// Adds the folder to what went wrong with it.
    pub(super) fn folder(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |reason| Self::Folder { reason, path: path.clone() }
    }

    /// Adds the file to what went wrong with it.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |reason| Self::File { reason, path: path.clone() }
    }
}

impl ReadError {
    /// Adds the file to what went wrong with it.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |reason| match reason.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated { path: path.clone() },
            _ => Self::File { reason, path: path.clone() },
        }
    }
}

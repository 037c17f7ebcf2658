//! Why a command failed.

use std::io;
use std::path::PathBuf;

use miette::Diagnostic;
use muslin_scene::SceneError;
use muslin_scene::io::{ReadError, WriteError};

use crate::city::failure::CityFailure;
use crate::render::failure::RenderFailure;

/// Why a command failed; shown once, in `main`.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[allow(missing_docs)] // the messages say what each is
pub enum Failure {
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("the state was saved after step {step}, within a frame: a frame has {substeps} steps: {}", path.display())]
    #[diagnostic(help("resume from a state that was saved at the end of a frame"))]
    WithinFrame { step: u64, substeps: u32, path: PathBuf },
    #[error("the state is at frame {frame}, the run ends at frame {last}, nothing is left to do: {}", path.display())]
    #[diagnostic(help("ask for more with --frames, which counts from the start of the scene"))]
    NothingLeft { frame: u64, last: u64, path: PathBuf },
    #[error(transparent)]
    #[diagnostic(transparent)]
    Render(#[from] RenderFailure),
    #[error(transparent)]
    #[diagnostic(transparent)]
    City(#[from] CityFailure),
    #[error("the variant {variant} cannot be used")]
    Variant { variant: String, error: SceneError },
    #[error(transparent)]
    View(#[from] muslin_viewer::ViewerError),
    #[error(transparent)]
    Replay(#[from] muslin_viewer::ReplayError),
    #[error("the session ended with the hash {recorded} when it was recorded, and with {found} now")]
    #[diagnostic(help("this is a mistake in muslin, or the session was changed"))]
    OtherEnd { found: String, recorded: String },
    #[error("cannot watch for Ctrl-C: {0}")]
    Interrupt(#[from] ctrlc::Error),
    #[error("there are no pages in {}", path.display())]
    #[diagnostic(help("build them with `cargo xtask web`, or say with --root where they are"))]
    NoPages { path: PathBuf },
    #[error("port {port} cannot be used: {error}")]
    #[diagnostic(help("choose another one with --port, or any with --port 0"))]
    Port { port: u16, error: io::Error },
    #[error("cannot print to the standard output: {0}")]
    Print(io::Error),
    #[error("nobody reads the output")]
    ReaderGone,
}

impl From<muslin_render::film::FilmError> for Failure {
    fn from(error: muslin_render::film::FilmError) -> Self {
        Self::Render(error.into())
    }
}

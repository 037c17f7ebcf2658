//! Why a city was not made or not written.

use std::path::PathBuf;

use miette::Diagnostic;
use muslin_city::{ExportError, ParamError};
use muslin_render::city::StageError;

/// Why a city was not made or not written.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[allow(missing_docs)] // the messages say what each is
pub enum CityFailure {
    #[error(transparent)]
    Param(#[from] ParamError),
    #[error("no file of a city is called so: {}", path.display())]
    #[diagnostic(help(
        "end it in .glb, .obj or .json, or for a picture or a film of it in .png, .gif, .mp4, .mov or .webm"
    ))]
    Extension { path: PathBuf },
    #[error("{count} cities cannot have one name: {}", path.display())]
    #[diagnostic(help("put # where the number of the frame goes, as in city_####.glb"))]
    OneName { count: u32, path: PathBuf },
    #[error("a film of a single city stands still: {}", path.display())]
    #[diagnostic(help("add --frames 100 --advance-seed for another city each frame, or end it in .png"))]
    FilmOfOne { path: PathBuf },
    #[error("{error}: {}", path.display())]
    #[diagnostic(help("lower --size or --grid"))]
    TooLarge { error: ExportError, path: PathBuf },
    #[error("--plain is for .glb files, and none is asked for")]
    #[diagnostic(help("add --out city.glb"))]
    PlainOfNothing,
    #[error("--look, --darken and --picture-size are for pictures, and none is asked for")]
    #[diagnostic(help("add --out city.png"))]
    LookOfNothing,
    #[error(transparent)]
    Stage(#[from] StageError),
    #[error("stopped while the city was written: nothing is left of it")]
    Stopped,
}

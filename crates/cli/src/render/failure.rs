//! Why pictures were not made.

use std::io;
use std::path::PathBuf;

use miette::{Diagnostic, NamedSource, SourceSpan};
use muslin_render::film::FilmError;
use muslin_render::texture::TextureError;
use muslin_render::{GpuError, ShaderError};

/// Why pictures were not made.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[allow(missing_docs)] // the messages say what each is
pub enum RenderFailure {
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error(transparent)]
    Texture(#[from] TextureError),
    #[error(transparent)]
    #[diagnostic(transparent)]
    Shader(Box<BadShader>),
    #[error("cannot read the shader ({reason}): {}", path.display())]
    ShaderFile { reason: io::Error, path: PathBuf },
    #[error("the cache lies without its scene.json, which says what is in it: {}", path.display())]
    #[diagnostic(help("copy the scene.json that `muslin run` wrote beside it, or render the scene file"))]
    CacheWithoutScene { path: PathBuf },
    #[error("the cache is of another scene than the scene.json beside it: {}", path.display())]
    #[diagnostic(help("run the scene again: the mesh of the cache has other triangles"))]
    OtherMesh { path: PathBuf },
    #[error("a cache has been simulated already, {assignment} would change nothing: {}", path.display())]
    #[diagnostic(help("render the scene file instead"))]
    CacheIsFixed { assignment: String, path: PathBuf },
    #[error("there is no frame {frame}, the cache has frames {first} to {last}: {}", path.display())]
    NoFrame { frame: u64, first: u64, last: u64, path: PathBuf },
    #[error("the cache has no frames: {}", path.display())]
    NoFrames { path: PathBuf },
    #[error("frames {first}..{last} are none")]
    #[diagnostic(help("the first must not be after the last"))]
    EmptyRange { first: u64, last: u64 },
    #[error("no picture or film is called so: {}", path.display())]
    #[diagnostic(help("end it in .png, .gif, .mp4, .mov or .webm, or name a folder"))]
    Extension { path: PathBuf },
    #[error("{count} pictures cannot have one name: {}", path.display())]
    #[diagnostic(help("name a folder, or put # where the number goes, as in cloth_####.png, or make a .gif or .mp4"))]
    OneName { count: usize, path: PathBuf },
    #[error("--fps is for films: {} is none", path.display())]
    #[diagnostic(help("take every K-th frame with --every K, or end --out in .gif, .mp4, .mov or .webm"))]
    FpsOfPictures { path: PathBuf },
    #[error("a GIF shows at most 50 pictures a second, {fps} were asked for")]
    GifFps { fps: f64 },
    #[error("such a film cannot be transparent: {}", path.display())]
    #[diagnostic(help("choose another --background, or write .png or .gif"))]
    TransparentFilm { path: PathBuf },
    #[error("a sheet of variants is one .png: {}", path.display())]
    SheetName { path: PathBuf },
    #[error(transparent)]
    #[diagnostic(help(
        "install it (on Debian or Ubuntu `apt-get install ffmpeg`, on macOS `brew install ffmpeg`, on Windows `winget \
         install ffmpeg`), or write --out film.gif or a folder of pictures, which need nothing"
    ))]
    NoFfmpeg(FilmError),
    #[error(transparent)]
    Film(FilmError),
    #[error("stopped at {what} {at} of {last}: nothing is written")]
    Stopped { what: &'static str, at: u64, last: u64 },
    #[error("{count} pictures are more than the {most} that are made at once")]
    TooManyPictures { count: u64, most: u64 },
    #[error("the camera and what it looks at are at the same place")]
    #[diagnostic(help("give six numbers, the place of the camera and another point: --camera 2,1,3,0,0,0"))]
    CameraAtTarget,
    #[error("--vary {text}: {reason}")]
    #[diagnostic(help("such as --vary ks=500,5000,50000 or --vary look=studio,strain"))]
    Vary { text: String, reason: String },
    #[error("{cells} variants are more than the {most} that a sheet takes")]
    TooManyVariants { cells: usize, most: usize },
    #[error("the sheet would have {megapixels} million pixels, at most {most} are possible")]
    #[diagnostic(help("lower --size, which is that of one picture in the sheet, or vary less"))]
    SheetTooLarge { megapixels: u64, most: u64 },
}

/// A shader that does not compile, with its text.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("the shader does not compile: {error}")]
#[diagnostic(help("a shader is WGSL with a function `shade`, put in place of the look's"))]
pub struct BadShader {
    /// What is wrong.
    pub error: ShaderError,
    /// What the user wrote.
    #[source_code]
    pub text: NamedSource<String>,
    /// Where it is wrong.
    #[label]
    pub line: Option<SourceSpan>,
}

impl From<FilmError> for RenderFailure {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::NoFfmpeg { .. } => Self::NoFfmpeg(error),
            _ => Self::Film(error),
        }
    }
}

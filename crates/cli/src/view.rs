//! `muslin view`: the window.

use std::path::PathBuf;

use clap::Args;
use muslin_render::Look;
use muslin_viewer::Options;

use crate::Outcome;
use crate::failure::Failure;
use crate::render::appearance::look_parser;

/// Open a window: watch the cloth, pull it, change values while it runs
#[derive(Args)]
pub struct ViewArgs {
    /// Scene file; a small scene that is built in when not given
    scene: Option<PathBuf>,
    /// Fragment shader in WGSL in place of the look's; read again whenever the file changes
    #[arg(long, value_name = "FILE.wgsl")]
    shader: Option<PathBuf>,
    /// How surfaces are drawn at first; by the scene's method when not given
    #[arg(long, value_name = "LOOK", value_parser = look_parser())]
    look: Option<Look>,
    /// Folder for pictures, recordings and sessions
    #[arg(long, value_name = "DIR", default_value = "out/view")]
    out: PathBuf,
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display or the scene cannot be used.
pub fn view(args: &ViewArgs) -> Result<Outcome, Failure> {
    let options =
        Options { shader: args.shader.clone(), look: args.look, folder: args.out.clone(), ..Options::default() };
    muslin_viewer::run(args.scene.as_deref(), &options)?;
    Ok(Outcome::Done)
}

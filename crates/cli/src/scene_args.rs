//! The scene on the command line, and values beside it.

use std::path::PathBuf;

use clap::Args;
use muslin_scene::{LoadedScene, SceneError};

/// A scene file and what is different this time.
#[derive(Args)]
pub struct SceneArgs {
    /// Scene file: TOML or JSON, or the JSON of the cloth simulator course
    scene: PathBuf,
    /// Replace a value of the scene, such as `ks=2000` or `cloth.0.material.ks=2000`; may be repeated
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Last frame; frame 0 is the start
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    frames: Option<String>,
    /// Frames per second
    #[arg(long, value_name = "F", allow_hyphen_values = true)]
    fps: Option<String>,
    /// Sub-steps per frame
    #[arg(long, alias = "steps", value_name = "N", allow_hyphen_values = true)]
    substeps: Option<String>,
}

impl SceneArgs {
    /// The scene, ready to run.
    ///
    /// # Errors
    /// Everything that is wrong with the file or the values beside it.
    pub fn load(&self) -> Result<LoadedScene, SceneError> {
        // as text, so that a value of an option gets the same answer as one of --set
        let options = [("frames", &self.frames), ("settings.fps", &self.fps), ("settings.substeps", &self.substeps)];
        let given = options.iter().filter_map(|(key, value)| Some(format!("{key}={}", value.as_deref()?)));
        let overrides: Vec<String> = self.set.iter().cloned().chain(given).collect();
        muslin_scene::load(&self.scene, &overrides)
    }
}

//! Opens the window on this machine.

use std::path::Path;

use muslin_scene::LoadedScene;

use crate::app::{Viewer, title};
use crate::catalogue;
use crate::error::ViewerError;
use crate::options::Options;
use crate::windows;

/// What is shown when no scene is given.
const FIRST_SCENE: &str = include_str!("first_scene.toml");

/// Opens a window with the scene of a file, or with one that is built in, and returns when it is closed. When the graphics
/// device is lost, another window goes on with the same simulation.
///
/// # Errors
/// If the scene cannot be used, or there is no display, or the device was lost too often.
pub fn run(scene: Option<&Path>, options: &Options) -> Result<(), ViewerError> {
    // what is wrong with the scene can be mended without a display
    let loaded = load(scene)?;
    if let Some(path) = options.shader.as_ref() {
        std::fs::read_to_string(path).map_err(|error| ViewerError::Shader { path: path.clone(), error })?;
    }
    let name = title(loaded.scene.name.as_deref().unwrap_or("scene"));
    let entries = std::env::current_dir().map(|folder| catalogue::near(&folder)).unwrap_or_default();
    windows::open_all(&name, |ctx, device| Viewer::new(ctx, device, loaded, entries, options))
}

fn load(scene: Option<&Path>) -> Result<LoadedScene, ViewerError> {
    Ok(match scene {
        Some(path) => muslin_scene::load(path, &[])?,
        None => muslin_scene::load_str("muslin.toml", FIRST_SCENE, &[])?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scene_that_is_built_in_is_good() {
        let scene = load(None).unwrap();
        assert!(scene.warnings.is_empty());
    }

    #[test]
    fn a_scene_that_does_not_exist_is_told_before_the_window_opens() {
        let error = run(Some(Path::new("/no/such.toml")), &Options::default()).unwrap_err();
        assert!(matches!(error, ViewerError::Scene(_)), "{error}");
    }
}

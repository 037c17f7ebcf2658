//! Opens the window on this machine.

use std::path::Path;

use eframe::egui::{Context, Ui, ViewportBuilder};
use eframe::{App, Frame, NativeOptions};
use muslin_scene::LoadedScene;

use crate::app::{Viewer, title};
use crate::catalogue::{self, Entry};
use crate::error::ViewerError;
use crate::options::Options;

/// Size of the window at first, and the least one [points].
const SIZE: [f32; 2] = [1280.0, 860.0];
const LEAST_SIZE: [f32; 2] = [640.0, 400.0];

/// Windows at most, one after the other: a device that is lost again and again is of no use.
const WINDOWS: u32 = 4;

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
    if !has_display() {
        return Err(ViewerError::NoDisplay);
    }
    let name = title(loaded.scene.name.as_deref().unwrap_or("scene"));
    let entries = std::env::current_dir().map(|folder| catalogue::near(&folder)).unwrap_or_default();
    let mut start = Some((loaded, entries));
    let mut viewer = None;
    for _window in 0..WINDOWS {
        open(&name, &mut viewer, &mut start, options)?;
        match &mut viewer {
            Some(viewer) if viewer.is_device_lost() => viewer.say(
                "The graphics device was lost",
                "This is another window, with a new device; the simulation has gone on where it was.",
            ),
            _ => return Ok(()),
        }
    }
    Err(ViewerError::DeviceLost)
}

/// Opens a window of `viewer`, made from `start` the first time, until it is closed.
fn open(
    name: &str,
    viewer: &mut Option<Viewer>,
    start: &mut Option<(LoadedScene, Vec<Entry>)>,
    options: &Options,
) -> Result<(), ViewerError> {
    let viewport = ViewportBuilder::default().with_title(name).with_inner_size(SIZE).with_min_inner_size(LEAST_SIZE);
    let native = NativeOptions { viewport, persist_window: false, ..NativeOptions::default() };
    let create: eframe::AppCreator<'_> = Box::new(move |context| {
        let (ctx, device) = (&context.egui_ctx, context.wgpu_render_state.clone());
        if let Some((loaded, entries)) = start.take() {
            *viewer = Some(Viewer::new(ctx, device, loaded, entries, options)?);
        } else if let Some(viewer) = viewer {
            viewer.attach(ctx, device);
        }
        Ok(Box::new(Window(viewer)))
    });
    eframe::run_native(name, native, create).map_err(|error| match error {
        eframe::Error::AppCreation(error) => match error.downcast::<ViewerError>() {
            Ok(error) => *error,
            Err(error) => ViewerError::Window(error.to_string()),
        },
        error => ViewerError::Window(error.to_string()),
    })
}

/// A window that shows what outlives it.
struct Window<'a>(&'a mut Option<Viewer>);

impl App for Window<'_> {
    fn logic(&mut self, ctx: &Context, frame: &mut Frame) {
        if let Some(viewer) = self.0 {
            viewer.logic(ctx, frame);
        }
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut Frame) {
        if let Some(viewer) = self.0 {
            viewer.ui(ui, frame);
        }
    }
}

fn load(scene: Option<&Path>) -> Result<LoadedScene, ViewerError> {
    Ok(match scene {
        Some(path) => muslin_scene::load(path, &[])?,
        None => muslin_scene::load_str("muslin.toml", FIRST_SCENE, &[])?,
    })
}

/// Whether windows can be opened. Elsewhere than on Linux they can, or the system says why not.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(is_set)
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

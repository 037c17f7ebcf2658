//! A window, and another one with the same content when the graphics device is lost.

use eframe::NativeOptions;
use eframe::egui::{Context, ViewportBuilder};
use eframe::egui_wgpu::RenderState;

use crate::content::{Content, Window};
use crate::error::ViewerError;

/// Size of the window at first, and the least one [points].
const SIZE: [f32; 2] = [1280.0, 860.0];
const LEAST_SIZE: [f32; 2] = [640.0, 400.0];

/// Windows at most, one after the other: a device that is lost again and again is of no use.
const WINDOWS: u32 = 4;

/// Opens a window of what `make` makes, and returns when it is closed. When the graphics device is lost, another window
/// goes on with the same.
///
/// # Errors
/// If there is no display, or nothing can be made, or the device was lost too often.
pub(crate) fn open_all<C: Content>(
    name: &str,
    make: impl FnOnce(&Context, Option<&RenderState>) -> Result<C, ViewerError>,
) -> Result<(), ViewerError> {
    if !has_display() {
        return Err(ViewerError::NoDisplay);
    }
    let mut make = Some(make);
    let mut content = None;
    for _window in 0..WINDOWS {
        open(name, &mut content, &mut make)?;
        match &mut content {
            Some(content) if content.is_device_lost() => content.say_device_was_lost(),
            _ => return Ok(()),
        }
    }
    Err(ViewerError::DeviceLost)
}

/// Opens a window of `content`, made by `make` the first time, until it is closed.
fn open<C: Content>(
    name: &str,
    content: &mut Option<C>,
    make: &mut Option<impl FnOnce(&Context, Option<&RenderState>) -> Result<C, ViewerError>>,
) -> Result<(), ViewerError> {
    let viewport = ViewportBuilder::default().with_title(name).with_inner_size(SIZE).with_min_inner_size(LEAST_SIZE);
    let native = NativeOptions { viewport, persist_window: false, dithering: false, ..NativeOptions::default() };
    let create: eframe::AppCreator<'_> = Box::new(move |context| {
        let (ctx, device) = (&context.egui_ctx, context.wgpu_render_state.as_ref());
        if let Some(make) = make.take() {
            *content = Some(make(ctx, device)?);
        } else if let Some(content) = content {
            content.attach(ctx, device);
        }
        Ok(Box::new(Window::new(ctx, content)))
    });
    eframe::run_native(name, native, create).map_err(|error| match error {
        eframe::Error::AppCreation(error) => match error.downcast::<ViewerError>() {
            Ok(error) => *error,
            Err(error) => ViewerError::Window(error.to_string()),
        },
        error => ViewerError::Window(error.to_string()),
    })
}

/// Whether windows can be opened. Elsewhere than on Linux they can, or the system says why not.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(is_set)
}

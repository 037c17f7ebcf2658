//! A window, and another one with the same content when the graphics device is lost.

use eframe::egui::layers::GraphicLayers;
use eframe::egui::{Color32, Context, Ui, ViewportBuilder, ViewportCommand, Visuals};
use eframe::egui_wgpu::RenderState;
use eframe::{App, Frame, NativeOptions};

use crate::error::ViewerError;

/// Size of the window at first, and the least one [points].
const SIZE: [f32; 2] = [1280.0, 860.0];
const LEAST_SIZE: [f32; 2] = [640.0, 400.0];

/// Windows at most, one after the other: a device that is lost again and again is of no use.
const WINDOWS: u32 = 4;

/// What a window shows. It outlives the window.
pub(crate) trait Content {
    /// Goes on in another window, with another `device`.
    fn attach(&mut self, ctx: &Context, device: Option<&RenderState>);

    /// Whether the device that draws was lost: nothing more can be shown in this window.
    fn is_device_lost(&self) -> bool;

    /// Tells the user that this is another window.
    fn say_device_was_lost(&mut self);

    /// Takes what is new, before the window is drawn.
    fn update(&mut self, ctx: &Context);

    /// Draws the window.
    fn show(&mut self, ui: &mut Ui);
}

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
        // the window is cleared to the panels' colour; to paint it once more takes a program longer than a picture
        ctx.all_styles_mut(|style| style.visuals.panel_fill = Color32::TRANSPARENT);
        if let Some(make) = make.take() {
            *content = Some(make(ctx, device)?);
        } else if let Some(content) = content {
            content.attach(ctx, device);
        }
        Ok(Box::new(Window(content)))
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
struct Window<'a, C>(&'a mut Option<C>);

impl<C: Content> App for Window<'_, C> {
    fn logic(&mut self, ctx: &Context, _frame: &mut Frame) {
        let Some(content) = self.0 else { return };
        content.update(ctx);
        if content.is_device_lost() {
            // whoever opened it opens another one
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    fn clear_color(&self, visuals: &Visuals) -> [f32; 4] {
        let theme = if visuals.dark_mode { Visuals::dark() } else { Visuals::light() };
        theme.panel_fill.to_normalized_gamma_f32()
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut Frame) {
        let Some(content) = self.0 else { return };
        content.show(ui);
        if content.is_device_lost() {
            // the toolkit, which panics when it has something to draw and no device for it, gets nothing
            ui.ctx().graphics_mut(|graphics| *graphics = GraphicLayers::default());
        }
    }
}

/// Whether windows can be opened. Elsewhere than on Linux they can, or the system says why not.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(is_set)
}

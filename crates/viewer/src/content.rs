//! What a window shows, and the window as the toolkit wants it.

use eframe::egui::layers::GraphicLayers;
use eframe::egui::{Color32, Context, Ui, ViewportCommand, Visuals};
use eframe::egui_wgpu::RenderState;
use eframe::{App, Frame};

/// What a window shows. It outlives the window.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))] // a page has one window only
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

/// A window that shows what outlives it.
pub(crate) struct Window<T>(T);

/// Where the content is: in the window, or with whoever opens another one.
pub(crate) trait Holder {
    type Content: Content;

    fn content(&mut self) -> Option<&mut Self::Content>;
}

impl<C: Content> Holder for C {
    type Content = C;

    fn content(&mut self) -> Option<&mut C> {
        Some(self)
    }
}

impl<C: Content> Holder for &mut Option<C> {
    type Content = C;

    fn content(&mut self) -> Option<&mut C> {
        self.as_mut()
    }
}

impl<T: Holder> Window<T> {
    /// Shows what `holder` has.
    pub(crate) fn new(ctx: &Context, holder: T) -> Self {
        // the window is cleared to the panels' colour; to paint it once more takes a program longer than a picture
        ctx.all_styles_mut(|style| style.visuals.panel_fill = Color32::TRANSPARENT);
        Self(holder)
    }
}

impl<T: Holder> App for Window<T> {
    fn logic(&mut self, ctx: &Context, _frame: &mut Frame) {
        let Some(content) = self.0.content() else { return };
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
        let Some(content) = self.0.content() else { return };
        content.show(ui);
        if content.is_device_lost() {
            // the toolkit, which panics when it has something to draw and no device for it, gets nothing
            ui.ctx().graphics_mut(|graphics| *graphics = GraphicLayers::default());
        }
    }
}

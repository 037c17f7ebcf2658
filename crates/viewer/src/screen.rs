//! The picture on the graphics device.

use std::sync::Arc;

use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use muslin_render::texture::Texture;
use muslin_render::{Camera, Renderer, ShaderError, SphereResolution, Stage};
use muslin_sim::Model;

use crate::appearance::Appearance;
use crate::canvas::Canvas;
use crate::mailbox::Snapshot;

/// What a picture was drawn from.
#[derive(Clone, Copy, PartialEq)]
struct Drawn {
    serial: u64,
    camera: Camera,
    version: u64,
}

/// Draws the cloth into a texture that the window shows.
pub struct Screen {
    canvas: Canvas,
    renderer: Renderer,
    stage: Option<(Arc<Model>, Stage)>,
    drawn: Option<Drawn>,
}

impl Screen {
    /// Draws with the window's device.
    pub fn new(window: RenderState) -> Self {
        let canvas = Canvas::new(window);
        Self { renderer: Renderer::new(&canvas.gpu), canvas, stage: None, drawn: None }
    }

    /// Name of the adapter.
    pub fn name(&self) -> &str {
        &self.canvas.gpu.name
    }

    /// The picture of `snapshot`, drawn anew where something is different from the last one. Nothing on a device that was
    /// lost.
    ///
    /// # Errors
    /// If the user's shader does not compile.
    pub fn draw(
        &mut self,
        snapshot: &Snapshot,
        camera: &Camera,
        appearance: &Appearance,
        size: [u32; 2],
    ) -> Result<Option<TextureId>, ShaderError> {
        if self.is_lost() {
            return Ok(None);
        }
        if self.canvas.fit(size) {
            self.drawn = None;
        }
        let Some((target, id)) = self.canvas.target() else { return Ok(None) };
        let now = Drawn { serial: snapshot.serial, camera: *camera, version: appearance.version };
        if self.drawn == Some(now) {
            return Ok(Some(id));
        }
        let gpu = &self.canvas.gpu;
        if !self.stage.as_ref().is_some_and(|(model, _)| Arc::ptr_eq(model, &snapshot.model)) {
            let stage = Stage::new(gpu, &snapshot.model, SphereResolution::default());
            self.stage = Some((snapshot.model.clone(), stage));
        }
        let Some((model, stage)) = &mut self.stage else { return Ok(None) };
        stage.update(gpu, model, &snapshot.x, snapshot.reading.frame as f64);
        self.renderer.draw_frame(gpu, stage, camera, &appearance.style, target)?;
        self.canvas.present();
        self.drawn = Some(now);
        Ok(Some(id))
    }

    /// The picture that was drawn last; none on a device that was lost.
    pub fn read(&self) -> Option<Texture> {
        self.canvas.read()
    }

    /// Gives the device up, as a driver does that fails.
    pub fn lose(&self) {
        self.canvas.lose();
    }

    /// Whether the device was lost.
    pub fn is_lost(&self) -> bool {
        self.canvas.is_lost()
    }

    /// What the device reported since the last call.
    pub fn take_faults(&self) -> Vec<String> {
        self.canvas.take_faults()
    }
}

//! The picture on the graphics device.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui_wgpu::RenderState;
use muslin_render::texture::Texture;
use muslin_render::{Camera, Renderer, ShaderError, SphereResolution, Stage};
use muslin_sim::Model;

use crate::appearance::Appearance;
use crate::canvas::{Canvas, Purpose};
use crate::mailbox::Snapshot;
use crate::pane::Pane;

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
    /// How many pictures were drawn.
    count: u64,
}

/// Side of the shadow map where a program plays the graphics card [texels].
const SMALL_SHADOW: u32 = 1024;

impl Screen {
    /// Draws with the window's device.
    pub fn new(window: &RenderState) -> Self {
        let canvas = Canvas::new(window);
        let gpu = &canvas.gpu;
        let renderer =
            if canvas.is_program() { Renderer::with_shadow_size(gpu, SMALL_SHADOW) } else { Renderer::new(gpu) };
        Self { renderer, canvas, stage: None, drawn: None, count: 0 }
    }

    /// How many pictures were drawn.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How long until the picture must be drawn with more pixels, if nothing moves meanwhile.
    pub fn wait(&self) -> Option<Duration> {
        self.canvas.wait()
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
        purpose: Purpose,
    ) -> Result<Option<Pane>, ShaderError> {
        if self.is_lost() {
            return Ok(None);
        }
        let now = Drawn { serial: snapshot.serial, camera: *camera, version: appearance.version };
        let anew = self.canvas.begin(size, self.drawn == Some(now), purpose);
        let Some((target, pane)) = self.canvas.target() else { return Ok(None) };
        if !anew {
            return Ok(Some(pane));
        }
        self.drawn = None;
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
        self.count += 1;
        Ok(Some(pane))
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

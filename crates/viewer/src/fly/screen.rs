//! The picture of a city on the graphics device.

use eframe::egui_wgpu::RenderState;
use muslin_render::city::{CityRenderer, CityStage, CityStyle, FlyCamera, StageError};

use super::town::Town;
use crate::canvas::{Canvas, Purpose};
use crate::pane::Pane;

/// Draws a city into a texture that the window shows.
pub struct CityScreen {
    /// The device.
    pub canvas: Canvas,
    renderer: CityRenderer,
    /// A city on the device and its number.
    stage: Option<(u64, CityStage)>,
    /// What the picture was drawn from.
    drawn: Option<(u64, FlyCamera, CityStyle)>,
    /// How many pictures were drawn.
    count: u64,
}

impl CityScreen {
    /// Draws with the window's device.
    pub fn new(window: &RenderState) -> Self {
        let canvas = Canvas::new(window);
        Self { renderer: CityRenderer::new(&canvas.gpu), canvas, stage: None, drawn: None, count: 0 }
    }

    /// How many pictures were drawn.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The picture of a city, drawn anew where something is different from the last one. Nothing on a device that was lost.
    ///
    /// # Errors
    /// If the device has no room for the city.
    pub fn draw(
        &mut self,
        town: &Town,
        camera: &FlyCamera,
        style: CityStyle,
        size: [u32; 2],
    ) -> Result<Option<Pane>, StageError> {
        if self.canvas.is_lost() {
            return Ok(None);
        }
        let now = (town.serial(), *camera, style);
        let anew = self.canvas.begin(size, self.drawn == Some(now), Purpose::Watch);
        let Some((target, pane)) = self.canvas.target() else { return Ok(None) };
        if !anew {
            return Ok(Some(pane));
        }
        self.drawn = None;
        let gpu = &self.canvas.gpu;
        let stage = match self.stage.take() {
            Some((serial, stage)) if serial == town.serial() => stage,
            Some((_, mut stage)) => {
                stage.update(gpu, town.city())?;
                stage
            }
            None => CityStage::new(gpu, town.city())?,
        };
        self.renderer.draw_frame(gpu, &stage, camera, style, target);
        self.canvas.present();
        self.stage = Some((town.serial(), stage));
        self.drawn = Some(now);
        self.count += 1;
        Ok(Some(pane))
    }
}

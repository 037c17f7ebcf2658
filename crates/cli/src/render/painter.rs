//! From a stage to a picture in memory.

use muslin_render::texture::Texture;
use muslin_render::{Camera, Gpu, GpuError, Look, Renderer, Stage, Target, colormap, label};
use muslin_sim::Model;

use crate::render::appearance::Appearance;
use crate::render::failure::RenderFailure;

/// Smallest picture that has a legend without being asked to [px].
const LEGEND_FITS: [u32; 2] = [480, 240];
/// Width of a legend, and between it and the edges of the picture [px].
const LEGEND_WIDTH: u32 = 360;
const LEGEND_MARGIN: u32 = 16;

/// Draws pictures of one size.
pub struct Painter {
    /// The device.
    pub gpu: Gpu,
    renderer: Renderer,
    target: Target,
}

impl Painter {
    /// Pictures of `size` [px] with `samples` samples a pixel, 1 or 4.
    ///
    /// # Errors
    /// If there is nothing to draw with.
    pub fn new(size: [u32; 2], samples: u32) -> Result<Self, GpuError> {
        let gpu = Gpu::headless()?;
        let renderer = Renderer::new(&gpu);
        let target = Target::new(&gpu, size, samples);
        Ok(Self { gpu, renderer, target })
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.target.aspect()
    }

    /// The scene at its start.
    pub fn stage(&self, model: &Model, appearance: &Appearance) -> Stage {
        Stage::new(&self.gpu, model, appearance.spheres)
    }

    /// Draws a few pixels, so that a bad shader is known before there is work to lose.
    ///
    /// # Errors
    /// If the user's shader does not compile.
    pub fn check(&mut self, stage: &Stage, appearance: &Appearance) -> Result<(), RenderFailure> {
        let (low, high) = stage.bounds();
        let target = Target::new(&self.gpu, [4, 4], self.target.samples());
        let camera = Camera::framing(low, high, target.aspect());
        let drawn = self.renderer.draw_frame(&self.gpu, stage, &camera, &appearance.style, &target);
        drawn.map_err(|error| appearance.shader_failure(error))
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// If the user's shader does not compile.
    pub fn paint(&mut self, stage: &Stage, camera: &Camera, appearance: &Appearance) -> Result<Texture, RenderFailure> {
        let drawn = self.renderer.draw_frame(&self.gpu, stage, camera, &appearance.style, &self.target);
        drawn.map_err(|error| appearance.shader_failure(error))?;
        let mut picture = self.target.read(&self.gpu);
        add_legend(&mut picture, appearance);
        Ok(picture)
    }
}

/// Lays the legend of the colours of strain over the lower left corner, where there is to be one.
fn add_legend(picture: &mut Texture, appearance: &Appearance) {
    let style = &appearance.style;
    let fits = picture.size[0] >= LEGEND_FITS[0] && picture.size[1] >= LEGEND_FITS[1];
    // a shader of the user's has other colours
    if style.look != Look::Strain || style.shader.is_some() || !appearance.legend.unwrap_or(fits) {
        return;
    }
    let percent = 100.0 * style.strain_range;
    let color_of = |strain: f32| colormap::diverging(strain / percent);
    let legend = label::legend(color_of, -percent, percent, "%", LEGEND_WIDTH.min(picture.size[0]));
    let margin = if fits { LEGEND_MARGIN } else { 0 };
    let top = picture.size[1].saturating_sub(legend.size[1] + margin);
    lay(picture, &legend, [margin, top]);
}

/// Copies `onto` a picture what of another fits there, its upper left corner at `at`.
fn lay(onto: &mut Texture, picture: &Texture, [left, top]: [u32; 2]) {
    let (width, rows) = (picture.size[0] as usize, onto.size[1].saturating_sub(top).min(picture.size[1]));
    let columns = onto.size[0].saturating_sub(left).min(picture.size[0]) as usize;
    for row in 0..rows as usize {
        let to = 4 * ((row + top as usize) * onto.size[0] as usize + left as usize);
        let from = 4 * row * width;
        onto.rgba[to..to + 4 * columns].copy_from_slice(&picture.rgba[from..from + 4 * columns]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_laid_beyond_an_edge_is_cut() {
        let mut onto = Texture::filled([4, 3], [0; 3]);
        lay(&mut onto, &Texture::filled([3, 3], [9; 3]), [2, 1]);
        let laid = |x, y| onto.pixel(x, y)[0] == 9;
        for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
            assert_eq!(laid(x, y), x >= 2 && y >= 1, "{x} {y}");
        }
    }
}

//! From a city to a picture, in one call.

use muslin_city::City;

use super::fly_camera::FlyCamera;
use super::look::CityStyle;
use super::renderer::CityRenderer;
use super::stage::{CityStage, StageError};
use crate::gpu::Gpu;
use crate::target::Target;
use crate::texture::Texture;

/// A picture of `size` pixels of a city, with `samples` samples a pixel: 4 smooth edges, 1 does not. `style` may be a
/// [`CityLook`](super::CityLook).
///
/// # Errors
/// If the device has no room for the city.
pub fn draw_city(
    gpu: &Gpu,
    city: &City,
    camera: &FlyCamera,
    style: impl Into<CityStyle>,
    size: [u32; 2],
    samples: u32,
) -> Result<Texture, StageError> {
    let stage = CityStage::new(gpu, city)?;
    let target = Target::new(gpu, size, samples);
    CityRenderer::new(gpu).draw_frame(gpu, &stage, camera, style, &target);
    Ok(target.read(gpu))
}

//! The picture that a run leaves beside its results.

use std::path::{Path, PathBuf};

use muslin_render::film::pictures;
use muslin_render::{Camera, Gpu, GpuError, Renderer, SphereResolution, Stage, Style, Target};
use muslin_sim::{Model, State};

use crate::failure::Failure;

/// Width and height [px].
const SIZE: [u32; 2] = [640, 480];
/// Samples a pixel.
const SAMPLES: u32 = 4;
/// Most vertices that a preview draws: many more take longer than the run's last frames.
const MAX_VERTEX_COUNT: usize = 2_000_000;

/// Why there is no preview. A run does without.
#[derive(Debug, thiserror::Error)]
pub enum NoPreview {
    /// There is nothing to draw with.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// It would take too long.
    #[error("{0} vertices are many, draw them with muslin render")]
    TooLarge(usize),
}

/// Draws the cloths in `state` to `preview.png` in the folder `dir`.
///
/// # Errors
/// If the picture cannot be written. That it cannot be drawn is no failure.
pub fn write(dir: &Path, model: &Model, state: &State) -> Result<Result<PathBuf, NoPreview>, Failure> {
    if model.vertex_count() > MAX_VERTEX_COUNT {
        return Ok(Err(NoPreview::TooLarge(model.vertex_count())));
    }
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => return Ok(Err(error.into())),
    };
    let mut stage = Stage::new(&gpu, model, SphereResolution::default());
    stage.update(&gpu, model, &state.x, model.frame_of_step(state.step));
    let (low, high) = stage.bounds();
    let target = Target::new(&gpu, SIZE, SAMPLES);
    let camera = Camera::framing(low, high, target.aspect());
    // only a shader of the user's can fail, and there is none
    let drawn = Renderer::new(&gpu).draw_frame(&gpu, &stage, &camera, &Style::default(), &target);
    debug_assert_eq!(drawn, Ok(()));
    Ok(Ok(pictures::write(dir.join("preview.png"), &target.read(&gpu))?))
}

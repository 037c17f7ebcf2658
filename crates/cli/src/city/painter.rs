//! Draws cities, each with one stage, into any number of pictures and films.

use std::path::PathBuf;

use muslin_city::City;
use muslin_render::city::{CityRenderer, CityStage, CityStyle, FlyCamera};
use muslin_render::film::Film;
use muslin_render::{Gpu, Target};

use crate::city::failure::CityFailure;
use crate::failure::Failure;
use crate::render::destination::Destination;
use crate::render::failure::RenderFailure;

/// Pictures a second of a film: a GIF shows as many to the dot.
const FPS: f64 = 25.0;
/// Samples a pixel.
const SAMPLES: u32 = 4;

/// Draws cities.
pub struct Painter {
    gpu: Gpu,
    renderer: CityRenderer,
    style: CityStyle,
    stage: CityStage,
    canvases: Vec<Canvas>,
}

/// Pictures of one size, and where they go.
struct Canvas {
    target: Target,
    film: Box<dyn Film>,
}

impl Painter {
    /// For pictures of the size that is `wanted` [px] of cities of which `first` is the first.
    ///
    /// # Errors
    /// If there is nothing to draw with or no room for the city, or a place cannot be written to.
    pub fn new(
        films: &[Destination],
        style: CityStyle,
        wanted: Option<[u32; 2]>,
        first: &City,
    ) -> Result<Self, Failure> {
        let gpu = Gpu::headless().map_err(RenderFailure::from)?;
        let stage = CityStage::new(&gpu, first).map_err(CityFailure::from)?;
        let canvas = |film: &Destination| {
            let size = film.size(wanted);
            Ok(Canvas { target: Target::new(&gpu, size, SAMPLES), film: film.open(size, FPS)? })
        };
        let canvases = films.iter().map(canvas).collect::<Result<_, Failure>>()?;
        Ok(Self { renderer: CityRenderer::new(&gpu), style, stage, canvases, gpu })
    }

    /// Draws the city of a frame.
    ///
    /// # Errors
    /// If there is no room for the city, or a picture cannot be written.
    pub fn paint(&mut self, city: &City, frame: u32) -> Result<(), Failure> {
        let Self { gpu, renderer, style, stage, canvases } = self;
        stage.update(gpu, city).map_err(CityFailure::from)?;
        for Canvas { target, film } in canvases {
            renderer.draw_frame(gpu, stage, &FlyCamera::default(), *style, target);
            film.put(u64::from(frame), &target.read(gpu))?;
        }
        Ok(())
    }

    /// Gives the files their names and returns these.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for canvas in self.canvases {
            files.extend(canvas.film.finish()?);
        }
        Ok(files)
    }
}

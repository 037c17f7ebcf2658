//! City after city: made, drawn, written.

use std::fs;

use muslin_city::City;
use muslin_render::city::CityStyle;

use crate::city::failure::CityFailure;
use crate::city::gauge::Gauge;
use crate::city::outputs::Outputs;
use crate::city::overview::Overview;
use crate::city::painter::Painter;
use crate::city::pen::{Pen, Written};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::{Progress, Style};

/// What is to be done.
pub struct Work<'a> {
    /// Makes the city of a frame.
    pub make: &'a dyn Fn(u32) -> Result<City, CityFailure>,
    /// How many cities, a frame each.
    pub count: u32,
    /// What is to be made of them.
    pub outputs: &'a Outputs,
    /// What pictures look like.
    pub style: CityStyle,
    /// Width and height that pictures are wanted to have [px].
    pub picture_size: Option<[u32; 2]>,
    /// How progress is shown.
    pub progress: Style,
}

/// What was done.
pub struct Done {
    /// The first city.
    pub overview: Overview,
    /// How many there were before Ctrl-C.
    pub frames: u32,
    /// Their files.
    pub files: Vec<Written>,
}

impl Work<'_> {
    /// Does it, until Ctrl-C.
    ///
    /// # Errors
    /// If a city cannot be made or a file cannot be written, or Ctrl-C came before the first city was done.
    pub fn run(&self) -> Result<Done, Failure> {
        let interrupt = Interrupt::watch_saying("stopping, Ctrl-C again stops at once", self.outputs.folders())?;
        // one bar is enough: cities where there are several, else what is written of the one
        let [of_cities, of_bytes] =
            if self.count > 1 { [self.progress, Style::None] } else { [Style::None, self.progress] };
        let (progress, gauge) = (Progress::of_cities(of_cities, self.count), Gauge::new(of_bytes));
        let pen = Pen { files: &self.outputs.files, interrupt: &interrupt, gauge: &gauge };
        let done = self.all(&pen, &progress);
        progress.finish();
        gauge.finish();
        done
    }

    fn all(&self, pen: &Pen, progress: &Progress) -> Result<Done, Failure> {
        let first = (self.make)(0)?;
        // all that is refused is refused before there is any file
        pen.check(&first, 0)?;
        let mut painter = self.painter(&first)?;
        let mut done = Done { overview: Overview::of(&first), frames: 0, files: Vec::new() };
        let mut next = Some(first);
        for frame in 0..self.count {
            let city = next.take().map_or_else(|| (self.make)(frame), Ok)?;
            if pen.interrupt.asked() {
                break;
            }
            let Some(files) = pen.write(&city, frame)? else { break };
            done.files.extend(files);
            if let Some(painter) = &mut painter {
                painter.paint(&city, frame)?;
            }
            done.frames = frame + 1;
            progress.tick(u64::from(done.frames));
        }
        if done.frames == 0 {
            return Err(CityFailure::Stopped.into());
        }
        for path in painter.map(Painter::finish).transpose()?.unwrap_or_default() {
            // it was written a moment ago; who took it away knows its length better
            let bytes = fs::metadata(&path).map_or(0, |file| file.len());
            done.files.push(Written { path, bytes });
        }
        Ok(done)
    }

    /// Where anything is to be drawn, what draws it.
    fn painter(&self, first: &City) -> Result<Option<Painter>, Failure> {
        if self.outputs.films.is_empty() {
            return Ok(None);
        }
        Painter::new(&self.outputs.films, self.style, self.picture_size, first).map(Some)
    }
}

//! The frames that are drawn, on disk: any number of them takes no memory, and the last can be looked at first.

use std::path::Path;

use muslin_geom::Points;
use muslin_scene::LoadedScene;
use muslin_scene::io::{self, CacheReader, Format, Frame, Precision, RunInfo};
use muslin_sim::State;
use tempfile::TempDir;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::{Progress, Style};
use crate::render::failure::RenderFailure;
use crate::render::input::Input;
use crate::simulate::Simulation;

/// Frames by their numbers.
pub struct Reel {
    cache: CacheReader,
    /// Number of the frame at each index of the cache.
    numbers: Vec<u64>,
    /// What the cache is in if it is only for this; goes with it.
    _folder: Option<TempDir>,
}

/// What it takes to make frames.
pub struct Studio<'a> {
    /// Where they may be kept meanwhile.
    pub folder: &'a Path,
    /// Stops the simulation.
    pub interrupt: &'a Interrupt,
    /// How progress is shown.
    pub progress: Style,
}

impl Studio<'_> {
    /// The frames of a cache, or `numbers` of a scene, which is simulated for that.
    ///
    /// # Errors
    /// If they cannot be kept, or the simulation is stopped.
    pub fn reel(&self, input: &mut Input, numbers: &[u64]) -> Result<Reel, Failure> {
        let (first, last) = input.frames();
        match input.cache.take() {
            Some(cache) => Ok(Reel { cache, numbers: (first..=last).collect(), _folder: None }),
            None => self.simulate(&input.loaded, &input.run_info(), numbers),
        }
    }

    fn simulate(&self, loaded: &LoadedScene, info: &RunInfo, numbers: &[u64]) -> Result<Reel, Failure> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let last = numbers.last().copied().unwrap_or(0);
        let folder = io::pending_folder(self.folder)?;
        // all bits: a picture of the scene is that of its 64-bit cache
        let mut writer = io::open(Format::Cache, folder.path(), info, &loaded.model, Precision::F64)?;
        let progress = Progress::start(self.progress, 0, last, false);
        let simulation =
            Simulation { model: &loaded.model, first: 0, last, interrupt: self.interrupt, progress: &progress };
        let (mut kept, mut reached) = (0, 0);
        let simulated = simulation.advance(&mut State::new(&loaded.model), |sample, state| {
            reached = sample.frame;
            if numbers.get(kept) == Some(&sample.frame) {
                writer.write_frame(&Frame { number: kept as u64, x: &state.x, hash: 0 })?;
                kept += 1;
            }
            Ok(())
        });
        progress.finish();
        simulated.map_err(Failure::Write)?;
        if reached < last {
            return Err(RenderFailure::Stopped { what: "frame", at: reached, last }.into());
        }
        writer.finish(false)?;
        let cache = CacheReader::open(&folder.path().join("cache.muslin"))?;
        Ok(Reel { cache, numbers, _folder: Some(folder) })
    }
}

impl Reel {
    /// Positions of all vertices [m] in frame `number`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&mut self, number: u64) -> Result<Points, Failure> {
        // one that is not there is refused by the cache
        let index = self.numbers.binary_search(&number).unwrap_or(self.numbers.len());
        Ok(self.cache.read_frame(index as u64)?)
    }
}

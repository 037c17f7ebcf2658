//! What comes out of a run: files, lines, sums.

use std::path::PathBuf;

use muslin_scene::io::{Frame, FrameWriter, Metrics, MetricsWriter, WriteError};
use muslin_sim::{Model, State, StepReport, measure};

use crate::console;
use crate::failure::Failure;
use crate::simulate::Sample;

/// Takes the frames of a run.
pub struct Output<'a> {
    /// The scene.
    pub model: &'a Model,
    /// One a format.
    pub writers: Vec<Box<dyn FrameWriter>>,
    /// The table of numbers.
    pub metrics: Option<MetricsWriter>,
    /// Whether to print the hash of every frame.
    pub hashes: bool,
    /// What the frames so far add up to.
    pub totals: Totals,
}

/// What the frames of a run add up to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Number of the frame that the run began with.
    pub first_frame: u64,
    /// Number of the last frame.
    pub last_frame: u64,
    /// Hash of the last frame.
    pub hash: u64,
    /// Time of the simulation [ms].
    pub ms: f64,
    /// Largest strain of a spring in any frame.
    pub max_strain: f64,
    /// Where that was.
    pub max_strain_frame: u64,
    /// Sums of all steps.
    pub report: StepReport,
    /// First frame in which a vertex had to be put back.
    pub non_finite_frame: Option<u64>,
}

impl Output<'_> {
    /// Takes the next frame.
    ///
    /// # Errors
    /// If it cannot be written, or nobody is there to take it.
    pub fn take(&mut self, sample: &Sample, state: &State) -> Result<(), Failure> {
        let hash = state.hash();
        for writer in &mut self.writers {
            writer.write_frame(&Frame { number: sample.frame, x: &state.x, hash })?;
        }
        let max_strain = measure::strain(self.model, state).max;
        if let Some(metrics) = &mut self.metrics {
            metrics.write(&row(self.model, sample, state, max_strain, hash))?;
        }
        self.totals.add(sample, max_strain, hash);
        if self.hashes {
            self.print_hash(sample.frame, hash)?;
        }
        Ok(())
    }

    fn print_hash(&mut self, frame: u64, hash: u64) -> Result<(), Failure> {
        match console::print(format_args!("{frame} {hash:016x}")) {
            // the files are still wanted
            Err(Failure::ReaderGone) if !self.writers.is_empty() || self.metrics.is_some() => {
                self.hashes = false;
                Ok(())
            }
            printed => printed,
        }
    }

    /// Gives the files their names and returns these. `interrupted`: whether more frames had been asked for.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(&mut self, interrupted: bool) -> Result<Vec<PathBuf>, WriteError> {
        let mut files = Vec::new();
        for writer in self.writers.drain(..) {
            files.extend(writer.finish(interrupted)?);
        }
        files.extend(self.metrics.take().map(MetricsWriter::finish).transpose()?);
        Ok(files)
    }
}

impl Totals {
    /// Of a run that begins with frame `first_frame`.
    pub fn from_frame(first_frame: u64) -> Self {
        Self { first_frame, max_strain: f64::NEG_INFINITY, ..Self::default() }
    }

    fn add(&mut self, sample: &Sample, max_strain: f64, hash: u64) {
        self.last_frame = sample.frame;
        self.hash = hash;
        self.ms += sample.ms;
        if max_strain > self.max_strain {
            self.max_strain = max_strain;
            self.max_strain_frame = sample.frame;
        }
        self.report.add(sample.report);
        if sample.report.non_finite > 0 {
            self.non_finite_frame.get_or_insert(sample.frame);
        }
    }
}

fn row(model: &Model, sample: &Sample, state: &State, max_strain: f64, hash: u64) -> Metrics {
    Metrics {
        frame: sample.frame,
        time: state.time,
        ms: sample.ms,
        kinetic_energy: measure::kinetic_energy(model, state),
        potential_energy: measure::potential_energy(model, state),
        max_strain,
        self_corrections: sample.report.self_corrections,
        collider_contacts: sample.report.collider_contacts,
        stretch_corrections: sample.report.stretch_corrections,
        non_finite: sample.report.non_finite,
        min_y: state.x.bounds().map_or(0.0, |(low, _)| low.y),
        hash,
    }
}

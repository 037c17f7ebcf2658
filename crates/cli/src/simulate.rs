//! The loop over frames, on one thread or with the output on a second.

use std::num::NonZeroUsize;
use std::panic;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use muslin_sim::step;
use muslin_sim::{Model, State, StepReport, Workspace};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// Frames that may wait for the output: one is written, one comes; more would only take memory.
const WAITING_FRAMES: usize = 2;

/// What there is to say about a frame apart from its state.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Frame number.
    pub frame: u64,
    /// Time that it took to simulate [ms].
    pub ms: f64,
    /// The counts of its steps.
    pub report: StepReport,
}

/// What is simulated, how far, and who may stop it.
pub struct Simulation<'a> {
    /// The scene.
    pub model: &'a Model,
    /// Number of the frame that the state is at.
    pub first: u64,
    /// Number of the last frame.
    pub last: u64,
    /// Stops the run after the frame in work.
    pub interrupt: &'a Interrupt,
    /// Is told of every frame.
    pub progress: &'a Progress,
}

impl Simulation<'_> {
    /// Simulates from `state`, which is at the first frame, and hands every frame to `output`. `threads` decides whether
    /// both happen at once; the results are the same.
    ///
    /// # Errors
    /// If the output fails.
    pub fn run(&self, state: &mut State, output: &mut Output, threads: NonZeroUsize) -> Result<(), Failure> {
        if threads.get() == 1 {
            return self.advance(state, |sample, state| output.take(&sample, state));
        }
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel::<(Sample, State)>(WAITING_FRAMES);
            let writer =
                scope.spawn(move || receiver.into_iter().try_for_each(|(sample, state)| output.take(&sample, &state)));
            // a frame cannot be sent when the writer has given up: it says why
            let _ = self.advance(state, |sample, state| sender.send((sample, state.clone())).map_err(drop));
            drop(sender);
            writer.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
        })
    }

    /// Simulates from `state`, which is at the first frame, frame by frame; `give` gets each, the first included.
    ///
    /// # Errors
    /// That of `give`.
    pub fn advance<E>(
        &self,
        state: &mut State,
        mut give: impl FnMut(Sample, &State) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut workspace = Workspace::new(self.model);
        give(Sample { frame: self.first, ms: 0.0, report: StepReport::default() }, state)?;
        self.progress.tick(self.first);
        for frame in self.first + 1..=self.last {
            if self.interrupt.asked() {
                break;
            }
            let started = Instant::now();
            let report = step::advance_frame(self.model, state, &mut workspace);
            let ms = 1e3 * started.elapsed().as_secs_f64();
            give(Sample { frame, ms, report }, state)?;
            self.progress.tick(frame);
        }
        Ok(())
    }
}

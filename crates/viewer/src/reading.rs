//! Numbers about one frame, and those of the last frames.

use std::collections::VecDeque;

use muslin_sim::{StepReport, measure};

use crate::session::hexadecimal;
use crate::world::World;

/// Readings that are kept: half a minute of 90 frames a second.
pub const KEPT: usize = 2700;

/// Numbers about one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Frame, from the start or the last reset.
    pub frame: u64,
    /// Simulated time [s].
    pub time: f64,
    /// Time that it took to simulate [ms].
    pub ms: f64,
    /// The same for a sub-step [ms].
    pub step_ms: f64,
    /// Hash of the positions, in hexadecimal.
    pub hash: String,
    /// Energy of motion [J].
    pub kinetic_energy: f64,
    /// Energy of springs and weight [J].
    pub potential_energy: f64,
    /// Largest strain.
    pub strain: f64,
    /// What happened in the frame.
    pub report: StepReport,
}

impl Reading {
    /// The numbers about `world` after a frame that took `ms` milliseconds.
    pub fn of(world: &World, ms: f64, report: StepReport) -> Self {
        let (model, state) = (world.model(), world.state());
        Self {
            frame: world.frame(),
            time: world.time(),
            ms,
            step_ms: ms / f64::from(model.settings.substeps),
            hash: hexadecimal(state.hash()),
            kinetic_energy: measure::kinetic_energy(model, state),
            potential_energy: measure::potential_energy(model, state),
            strain: measure::strain(model, state).max,
            report,
        }
    }
}

/// The last readings, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Readings(VecDeque<Reading>);

impl Readings {
    /// Appends a reading. One that is not later than the last, after a reset, begins anew.
    pub fn push(&mut self, reading: Reading) {
        if self.0.back().is_some_and(|last| reading.frame <= last.frame) {
            self.0.clear();
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(reading);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The readings, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Reading> {
        self.0.iter()
    }

    /// The last reading.
    pub fn last(&self) -> Option<&Reading> {
        self.0.back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(frame: u64) -> Reading {
        Reading { frame, ..Reading::default() }
    }

    #[test]
    fn a_long_run_takes_no_more_memory() {
        let mut readings = Readings::default();
        (0..3 * KEPT as u64).for_each(|frame| readings.push(reading(frame)));
        assert_eq!(readings.iter().count(), KEPT);
        assert_eq!(readings.last().map(|last| last.frame), Some(3 * KEPT as u64 - 1));
    }

    #[test]
    fn a_reset_begins_anew() {
        let mut readings = Readings::default();
        for frame in [5, 6, 7, 1] {
            readings.push(reading(frame));
        }
        assert_eq!(readings.iter().map(|one| one.frame).collect::<Vec<_>>(), [1]);
    }
}

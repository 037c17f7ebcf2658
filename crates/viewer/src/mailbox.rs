//! Where the simulation leaves whole frames for the window.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muslin_geom::Points;
use muslin_sim::Model;

use crate::parameters::Parameters;
use crate::reading::{KEPT, Reading};

/// A whole frame, as the window shows it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Which scene it is of: counts the scenes that were opened.
    pub scene: u64,
    /// Name of the scene.
    pub name: String,
    /// What is simulated.
    pub model: Arc<Model>,
    /// Positions [m].
    pub x: Arc<Points>,
    /// Numbers about it.
    pub reading: Reading,
    /// The values in use.
    pub parameters: Parameters,
    /// What is doubtful about them.
    pub warnings: Vec<String>,
    /// The vertex in the hand.
    pub in_hand: Option<usize>,
    /// Whether frames follow without being asked for.
    pub running: bool,
    /// Simulated time over time that passed; none until it was measured.
    pub rate: Option<f64>,
    /// Counts snapshots.
    pub serial: u64,
}

/// Something that did not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What was to be done.
    pub title: String,
    /// Why it did not work.
    pub text: String,
}

/// What there is to fetch.
#[derive(Clone, Debug, Default)]
pub struct Mail {
    /// The newest frame.
    pub snapshot: Option<Snapshot>,
    /// The numbers about all frames since the last fetch, as far as they are kept.
    pub readings: Vec<Reading>,
    /// What did not work.
    pub notes: Vec<Note>,
}

/// Holds the newest frame only. A channel would fill up while nobody looks, with the window minimised.
#[derive(Debug, Default)]
pub struct Mailbox(Mutex<Mail>);

impl Mailbox {
    /// Takes all there is.
    pub fn fetch(&self) -> Mail {
        std::mem::take(&mut *self.lock())
    }

    /// Leaves a frame in place of the one before. Its numbers are kept where it is another frame.
    pub fn leave(&self, snapshot: Snapshot, is_new_frame: bool) {
        let mut mail = self.lock();
        if is_new_frame {
            if mail.readings.len() == KEPT {
                mail.readings.remove(0);
            }
            mail.readings.push(snapshot.reading.clone());
        }
        mail.snapshot = Some(snapshot);
    }

    /// Leaves a note.
    pub fn note(&self, title: impl Into<String>, text: impl Into<String>) {
        self.lock().notes.push(Note { title: title.into(), text: text.into() });
    }

    /// A thread that panicked while it held the lock left nothing half done: each change is one assignment.
    fn lock(&self) -> MutexGuard<'_, Mail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

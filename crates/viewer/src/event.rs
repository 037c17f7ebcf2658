//! What a user does to a simulation.

use serde::{Deserialize, Serialize};

use crate::parameters::Parameters;

/// One action of the user that changes how the simulation goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Other values from now on.
    Parameters(Parameters),
    /// Holds a vertex where it is, or lets it go.
    Pin {
        /// Vertex, as an index of the model.
        vertex: usize,
        /// Whether it is held.
        held: bool,
    },
    /// Takes hold of a vertex, or pulls the one that is in the hand, toward `goal`.
    Pull {
        /// Vertex, as an index of the model.
        vertex: usize,
        /// Where the hand is [m].
        goal: [f64; 3],
    },
    /// Opens the hand.
    LetGo,
    /// Puts the cloths back to where they started.
    Reset,
}

impl Event {
    /// Whether `next` leaves nothing of this event when no frame lies between them.
    pub fn is_replaced_by(&self, next: &Self) -> bool {
        match (self, next) {
            (Self::Parameters(_), Self::Parameters(_)) => true,
            (Self::Pull { vertex, .. }, Self::Pull { vertex: other, .. }) => vertex == other,
            _ => false,
        }
    }
}

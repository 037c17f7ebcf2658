//! Held vertices.

use crate::model::Model;
use crate::state::State;

/// Puts every pinned vertex where it started, at rest.
pub fn hold(model: &Model, state: &mut State) {
    for &pin in &model.pins {
        let held = model.x_rest.get(pin);
        state.x.set(pin, held);
        state.x_prev.set(pin, held);
    }
}

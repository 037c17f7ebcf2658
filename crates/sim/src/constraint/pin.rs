//! Held vertices.

use glam::DVec3;

use crate::model::Model;
use crate::state::State;

/// Gives every pinned vertex the velocity that brings it in this sub-step to where it is held; its links follow that.
pub fn lead(model: &Model, state: &mut State) {
    let h = model.settings.h();
    for &pin in &model.pins {
        let way = model.pin_place(pin, state.step + 1) - state.x.get(pin);
        // the engine of the document never stops what is held
        if way != DVec3::ZERO || !model.settings.compat {
            state.v.set(pin, way / h);
        }
    }
}

/// Puts every pinned vertex where it is held in this sub-step.
pub fn arrive(model: &Model, state: &mut State) {
    for &pin in &model.pins {
        state.x.set(pin, model.pin_place(pin, state.step + 1));
    }
}

/// Puts every pinned vertex where it started, at rest.
pub fn hold(model: &Model, state: &mut State) {
    for &pin in &model.pins {
        let held = model.x_rest.get(pin);
        state.x.set(pin, held);
        state.x_prev.set(pin, held);
    }
}

//! The mass-spring method: point masses on a grid, springs between them, Verlet integration, a stretch limit.
//!
//! It is the cloth simulator of the Berkeley course CS 184 (project 4), to the bit where that is defined: the same stages,
//! the same order, the same rounding. docs/model.md has the equations (M1) to (M6).

use crate::collider;
use crate::constraint::stretch_limit;
use crate::contact::self_collision;
use crate::force::{spring_force, wind};
use crate::model::Model;
use crate::quarantine;
use crate::report::StepReport;
use crate::state::State;
use crate::verlet;
use crate::workspace::{MassSpringScratch, Workspace};

/// Advances `state` by one sub-step. This function is the method: each line is one stage, in a file of its own.
pub fn step(model: &Model, state: &mut State, workspace: &mut Workspace) -> StepReport {
    let MassSpringScratch { force, spring_block, self_contact, rounded } = workspace.mass_spring(model);
    let mut report = StepReport::default();
    spring_force::apply(model, &state.x, force, spring_block);
    wind::apply(model, state, force);
    verlet::advance(model, force, state);
    self_collision::separate(model, &mut state.x, self_contact, rounded, &mut report);
    collider::collide(model, state, rounded, &mut report);
    stretch_limit::limit(model, &mut state.x, rounded, &mut report);
    quarantine::restore(state, rounded, &mut report);
    state.count_step(&model.settings);
    report
}

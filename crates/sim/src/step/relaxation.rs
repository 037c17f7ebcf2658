//! The relaxation method: no velocities; in each pass every vertex is moved by gravity and by its springs, straight to where
//! they take it.
//!
//! It is the cloth of a small OpenGL program that is described line by line in its author's document, to the bit: the
//! same order of operations, the same rounding. docs/model.md has the equations (R1) to (R5).

use crate::collider::push_out;
use crate::constraint::pin;
use crate::force::{relaxation_springs, wind};
use crate::model::Model;
use crate::quarantine;
use crate::report::StepReport;
use crate::state::State;
use crate::workspace::{RelaxationScratch, Workspace};

/// Advances `state` by one pass. This function is the method: each line is one stage, in a file of its own.
pub fn step(model: &Model, state: &mut State, workspace: &mut Workspace) -> StepReport {
    let RelaxationScratch { rows, shapes } = workspace.relaxation(model);
    let mut report = StepReport::default();
    relaxation_springs::relax(model, state, rows);
    wind::displace(model, state);
    push_out::push_out(model, state, shapes, &mut report);
    pin::hold(model, state);
    quarantine::restore_all(state, &mut report);
    state.count_step(&model.settings);
    report
}

//! The default: vertex block descent with a multilevel correction, in single precision.
//!
//! The energy of a time step is that of `newton`, and is lowered in a few sweeps instead of to its end. docs/model.md has the
//! equations (E1) to (E12) and (D1) to (D4).

use crate::collider::push_out;
use crate::constraint::pin;
use crate::descent;
use crate::model::Model;
use crate::quarantine;
use crate::report::StepReport;
use crate::state::State;
use crate::workspace::{DescentScratch, Workspace};

/// Advances `state` by one sub-step. This function is the method: each line is one stage, in a file of its own.
pub fn step(model: &Model, state: &mut State, workspace: &mut Workspace) -> StepReport {
    let DescentScratch { descent, shapes } = workspace.descent(model);
    let mut report = StepReport::default();
    pin::lead(model, state);
    descent::begin(model, state, descent);
    descent::assemble(descent);
    for number in 0..model.settings.sweeps {
        descent::sweep(descent, number);
        descent::correct(descent);
    }
    descent::advance(model, state, descent);
    pin::arrive(model, state);
    push_out::push_out_moving(model, state, shapes, &mut report);
    quarantine::restore_all(state, &mut report);
    state.count_step(&model.settings);
    report
}

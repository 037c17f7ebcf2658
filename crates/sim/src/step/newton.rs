//! The reference: every time step ends at the least energy, to a given precision, in double precision.
//!
//! Implicit Euler as a minimisation (Martin, Thomaszewski, Grinspun and Gross 2011, "Example-based elastic materials", section 3.2).
//! docs/model.md has the equations (E1) to (E12).

use crate::collider::push_out;
use crate::constraint::pin;
use crate::incremental_potential;
use crate::model::Model;
use crate::quarantine;
use crate::report::StepReport;
use crate::state::State;
use crate::workspace::{NewtonScratch, Workspace};

/// Advances `state` by one sub-step. This function is the method: each line is one stage, in a file of its own.
pub fn step(model: &Model, state: &mut State, workspace: &mut Workspace) -> StepReport {
    let NewtonScratch { potential, minimiser, shapes } = workspace.newton(model);
    let mut report = StepReport::default();
    pin::lead(model, state);
    incremental_potential::predict(model, state, potential);
    incremental_potential::minimise(model, state, potential, minimiser, &mut report);
    incremental_potential::advance(model, state, potential);
    pin::arrive(model, state);
    push_out::push_out_moving(model, state, shapes, &mut report);
    quarantine::restore_all(state, &mut report);
    state.count_step(&model.settings);
    report
}

//! The impulse method: links that keep their length by impulses, solved one after the other in sweeps.
//!
//! It is the cloth of a tutorial on pictures in the wind, whose document hands point masses and distance constraints to a general
//! engine; `compat` reproduces that. docs/model.md has the equations (I1) to (I7).

use crate::collider::push_out;
use crate::constraint::{distance_links, pin, tether};
use crate::force::{weight, wind};
use crate::model::Model;
use crate::quarantine;
use crate::report::StepReport;
use crate::semi_implicit_euler;
use crate::state::State;
use crate::workspace::{ImpulseScratch, Workspace};

/// Advances `state` by one sub-step. This function is the method: each line is one stage, in a file of its own.
pub fn step(model: &Model, state: &mut State, workspace: &mut Workspace) -> StepReport {
    let ImpulseScratch { force, links, tethers, shapes } = workspace.impulse(model);
    let mut report = StepReport::default();
    pin::lead(model, state);
    weight::apply(model, force);
    wind::apply(model, state, force);
    distance_links::solve(model, force, links, state);
    semi_implicit_euler::advance(model, force, state);
    pin::arrive(model, state);
    tether::hold(model, tethers, state);
    push_out::push_out_moving(model, state, shapes, &mut report);
    quarantine::restore_all(state, &mut report);
    state.count_step(&model.settings);
    report
}

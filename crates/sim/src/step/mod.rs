//! The methods, one file each: a function that shows the order of a time step's stages and does nothing else.

pub mod descent;
pub mod impulse;
pub mod mass_spring;
#[cfg(feature = "newton")]
pub mod newton;
pub mod relaxation;

use crate::method::Method;
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;
use crate::workspace::Workspace;

/// Advances `state` by one sub-step of the model's method.
pub fn step(model: &Model, state: &mut State, workspace: &mut Workspace) -> StepReport {
    match model.method {
        Method::MassSpring => mass_spring::step(model, state, workspace),
        Method::Relaxation => relaxation::step(model, state, workspace),
        Method::Impulse => impulse::step(model, state, workspace),
        Method::Descent => descent::step(model, state, workspace),
        #[cfg(feature = "newton")]
        Method::Newton => newton::step(model, state, workspace),
        // no model has it
        #[cfg(not(feature = "newton"))]
        Method::Newton => StepReport::default(),
    }
}

/// Advances `state` by one frame, `substeps` sub-steps of the model's method, and sums their reports.
pub fn advance_frame(model: &Model, state: &mut State, workspace: &mut Workspace) -> StepReport {
    let mut report = StepReport::default();
    for _ in 0..model.settings.substeps {
        report.add(step(model, state, workspace));
    }
    report
}

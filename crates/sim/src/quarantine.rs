//! Stage 6: a vertex whose position is no longer a number is put back.

use crate::report::StepReport;
use crate::state::State;

/// Puts each vertex whose position is not finite back to where the step began, at rest, and counts it. So a run that
/// blows up stays a set of finite positions, and says that it blew up.
pub fn restore(state: &mut State, report: &mut StepReport) {
    if state.x.is_finite() {
        return;
    }
    for vertex in 0..state.x.len() {
        if !state.x.get(vertex).is_finite() {
            state.x.set(vertex, state.x_prev.get(vertex));
            report.non_finite += 1;
        }
    }
}

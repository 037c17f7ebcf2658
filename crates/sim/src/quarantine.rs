//! Stage 6: a vertex that left the world is put back.

use glam::DVec3;

use crate::report::StepReport;
use crate::rounded::Rounded;
use crate::state::State;

/// Largest coordinate [m]: a million kilometres. Only an explosion reaches it; beyond, positions soon stop to be numbers,
/// and all share a few cells of the self-collision map.
pub const MAX_COORDINATE: f64 = 1e9;

/// Puts each vertex with a coordinate that is not a number or is beyond [`MAX_COORDINATE`] back to where the step began,
/// at rest, and counts it. So a run that blows up stays a set of finite positions, and says that it blew up. `rounded` is
/// a copy of the positions: it knows at once when there is nothing to do.
pub fn restore(state: &mut State, rounded: &Rounded, report: &mut StepReport) {
    if rounded.is_within(MAX_COORDINATE) {
        return;
    }
    for vertex in 0..state.x.len() {
        // no comparison holds for what is not a number
        if !state.x.get(vertex).abs().cmple(DVec3::splat(MAX_COORDINATE)).all() {
            state.x.set(vertex, state.x_prev.get(vertex));
            report.non_finite += 1;
        }
    }
}

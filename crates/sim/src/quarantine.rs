//! Stage 6: a vertex that left the world is put back.

use multiversion::multiversion;
use muslin_geom::Points;

use crate::report::StepReport;
use crate::state::State;

/// Largest coordinate [m]: a million kilometres. Only an explosion reaches it; beyond, positions soon stop to be numbers,
/// and all share a few cells of the self-collision map.
pub const MAX_COORDINATE: f64 = 1e9;

/// Puts each vertex with a coordinate that is not a number or is beyond [`MAX_COORDINATE`] back to where the step began,
/// at rest, and counts it. So a run that blows up stays a set of finite positions, and says that it blew up.
pub fn restore(state: &mut State, report: &mut StepReport) {
    let Points { xs, ys, zs } = &state.x;
    if [xs, ys, zs].into_iter().all(|axis| all_good(axis)) {
        return;
    }
    for vertex in 0..state.x.len() {
        if !all_good(&state.x.get(vertex).to_array()) {
            state.x.set(vertex, state.x_prev.get(vertex));
            report.non_finite += 1;
        }
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn all_good(values: &[f64]) -> bool {
    // the bits of sizes order like the sizes, infinity and NaN on top; the integer test runs wide where a comparison of
    // numbers with an early end may not
    const SIZE: u64 = u64::MAX >> 1;
    values.iter().fold(0, |bad, value| bad | u64::from(value.to_bits() & SIZE > MAX_COORDINATE.to_bits())) == 0
}

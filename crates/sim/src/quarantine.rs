//! The last stage: a vertex that left the world is put back.

use glam::DVec3;
use multiversion::multiversion;

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
    restore_each(state, report);
}

/// The same without a copy of the positions to ask.
pub fn restore_all(state: &mut State, report: &mut StepReport) {
    let x = &state.x;
    if ![&x.xs, &x.ys, &x.zs].into_iter().all(|axis| is_within(axis)) {
        restore_each(state, report);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn is_within(axis: &[f64]) -> bool {
    let mut within = true;
    for value in axis {
        // no comparison holds for what is not a number
        within &= value.abs() <= MAX_COORDINATE;
    }
    within
}

fn restore_each(state: &mut State, report: &mut StepReport) {
    for vertex in 0..state.x.len() {
        // no comparison holds for what is not a number
        if !state.x.get(vertex).abs().cmple(DVec3::splat(MAX_COORDINATE)).all() {
            state.x.set(vertex, state.x_prev.get(vertex));
            if !state.v.is_empty() {
                state.v.set(vertex, DVec3::ZERO);
            }
            report.non_finite += 1;
        }
    }
    // impulses of links to such a vertex are no start for the next sub-step
    for axis in [&mut state.impulses.xs, &mut state.impulses.ys, &mut state.impulses.zs] {
        axis.fill(0.0);
    }
}

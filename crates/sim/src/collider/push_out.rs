//! Stage 2 of the relaxation method: colliders.

use multiversion::multiversion;
use muslin_geom::points::{PointsSlice, PointsSliceMut};

use super::Shape;
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;

/// Vertices that meet all colliders together, so that positions are read from afar once.
const BLOCK: usize = 128;

/// Brings each vertex out of every collider, in scene order (docs/model.md, R3 to R5), where the colliders are in this frame;
/// `shapes` is scratch. Held vertices are moved too, and not counted: the next stage puts them back.
pub fn push_out(model: &Model, state: &mut State, shapes: &mut Vec<Shape>, report: &mut StepReport) {
    shapes.clear();
    shapes.extend(model.colliders_at(model.frame_of_step(state.step + 1)));
    if !shapes.is_empty() {
        report.collider_contacts += push_out_of_all(shapes, &model.pinned, state);
    }
}

/// The same for a method with velocities: those of the vertices that were moved become what brought them where they are.
pub fn push_out_moving(model: &Model, state: &mut State, shapes: &mut Vec<Shape>, report: &mut StepReport) {
    push_out(model, state, shapes, report);
    if shapes.is_empty() {
        return;
    }
    let h = model.settings.h();
    for vertex in (0..state.x.len()).filter(|&vertex| !model.pinned[vertex]) {
        let (x, from) = (state.x.get(vertex), state.x_prev.get(vertex));
        if x != from + state.v.get(vertex) * h {
            state.v.set(vertex, (x - from) / h);
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn push_out_of_all(shapes: &[Shape], pinned: &[bool], state: &mut State) -> u64 {
    let mut contacts = 0;
    for start in (0..state.x.len()).step_by(BLOCK) {
        let range = start..(start + BLOCK).min(state.x.len());
        let mut bounds = bounds_of(state.x.slice(range.clone()));
        for shape in shapes {
            let may_touch = match shape {
                Shape::Sphere(sphere) => sphere.may_touch_box(bounds),
                Shape::Plane(plane) => plane.may_touch_box(bounds),
                Shape::Boxes(boxes) => boxes.may_touch_box(bounds),
            };
            if !may_touch {
                continue;
            }
            let from = state.x_prev.slice(range.clone());
            let PointsSliceMut { xs, ys, zs } = state.x.slice_mut(range.clone());
            let pinned = &pinned[range.clone()];
            let moved = match shape {
                Shape::Sphere(sphere) => sphere.push_out(xs, ys, zs, from, pinned),
                Shape::Plane(plane) => plane.push_out(xs, ys, zs, from, pinned),
                Shape::Boxes(boxes) => boxes.push_out(xs, ys, zs, from, pinned),
            };
            if moved > 0 {
                bounds = bounds_of(state.x.slice(range.clone()));
                contacts += moved;
            }
        }
    }
    contacts
}

/// Smallest and largest coordinates of some vertices. One that is not a number is inside of nothing, and left out.
#[inline(always)]
fn bounds_of(x: PointsSlice<'_>) -> [[f64; 2]; 3] {
    [range(x.xs), range(x.ys), range(x.zs)]
}

#[inline(always)]
fn range(axis: &[f64]) -> [f64; 2] {
    // eight of each, so that the loop runs wide
    let (mut low, mut high) = ([f64::INFINITY; 8], [f64::NEG_INFINITY; 8]);
    let chunks = axis.chunks_exact(8);
    let rest = chunks.remainder();
    for chunk in chunks {
        for i in 0..8 {
            low[i] = if chunk[i] < low[i] { chunk[i] } else { low[i] };
            high[i] = if chunk[i] > high[i] { chunk[i] } else { high[i] };
        }
    }
    let low = low.iter().chain(rest).copied().fold(f64::INFINITY, |a, b| if b < a { b } else { a });
    let high = high.iter().chain(rest).copied().fold(f64::NEG_INFINITY, |a, b| if b > a { b } else { a });
    [low, high]
}

/// Moves those of some vertices that are `inside` of a shape to where it has its `surface` for them, and counts the free ones.
/// With friction a vertex is then taken back a part of the way to where it was, and out again if that is inside.
///
/// Each axis is an argument of its own, so that the compiler knows that none overlaps another and the loops run wide.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // an axis each, see above
#[allow(clippy::needless_bitwise_bool)] // a branch would keep the loop from running wide
pub(super) fn push_out_of(
    xs: &mut [f64],
    ys: &mut [f64],
    zs: &mut [f64],
    from: PointsSlice<'_>,
    pinned: &[bool],
    friction: f64,
    inside: impl Fn([f64; 3]) -> bool,
    surface: impl Fn([f64; 3]) -> [f64; 3],
) -> u64 {
    let n = xs.len();
    let (ys, zs, pinned) = (&mut ys[..n], &mut zs[..n], &pinned[..n]);
    let mut any = false;
    for i in 0..n {
        any |= inside([xs[i], ys[i], zs[i]]);
    }
    if !any {
        return 0;
    }
    let mut contacts = 0;
    for i in 0..n {
        contacts += u64::from(inside([xs[i], ys[i], zs[i]]) & !pinned[i]);
    }
    if friction == 0.0 {
        for i in 0..n {
            let x = [xs[i], ys[i], zs[i]];
            [xs[i], ys[i], zs[i]] = select(inside(x), surface(x), x);
        }
        return contacts;
    }
    let (from_x, from_y, from_z) = (&from.xs[..n], &from.ys[..n], &from.zs[..n]);
    let kept = 1.0 - friction;
    for i in 0..n {
        let x = [xs[i], ys[i], zs[i]];
        let out = surface(x);
        let held = [
            from_x[i] + (out[0] - from_x[i]) * kept,
            from_y[i] + (out[1] - from_y[i]) * kept,
            from_z[i] + (out[2] - from_z[i]) * kept,
        ];
        let out = select(inside(held), surface(held), held);
        [xs[i], ys[i], zs[i]] = select(inside(x), out, x);
    }
    contacts
}

/// `yes` or `no`, without a branch.
#[inline(always)]
pub(super) fn select(condition: bool, yes: [f64; 3], no: [f64; 3]) -> [f64; 3] {
    [
        if condition { yes[0] } else { no[0] },
        if condition { yes[1] } else { no[1] },
        if condition { yes[2] } else { no[2] },
    ]
}

//! Stage 1: gravity and springs, summed into the force on each vertex.

use std::ops::Range;

use multiversion::multiversion;
use muslin_geom::points::{Points, PointsSlice};

use super::spring::{BENDING_SHARE, NO_SPRING, SPRING_SETS, SpringKind};
use crate::model::{ClothModel, Model};

/// Forces of the springs that a block of rows owns [N], one array a spring set: scratch of [`apply`].
///
/// Each array begins and ends with [`MARGIN`] zeros, so that a vertex at the rim of the block reads no force where it has
/// no spring.
#[derive(Debug)]
pub struct SpringBlock {
    forces: [Points; 6],
    rows: usize,
}

/// Zeros on both sides of a block: the furthest spring along a row is two vertices long.
const MARGIN: usize = 2;

/// Vertices in a block: six arrays of three axes must stay in the first-level cache, and blocks of a few short rows waste
/// less on loop starts.
const BLOCK: usize = 256;

impl SpringBlock {
    /// Scratch for cloths of up to `columns` vertices in a row.
    pub fn new(columns: usize) -> Self {
        let rows = (BLOCK / columns.max(1)).max(1);
        let widest = rows * columns;
        Self { forces: std::array::from_fn(|_| Points::zeros(BLOCK.max(widest) + 2 * MARGIN)), rows }
    }
}

/// Sets `force` [N] to the weight of each vertex and the pull and push of its enabled springs (docs/model.md, M1, M2).
///
/// Every spring is computed once, by the later of its two vertices. The sum of a vertex runs in the order in which a walk
/// over the spring list would reach it: its own springs, then those of later vertices that end at it, from its own row,
/// from the next row and from the one after. Block by block that order comes by itself, and all arithmetic is wide.
pub fn apply(model: &Model, x: &Points, force: &mut Points, scratch: &mut SpringBlock) {
    for cloth in &model.cloths {
        let rows = (BLOCK / cloth.grid.columns).max(1);
        let mut start = 0;
        while start < cloth.grid.rows {
            let block = start..(start + rows).min(cloth.grid.rows);
            start = block.end;
            pull(cloth, block.clone(), x, scratch);
            let gravity = model.settings.gravity.map(|g| g * cloth.vertex_mass);
            gather(cloth, block, gravity, scratch, force);
        }
    }
}

/// Computes the springs that the vertices of a block of rows own.
fn pull(cloth: &ClothModel, rows: Range<usize>, x: &Points, scratch: &mut SpringBlock) {
    let block = rows.start * cloth.grid.columns..rows.end * cloth.grid.columns;
    for ((set, rest_lengths), out) in SPRING_SETS.iter().zip(&cloth.rest_lengths.0).zip(&mut scratch.forces) {
        let back = set.back(cloth.grid);
        let owners = block.start.max(back)..block.end;
        let Points { xs, ys, zs } = out;
        if !cloth.springs.contains(set.kind) || owners.is_empty() {
            [xs, ys, zs].map(|axis| axis.fill(0.0));
            continue;
        }
        let skipped = owners.start - block.start;
        let first = cloth.vertices.start;
        let used = MARGIN + skipped..MARGIN + skipped + owners.len();
        for axis in [&mut *xs, &mut *ys, &mut *zs] {
            axis[..used.start].fill(0.0);
            axis[used.end..used.end + MARGIN].fill(0.0);
        }
        let share = if set.kind == SpringKind::Bending { BENDING_SHARE } else { 1.0 };
        spring_forces(
            [&mut xs[used.clone()], &mut ys[used.clone()], &mut zs[used]],
            x.slice(first + owners.start..first + owners.end),
            x.slice(first + owners.start - back..first + owners.end - back),
            &rest_lengths[owners],
            [cloth.ks, share],
        );
    }
}

/// Hooke's law for a run of springs from `a` (owners) to `b` (partners): `out` is the force on `b`.
///
/// The order of operations is the course project's reference's, to the bit: unit vector times ks, times elongation, times
/// the kind's share.
#[multiversion(targets("x86_64+avx2"))]
fn spring_forces(
    out: [&mut [f64]; 3],
    a: PointsSlice<'_>,
    b: PointsSlice<'_>,
    rest_lengths: &[f64],
    [ks, share]: [f64; 2],
) {
    let [ox, oy, oz] = out;
    hooke(ox, oy, oz, a, b, rest_lengths, [ks, share]);
}

#[inline(always)]
fn hooke(
    ox: &mut [f64],
    oy: &mut [f64],
    oz: &mut [f64],
    a: PointsSlice<'_>,
    b: PointsSlice<'_>,
    rest_lengths: &[f64],
    [ks, share]: [f64; 2],
) {
    let n = rest_lengths.len();
    let (ax, ay, az) = (&a.xs[..n], &a.ys[..n], &a.zs[..n]);
    let (bx, by, bz) = (&b.xs[..n], &b.ys[..n], &b.zs[..n]);
    let (ox, oy, oz) = (&mut ox[..n], &mut oy[..n], &mut oz[..n]);
    for i in 0..n {
        let (dx, dy, dz) = (ax[i] - bx[i], ay[i] - by[i], az[i] - bz[i]);
        let length = (dx * dx + dy * dy + dz * dz).sqrt();
        // coincident vertices have no direction, so they exert no force
        let real = length > 0.0 && rest_lengths[i] < NO_SPRING;
        let inv_length = if real { 1.0 / length } else { 0.0 };
        let elongation = length - rest_lengths[i];
        ox[i] = dx * inv_length * ks * elongation * share;
        oy[i] = dy * inv_length * ks * elongation * share;
        oz[i] = dz * inv_length * ks * elongation * share;
    }
}

/// Sums the block's spring forces into the vertices at both ends.
fn gather(cloth: &ClothModel, rows: Range<usize>, gravity: [f64; 3], scratch: &SpringBlock, force: &mut Points) {
    let columns = cloth.grid.columns;
    let vertex = |row: usize| cloth.vertices.start + row * columns;
    let axes = [&mut force.xs, &mut force.ys, &mut force.zs];
    for (axis, (force, gravity)) in axes.into_iter().zip(gravity).enumerate() {
        let spring = |set: usize| -> &[f64] {
            let Points { xs, ys, zs } = &scratch.forces[set];
            [xs, ys, zs][axis]
        };
        let own = std::array::from_fn(|set| &spring(set)[MARGIN..]);
        let from_right = [&spring(0)[MARGIN + 1..], &spring(4)[MARGIN + 2..]];
        sum_in_row(&mut force[vertex(rows.start)..vertex(rows.end)], gravity, own, from_right);

        // the row above the block, then all of its rows but the last, have the row below in the block
        let above = rows.start.saturating_sub(1)..rows.end - 1;
        let skipped = if rows.start == 0 { columns } else { 0 };
        let below =
            [&spring(3)[MARGIN + skipped - 1..], &spring(1)[MARGIN + skipped..], &spring(2)[MARGIN + skipped + 1..]];
        sum_from_next_row(&mut force[vertex(above.start)..vertex(above.end)], below);

        let two_above = rows.start.saturating_sub(2)..rows.end.saturating_sub(2);
        let skipped = (2 - rows.start.min(2)) * columns;
        if !two_above.is_empty() {
            sum_from_second_row(
                &mut force[vertex(two_above.start)..vertex(two_above.end)],
                &spring(5)[MARGIN + skipped..],
            );
        }
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn sum_in_row(force: &mut [f64], gravity: f64, own: [&[f64]; 6], from_right: [&[f64]; 2]) {
    let n = force.len();
    let [o0, o1, o2, o3, o4, o5] = own.map(|o| &o[..n]);
    let [right, right2] = from_right.map(|o| &o[..n]);
    for i in 0..n {
        force[i] = gravity - o0[i] - o1[i] - o2[i] - o3[i] - o4[i] - o5[i] + right[i] + right2[i];
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn sum_from_next_row(force: &mut [f64], below: [&[f64]; 3]) {
    let n = force.len();
    let [left, middle, right] = below.map(|o| &o[..n]);
    for i in 0..n {
        force[i] = force[i] + left[i] + middle[i] + right[i];
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn sum_from_second_row(force: &mut [f64], below: &[f64]) {
    for (force, below) in force.iter_mut().zip(below) {
        *force += below;
    }
}

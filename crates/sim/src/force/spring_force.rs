//! Stage 1: gravity and springs, summed into the force on each vertex.

use std::ops::Range;

use multiversion::{multiversion, target::target_cfg_f};
use muslin_geom::points::{Points, PointsSlice};

use super::reciprocal::{self, divided_reciprocal, fused_reciprocal};
use super::spring::{BENDING_SHARE, SPRING_SETS, SpringKind};
use crate::model::{ClothModel, Model};

/// Forces of the springs that a block of rows owns [N], one array a spring set: scratch of [`apply`].
///
/// Each array begins and ends with [`MARGIN`] zeros, so that a vertex at the rim of the block reads no force where it has
/// no spring.
#[derive(Debug)]
pub struct SpringBlock {
    forces: [Points; 6],
}

/// Zeros on both sides of a block: the furthest spring along a row is two vertices long.
const MARGIN: usize = 8;

/// Most vertices in a block of several rows: blocks of a few short rows waste less on loop starts, and the arrays of a
/// larger one would leave the first-level cache.
const BLOCK: usize = 256;

/// Rows in a block: as many as fit, and so many that the block is whole vectors of 8 numbers, if that many fit.
fn rows_in_block(columns: usize) -> usize {
    let most = (BLOCK / columns).max(1);
    let whole = 8 >> columns.trailing_zeros().min(3);
    if most < whole { most } else { most / whole * whole }
}

impl SpringBlock {
    /// Scratch for cloths of up to `columns` vertices in a row.
    pub fn new(columns: usize) -> Self {
        let vertices = BLOCK.max(columns);
        Self { forces: std::array::from_fn(|_| Points::zeros(vertices + 2 * MARGIN)) }
    }
}

/// Sets `force` [N] to the weight of each vertex and the pull and push of its enabled springs (docs/model.md, M1, M2).
///
/// Every spring is computed once, by the later of its two vertices. The sum of a vertex runs in the order in which a walk
/// over the spring list would reach it: its own springs, then those of later vertices that end at it, from its own row,
/// from the next row and from the one after. Block by block that order comes by itself, and all arithmetic is wide.
pub fn apply(model: &Model, x: &Points, force: &mut Points, scratch: &mut SpringBlock) {
    for cloth in &model.cloths {
        let weight = model.settings.gravity.map(|g| g * cloth.vertex_mass);
        apply_to_cloth(cloth, weight, x, force, scratch);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw+fma", "x86_64+avx2+fma"))]
fn apply_to_cloth(cloth: &ClothModel, weight: [f64; 3], x: &Points, force: &mut Points, scratch: &mut SpringBlock) {
    for forces in &mut scratch.forces {
        for axis in [&mut forces.xs, &mut forces.ys, &mut forces.zs] {
            axis.fill(0.0);
        }
    }
    let rows_in_block = rows_in_block(cloth.grid.columns);
    let mut start = 0;
    while start < cloth.grid.rows {
        let rows = start..(start + rows_in_block).min(cloth.grid.rows);
        start = rows.end;
        fill(force, cloth.vertices_of_rows(rows.clone()), weight);
        if target_cfg_f!(target_feature = "fma") {
            pull(cloth, rows.clone(), x, force, scratch, fused_reciprocal);
        } else {
            pull(cloth, rows.clone(), x, force, scratch, divided_reciprocal);
        }
        push(cloth, rows, force, scratch);
    }
}

#[inline(always)]
fn fill(force: &mut Points, vertices: Range<usize>, weight: [f64; 3]) {
    force.xs[vertices.clone()].fill(weight[0]);
    force.ys[vertices.clone()].fill(weight[1]);
    force.zs[vertices].fill(weight[2]);
}

/// Computes the springs that the vertices of a block of rows own, and lets them pull on these.
#[inline(always)]
fn pull(
    cloth: &ClothModel,
    rows: Range<usize>,
    x: &Points,
    force: &mut Points,
    scratch: &mut SpringBlock,
    inverse: impl Fn(f64) -> f64 + Copy,
) {
    let block = rows.start * cloth.grid.columns..rows.end * cloth.grid.columns;
    let first = cloth.vertices.start;
    for ((set, rest_lengths), out) in SPRING_SETS.iter().zip(&cloth.rest_lengths.sets).zip(&mut scratch.forces) {
        let back = set.back(cloth.grid);
        let owners = block.start.max(back)..block.end;
        // what is not written stays zero: disabled sets, and the first rows where they have no partner
        if !cloth.springs.contains(set.kind) || owners.is_empty() {
            continue;
        }
        let used = MARGIN + owners.start - block.start..MARGIN + block.len();
        let Points { xs, ys, zs } = out;
        for axis in [&mut *xs, &mut *ys, &mut *zs] {
            // the last block may be shorter than those before it
            axis[used.end] = 0.0;
            axis[used.end + 1] = 0.0;
        }
        let share = if set.kind == SpringKind::Bending { BENDING_SHARE } else { 1.0 };
        let owner_vertices = first + owners.start..first + owners.end;
        hooke(
            &mut xs[used.clone()],
            &mut ys[used.clone()],
            &mut zs[used],
            &mut force.xs[owner_vertices.clone()],
            &mut force.ys[owner_vertices.clone()],
            &mut force.zs[owner_vertices.clone()],
            x.slice(owner_vertices),
            x.slice(first + owners.start - back..first + owners.end - back),
            &rest_lengths[owners],
            [cloth.ks, share],
            inverse,
        );
    }
}

/// Hooke's law for a run of springs from `a` (owners) to `b` (partners): `out` is the force on `b`, and its opposite is
/// added to `force`, that on `a`.
///
/// The order of operations is the course project's reference's, to the bit: unit vector times ks, times elongation, times
/// the kind's share. Each output is an argument of its own, so that the compiler knows that none overlaps another and
/// the loop runs wide.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn hooke(
    out_x: &mut [f64],
    out_y: &mut [f64],
    out_z: &mut [f64],
    force_x: &mut [f64],
    force_y: &mut [f64],
    force_z: &mut [f64],
    a: PointsSlice<'_>,
    b: PointsSlice<'_>,
    rest_lengths: &[f64],
    [ks, share]: [f64; 2],
    inverse: impl Fn(f64) -> f64 + Copy,
) {
    let n = rest_lengths.len();
    let (ax, ay, az) = (&a.xs[..n], &a.ys[..n], &a.zs[..n]);
    let (bx, by, bz) = (&b.xs[..n], &b.ys[..n], &b.zs[..n]);
    let (out_x, out_y, out_z) = (&mut out_x[..n], &mut out_y[..n], &mut out_z[..n]);
    let (force_x, force_y, force_z) = (&mut force_x[..n], &mut force_y[..n], &mut force_z[..n]);
    for i in 0..n {
        let (dx, dy, dz) = (ax[i] - bx[i], ay[i] - by[i], az[i] - bz[i]);
        let length = (dx * dx + dy * dy + dz * dz).sqrt();
        let elongation = length - rest_lengths[i];
        // coincident vertices have no direction, so they exert no force
        let real = length > reciprocal::EXACT[0] && elongation.abs() < reciprocal::EXACT[1];
        let inv_length = if real { inverse(length) } else { 0.0 };
        out_x[i] = dx * inv_length * ks * elongation * share;
        out_y[i] = dy * inv_length * ks * elongation * share;
        out_z[i] = dz * inv_length * ks * elongation * share;
        force_x[i] -= out_x[i];
        force_y[i] -= out_y[i];
        force_z[i] -= out_z[i];
    }
}

/// Sums the block's spring forces into the vertices at both ends.
#[inline(always)]
fn push(cloth: &ClothModel, rows: Range<usize>, force: &mut Points, scratch: &SpringBlock) {
    let columns = cloth.grid.columns;
    // the row above the block, then all of its rows but the last, have the row below in the block
    let above = rows.start.saturating_sub(1)..rows.end - 1;
    let from_above = MARGIN + if rows.start == 0 { columns } else { 0 };
    let two_above = rows.start.saturating_sub(2)..rows.end.saturating_sub(2).max(rows.start.saturating_sub(2));
    let from_two_above = MARGIN + (2 - rows.start.min(2)) * columns;
    let axes = [&mut force.xs, &mut force.ys, &mut force.zs];
    for (axis, force) in axes.into_iter().enumerate() {
        let spring = |set: usize, from: usize| -> &[f64] {
            let Points { xs, ys, zs } = &scratch.forces[set];
            &[xs, ys, zs][axis][from..]
        };
        let from_right = [spring(0, MARGIN + 1), spring(4, MARGIN + 2)];
        sum_in_row(&mut force[cloth.vertices_of_rows(rows.clone())], from_right);
        let below = [spring(3, from_above - 1), spring(1, from_above), spring(2, from_above + 1)];
        sum_from_next_row(&mut force[cloth.vertices_of_rows(above.clone())], below);
        if !two_above.is_empty() {
            sum_from_second_row(&mut force[cloth.vertices_of_rows(two_above.clone())], spring(5, from_two_above));
        }
    }
}

#[inline(always)]
fn sum_in_row(force: &mut [f64], from_right: [&[f64]; 2]) {
    let n = force.len();
    let [right, right2] = from_right.map(|o| &o[..n]);
    for i in 0..n {
        force[i] = force[i] + right[i] + right2[i];
    }
}

#[inline(always)]
fn sum_from_next_row(force: &mut [f64], below: [&[f64]; 3]) {
    let n = force.len();
    let [left, middle, right] = below.map(|o| &o[..n]);
    for i in 0..n {
        force[i] = force[i] + left[i] + middle[i] + right[i];
    }
}

#[inline(always)]
fn sum_from_second_row(force: &mut [f64], below: &[f64]) {
    for (force, below) in force.iter_mut().zip(below) {
        *force += below;
    }
}

//! Stage 1 of the relaxation method: gravity and springs, as displacements.

use std::ops::Range;

use multiversion::{multiversion, target::target_cfg_f};
use muslin_geom::Points;

use super::reciprocal::{self, QUOTIENT_RANGE, divided_quotient, fused_quotient};
use super::spring::{BENDING_SHARE, SpringKind, SpringSet};
use crate::model::{ClothModel, Model};
use crate::state::State;

/// Vertices of a row that are computed together: what the scratch of a strip of that width takes stays in the first-level
/// cache however long the rows are.
const STRIP: usize = 128;

/// Entries before and after a strip: room for the springs that reach over its sides, and a whole vector of 8 numbers.
const MARGIN: usize = 8;

/// Length of a strip with its margins, and of what fills it up to whole vectors.
const LANE: usize = STRIP + 3 * MARGIN;

/// One number for each vertex of a strip and its margins.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lane([f64; LANE]);

/// A vector for each vertex of a strip and its margins, one lane an axis.
type Lanes = [Lane; 3];

/// Stands for the coordinates of a vertex that the cloth does not have. Its distance from any other is out of the range in
/// which a spring acts, so that the rim of a cloth needs no case of its own.
const NOWHERE: f64 = 1e100;

const NO_VERTICES: Lanes = [Lane([NOWHERE; LANE]); 3];
const NO_PULL: Lanes = [Lane([0.0; LANE]); 3];

/// The six springs from a vertex to those after it, in the order of rows.
const AHEAD: [SpringSet; 6] = [
    SpringSet { kind: SpringKind::Structural, columns: 1, rows: 0 },
    SpringSet { kind: SpringKind::Bending, columns: 2, rows: 0 },
    SpringSet { kind: SpringKind::Shearing, columns: -1, rows: 1 },
    SpringSet { kind: SpringKind::Structural, columns: 0, rows: 1 },
    SpringSet { kind: SpringKind::Shearing, columns: 1, rows: 1 },
    SpringSet { kind: SpringKind::Bending, columns: 0, rows: 2 },
];

/// Places in [`AHEAD`].
const RIGHT: usize = 0;
const RIGHT2: usize = 1;
const LOWER_LEFT: usize = 2;
const LOWER: usize = 3;
const LOWER_RIGHT: usize = 4;
const LOWER2: usize = 5;

/// Scratch of [`relax`]: three rows of a strip, and what the springs ahead of their vertices do [m].
#[derive(Debug)]
pub struct RowScratch {
    /// Positions of row r in entry r mod 3.
    x: [Lanes; 3],
    /// Displacements by the springs that row r owns, in entry r mod 3, one a spring of [`AHEAD`].
    pulls: [[Lanes; 6]; 3],
}

impl Default for RowScratch {
    #[allow(clippy::large_stack_arrays)] // 23 kB, made once a run
    fn default() -> Self {
        Self { x: [NO_VERTICES; 3], pulls: [[NO_PULL; 6]; 3] }
    }
}

/// Moves every free vertex by gravity and by its enabled springs (docs/model.md, R1 and R2): the new positions are made of
/// the last ones alone, in whatever order.
///
/// Every spring is computed once, for the earlier of its two vertices, and counts with the opposite sign for the other:
/// the length of a vector and of its opposite are the same number. The sum of a vertex runs in the order of rows over its
/// neighbours.
pub fn relax(model: &Model, state: &mut State, scratch: &mut RowScratch) {
    // a sum that begins with +0 never becomes -0, so that adding a zero of any sign for a missing spring changes no bit
    let gravity = model.settings.gravity.map(|g| g + 0.0);
    for cloth in &model.cloths {
        for start in (0..cloth.grid.columns).step_by(STRIP) {
            let strip = Strip { cloth, start, length: STRIP.min(cloth.grid.columns - start) };
            relax_strip(&strip, gravity, &state.x, &mut state.x_prev, scratch);
        }
    }
    // the new positions were written over those of the pass before
    std::mem::swap(&mut state.x, &mut state.x_prev);
}

/// Some columns of a cloth, in all of its rows.
struct Strip<'a> {
    cloth: &'a ClothModel,
    start: usize,
    length: usize,
}

impl Strip<'_> {
    /// Its length in whole vectors.
    #[inline(always)]
    fn padded(&self) -> usize {
        self.length.next_multiple_of(8)
    }

    /// The vertex at the beginning of the strip in `row`, in the model's arrays.
    #[inline(always)]
    fn first(&self, row: usize) -> usize {
        self.cloth.vertices.start + self.cloth.grid.index(self.start, row)
    }

    /// The places in a lane that the strip and those of its neighbours that are in the margins take.
    #[inline(always)]
    fn used(&self) -> Range<usize> {
        let after = self.cloth.grid.columns - self.start - self.length;
        MARGIN - self.start.min(MARGIN)..MARGIN + self.length + after.min(MARGIN)
    }

    /// Copies the positions of `row` and its margins; what is outside of the cloth is nowhere, and stays so beside it.
    #[inline(always)]
    fn load(&self, row: usize, x: &Points, lanes: &mut Lanes) {
        let used = self.used();
        for (lane, axis) in lanes.iter_mut().zip([&x.xs, &x.ys, &x.zs]) {
            let lane = &mut lane.0[used.clone()];
            if row < self.cloth.grid.rows {
                let first = self.first(row) - (MARGIN - used.start);
                lane.copy_from_slice(&axis[first..first + lane.len()]);
            } else {
                lane.fill(NOWHERE);
            }
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw+fma", "x86_64+avx2+fma"))]
fn relax_strip(strip: &Strip<'_>, gravity: [f64; 3], x: &Points, to: &mut Points, scratch: &mut RowScratch) {
    let stiffness = strip.cloth.relaxation_stiffness;
    if target_cfg_f!(target_feature = "fma") && (QUOTIENT_RANGE[0]..QUOTIENT_RANGE[1]).contains(&stiffness) {
        relax_rows(strip, gravity, x, to, scratch, fused_quotient);
    } else {
        relax_rows(strip, gravity, x, to, scratch, divided_quotient);
    }
}

#[inline(always)]
fn relax_rows(
    strip: &Strip<'_>,
    gravity: [f64; 3],
    x: &Points,
    to: &mut Points,
    scratch: &mut RowScratch,
    quotient: impl Fn(f64, f64) -> f64 + Copy,
) {
    clear(strip, scratch);
    let RowScratch { x: rows, pulls } = scratch;
    let mut constants = [[0.0; 2]; 6];
    for (set, constants) in AHEAD.iter().zip(&mut constants) {
        let share = if set.kind == SpringKind::Bending { BENDING_SHARE } else { 1.0 };
        *constants = [strip.cloth.relaxation_stiffness * share, set.length_in(strip.cloth.spacing)];
    }
    let bending = strip.cloth.springs.bending;
    strip.load(0, x, &mut rows[0]);
    strip.load(1, x, &mut rows[1]);
    for row in 0..strip.cloth.grid.rows {
        strip.load(row + 2, x, &mut rows[(row + 2) % 3]);
        for (index, set) in AHEAD.iter().enumerate().filter(|(_, set)| strip.cloth.springs.contains(set.kind)) {
            let partners = &rows[(row + set.rows.unsigned_abs()) % 3];
            pull(strip, *set, constants[index], &rows[row % 3], partners, &mut pulls[row % 3][index], quotient);
        }
        let [own, above, above2] = [&pulls[row % 3], &pulls[(row + 2) % 3], &pulls[(row + 1) % 3]];
        let first = strip.first(row);
        for (axis, to) in [&mut to.xs, &mut to.ys, &mut to.zs].into_iter().enumerate() {
            let to = &mut to[first..first + strip.length];
            let x = &rows[row % 3][axis].0[MARGIN..];
            if bending {
                sum::<true>(to, x, gravity[axis], axis, own, above, above2);
            } else {
                sum::<false>(to, x, gravity[axis], axis, own, above, above2);
            }
        }
    }
}

/// Prepares what a strip reads and does not write: no vertices beside the cloth, and no pull by springs of rows before the
/// first, by those that are not enabled, and from beside the cloth.
#[inline(always)]
fn clear(strip: &Strip<'_>, scratch: &mut RowScratch) {
    // runs of known length, which are filled without a call
    for Lane(lane) in scratch.x.iter_mut().flatten() {
        lane[..MARGIN].fill(NOWHERE);
        lane[MARGIN + strip.length..][..2 * MARGIN].fill(NOWHERE);
    }
    let end = MARGIN + strip.padded();
    for (slot, pulls) in scratch.pulls.iter_mut().enumerate() {
        for (set, lanes) in AHEAD.iter().zip(pulls) {
            let before_first = slot + set.rows.unsigned_abs() >= 3;
            let unread = set.kind == SpringKind::Bending && !strip.cloth.springs.bending;
            for Lane(lane) in lanes.iter_mut().filter(|_| !unread) {
                lane[..MARGIN].fill(0.0);
                lane[end..][..MARGIN].fill(0.0);
                if before_first || !strip.cloth.springs.contains(set.kind) {
                    lane[MARGIN..end].fill(0.0);
                }
            }
        }
    }
}

/// What one spring of every vertex of a strip does to the vertex; those at the sides of the strip that reach into it too.
#[inline(always)]
fn pull(
    strip: &Strip<'_>,
    set: SpringSet,
    constants: [f64; 2],
    owners: &Lanes,
    partners: &Lanes,
    out: &mut Lanes,
    quotient: impl Fn(f64, f64) -> f64 + Copy,
) {
    pull_run(MARGIN, strip.padded(), set, owners, partners, out, constants, quotient);
    let over = set.columns.unsigned_abs();
    if set.columns > 0 && strip.start > 0 {
        pull_run(MARGIN - over, over, set, owners, partners, out, constants, quotient);
    } else if set.columns < 0 && strip.start + strip.length < strip.cloth.grid.columns {
        pull_run(MARGIN + strip.length, over, set, owners, partners, out, constants, quotient);
    }
}

/// The same for `count` vertices from place `start` of the lanes.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn pull_run(
    start: usize,
    count: usize,
    set: SpringSet,
    owners: &Lanes,
    partners: &Lanes,
    out: &mut Lanes,
    constants: [f64; 2],
    quotient: impl Fn(f64, f64) -> f64 + Copy,
) {
    let partner = start.wrapping_add_signed(set.columns);
    let [out_x, out_y, out_z] = out;
    relax_springs(
        &mut out_x.0[start..start + count],
        &mut out_y.0[start..start + count],
        &mut out_z.0[start..start + count],
        [&owners[0].0[start..], &owners[1].0[start..], &owners[2].0[start..]],
        [&partners[0].0[partner..], &partners[1].0[partner..], &partners[2].0[partner..]],
        constants,
        quotient,
    );
}

/// The displacement of `a` by a spring to `b`. The order of operations is the document's. Each output is an argument of its
/// own, so that the compiler knows that none overlaps another and the loop runs wide.
#[inline(always)]
fn relax_springs(
    out_x: &mut [f64],
    out_y: &mut [f64],
    out_z: &mut [f64],
    a: [&[f64]; 3],
    b: [&[f64]; 3],
    [stiffness, rest_length]: [f64; 2],
    quotient: impl Fn(f64, f64) -> f64 + Copy,
) {
    let n = out_x.len();
    let (out_y, out_z) = (&mut out_y[..n], &mut out_z[..n]);
    let (ax, ay, az) = (&a[0][..n], &a[1][..n], &a[2][..n]);
    let (bx, by, bz) = (&b[0][..n], &b[1][..n], &b[2][..n]);
    for i in 0..n {
        let (vx, vy, vz) = (bx[i] - ax[i], by[i] - ay[i], bz[i] - az[i]);
        let length_sq = vx * vx + vy * vy + vz * vz;
        let excess = stiffness * (length_sq.sqrt() - rest_length);
        // coincident vertices have no direction, and one that is nowhere is no neighbour
        let real = length_sq > reciprocal::EXACT[0] && length_sq < reciprocal::EXACT[1];
        let share = if real { quotient(excess, length_sq) } else { 0.0 };
        out_x[i] = vx * share;
        out_y[i] = vy * share;
        out_z[i] = vz * share;
    }
}

/// Writes the new positions of a row along one axis: gravity, then each neighbour's pull in the order of rows.
#[inline(always)]
fn sum<const BENDING: bool>(
    to: &mut [f64],
    x: &[f64],
    gravity: f64,
    axis: usize,
    own: &[Lanes; 6],
    above: &[Lanes; 6],
    above2: &[Lanes; 6],
) {
    let n = to.len();
    let x = &x[..n];
    // a spring ahead of a neighbour ends here: its pull is read where the neighbour is
    let above2_lower = &above2[LOWER2][axis].0[MARGIN..][..n];
    let above_right = &above[LOWER_RIGHT][axis].0[MARGIN - 1..][..n];
    let above_lower = &above[LOWER][axis].0[MARGIN..][..n];
    let above_left = &above[LOWER_LEFT][axis].0[MARGIN + 1..][..n];
    let left2 = &own[RIGHT2][axis].0[MARGIN - 2..][..n];
    let left = &own[RIGHT][axis].0[MARGIN - 1..][..n];
    let right = &own[RIGHT][axis].0[MARGIN..][..n];
    let right2 = &own[RIGHT2][axis].0[MARGIN..][..n];
    let lower_left = &own[LOWER_LEFT][axis].0[MARGIN..][..n];
    let lower = &own[LOWER][axis].0[MARGIN..][..n];
    let lower_right = &own[LOWER_RIGHT][axis].0[MARGIN..][..n];
    let lower2 = &own[LOWER2][axis].0[MARGIN..][..n];
    for i in 0..n {
        let mut moved = gravity;
        if BENDING {
            moved -= above2_lower[i];
        }
        moved = moved - above_right[i] - above_lower[i] - above_left[i];
        if BENDING {
            moved -= left2[i];
        }
        moved = moved - left[i] + right[i];
        if BENDING {
            moved += right2[i];
        }
        moved = moved + lower_left[i] + lower[i] + lower_right[i];
        if BENDING {
            moved += lower2[i];
        }
        to[i] = x[i] + moved;
    }
}

//! Stage 5: no spring is left longer than 1.1 times its rest length.

use glam::DVec3;
use multiversion::multiversion;
use muslin_geom::Points;

use crate::force::spring::SPRING_SETS;
use crate::model::{ClothModel, Model};
use crate::report::StepReport;
use crate::rounded::{DISTANCE_SQ_ERROR, Rounded};

/// Longest length of a spring, in rest lengths (Provot 1995, "Deformation constraints in a mass-spring model to describe
/// rigid cloth behavior", section 5, uses the same 10 %).
pub const MAX_STRETCH: f64 = 1.1;

/// Most vertices whose springs are tested together before any is moved.
const BLOCK: usize = 64;

/// One pass over all springs, disabled kinds too, in the order of the spring list: each that is over the limit is brought
/// back to it by moving its free ends (docs/model.md, M6). A later spring sees what earlier ones moved, so the pass is
/// sequential; blocks without any long spring are recognised wide, on `rounded`, which follows `x`, and skipped.
pub fn limit(model: &Model, x: &mut Points, rounded: &mut Rounded, report: &mut StepReport) {
    for cloth in &model.cloths {
        report.stretch_corrections += limit_cloth(cloth, &model.pinned, x, rounded);
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn limit_cloth(cloth: &ClothModel, pinned: &[bool], x: &mut Points, rounded: &mut Rounded) -> u64 {
    let backs = SPRING_SETS.map(|set| set.back(cloth.grid));
    let mut long = [0; BLOCK];
    let step = block_length(cloth.grid.columns);
    let mut corrections = 0;
    for start in (0..cloth.vertices.len()).step_by(step) {
        let long = &mut long[..step.min(cloth.vertices.len() - start)];
        if mark_long(long, cloth, start, backs, rounded) {
            corrections += shorten(cloth, start, long, backs, pinned, x, rounded);
        }
    }
    corrections
}

/// Vertices in a block: so few that the next row's springs to a vertex of the block lie behind it (see `shorten`), and whole
/// vectors of them where there are enough.
fn block_length(columns: usize) -> usize {
    let most = columns.saturating_sub(3).clamp(1, BLOCK);
    if most < 8 { most } else { most / 8 * 8 }
}

/// A set of spring sets, bit i for entry i of [`SPRING_SETS`].
type Marks = u32;

const ALL: Marks = 0b11_1111;

/// Sets for each vertex of a block which of the springs that it owns may be over the limit, and returns whether any may be;
/// none that is over is left out.
#[inline(always)]
fn mark_long(long: &mut [Marks], cloth: &ClothModel, start: usize, backs: [usize; 6], rounded: &Rounded) -> bool {
    let factor = rounded_limit_factor(cloth.rest_lengths.shortest, rounded.error);
    if factor == 0.0 {
        long.fill(ALL);
        return true;
    }
    long.fill(0);
    let first = cloth.vertices.start;
    for (set, (back, limits_sq)) in backs.into_iter().zip(&cloth.rest_lengths.limits_sq).enumerate() {
        // in the first rows a set may begin inside the block, or behind it
        let owners = start.max(back)..start + long.len();
        if owners.is_empty() {
            continue;
        }
        mark_set(
            &mut long[owners.start - start..],
            1 << set,
            rounded.slice(first + owners.start..first + owners.end),
            rounded.slice(first + owners.start - back..first + owners.end - back),
            &limits_sq[owners],
            factor,
        );
    }
    long.iter().fold(0, |any, marks| any | marks) != 0
}

/// Adds `mark` to the owners whose spring from `a` to `b` is longer than its limit.
#[inline(always)]
fn mark_set(long: &mut [Marks], mark: Marks, a: [&[f32]; 3], b: [&[f32]; 3], limits_sq: &[f32], factor: f32) {
    let n = long.len();
    let [ax, ay, az] = a.map(|axis| &axis[..n]);
    let [bx, by, bz] = b.map(|axis| &axis[..n]);
    let limits_sq = &limits_sq[..n];
    for i in 0..n {
        let (dx, dy, dz) = (ax[i] - bx[i], ay[i] - by[i], az[i] - bz[i]);
        long[i] |= if dx * dx + dy * dy + dz * dz > limits_sq[i] * factor { mark } else { 0 };
    }
}

/// What a correction of a spring makes uncertain for the next vertex in the row and the one after, by the spring's set: the
/// next springs to its owner v (left, and two left of the second), and those to its partner, where later ones end at it.
///
/// ```text
///  set corrected      next vertex also           second vertex also
///  0 left             4, which ends at v − 1     –
///  1 up               2, which ends above v      –
///  3 upper right      1, which ends above v + 1  2, which ends there too
/// ```
const TOUCHED: [[Marks; 2]; 6] = [
    [1 << 0 | 1 << 4, 1 << 4],
    [1 << 0 | 1 << 2, 1 << 4],
    [1 << 0, 1 << 4],
    [1 << 0 | 1 << 1, 1 << 4 | 1 << 2],
    [1 << 0, 1 << 4],
    [1 << 0, 1 << 4],
];

/// Brings the long springs of a block of vertices to the limit, in order, and counts them. Only those marked in `long` can
/// be, and those that a correction before them in the block touched.
fn shorten(
    cloth: &ClothModel,
    start: usize,
    long: &[Marks],
    backs: [usize; 6],
    pinned: &[bool],
    x: &mut Points,
    rounded: &mut Rounded,
) -> u64 {
    let first = cloth.vertices.start;
    let mut corrections = 0;
    let [mut touched, mut touched_next] = [0; 2];
    for (vertex, &long) in (start..).zip(long) {
        let mut check = long | touched;
        [touched, touched_next] = [touched_next, 0];
        if check == 0 {
            continue;
        }
        let mut own = x.get(first + vertex);
        let own_pinned = pinned[first + vertex];
        let mut own_corrections = 0;
        while check != 0 {
            let set = check.trailing_zeros() as usize;
            check &= check - 1;
            // in the first rows a set may reach back before the cloth
            let Some(partner) = vertex.checked_sub(backs[set]) else { continue };
            let other = x.get(first + partner);
            let Some(excess) = excess(own - other, cloth.rest_lengths.sets[set][vertex]) else { continue };
            // free ends move half of the excess each, a single one all of it
            match (own_pinned, pinned[first + partner]) {
                (true, true) => continue,
                (true, false) => x.set(first + partner, other + excess),
                (false, true) => own -= excess,
                (false, false) => {
                    own -= excess * 0.5;
                    x.set(first + partner, other + excess * 0.5);
                }
            }
            rounded.set(first + partner, x.get(first + partner));
            own_corrections += 1;
            check |= ALL & (ALL << (set + 1));
            touched |= TOUCHED[set][0];
            touched_next |= TOUCHED[set][1];
        }
        if own_corrections > 0 {
            x.set(first + vertex, own);
            rounded.set(first + vertex, own);
            corrections += own_corrections;
        }
    }
    corrections
}

/// The part of the vector `d` between the ends of a spring that is over the limit, if any is.
#[inline(always)]
fn excess(d: DVec3, rest_length: f64) -> Option<DVec3> {
    // smaller than the exact limit by more than all rounding, so that the comparison of lengths decides alone
    const LIMIT_SQ: f64 = MAX_STRETCH * MAX_STRETCH * (1.0 - 1e-12);
    let length_sq = d.length_squared();
    if length_sq <= LIMIT_SQ * (rest_length * rest_length) {
        return None;
    }
    let length = length_sq.sqrt();
    let excess = length - MAX_STRETCH * rest_length;
    (excess > 0.0).then(|| d * (1.0 / length) * excess)
}

/// Squared limit of a spring, rounded down to single precision, for tests on rounded positions.
pub(crate) fn rounded_limit_sq(rest_length: f64) -> f32 {
    let limit = MAX_STRETCH * rest_length;
    (limit * limit * (1.0 - DISTANCE_SQ_ERROR)) as f32
}

/// What the squared limits are to be multiplied by, so that no spring over its limit is missed on rounded positions whose
/// distances may be off by `error` [m], if no rest length is below `shortest` [m]; 0 if every spring would be marked.
fn rounded_limit_factor(shortest: f64, error: f64) -> f32 {
    let share = 1.0 - error / (MAX_STRETCH * shortest);
    if share > 0.0 { (share * share * (1.0 - DISTANCE_SQ_ERROR)) as f32 } else { 0.0 }
}

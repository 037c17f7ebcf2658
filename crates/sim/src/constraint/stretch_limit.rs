//! Stage 5: no spring is left longer than 1.1 times its rest length.

use std::ops::Range;

use multiversion::multiversion;
use muslin_geom::Points;

use crate::force::spring::SPRING_SETS;
use crate::model::{ClothModel, Model};
use crate::report::StepReport;

/// Longest length of a spring, in rest lengths (Provot 1995, "Deformation constraints in a mass-spring model to describe
/// rigid cloth behavior", section 5, uses the same 10 %).
pub const MAX_STRETCH: f64 = 1.1;

/// Vertices whose springs are tested together before any is moved.
const BLOCK: usize = 8;

/// One pass over all springs, disabled kinds too, in the order of the spring list: each that is over the limit is brought
/// back to it by moving its free ends (docs/model.md, M6). A later spring sees what earlier ones moved, so the pass is
/// sequential; blocks without any long spring, nearly all of them, are recognised wide and skipped.
pub fn limit(model: &Model, x: &mut Points, report: &mut StepReport) {
    for cloth in &model.cloths {
        report.stretch_corrections += limit_cloth(cloth, &model.pinned, x);
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn limit_cloth(cloth: &ClothModel, pinned: &[bool], x: &mut Points) -> u64 {
    let count = cloth.vertices.len();
    let backs = SPRING_SETS.map(|set| set.back(cloth.grid));
    let furthest = 2 * cloth.grid.columns;
    let mut corrections = 0;
    let mut start = 0;
    while start < count {
        let block = start..(start + BLOCK).min(count);
        // the first two rows and the last few vertices have no whole block of partners, so they are not tested ahead
        if block.start < furthest || block.len() < BLOCK || any_long(cloth, block.start, backs, x) {
            corrections += shorten(cloth, block, backs, pinned, x);
        }
        start += BLOCK;
    }
    corrections
}

/// Whether any spring of a whole block may be over the limit: never false when one is.
#[inline(always)]
fn any_long(cloth: &ClothModel, start: usize, backs: [usize; 6], x: &Points) -> bool {
    let first = cloth.vertices.start + start;
    let (ax, ay, az) = (lanes(&x.xs, first), lanes(&x.ys, first), lanes(&x.zs, first));
    let mut long = [0_u64; BLOCK];
    for (back, rest_lengths) in backs.into_iter().zip(&cloth.rest_lengths.0) {
        let partner = first - back;
        let (bx, by, bz) = (lanes(&x.xs, partner), lanes(&x.ys, partner), lanes(&x.zs, partner));
        let rest_length = lanes(rest_lengths, start);
        for lane in 0..BLOCK {
            let (dx, dy, dz) = (ax[lane] - bx[lane], ay[lane] - by[lane], az[lane] - bz[lane]);
            long[lane] |= u64::from(over(dx * dx + dy * dy + dz * dz, rest_length[lane]));
        }
    }
    long.iter().fold(0, |any, lane| any | lane) != 0
}

#[inline(always)]
fn lanes(values: &[f64], start: usize) -> &[f64; BLOCK] {
    let (block, _) = values[start..].split_first_chunk().expect("a whole block");
    block
}

/// Whether a spring of squared length `length_sq` may be over the limit. The margin is wider than the rounding of both
/// sides, so that the exact comparison of lengths decides alone.
#[inline(always)]
fn over(length_sq: f64, rest_length: f64) -> bool {
    const LIMIT_SQ: f64 = MAX_STRETCH * MAX_STRETCH * (1.0 - 1e-12);
    length_sq > LIMIT_SQ * (rest_length * rest_length)
}

/// Brings the long springs of these vertices to the limit, in order, and counts them.
fn shorten(cloth: &ClothModel, vertices: Range<usize>, backs: [usize; 6], pinned: &[bool], x: &mut Points) -> u64 {
    let first = cloth.vertices.start;
    let mut corrections = 0;
    for vertex in vertices {
        for (back, rest_lengths) in backs.into_iter().zip(&cloth.rest_lengths.0) {
            // in the first rows a set may reach back before the cloth
            let Some(partner) = vertex.checked_sub(back) else { continue };
            let (a, b, rest_length) = (first + vertex, first + partner, rest_lengths[vertex]);
            let d = x.get(a) - x.get(b);
            let length_sq = d.length_squared();
            if !over(length_sq, rest_length) {
                continue;
            }
            let length = length_sq.sqrt();
            let excess = length - MAX_STRETCH * rest_length;
            if excess > 0.0 && !(pinned[a] && pinned[b]) {
                let share = if pinned[a] || pinned[b] { 1.0 } else { 0.5 };
                let correction = d * (1.0 / length) * (excess * share);
                if !pinned[a] {
                    x.set(a, x.get(a) - correction);
                }
                if !pinned[b] {
                    x.set(b, x.get(b) + correction);
                }
                corrections += 1;
            }
        }
    }
    corrections
}

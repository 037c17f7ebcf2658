//! Which cell of space a position is in, as one number.

use glam::DVec3;
use multiversion::multiversion;
use muslin_geom::points::PointsSlice;

use crate::settings::CellRule;

/// Sets the key of each position's cell: the low 21 bits of each cell coordinate. Cells with equal keys are the same or
/// 2 million cells apart, where the distance test keeps their vertices from touching each other.
///
/// A cell coordinate is the rounded quotient of position and cell size. The quotient is taken by a multiplication, which
/// is three times faster; where that is so close to a whole number that a division could round to the other side, the
/// block of positions is done again by division.
pub fn cell_keys(keys: &mut [u64], x: PointsSlice<'_>, size: [f64; 3], rule: CellRule) {
    match rule {
        CellRule::Floor => floor_keys(keys, x, size),
        CellRule::Truncate => truncate_keys(keys, x, size),
    }
}

/// The key of the cell of one position.
pub fn cell_key(x: DVec3, size: [f64; 3], rule: CellRule) -> u64 {
    let quotients = [x.x / size[0], x.y / size[1], x.z / size[2]];
    join(quotients.map(match rule {
        CellRule::Floor => floor_bits,
        CellRule::Truncate => truncate_bits,
    }))
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn floor_keys(keys: &mut [u64], x: PointsSlice<'_>, size: [f64; 3]) {
    keys_of(keys, x, size, floor_bits);
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn truncate_keys(keys: &mut [u64], x: PointsSlice<'_>, size: [f64; 3]) {
    keys_of(keys, x, size, truncate_bits);
}

/// Positions that are done again together.
const BLOCK: usize = 64;

#[inline(always)]
fn keys_of(keys: &mut [u64], x: PointsSlice<'_>, size: [f64; 3], bits: impl Fn(f64) -> u64 + Copy) {
    let inv_size = size.map(|length| 1.0 / length);
    for (block, keys) in keys.chunks_mut(BLOCK).enumerate() {
        let range = block * BLOCK..block * BLOCK + keys.len();
        let (xs, ys, zs) = (&x.xs[range.clone()], &x.ys[range.clone()], &x.zs[range]);
        let mut unsure = 0;
        for i in 0..keys.len() {
            let [u, v, w] = [xs[i] * inv_size[0], ys[i] * inv_size[1], zs[i] * inv_size[2]];
            unsure |= near_whole(u) | near_whole(v) | near_whole(w);
            keys[i] = join([bits(u), bits(v), bits(w)]);
        }
        if unsure != 0 {
            for i in 0..keys.len() {
                keys[i] = join([bits(xs[i] / size[0]), bits(ys[i] / size[1]), bits(zs[i] / size[2])]);
            }
        }
    }
}

#[inline(always)]
fn join([x, y, z]: [u64; 3]) -> u64 {
    const LOW: u64 = (1 << 21) - 1;
    (x & LOW) | ((y & LOW) << 21) | ((z & LOW) << 42)
}

/// 1.5 · 2^52: added to a number of smaller size it rounds it to an integer, which then stands in the low bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// 1 if `value` is so close to a whole number other than 0 that its rounding may have reached it, else 0: the bound holds
/// for values up to 1e10. Close to 0 all is sure, since product and quotient have the same sign.
#[inline(always)]
fn near_whole(value: f64) -> u64 {
    let nearest = (value + ROUND) - ROUND;
    u64::from((value - nearest).abs() < 1e-5) & u64::from(nearest != 0.0)
}

/// Low bits of the largest integer not above `value`; plain arithmetic, so that it runs wide on every machine.
#[inline(always)]
fn floor_bits(value: f64) -> u64 {
    let nearest = (value + ROUND) - ROUND;
    let floor = nearest - if nearest > value { 1.0 } else { 0.0 };
    (floor + ROUND).to_bits()
}

/// Low bits of `value` rounded toward zero.
#[inline(always)]
fn truncate_bits(value: f64) -> u64 {
    let nearest = (value + ROUND) - ROUND;
    let beyond = nearest.abs() > value.abs();
    let whole = nearest - if beyond { 1.0_f64.copysign(value) } else { 0.0 };
    (whole + ROUND).to_bits()
}

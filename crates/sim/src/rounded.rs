//! Positions in single precision, for tests that only need to err on the safe side.

use std::iter::repeat_n;
use std::ops::Range;

use glam::DVec3;
use multiversion::multiversion;
use muslin_geom::Points;
use muslin_geom::points::{Aligned, aligned};

/// Positions relative to the first one, rounded to single precision, and how far off a distance between two of them may
/// be. A test on them runs twice as wide as on the exact ones; with the bound as its margin it never misses what the exact
/// test would find, which then decides alone.
#[derive(Debug)]
pub struct Rounded {
    /// First coordinates [m].
    pub xs: Aligned<f32>,
    /// Second coordinates [m].
    pub ys: Aligned<f32>,
    /// Third coordinates [m].
    pub zs: Aligned<f32>,
    /// Bound on the error of a distance between two rounded positions [m]; infinite if a position is so far away, or not
    /// a number, that no test on rounded positions holds.
    pub error: f64,
    origin: DVec3,
    /// Largest coordinate relative to the origin for which `error` holds [m].
    reach: f32,
}

/// Bound on the relative error of a squared distance that comes from the arithmetic on rounded positions: three roundings
/// of half a unit in the last place a term, and the sum's two.
pub const DISTANCE_SQ_ERROR: f64 = 1e-6;

impl Rounded {
    /// Room for `count` positions.
    pub fn new(count: usize) -> Self {
        let zeros = || aligned(repeat_n(0.0, count));
        Self { xs: zeros(), ys: zeros(), zs: zeros(), error: f64::INFINITY, origin: DVec3::ZERO, reach: 0.0 }
    }

    /// Rounds the positions anew.
    pub fn update(&mut self, x: &Points) {
        self.origin = if x.is_empty() { DVec3::ZERO } else { x.get(0) };
        let axes = [(&mut self.xs, &x.xs), (&mut self.ys, &x.ys), (&mut self.zs, &x.zs)];
        let mut largest = 0;
        for ((rounded, exact), origin) in axes.into_iter().zip(self.origin.to_array()) {
            largest = largest.max(round(rounded, exact, origin));
        }
        self.reach = 2.0 * f32::from_bits(largest);
        // two ends, three axes, each rounded by at most 2^-24 of the reach: 2 · √3 · 2^-24 = 2.07e-7
        self.error = if self.reach < 1e15 { 2.1e-7 * f64::from(self.reach) } else { f64::INFINITY };
    }

    /// Whether every coordinate is a number of a size up to `limit`: never true when one is not, but perhaps false when
    /// all are.
    pub fn is_within(&self, limit: f64) -> bool {
        self.error.is_finite() && self.origin.abs().max_element() + f64::from(self.reach) <= limit
    }

    /// The rounded positions of `range`, one slice an axis.
    #[inline(always)]
    pub fn slice(&self, range: Range<usize>) -> [&[f32]; 3] {
        [&self.xs[range.clone()], &self.ys[range.clone()], &self.zs[range]]
    }

    /// Follows one position that was moved.
    #[inline]
    pub fn set(&mut self, i: usize, exact: DVec3) {
        let [x, y, z] = (exact - self.origin).to_array().map(|coordinate| coordinate as f32);
        (self.xs[i], self.ys[i], self.zs[i]) = (x, y, z);
        if !(x.abs() <= self.reach && y.abs() <= self.reach && z.abs() <= self.reach) {
            self.error = f64::INFINITY;
        }
    }
}

/// Rounds `exact` − `origin` and returns the largest size as bits, which order like the sizes, with NaN on top.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn round(rounded: &mut [f32], exact: &[f64], origin: f64) -> u32 {
    let mut largest = 0;
    for (rounded, exact) in rounded.iter_mut().zip(exact) {
        *rounded = (exact - origin) as f32;
        largest = largest.max(rounded.to_bits() & 0x7FFF_FFFF);
    }
    largest
}

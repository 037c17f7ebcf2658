//! Smooth random fields over the plane that repeat after a whole number of cells.

use glam::Vec2;
use muslin_geom::hash_rng;

/// A sum of octaves of gradient noise: smooth, about -0.7 to 0.7, and the same again after a whole period.
pub(super) struct Field {
    octaves: Vec<Octave>,
}

/// Noise that is 0 at the corners of unit cells and rises there along random slopes.
struct Octave {
    /// Columns and rows of cells, powers of two.
    period: [u32; 2],
    /// The slope at the upper left corner of each cell, row after row.
    slopes: Vec<Vec2>,
}

impl Field {
    /// A field of `octaves`, each twice as fine and half as strong as the one before. It repeats after `period` cells
    /// of the first along x and y, powers of two; each `stream` is another field.
    pub fn new(stream: u64, period: [u32; 2], octaves: u32) -> Self {
        // streams far apart, so that no octave repeats another field
        let octave = |i: u32| Octave::new(stream + (u64::from(i) << 32), period.map(|cells| cells << i));
        Self { octaves: (0..octaves).map(octave).collect() }
    }

    /// The value at a point [cells of the first octave].
    pub fn at(&self, at: Vec2) -> f32 {
        let mut sum = 0.0;
        let mut strength = 1.0;
        let mut fineness = 1.0;
        for octave in &self.octaves {
            sum += strength * octave.at(at * fineness);
            strength *= 0.5;
            fineness *= 2.0;
        }
        sum
    }

    /// The value along a line of the field.
    pub fn along(&self, x: f32) -> f32 {
        self.at(Vec2::new(x, 0.5))
    }
}

impl Octave {
    fn new(stream: u64, period: [u32; 2]) -> Self {
        debug_assert!(period.iter().all(|cells| cells.is_power_of_two()), "{period:?}");
        let corner_count = u64::from(period[0]) * u64::from(period[1]);
        Self { period, slopes: (0..corner_count).map(|corner| slope(stream, corner)).collect() }
    }

    fn at(&self, at: Vec2) -> f32 {
        let cell = [whole(at.x), whole(at.y)];
        let inside = at - Vec2::new(cell[0] as f32, cell[1] as f32);
        let ease = inside * inside * inside * (inside * (inside * 6.0 - 15.0) + 10.0);
        let [(left, right), (top, below)] = [0, 1].map(|axis| {
            let last = self.period[axis] - 1;
            let first = cell[axis].cast_unsigned() & last;
            (first, (first + 1) & last)
        });
        let rise = |x: u32, y: u32, corner: Vec2| self.slopes[(y * self.period[0] + x) as usize].dot(inside - corner);
        let upper = lerp(rise(left, top, Vec2::ZERO), rise(right, top, Vec2::X), ease.x);
        let lower = lerp(rise(left, below, Vec2::Y), rise(right, below, Vec2::ONE), ease.x);
        lerp(upper, lower, ease.y)
    }
}

/// A random number in [0, 1).
pub(super) fn unit(stream: u64, index: u64) -> f32 {
    hash_rng::unit(SEED, stream, index) as f32
}

/// What all pictures of Muslin are drawn with.
const SEED: u64 = 0x4D75_736C_696E;

/// The whole number below; `f32::floor` is a call into the system on many machines.
fn whole(value: f32) -> i32 {
    let cut = value as i32;
    if cut as f32 > value { cut - 1 } else { cut }
}

fn slope(stream: u64, index: u64) -> Vec2 {
    let bits = hash_rng::bits(SEED, stream, index);
    let [x, y] = [bits >> 48, (bits >> 16) & 0xFFFF].map(|part| part as f32 / 32_768.0 - 1.0);
    Vec2::new(x, y)
}

fn lerp(from: f32, to: f32, share: f32) -> f32 {
    from + (to - from) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_repeats_after_its_period() {
        let field = Field::new(5, [4, 8], 3);
        for i in 0..200 {
            // quarters, so that adding the period loses no bits
            let at = Vec2::new(i as f32 * 0.25, (i * i % 37) as f32 * 0.25);
            let value = field.at(at);
            assert_eq!(value, field.at(at + Vec2::new(4.0, -16.0)));
            assert!(value.abs() < 1.2);
        }
    }

    #[test]
    fn a_field_has_no_jumps() {
        let field = Field::new(1, [8, 8], 2);
        for i in 0..4000 {
            let at = Vec2::new(i as f32 * 0.01, i as f32 * 0.003);
            assert!((field.at(at) - field.at(at + Vec2::splat(1e-3))).abs() < 0.01);
        }
    }

    #[test]
    fn streams_and_octaves_differ() {
        let at = Vec2::splat(0.3);
        let [first, second, finer] = [(1, 1), (2, 1), (1, 2)].map(|(s, octaves)| Field::new(s, [8, 8], octaves).at(at));
        assert!(first != second && first != finer);
    }
}

//! Red and white gingham: stripes woven across stripes.

use glam::{Vec2, Vec3};

use super::crossing::Crossing;
use super::noise::{Field, unit};
use super::{Texture, byte};

/// Columns, and rows, of the gingham unless asked otherwise [px].
pub const SIZE: u32 = 1024;

/// Stripes a side, red and white in turn.
const STRIPES: i32 = 16;
/// Threads a side.
const THREADS: i32 = 256;
/// Changes of shade along a thread.
const SLUBS: u32 = 32;
const WHITE: Vec3 = Vec3::new(0.965, 0.955, 0.935);
const RED: Vec3 = Vec3::new(0.755, 0.070, 0.125);

/// A picture of gingham, seamless: white where two white stripes cross, red where two red ones do, and pink, of red and
/// white threads, elsewhere.
pub fn picture(size: u32) -> Texture {
    let slubs = Slubs(Field::new(12, [SLUBS, 4 * THREADS.unsigned_abs()], 1));
    let scale = 1.0 / size as f32;
    Texture::from_fn([size, size], |x, y| {
        let color = color_at((Vec2::new(x as f32, y as f32) + 0.5) * scale, &slubs);
        [byte(color.x), byte(color.y), byte(color.z), 255]
    })
}

/// The colour at a point of the unit square.
fn color_at(at: Vec2, slubs: &Slubs) -> Vec3 {
    let threads = at * THREADS as f32;
    let crossing = Crossing::at(threads);
    let [down, across] = [dye(threads.x), dye(threads.y)];
    let [upper, lower] = if crossing.down { [down, across] } else { [across, down] };
    // from afar the threads must melt into one pink, so the lower thread shines through
    let color = upper * 0.62 + lower * 0.38;
    color * (0.90 + 0.10 * crossing.height) * (1.0 + slubs.at(&crossing, at))
}

/// The colour of the thread at a coordinate [threads].
fn dye(coordinate: f32) -> Vec3 {
    let stripe = coordinate as i32 / (THREADS / STRIPES);
    if stripe & 1 == 0 { RED } else { WHITE }
}

/// How much lighter a thread is: each has its own shade, which changes slowly along its length. Every thread has a line
/// of the field for itself, far enough from the next one's.
struct Slubs(Field);

impl Slubs {
    fn at(&self, crossing: &Crossing, at: Vec2) -> f32 {
        let (along, first) = if crossing.down { (at.y, 0) } else { (at.x, THREADS) };
        let thread = first + crossing.thread.rem_euclid(THREADS);
        let own = unit(11, u64::from(thread.unsigned_abs())) - 0.5;
        let slow = self.0.at(Vec2::new(along * SLUBS as f32, 2.0 * thread as f32 + 0.5));
        0.05 * own + 0.05 * slow
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::assert_seamless;
    use super::*;

    /// The mean colour of the check in a column and row of stripes.
    fn check(picture: &Texture, column: u32, row: u32) -> [f64; 3] {
        let side = picture.size[0] / STRIPES.unsigned_abs();
        let mut mean = [0.0; 3];
        for y in row * side..(row + 1) * side {
            for x in column * side..(column + 1) * side {
                for (sum, level) in mean.iter_mut().zip(picture.pixel(x, y)) {
                    *sum += f64::from(level) / f64::from(side * side);
                }
            }
        }
        mean
    }

    #[test]
    fn checks_are_red_pink_and_white() {
        let picture = picture(256);
        let [red, pink, pink_too, white] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(x, y)| check(&picture, x, y));
        assert!(red[0] > 150.0 && red[1] < 40.0, "{red:?}");
        assert!(white.iter().all(|level| *level > 215.0), "{white:?}");
        for channel in 0..3 {
            let half = f64::midpoint(red[channel], white[channel]);
            assert!((pink[channel] - half).abs() < 8.0, "{pink:?}");
            assert!((pink_too[channel] - half).abs() < 8.0, "{pink_too:?}");
        }
    }

    #[test]
    fn gingham_repeats_without_a_seam() {
        let picture = picture(256);
        assert_seamless(&picture);
        assert_eq!(picture.size, [256, 256]);
    }
}

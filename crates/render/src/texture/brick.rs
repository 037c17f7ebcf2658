//! A brick wall in running bond: each course is shifted by half a brick.

use glam::Vec2;

use super::noise::{Field, unit};
use super::{Texture, rounded_edge};

/// Columns, and rows, of the wall unless asked otherwise [px].
pub const SIZE: u32 = 512;

/// Bricks in a course.
const COLUMNS: i32 = 3;
/// Courses; even, as every other one is shifted.
const ROWS: i32 = 8;
/// Half the width of the mortar between two bricks, as a share of the picture.
const JOINT: f32 = 0.0085;
/// Radius of the corners of a brick, as a share of the picture.
const CORNER: f32 = 0.010;
/// Width of the bevel, as a share of the picture.
const BEVEL: f32 = 0.014;

/// Heights of a brick wall, seamless.
pub fn height_map(size: u32) -> Texture {
    let wall = Wall::new();
    let scale = 1.0 / size as f32;
    let heights: Vec<f32> = (0..size)
        .flat_map(|y| (0..size).map(move |x| (Vec2::new(x as f32, y as f32) + 0.5) * scale))
        .map(|at| wall.height_at(at))
        .collect();
    Texture::from_heights([size, size], &heights)
}

/// What makes the wall uneven.
struct Wall {
    bend: [Field; 2],
    grain: Field,
    pits: Field,
    trowel: Field,
}

impl Wall {
    fn new() -> Self {
        Self {
            bend: [40, 41].map(|stream| Field::new(stream, [16; 2], 3)),
            grain: Field::new(48, [64; 2], 3),
            pits: Field::new(49, [32; 2], 1),
            trowel: Field::new(50, [16; 2], 2),
        }
    }

    /// The height at a point of the unit square.
    fn height_at(&self, at: Vec2) -> f32 {
        // hand-made bricks: their edges wander a little
        let bend = Vec2::new(self.bend[0].at(at * 16.0), self.bend[1].at(at * 16.0));
        let (number, offset, inside) = brick_at(at + bend * 0.0035);
        let random = |stream: u64| unit(42 + stream, number) - 0.5;
        let grain = self.grain.at(at * 64.0);
        let pits = (self.pits.at(at * 32.0) - 0.34).max(0.0);
        let tilt = Vec2::new(random(0) * 0.35, random(1) * 0.8);
        let face = 0.86 + 0.14 * random(2) + tilt.dot(offset) + 0.05 * grain - 0.7 * pits;
        let mortar = 0.20 + 0.09 * grain + 0.06 * self.trowel.at(at * 16.0);
        mortar + (face - mortar).max(0.0) * rounded_edge(inside, BEVEL)
    }
}

/// The number of the brick at a point, the offset from its middle, and how far inside of it the point is; below 0 in
/// the mortar.
fn brick_at(at: Vec2) -> (u64, Vec2, f32) {
    let count = Vec2::new(COLUMNS as f32, ROWS as f32);
    let row = (at.y * count.y).floor();
    let shift = 0.5 * (row as i32).rem_euclid(2) as f32;
    let column = (at.x * count.x - shift).floor();
    let offset = at - Vec2::new(column + shift + 0.5, row + 0.5) / count;
    let number = (row as i32).rem_euclid(ROWS) * COLUMNS + (column as i32).rem_euclid(COLUMNS);
    let half = 0.5 / count - JOINT;
    let beyond = offset.abs() - half + CORNER;
    let outside = beyond.max(Vec2::ZERO).length() + beyond.max_element().min(0.0) - CORNER;
    (u64::from(number.unsigned_abs()), offset, -outside)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_seamless, level_count};
    use super::*;

    #[test]
    fn the_wall_repeats_without_a_seam_and_uses_all_levels() {
        let picture = height_map(128);
        assert_seamless(&picture);
        assert!(level_count(&picture) > 200);
    }

    #[test]
    fn each_course_is_shifted_by_half_a_brick() {
        let courses = [0.5, 1.5].map(|row| row / ROWS as f32);
        let middle = 0.5 / COLUMNS as f32;
        assert!(brick_at(Vec2::new(middle, courses[0])).2 > BEVEL);
        assert!(brick_at(Vec2::new(middle, courses[1])).2 < 0.0);
    }

    #[test]
    fn mortar_lies_lower_than_bricks() {
        let wall = Wall::new();
        let at = |i: i32, row: f32| wall.height_at(Vec2::new(i as f32 / 100.0, row / ROWS as f32));
        let in_row = |row: f32| (0..100).map(|i| at(i, row)).sum::<f32>() / 100.0;
        assert!(in_row(1.0) < 0.35 && in_row(0.5) > 0.65);
    }
}

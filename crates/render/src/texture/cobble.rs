//! Rounded cobblestones in staggered rows.

use glam::Vec2;

use super::noise::{Field, unit};
use super::{Texture, rounded_edge, smoothstep};

/// Columns, and rows, of the cobblestones unless asked otherwise [px].
pub const SIZE: u32 = 1024;

/// Stones in a row; one is a unit wide.
const COLUMNS: i32 = 8;
/// Rows of stones; even, as every other one is shifted by half a stone.
const ROWS: i32 = 10;
/// How far a stone may lie from its place in the row, either way along x and y [units].
const DISORDER: f32 = 0.2;
/// Radius of the corners of a stone [units].
const CORNER: f32 = 0.075;
/// Half the width of the joint between two stones [units].
const JOINT: f32 = 0.03;
/// Width of the rounding along the edge of a stone [units].
const ROUNDING: f32 = 0.3;

/// Heights of cobblestones, seamless.
pub fn height_map(size: u32) -> Texture {
    let pavement = Pavement::new();
    let scale = COLUMNS as f32 / size as f32;
    let heights: Vec<f32> = (0..size)
        .flat_map(|y| (0..size).map(move |x| (Vec2::new(x as f32, y as f32) + 0.5) * scale))
        .map(|at| pavement.height_at(at))
        .collect();
    Texture::from_heights([size, size], &heights)
}

/// The stones and what makes them uneven.
struct Pavement {
    stones: Vec<Stone>,
    bend: [Field; 2],
    grain: Field,
    hollows: Field,
    sand: Field,
}

/// One stone.
struct Stone {
    /// The point around which it lies.
    middle: Vec2,
    top: f32,
    tilt: Vec2,
    /// Where its hollows are read from the field.
    hollows: Vec2,
    sides: Vec<Side>,
}

/// The line half-way to another stone.
struct Side {
    /// Its distance from the middle of the stone.
    distance: f32,
    /// The direction to the other stone, of length 1.
    outward: Vec2,
}

impl Pavement {
    fn new() -> Self {
        let mut stones: Vec<Stone> = (0..ROWS * COLUMNS).map(Stone::new).collect();
        for (i, sides) in (0..ROWS * COLUMNS).map(|number| sides_of(&stones, number)).enumerate().collect::<Vec<_>>() {
            stones[i].sides = sides;
        }
        let field = |stream, cells: i32, octaves| Field::new(stream, [(COLUMNS * cells).unsigned_abs(); 2], octaves);
        Self {
            stones,
            bend: [30, 31].map(|stream| field(stream, 2, 2)),
            grain: field(32, 4, 4),
            hollows: field(34, 2, 2),
            sand: field(33, 16, 2),
        }
    }

    fn height_at(&self, at: Vec2) -> f32 {
        // edges are worn, not drawn with a ruler
        let bend = Vec2::new(self.bend[0].at(at * 2.0), self.bend[1].at(at * 2.0));
        let (stone, offset) = self.stone_at(at + bend * 0.06);
        let sand = 0.05 + 0.05 * self.sand.at(at * 16.0);
        let dome = rounded_edge(stone.inside(offset) - JOINT, ROUNDING);
        let uneven = 0.045 * self.grain.at(at * 4.0) + 0.07 * self.hollows.at(at * 2.0 + stone.hollows);
        let top = stone.top + stone.tilt.dot(offset) + uneven;
        sand + smoothstep(0.0, 0.12, dome) * (dome * top - sand).max(0.0)
    }

    /// The stone at a point, and the offset from its middle.
    fn stone_at(&self, at: Vec2) -> (&Stone, Vec2) {
        let row = (at.y / row_height()).floor() as i32;
        let mut nearest = (&self.stones[0], Vec2::INFINITY);
        for row in row - 1..=row + 1 {
            let column = (at.x - shift(row) + 0.5).floor() as i32;
            for column in column - 1..=column + 1 {
                let stone = &self.stones[number(row, column)];
                let offset = at - stone.middle - turns(row, column);
                if offset.length_squared() < nearest.1.length_squared() {
                    nearest = (stone, offset);
                }
            }
        }
        nearest
    }
}

impl Stone {
    fn new(number: i32) -> Self {
        let [row, column] = [number / COLUMNS, number % COLUMNS];
        let random = |stream: u64| 2.0 * unit(20 + stream, u64::from(number.unsigned_abs())) - 1.0;
        let place = Vec2::new(column as f32 + shift(row), (row as f32 + 0.5) * row_height());
        Self {
            middle: place + Vec2::new(random(0), random(1)) * DISORDER,
            top: 0.86 + 0.10 * random(2),
            tilt: Vec2::new(random(3), random(4)) * 0.16,
            hollows: Vec2::new(random(5), random(6)) * 8.0,
            sides: Vec::new(),
        }
    }

    /// How far a point is inside of the stone. Where two sides are near, their distances melt into a smaller one: that
    /// rounds the corner.
    fn inside(&self, offset: Vec2) -> f32 {
        let distance = |side: &Side| side.distance - offset.dot(side.outward);
        let least = self.sides.iter().map(distance).fold(f32::INFINITY, f32::min);
        let beyond = self.sides.iter().map(|side| (distance(side) - least) / CORNER);
        // what is six radii away adds less than a grey level can show
        let sum: f32 = beyond.filter(|beyond| *beyond < 6.0).map(|beyond| (-beyond).exp()).sum();
        least - CORNER * sum.ln()
    }
}

fn sides_of(stones: &[Stone], of: i32) -> Vec<Side> {
    let [row, column] = [of / COLUMNS, of % COLUMNS];
    let middle = stones[number(row, column)].middle;
    let around = (row - 2..=row + 2).flat_map(|row| (column - 2..=column + 2).map(move |column| (row, column)));
    around
        .filter(|place| *place != (row, column))
        .map(|(row, column)| stones[number(row, column)].middle + turns(row, column) - middle)
        // stones farther away have nearer ones before them
        .filter(|across| across.length() < 1.75)
        .map(|across| Side { distance: across.length() / 2.0, outward: across.normalize() })
        .collect()
}

/// Height of a row [units]; rows and columns fill the same square.
fn row_height() -> f32 {
    COLUMNS as f32 / ROWS as f32
}

/// How far a row is shifted [units].
fn shift(row: i32) -> f32 {
    0.5 * (row & 1) as f32
}

/// The number of the stone in a row and column, both counted again from 0 beyond the border.
fn number(row: i32, column: i32) -> usize {
    (row.rem_euclid(ROWS) * COLUMNS + column.rem_euclid(COLUMNS)).unsigned_abs() as usize
}

/// How far the stone in a row and column lies from where it is on the picture itself [units].
fn turns(row: i32, column: i32) -> Vec2 {
    Vec2::new(column.div_euclid(COLUMNS) as f32, row.div_euclid(ROWS) as f32) * COLUMNS as f32
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_seamless, level_count};
    use super::*;

    #[test]
    fn cobble_repeats_without_a_seam_and_uses_all_levels() {
        let picture = height_map(128);
        assert_seamless(&picture);
        assert!(level_count(&picture) > 200);
        let levels: Vec<u8> = picture.rgba.chunks_exact(4).map(|pixel| pixel[0]).collect();
        assert!(levels.contains(&0) && levels.contains(&255));
    }

    #[test]
    fn joints_are_deep_and_the_middle_of_a_stone_is_high() {
        let pavement = Pavement::new();
        for (i, stone) in pavement.stones.iter().enumerate() {
            assert!(pavement.height_at(stone.middle) > 0.6, "stone {i}");
            for side in stone.sides.iter().filter(|side| side.distance < 0.4) {
                let foot = stone.middle + side.outward * side.distance;
                let (here, offset) = pavement.stone_at(foot);
                assert!(here.inside(offset) < 0.01, "stone {i}");
            }
        }
    }

    #[test]
    fn the_stone_at_a_point_is_the_nearest_of_all() {
        let pavement = Pavement::new();
        for i in 0..500 {
            let at = Vec2::new(unit(1, i), unit(2, i)) * COLUMNS as f32;
            let (_, offset) = pavement.stone_at(at);
            let nearest = (-2..ROWS + 2)
                .flat_map(|row| (-2..COLUMNS + 2).map(move |column| (row, column)))
                .map(|(row, column)| (at - pavement.stones[number(row, column)].middle - turns(row, column)).length())
                .fold(f32::INFINITY, f32::min);
            assert!((offset.length() - nearest).abs() < 1e-4, "{at}");
        }
    }
}

//! Simplex noise in three dimensions (Perlin 2001, "Noise hardware"; Gustavson 2005, "Simplex noise demystified"), with the kernel
//! 0.6 − r² that most programs took over, and a table that can be given.

use crate::hash_rng;

/// Entries of the table of a [`Simplex`].
pub const TABLE_LENGTH: usize = 256;

/// From a point to its cell and back: a third and a sixth of the sum of its coordinates.
const SKEW: f64 = 1.0 / 3.0;
const UNSKEW: f64 = 1.0 / 6.0;

/// Middles of the edges of a cube, by the hash of a corner.
const GRADIENTS: [[f64; 3]; 12] = [
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [-1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [-1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [-1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, -1.0, 1.0],
    [0.0, 1.0, -1.0],
    [0.0, -1.0, -1.0],
];

/// Noise that is the same for the same table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplex {
    table: [u8; TABLE_LENGTH],
}

impl Simplex {
    /// With a table of its own, a permutation of 0 to 255.
    pub fn with_table(table: [u8; TABLE_LENGTH]) -> Self {
        Self { table }
    }

    /// With a table shuffled from the front (Fisher and Yates) by `random`, a source of numbers in [0, 1): entry i changes
    /// places with entry i + ⌊u (256 − i)⌋, for i from 0 to 254.
    #[allow(clippy::cast_sign_loss)] // not negative
    pub fn shuffled(mut random: impl FnMut() -> f64) -> Self {
        let mut table: [u8; TABLE_LENGTH] = std::array::from_fn(|i| i as u8);
        for i in 0..TABLE_LENGTH - 1 {
            let other = i + (random() * (TABLE_LENGTH - i) as f64) as usize;
            table.swap(i, other.min(TABLE_LENGTH - 1));
        }
        Self { table }
    }

    /// With the table of a seed.
    pub fn of_seed(seed: u64) -> Self {
        /// Of the random numbers, so that nothing else draws the same.
        const STREAM: u64 = 0x5349_4D50;
        let mut index = 0;
        Self::shuffled(|| {
            index += 1;
            hash_rng::unit(seed, STREAM, index - 1)
        })
    }

    /// The value at a point, within about ±0.97.
    pub fn at(&self, point: [f64; 3]) -> f64 {
        let skew = (point[0] + point[1] + point[2]) * SKEW;
        let cell = point.map(|coordinate| (coordinate + skew).floor());
        let unskew = (cell[0] + cell[1] + cell[2]) * UNSKEW;
        let from_cell: [f64; 3] = std::array::from_fn(|axis| point[axis] - (cell[axis] - unskew));
        let [second, third] = middle_corners(from_cell);
        // beyond what 64 bits hold all cells are one
        let cell = cell.map(|coordinate| coordinate as i64);
        let corners = [([0; 3], 0.0), (second, UNSKEW), (third, 2.0 * UNSKEW), ([1; 3], 3.0 * UNSKEW)];
        let mut sum = 0.0;
        for (corner, back) in corners {
            let away: [f64; 3] = std::array::from_fn(|axis| from_cell[axis] - f64::from(corner[axis]) + back);
            let reach = 0.6 - away[0] * away[0] - away[1] * away[1] - away[2] * away[2];
            if reach >= 0.0 {
                let gradient = GRADIENTS[self.hash(cell, corner)];
                let reach_sq = reach * reach;
                sum += reach_sq * reach_sq * (gradient[0] * away[0] + gradient[1] * away[1] + gradient[2] * away[2]);
            }
        }
        32.0 * sum
    }

    /// Index of the gradient at a corner of a cell.
    fn hash(&self, cell: [i64; 3], corner: [u8; 3]) -> usize {
        let mut hash = 0;
        for axis in [2, 1, 0] {
            let place = cell[axis].rem_euclid(256).unsigned_abs() as usize;
            hash = usize::from(self.table[(place + usize::from(corner[axis]) + hash) % TABLE_LENGTH]);
        }
        hash % GRADIENTS.len()
    }
}

/// The two corners between the first and the last one of the tetrahedron that a point lies in: one step along its largest
/// coordinate, and then one along the next.
fn middle_corners([x, y, z]: [f64; 3]) -> [[u8; 3]; 2] {
    if x >= y {
        if y >= z {
            [[1, 0, 0], [1, 1, 0]]
        } else if x >= z {
            [[1, 0, 0], [1, 0, 1]]
        } else {
            [[0, 0, 1], [1, 0, 1]]
        }
    } else if y < z {
        [[0, 0, 1], [0, 1, 1]]
    } else if x < z {
        [[0, 1, 0], [0, 1, 1]]
    } else {
        [[0, 1, 0], [1, 1, 0]]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_seed_gives_a_permutation_and_another_seed_another_one() {
        let tables = [7, 8].map(|seed| Simplex::of_seed(seed).table);
        assert_ne!(tables[0], tables[1]);
        for mut table in tables {
            table.sort_unstable();
            assert!(table.iter().enumerate().all(|(i, &entry)| i == usize::from(entry)));
        }
    }

    #[test]
    fn it_is_zero_at_the_corners_of_the_cube() {
        let noise = Simplex::of_seed(1);
        assert_eq!(noise.at([0.0; 3]), 0.0);
    }

    proptest! {
        #[test]
        fn it_stays_within_its_range_and_has_no_steps_but_tiny_ones(
            point in prop::array::uniform3(-300.0..300.0), step in prop::array::uniform3(-1e-6..1e-6),
        ) {
            let noise = Simplex::of_seed(3);
            let value = noise.at(point);
            prop_assert!(value.abs() < 1.0);
            let near = noise.at(std::array::from_fn(|axis| point[axis] + step[axis]));
            prop_assert!((near - value).abs() < 1e-2, "{value} and {near}");
        }
    }
}

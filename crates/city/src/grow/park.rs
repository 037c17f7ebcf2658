//! A park: lawns between two crossing paths, with trees.

use muslin_geom::hash_rng;

use super::Grower;
use super::block::SLAB;
use crate::city_box::{CityBox, Kind};
use crate::rect::Rect;

/// Half the width of a path [m].
const HALF_PATH: f64 = 1.5;
/// Least side of a lawn [m]; where less is left, the block is a plaza: its slab and nothing else.
const LEAST_LAWN: f64 = 2.0;
const LAWN_HEIGHT: f64 = 0.1;
const LAWN_COLOR: [f64; 3] = [0.36, 0.46, 0.30];
/// Distance between trees [m], and of the outer ones from the edge of a lawn at least half of it.
const TREE_SPACING: f64 = 9.0;
/// Half the side of a trunk [m].
const HALF_TRUNK: f64 = 0.25;
const TRUNK_HEIGHT: f64 = 2.2;
const TRUNK_COLOR: [f64; 3] = [0.38, 0.31, 0.25];
const CROWN_COLOR: [f64; 3] = [0.26, 0.38, 0.22];
/// Smallest and largest half side of a crown [m].
const HALF_CROWN: [f64; 2] = [1.2, 2.4];
/// Stream of [`hash_rng`] for the sizes of crowns.
const CROWN_STREAM: u64 = 0x7EE5;

impl<F: FnMut(&CityBox)> Grower<'_, F> {
    pub(super) fn park(&mut self, ground: Rect) {
        let middle = [f64::midpoint(ground.x1, ground.x2), f64::midpoint(ground.z1, ground.z2)];
        let columns = [[ground.x1, middle[0] - HALF_PATH], [middle[0] + HALF_PATH, ground.x2]];
        let rows = [[ground.z1, middle[1] - HALF_PATH], [middle[1] + HALF_PATH, ground.z2]];
        for [z1, z2] in rows {
            for [x1, x2] in columns {
                let lawn = Rect { x1, z1, x2, z2 };
                if lawn.width() >= LEAST_LAWN && lawn.depth() >= LEAST_LAWN {
                    self.put(Kind::Lawn, lawn, [SLAB, SLAB + LAWN_HEIGHT], LAWN_COLOR);
                    self.trees(lawn);
                }
            }
        }
    }

    /// Trees in rows, evenly over the lawn.
    fn trees(&mut self, lawn: Rect) {
        #[allow(clippy::cast_sign_loss)] // a lawn has a positive size
        let [columns, rows] = [lawn.width(), lawn.depth()].map(|side| (side / TREE_SPACING) as u32);
        for row in 0..rows {
            let z = lawn.z1 + lawn.depth() * (f64::from(row) + 0.5) / f64::from(rows);
            for column in 0..columns {
                let x = lawn.x1 + lawn.width() * (f64::from(column) + 0.5) / f64::from(columns);
                self.tree([x, z]);
            }
        }
    }

    fn tree(&mut self, [x, z]: [f64; 2]) {
        // by the number of the box, so that no draw of the city's own generators is spent on trees
        let random = hash_rng::unit(u64::from(self.seed), CROWN_STREAM, self.counts.boxes as u64);
        let half = HALF_CROWN[0] + (HALF_CROWN[1] - HALF_CROWN[0]) * random;
        let foot = SLAB + LAWN_HEIGHT;
        let fork = foot + TRUNK_HEIGHT;
        let around = |half: f64| Rect::new(x - half, z - half, x + half, z + half);
        self.put(Kind::Trunk, around(HALF_TRUNK), [foot, fork], TRUNK_COLOR);
        self.put(Kind::Crown, around(half), [fork, fork + 2.2 * half], CROWN_COLOR);
    }
}

//! Fractal ground: heights at the nodes of a regular grid, and the surface of triangles between them.
//!
//! Every height is a function of the seed and its place alone. So cities side by side agree along their common edge,
//! whatever the size of the grid, and any part can be made without the rest.

use serde::Serialize;

use crate::noise::Noise;
use crate::plan::Plan;

/// Cells are at most this long [m]: below the size of a block, so that a block sees the slope it lies on.
const MOST_CELL: f64 = 8.0;

/// A rectangle of fractal ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Terrain {
    /// x and z of the first node [m].
    pub origin: [f64; 2],
    /// Distance of two nodes, along x and along z [m].
    pub cell: f64,
    /// Number of nodes along x.
    pub columns: u32,
    /// Number of nodes along z.
    pub rows: u32,
    /// Height of each node [m], row after row along z, in each along x.
    pub heights: Vec<f32>,
}

impl Terrain {
    /// The ground of one city of the plan.
    pub(crate) fn of_city(plan: &Plan, city: u32, relief: f64) -> Self {
        let cells = cells_per_city(plan.params().size);
        let first = plan.cell_of(city).map(|steps| steps * cells.cast_signed());
        Self::new(plan, relief, first, [cells + 1; 2])
    }

    /// The ground of all cities of the plan.
    pub(crate) fn of_grid(plan: &Plan, relief: f64) -> Self {
        let cells = cells_per_city(plan.params().size);
        let first = plan.cell_of(0).map(|steps| steps * cells.cast_signed());
        Self::new(plan, relief, first, plan.params().grid.map(|count| count * cells + 1))
    }

    fn new(plan: &Plan, relief: f64, first: [i32; 2], [columns, rows]: [u32; 2]) -> Self {
        let size = plan.params().size;
        let cell = size / f64::from(cells_per_city(size));
        let at = |node: i32| f64::from(node) * cell - size / 2.0;
        // the seed without what is added to it a frame: other cities grow on the same land
        let seed = u64::from(plan.seed());
        let along = |axis: usize, count: u32| -> Vec<f64> {
            (0..count.cast_signed()).map(|node| at(first[axis] + node)).collect()
        };
        let noise = Noise::new(seed, &along(0, columns), &along(1, rows));
        let heights = noise.values().map(|value| (relief * value) as f32).collect();
        Self { origin: first.map(at), cell, columns, rows, heights }
    }

    /// How many nodes the ground of all cities of the plan has.
    pub(crate) fn node_count_of_grid(plan: &Plan) -> u64 {
        let cells = cells_per_city(plan.params().size);
        plan.params().grid.iter().map(|count| u64::from(count * cells + 1)).product()
    }

    /// How many cells the ground of all cities of the plan has.
    pub(crate) fn cell_count_of_grid(plan: &Plan) -> u64 {
        let cells = cells_per_city(plan.params().size);
        plan.params().grid.iter().map(|count| u64::from(count * cells)).product()
    }

    /// All nodes [m], in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = [f64; 3]> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| self.node(column, row)))
    }

    /// All triangles, as in [`triangles_of`](Self::triangles_of).
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> {
        let cells = (0..self.rows - 1).flat_map(move |row| (0..self.columns - 1).map(move |column| (column, row)));
        cells.flat_map(|(column, row)| self.triangles_of(column, row))
    }

    /// Position of a node [m].
    pub fn node(&self, column: u32, row: u32) -> [f64; 3] {
        let [x, z] = self.origin;
        [x + f64::from(column) * self.cell, self.height_of(column, row), z + f64::from(row) * self.cell]
    }

    /// The two triangles of a cell as numbers of nodes, counter-clockwise seen from above. The diagonal between them runs
    /// from the node with the smallest x and z to the one with the largest.
    pub fn triangles_of(&self, column: u32, row: u32) -> [[u32; 3]; 2] {
        let first = row * self.columns + column;
        let across = first + self.columns + 1;
        [[first, first + self.columns, across], [first, across, first + 1]]
    }

    /// Height of the surface at a point [m]; beyond the edge that of the nearest point on the edge.
    pub fn height_at(&self, x: f64, z: f64) -> f64 {
        self.height_at_cells(self.in_cells(x, z))
    }

    /// Lowest and highest point of the surface under a rectangle [m]; beyond the edge as in [`height_at`](Self::height_at).
    #[allow(clippy::cast_sign_loss)] // points are on the surface, whose first node is 0
    pub fn range_under(&self, x1: f64, z1: f64, x2: f64, z2: f64) -> [f64; 2] {
        let [low, high] = [self.in_cells(x1, z1), self.in_cells(x2, z2)];
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        let mut include = |height: f64| range = [range[0].min(height), range[1].max(height)];

        // a surface of triangles is highest at a corner of what is cut out of it: a node within, or a point where a side
        // of the rectangle meets a corner or an edge of a triangle
        for v in [low[1], high[1]] {
            for u in bends(low[0], high[0], v) {
                include(self.height_at_cells([u, v]));
            }
        }
        for u in [low[0], high[0]] {
            for v in bends(low[1], high[1], u) {
                include(self.height_at_cells([u, v]));
            }
        }
        for row in low[1].ceil() as u32..=high[1].floor() as u32 {
            for column in low[0].ceil() as u32..=high[0].floor() as u32 {
                include(self.height_of(column, row));
            }
        }
        range
    }

    /// A point counted in cells from the first node, moved onto the surface if it is beside it.
    fn in_cells(&self, x: f64, z: f64) -> [f64; 2] {
        let u = (x - self.origin[0]) / self.cell;
        let v = (z - self.origin[1]) / self.cell;
        [u.clamp(0.0, f64::from(self.columns - 1)), v.clamp(0.0, f64::from(self.rows - 1))]
    }

    #[allow(clippy::cast_sign_loss)] // points are on the surface, whose first node is 0
    fn height_at_cells(&self, [u, v]: [f64; 2]) -> f64 {
        // a point on the last line belongs to the cell before it
        let column = (u as u32).min(self.columns - 2);
        let row = (v as u32).min(self.rows - 2);
        let [s, t] = [u - f64::from(column), v - f64::from(row)];
        let first = self.height_of(column, row);
        let across = self.height_of(column + 1, row + 1);
        if s > t {
            let beside = self.height_of(column + 1, row);
            first + (beside - first) * s + (across - beside) * t
        } else {
            let below = self.height_of(column, row + 1);
            first + (across - below) * s + (below - first) * t
        }
    }

    fn height_of(&self, column: u32, row: u32) -> f64 {
        f64::from(self.heights[row as usize * self.columns as usize + column as usize])
    }
}

#[allow(clippy::cast_sign_loss)] // a size is positive
fn cells_per_city(size: f64) -> u32 {
    (size / MOST_CELL).ceil() as u32
}

/// Where a line from `low` to `high` bends that runs over the surface at the other coordinate `at`, all in cells: at its
/// ends, at grid lines and at diagonals.
#[allow(clippy::cast_sign_loss)] // points are on the surface, whose first node is 0
fn bends(low: f64, high: f64, at: f64) -> impl Iterator<Item = f64> {
    let lines = low.ceil() as u32..=high.floor() as u32;
    let shift = at - at.floor();
    let diagonals = low.floor() as u32..=high.floor() as u32;
    let diagonals =
        diagonals.map(move |cell| f64::from(cell) + shift).filter(move |place| (low..=high).contains(place));
    [low, high].into_iter().chain(lines.map(f64::from)).chain(diagonals)
}

#[cfg(test)]
mod tests {
    use muslin_geom::hash_rng;

    use super::*;
    use crate::params::CityParams;

    fn plan(grid: [u32; 2]) -> Plan {
        Plan::new(3, &CityParams { grid, terrain: Some(40.0), ..CityParams::default() }).unwrap()
    }

    #[test]
    fn ground_stays_within_the_relief_and_is_not_flat() {
        let terrain = plan([3, 3]).terrain().unwrap();
        let [lowest, highest] = terrain.range_under(-750.0, -750.0, 750.0, 750.0);
        assert!(lowest >= 0.0 && highest <= 40.0 && highest - lowest > 15.0, "{lowest} to {highest}");
    }

    #[test]
    fn streets_are_no_steeper_than_a_person_can_walk() {
        let terrain = plan([3, 3]).terrain().unwrap();
        let columns = terrain.columns as usize;
        let rises = (0..terrain.heights.len() - columns - 1).filter(|node| (node + 1) % columns != 0).map(|node| {
            let here = terrain.heights[node];
            (terrain.heights[node + 1] - here).abs().max((terrain.heights[node + columns] - here).abs())
        });
        let steepest = f64::from(rises.fold(0.0, f32::max)) / terrain.cell;
        assert!((0.05..0.35).contains(&steepest), "{steepest}");
    }

    #[test]
    fn cities_side_by_side_agree_along_their_edge_and_with_the_whole() {
        let plan = plan([3, 2]);
        let whole = plan.terrain().unwrap();
        for city in 0..6 {
            let part = Terrain::of_city(&plan, city, 40.0);
            for [column, row] in [[0, 0], [0, part.rows - 1], [part.columns - 1, 0], [7, 20]] {
                let [x, height, z] = part.node(column, row);
                assert!((whole.height_at(x, z) - height).abs() < 1e-6, "city {city}, node {column} {row}");
            }
        }
    }

    #[test]
    fn the_range_under_a_rectangle_is_that_of_the_surface() {
        let terrain = plan([1, 1]).terrain().unwrap();
        for i in 0..200 {
            let random = |stream: u64| hash_rng::unit(1, stream, i);
            let [x, z] = [random(0) * 450.0 - 250.0, random(1) * 450.0 - 250.0];
            let [width, depth] = [random(2) * 50.0, random(3) * 50.0];
            let [lowest, highest] = terrain.range_under(x, z, x + width, z + depth);
            let samples = (0..=60).flat_map(|a| (0..=60).map(move |b| [f64::from(a) / 60.0, f64::from(b) / 60.0]));
            let heights: Vec<f64> = samples.map(|[a, b]| terrain.height_at(x + a * width, z + b * depth)).collect();
            let sampled = heights.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |r, h| [r[0].min(*h), r[1].max(*h)]);
            assert!(lowest <= sampled[0] + 1e-9 && highest >= sampled[1] - 1e-9, "{i}");
            assert!(sampled[0] - lowest < 0.2 && highest - sampled[1] < 0.2, "{i}: {lowest} {highest} {sampled:?}");
        }
    }

    #[test]
    fn triangles_face_up_and_share_the_diagonal_of_the_surface() {
        let terrain = plan([1, 1]).terrain().unwrap();
        for [a, b, c] in terrain.triangles_of(3, 5) {
            let [a, b, c] = [a, b, c].map(|node| terrain.node(node % terrain.columns, node / terrain.columns));
            let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
            assert!(up > 0.0);
            let middle = [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
            assert!((terrain.height_at(middle[0], middle[2]) - middle[1]).abs() < 1e-6);
        }
    }

    #[test]
    fn land_does_not_move_while_cities_change() {
        let params = CityParams { terrain: Some(40.0), advance: 9, ..CityParams::default() };
        assert_eq!(Plan::new(3, &params).unwrap().terrain(), plan([1, 1]).terrain());
    }
}

//! The rectangular cloth: indices, triangles, texture coordinates and start positions.

use std::ops::Range;

use glam::DVec3;

use crate::points::Points;

/// Which way a grid lies before it is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// In the plane y = 0: columns along x, rows along z. Its front looks up (+y).
    Horizontal,
    /// In the plane z = 0: columns along x, rows along y. Its front looks back (−z).
    Vertical,
    /// In the plane z = 0: columns along x, rows downwards, as the points of a picture. Its front looks at the viewer (+z).
    Hanging,
}

/// A grid of `columns` × `rows` vertices, stored row by row: vertex (column, row) is `row * columns + column`.
///
/// ```text
///  A(x,y) ── B(x+1,y)      each cell is two triangles, (A, C, B) and (B, C, D)
///    │     ╱    │
///  C(x,y+1) ─ D(x+1,y+1)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Vertices in a row.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
}

impl Grid {
    /// A grid of `columns` × `rows` vertices.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows }
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.columns * self.rows
    }

    /// Index of the vertex at (`column`, `row`).
    #[inline]
    pub fn index(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// Indices of the vertices of `row`.
    #[inline]
    pub fn row(&self, row: usize) -> Range<usize> {
        row * self.columns..(row + 1) * self.columns
    }

    /// Triangles as vertex indices, two a cell, cells row by row.
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let mut triangles = Vec::with_capacity(2 * self.columns * self.rows);
        for row in 1..self.rows {
            for column in 1..self.columns {
                let d = self.index(column, row) as u32;
                let c = d - 1;
                let b = d - self.columns as u32;
                let a = b - 1;
                triangles.push([a, c, b]);
                triangles.push([b, c, d]);
            }
        }
        triangles
    }

    /// Texture coordinates in [0, 1], u along a row, v from row to row, one pair per vertex.
    pub fn uv(&self) -> Vec<[f32; 2]> {
        let step = |i: usize, count: usize| i as f32 / (count - 1) as f32;
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (column, row)))
            .map(|(column, row)| [step(column, self.columns), step(row, self.rows)])
            .collect()
    }

    /// Start positions [m]: from the origin to (`width`, `height`), which is reached to the last bit or one below.
    pub fn positions(&self, width: f64, height: f64, orientation: Orientation) -> Points {
        self.positions_around([0, 0], width, height, orientation)
    }

    /// Start positions [m] with the vertex at (column, row) `middle` at the origin.
    pub fn positions_around(&self, middle: [usize; 2], width: f64, height: f64, orientation: Orientation) -> Points {
        // the spacing is rounded once, as the course project's reference does: folds are sensitive to it
        let spacing_s = width / (self.columns - 1) as f64;
        let spacing_t = height / (self.rows - 1) as f64;
        let mut positions = Points::default();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let s = (column as f64 - middle[0] as f64) * spacing_s;
                let t = (row as f64 - middle[1] as f64) * spacing_t;
                positions.push(match orientation {
                    Orientation::Horizontal => DVec3::new(s, 0.0, t),
                    Orientation::Vertical => DVec3::new(s, t, 0.0),
                    Orientation::Hanging => DVec3::new(s, -t, 0.0),
                });
            }
        }
        positions
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn triangles_tile_the_rectangle_once_and_face_the_same_way(columns in 2_usize..30, rows in 2_usize..30) {
            let grid = Grid::new(columns, rows);
            let x = grid.positions(3.0, 2.0, Orientation::Horizontal);
            let triangles = grid.triangles();
            prop_assert_eq!(triangles.len(), 2 * (columns - 1) * (rows - 1));
            let mut area = 0.0;
            for triangle in triangles {
                let [a, b, c] = triangle.map(|vertex| x.get(vertex as usize));
                let twice = (b - a).cross(c - a);
                prop_assert!(twice.y > 0.0, "the front looks up");
                area += twice.length() / 2.0;
            }
            prop_assert!((area - 6.0).abs() < 1e-12);
        }

        #[test]
        fn every_vertex_has_its_own_place_and_texture_coordinate(columns in 2_usize..30, rows in 2_usize..30) {
            let grid = Grid::new(columns, rows);
            let x = grid.positions(1.0, 1.0, Orientation::Vertical);
            for (vertex, [u, v]) in grid.uv().into_iter().enumerate() {
                prop_assert_eq!(grid.index(vertex % columns, vertex / columns), vertex);
                prop_assert!((x.get(vertex) - DVec3::new(f64::from(u), f64::from(v), 0.0)).length() < 1e-6);
            }
        }
    }

    #[test]
    fn a_hanging_grid_goes_down_from_its_first_row_and_looks_at_the_viewer() {
        let grid = Grid::new(4, 3);
        let x = grid.positions(3.0, 2.0, Orientation::Hanging);
        assert_eq!(x.get(grid.index(1, 2)), DVec3::new(1.0, -2.0, 0.0));
        for triangle in grid.triangles() {
            let [a, b, c] = triangle.map(|vertex| x.get(vertex as usize));
            assert!((b - a).cross(c - a).z > 0.0);
        }
    }

    #[test]
    fn a_grid_reaches_its_width_and_height() {
        for count in 2..400 {
            let x = Grid::new(count, count).positions(0.7, 1.3, Orientation::Vertical);
            let last = x.get(x.len() - 1);
            assert!((last - DVec3::new(0.7, 1.3, 0.0)).length() < 1e-15, "{count}: {last}");
        }
    }
}

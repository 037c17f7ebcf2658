//! Vertex normals of a triangle mesh.

use glam::DVec3;

use crate::grid::Grid;
use crate::points::Points;

/// Unit vertex normals, one per vertex: each triangle counts by its area. A vertex of no triangle, or of
/// collapsed triangles only, gets the zero vector.
pub fn area_weighted_normals(x: &Points, triangles: &[[u32; 3]]) -> Points {
    let mut normals = Points::zeros(x.len());
    for &triangle in triangles {
        // twice the area times the unit normal: the weight is already in it
        let normal = cross_of(x, triangle);
        for vertex in triangle {
            let sum = normals.get(vertex as usize) + normal;
            normals.set(vertex as usize, sum);
        }
    }
    for vertex in 0..normals.len() {
        normals.set(vertex, normals.get(vertex).normalize_or_zero());
    }
    normals
}

/// The vertex normals that the course project really computes: the unit normal of one triangle a vertex.
///
/// Its half-edge walk stops at the last triangle built with the vertex, so the intended sum over all faces never
/// happens: inner, left and top vertices get triangle (A, C, B) of the cell to their lower right, the right column
/// (B, C, D) of the cell to its left, the bottom row (B, C, D) of the cell above. For comparison only.
pub fn single_triangle_normals(x: &Points, grid: Grid) -> Points {
    let mut normals = Points::default();
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let inner = column + 1 < grid.columns && row + 1 < grid.rows;
            let a = grid.index(column.min(grid.columns - 2), row.min(grid.rows - 2)) as u32;
            let (b, c) = (a + 1, a + grid.columns as u32);
            let triangle = if inner { [a, c, b] } else { [b, c, c + 1] };
            normals.push(cross_of(x, triangle).normalize_or_zero());
        }
    }
    normals
}

/// Cross product of two edges of a triangle: its normal times twice its area [m²].
fn cross_of(x: &Points, [t0, t1, t2]: [u32; 3]) -> DVec3 {
    let origin = x.get(t0 as usize);
    (x.get(t1 as usize) - origin).cross(x.get(t2 as usize) - origin)
}

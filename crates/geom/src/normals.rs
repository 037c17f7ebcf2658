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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Orientation;

    #[test]
    fn a_triangle_counts_by_its_area() {
        // one large triangle that looks up and a small one that looks along z share vertex 0
        let x: Points = [DVec3::ZERO, DVec3::Z, DVec3::X, DVec3::X * 0.1, DVec3::Y * 0.1].into_iter().collect();
        let normals = area_weighted_normals(&x, &[[0, 1, 2], [0, 3, 4]]);
        // areas 1/2 and 1/200
        let expected = DVec3::new(0.0, 1.0, 0.01).normalize();
        assert!((normals.get(0) - expected).length() < 1e-15);
        assert_eq!(normals.get(1), DVec3::Y);
        assert_eq!(normals.get(4), DVec3::Z);
    }

    #[test]
    fn collapsed_and_missing_triangles_give_the_zero_vector() {
        let x: Points = [DVec3::ONE; 4].into_iter().collect();
        assert!(area_weighted_normals(&x, &[[0, 1, 2]]).iter().all(|normal| normal == DVec3::ZERO));
    }

    #[test]
    fn on_a_bent_grid_the_two_forms_differ_and_on_a_flat_one_they_do_not() {
        let grid = Grid::new(9, 7);
        let flat = grid.positions(1.0, 1.0, Orientation::Vertical);
        let area_weighted = area_weighted_normals(&flat, &grid.triangles());
        for (a, b) in area_weighted.iter().zip(single_triangle_normals(&flat, grid).iter()) {
            assert!((a + DVec3::Z).length() < 1e-12, "the front of a vertical cloth looks back");
            assert!((a - b).length() < 1e-12);
        }
        let bent: Points = flat.iter().map(|x| DVec3::new(x.x, x.y, x.x * x.x)).collect();
        let area_weighted = area_weighted_normals(&bent, &grid.triangles());
        let apart = |(a, b): (DVec3, DVec3)| (a - b).length();
        let worst =
            area_weighted.iter().zip(single_triangle_normals(&bent, grid).iter()).map(apart).fold(0.0, f64::max);
        assert!(worst > 0.01);
    }
}

//! Which vertex a pointer is on.

use glam::DVec3;
use muslin_geom::Points;
use muslin_sim::Model;

/// The vertex nearest to where a ray meets a triangle first, from either side (Möller and Trumbore 1997).
pub fn pick(model: &Model, x: &Points, origin: DVec3, direction: DVec3) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for triangle in &model.triangles {
        let corners = triangle.map(|vertex| x.get(vertex as usize));
        if let Some((distance, weights)) = meet(corners, origin, direction)
            && best.is_none_or(|(least, _)| distance < least)
        {
            let nearest = (0..3).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap_or(0);
            best = Some((distance, triangle[nearest] as usize));
        }
    }
    best.map(|(_, vertex)| vertex)
}

/// How far along `direction` a ray meets a triangle, and the weights of its corners there.
fn meet([a, b, c]: [DVec3; 3], origin: DVec3, direction: DVec3) -> Option<(f64, [f64; 3])> {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let volume = ab.dot(across);
    if volume == 0.0 {
        return None;
    }
    let from = origin - a;
    let u = from.dot(across) / volume;
    let along = from.cross(ab);
    let v = direction.dot(along) / volume;
    let distance = ac.dot(along) / volume;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0).then_some((distance, [1.0 - u - v, u, v]))
}

#[cfg(test)]
mod tests {
    use muslin_geom::{Grid, Orientation};
    use muslin_sim::{Cloth, Settings};

    use super::*;

    #[test]
    fn a_ray_from_either_side_finds_the_vertex_it_comes_closest_to_and_one_beside_the_cloth_none() {
        let grid = Grid::new(5, 5);
        let x = grid.positions(4.0, 4.0, Orientation::Hanging);
        let model = Model::new(vec![Cloth::new(grid, 4.0, 4.0, x.clone())], vec![], Settings::default()).unwrap();
        for side in [1.0, -1.0] {
            let origin = DVec3::new(2.1, -0.9, 5.0 * side);
            assert_eq!(pick(&model, &x, origin, DVec3::new(0.0, 0.0, -side)), Some(grid.index(2, 1)));
            assert_eq!(pick(&model, &x, origin, DVec3::new(0.0, 0.0, side)), None);
            assert_eq!(pick(&model, &x, origin, DVec3::new(1.0, 0.0, -side)), None);
        }
    }
}

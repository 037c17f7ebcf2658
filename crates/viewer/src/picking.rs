//! Which vertex is under the mouse, and where the mouse pulls it.

use glam::{DVec3, Vec3};
use muslin_geom::Points;
use muslin_render::Camera;

/// How far beside a vertex the mouse may be, as part of the picture's height.
const TOLERANCE: f32 = 0.05;

/// Among vertices so close to the nearest one, as part of the tolerance, the one in front is meant.
const SAME: f32 = 0.4;

/// A place in the picture, in [-1, 1], up positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// From left to right.
    pub x: f32,
    /// From bottom to top.
    pub y: f32,
    /// Width of the picture over its height.
    pub aspect: f32,
}

/// The vertex of `x` under the mouse: the nearest one in the picture, of those that cover each other the one in front.
pub fn vertex_at(x: &Points, camera: &Camera, place: Place) -> Option<usize> {
    let (eye, direction) = camera.ray(place.x, place.y, place.aspect);
    // the width of the field that counts, at distance 1
    let tolerance = 2.0 * (camera.fov / 2.0).tan() * TOLERANCE;
    let near: Vec<(usize, f32, f32)> = x
        .iter()
        .enumerate()
        .filter_map(|(vertex, point)| {
            let to = point.as_vec3() - eye;
            let depth = to.dot(direction);
            let beside = (to - direction * depth).length() / depth;
            (depth > 0.0 && beside <= tolerance).then_some((vertex, beside, depth))
        })
        .collect();
    let least = near.iter().map(|&(_, beside, _)| beside).min_by(f32::total_cmp)?;
    let covering = near.iter().filter(|&&(_, beside, _)| beside <= least + SAME * tolerance);
    let front = covering.clone().map(|&(_, _, depth)| depth).min_by(f32::total_cmp)?;
    // the cloth in front may slope: what lies hardly deeper than the first belongs to it
    let layer = camera.size * 0.1;
    let nearest = covering.filter(|&&(_, _, depth)| depth <= front + layer).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|&(vertex, _, _)| vertex)
}

/// A pull by the mouse, in the plane through the vertex that faces the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// The vertex.
    pub vertex: usize,
    start: Vec3,
    /// From the place that the mouse took hold of to the vertex [m]: it does not jump to the mouse.
    offset: Vec3,
}

impl Pull {
    /// Takes hold of `vertex`, which is at `start` [m].
    pub fn new(vertex: usize, start: DVec3, camera: &Camera, place: Place) -> Self {
        let start = start.as_vec3();
        let mut pull = Self { vertex, start, offset: Vec3::ZERO };
        pull.offset = start - pull.in_plane(camera, place).unwrap_or(start);
        pull
    }

    /// Where the vertex is to go [m].
    pub fn goal(&self, camera: &Camera, place: Place) -> Option<DVec3> {
        self.in_plane(camera, place).map(|point| (point + self.offset).as_dvec3())
    }

    fn in_plane(&self, camera: &Camera, place: Place) -> Option<Vec3> {
        let normal = camera.axes()[2];
        let (eye, direction) = camera.ray(place.x, place.y, place.aspect);
        let along = (self.start - eye).dot(normal) / direction.dot(normal);
        (along.is_finite() && along > 0.0).then(|| eye + direction * along)
    }
}

/// Where a point [m] is in the picture; none behind the camera.
pub fn place_of(point: DVec3, camera: &Camera, aspect: f32) -> Option<Place> {
    let clip = camera.view_projection(aspect) * point.as_vec3().extend(1.0);
    (clip.w > 0.0).then(|| Place { x: clip.x / clip.w, y: clip.y / clip.w, aspect })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASPECT: f32 = 1.5;

    fn camera() -> Camera {
        Camera::framing(Vec3::ZERO, Vec3::ONE, ASPECT)
    }

    fn sheet(z: f64) -> impl Iterator<Item = DVec3> {
        (0..121).map(move |i| DVec3::new(f64::from(i % 11) / 10.0, f64::from(i / 11) / 10.0, z))
    }

    #[test]
    fn the_vertex_under_the_mouse_is_found() {
        let points: Points = sheet(0.5).collect();
        for vertex in [0, 17, 60, 120] {
            let place = place_of(points.get(vertex), &camera(), ASPECT).unwrap();
            let beside = Place { x: place.x + 0.01, ..place };
            assert_eq!(vertex_at(&points, &camera(), beside), Some(vertex));
        }
    }

    #[test]
    fn of_two_layers_the_one_in_front_is_found() {
        let points: Points = sheet(0.0).chain(sheet(1.0)).collect();
        let place = place_of(points.get(121 + 60), &camera(), ASPECT).unwrap();
        assert_eq!(vertex_at(&points, &camera(), place), Some(121 + 60));
    }

    #[test]
    fn beside_the_cloth_there_is_nothing() {
        let points: Points = sheet(0.5).collect();
        assert_eq!(vertex_at(&points, &camera(), Place { x: -0.98, y: 0.98, aspect: ASPECT }), None);
        assert_eq!(vertex_at(&Points::default(), &camera(), Place { x: 0.0, y: 0.0, aspect: ASPECT }), None);
    }

    #[test]
    fn a_pulled_vertex_stays_below_the_mouse_at_its_distance() {
        let start = DVec3::new(0.2, 0.9, 0.5);
        let place = place_of(start, &camera(), ASPECT).unwrap();
        let held = Place { x: place.x + 0.02, y: place.y - 0.01, ..place };
        let pull = Pull::new(7, start, &camera(), held);
        assert!((pull.goal(&camera(), held).unwrap() - start).length() < 1e-5);
        let moved = Place { x: held.x + 0.3, y: held.y + 0.2, ..held };
        let goal = pull.goal(&camera(), moved).unwrap();
        let shown = place_of(goal, &camera(), ASPECT).unwrap();
        assert!((shown.x - place.x - 0.3).abs() < 1e-4 && (shown.y - place.y - 0.2).abs() < 1e-4, "{shown:?}");
        let back = camera().axes()[2].as_dvec3();
        assert!((goal - start).dot(back).abs() < 1e-5);
    }
}

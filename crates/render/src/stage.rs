//! What is in the picture of a scene: its cloths and colliders, and a floor.

use glam::{DVec3, Vec3};
use muslin_geom::Points;
use muslin_sim::{Collider, Model};

use crate::drawable::cloth::Cloth;
use crate::drawable::plane::{self, Square};
use crate::drawable::sphere::{SphereResolution, spheres};
use crate::gpu::Gpu;
use crate::mesh::{Kind, Mesh};

/// The drawables of a scene, on the device.
#[derive(Debug)]
pub struct Stage {
    pub(crate) cloths: Vec<Cloth>,
    /// Surfaces that are drawn in every look.
    pub(crate) solids: Vec<Mesh>,
    /// The floor that only `studio` has.
    pub(crate) floor: Option<Floor>,
    /// Lines that are drawn in every look.
    pub lines: Vec<Mesh>,
    /// Surfaces beside the scene's own, such as arrows or boxes.
    pub extra: Vec<Mesh>,
    low: Vec3,
    high: Vec3,
    balls: Option<[Vec3; 2]>,
}

/// A floor, which is no part of the simulation.
#[derive(Debug)]
pub(crate) struct Floor {
    pub(crate) mesh: Mesh,
    square: Square,
}

impl Floor {
    /// Draws it lower where a cloth falls through it.
    fn keep_below(&mut self, gpu: &Gpu, lowest: f32) {
        let center = self.square.center;
        let height = center.y.min(lowest - 1e-3 * self.square.half);
        let square = Square { center: Vec3::new(center.x, height, center.z), ..self.square };
        self.mesh.set_instances(gpu, &[plane::instance(&square)]);
    }
}

/// Colours of cloths, one after the other, as displayed.
const CLOTH_COLORS: [[f32; 3]; 4] = [[0.66, 0.26, 0.24], [0.24, 0.40, 0.56], [0.82, 0.64, 0.34], [0.32, 0.48, 0.40]];
const BALL_COLOR: [f32; 3] = [0.78, 0.76, 0.72];
const PLANE_COLOR: [f32; 3] = [0.74, 0.73, 0.71];

impl Stage {
    /// The scene at its start.
    pub fn new(gpu: &Gpu, model: &Model, resolution: SphereResolution) -> Self {
        let cloths = model
            .cloths
            .iter()
            .zip(CLOTH_COLORS.into_iter().cycle())
            .map(|(cloth, color)| Cloth::new(gpu, cloth, color))
            .collect();
        let balls: Vec<_> = model
            .colliders
            .iter()
            .filter_map(|collider| match collider {
                Collider::Sphere(ball) => Some((ball.center.as_vec3(), ball.radius as f32, BALL_COLOR)),
                Collider::Plane(_) => None,
            })
            .collect();
        let ball_bounds = balls
            .iter()
            .map(|&(center, radius, _)| [center - radius, center + radius])
            .reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        let squares = squares(model);
        let mut solids = Vec::new();
        if !balls.is_empty() {
            solids.push(spheres(gpu, resolution, &balls));
        }
        if !squares.is_empty() {
            solids.push(plane::squares(gpu, &squares));
        }
        let mut stage = Self {
            cloths,
            solids,
            floor: floor(model, ball_bounds).map(|square| Floor { mesh: plane::squares(gpu, &[square]), square }),
            lines: Vec::new(),
            extra: Vec::new(),
            low: Vec3::ZERO,
            high: Vec3::ZERO,
            balls: ball_bounds,
        };
        stage.update(gpu, model, &model.x_rest);
        stage
    }

    /// Moves the cloths to the positions `x` of all vertices [m].
    pub fn update(&mut self, gpu: &Gpu, model: &Model, x: &Points) {
        for (cloth, of_model) in self.cloths.iter_mut().zip(&model.cloths) {
            cloth.update(gpu, of_model, x.slice(of_model.vertices.clone()));
        }
        let (low, high) = x.bounds().unwrap_or((DVec3::ZERO, DVec3::ZERO));
        let [ball_low, ball_high] = self.balls.unwrap_or([low.as_vec3(), high.as_vec3()]);
        (self.low, self.high) = (low.as_vec3().min(ball_low), high.as_vec3().max(ball_high));
        if let Some(floor) = &mut self.floor {
            floor.keep_below(gpu, self.low.y);
        }
    }

    /// Smallest and largest coordinates of cloths and balls [m], as last updated.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        (self.low, self.high)
    }
}

/// Middle of the cloths at rest, and their largest extent [m].
fn extent(model: &Model) -> (Vec3, f32) {
    let (low, high) = model.x_rest.bounds().unwrap_or((DVec3::ZERO, DVec3::ZERO));
    ((low + high).as_vec3() / 2.0, (high - low).max_element() as f32)
}

/// The parts of the planes that are drawn: squares below the middle of the cloths.
fn squares(model: &Model) -> Vec<Square> {
    let (middle, size) = extent(model);
    let of_plane = |collider: &Collider| match collider {
        Collider::Plane(plane) => {
            let (point, normal) = (plane.point.as_vec3(), plane.normal.as_vec3().normalize_or(Vec3::Y));
            let center = middle - normal * (middle - point).dot(normal);
            let level = normal.y.abs() > 0.99;
            let (half, kind) = if level { (8.0 * size, Kind::Ground) } else { (1.5 * size, Kind::Solid) };
            Some(Square { center, normal, half, color: PLANE_COLOR, kind })
        }
        Collider::Sphere(_) => None,
    };
    model.colliders.iter().filter_map(of_plane).collect()
}

/// A floor so far down that nothing hanging reaches it, where the scene has no plane.
fn floor(model: &Model, balls: Option<[Vec3; 2]>) -> Option<Square> {
    if model.colliders.iter().any(|collider| matches!(collider, Collider::Plane(_))) {
        return None;
    }
    let (middle, size) = extent(model);
    let (low, _) = model.x_rest.bounds()?;
    let lowest = (low.y as f32 - 1.12 * size).min(balls.map_or(f32::INFINITY, |[low, _]| low.y)) - 0.03 * size;
    let center = Vec3::new(middle.x, lowest, middle.z);
    Some(Square { center, normal: Vec3::Y, half: 8.0 * size, color: PLANE_COLOR, kind: Kind::Ground })
}

//! What is in the picture of a scene: its cloths and colliders, and a floor.

use glam::{DVec3, Vec3};
use muslin_geom::Points;
use muslin_sim::{Model, Plane, Shape};

use crate::drawable::boxes::{self, BoxInstance, boxes};
use crate::drawable::cloth::Cloth;
use crate::drawable::plane::{self, Square};
use crate::drawable::sphere::{self, SphereResolution, spheres};
use crate::gpu::Gpu;
use crate::look::Look;
use crate::mesh::{Kind, Mesh};

/// The drawables of a scene, on the device.
#[derive(Debug)]
pub struct Stage {
    pub(crate) cloths: Vec<Cloth>,
    /// Balls, planes and boxes.
    solids: [Mesh; 3],
    /// The level planes as boards of 8 x 8 squares, which `flat_checks` has in place of the planes.
    boards: Mesh,
    /// The floor that only `studio` has.
    pub(crate) floor: Option<Floor>,
    /// Lines that are drawn in every look.
    pub lines: Vec<Mesh>,
    /// Surfaces beside the scene's own, such as arrows or boxes.
    pub extra: Vec<Mesh>,
    low: Vec3,
    high: Vec3,
    /// Around the colliders that the picture shows whole.
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
const BOX_COLOR: [f32; 3] = [0.70, 0.70, 0.69];
/// Boxes that a picture shows whole; of more it shows those around the cloth.
const FEW_BOXES: usize = 8;

impl Stage {
    /// The scene at its start.
    pub fn new(gpu: &Gpu, model: &Model, resolution: SphereResolution) -> Self {
        let cloths = model
            .cloths
            .iter()
            .zip(CLOTH_COLORS.into_iter().cycle())
            .map(|(cloth, color)| Cloth::new(gpu, cloth, model.method, color))
            .collect();
        let solids = Solids::at(model, 0.0);
        let ball_bounds = solids.bounds();
        let mut stage = Self {
            cloths,
            solids: solids.meshes(gpu, resolution),
            boards: plane::squares(gpu, &boards(model)),
            floor: floor(model, ball_bounds).map(|square| Floor { mesh: plane::squares(gpu, &[square]), square }),
            lines: Vec::new(),
            extra: Vec::new(),
            low: Vec3::ZERO,
            high: Vec3::ZERO,
            balls: ball_bounds,
        };
        stage.update(gpu, model, &model.x_rest, 0.0);
        stage
    }

    /// Moves the cloths to the positions `x` of all vertices [m], and the colliders to where they are at `frame`.
    pub fn update(&mut self, gpu: &Gpu, model: &Model, x: &Points, frame: f64) {
        for (cloth, of_model) in self.cloths.iter_mut().zip(&model.cloths) {
            cloth.update(gpu, of_model, x.slice(of_model.vertices.clone()));
        }
        if model.colliders.iter().any(|collider| collider.wave.is_some()) {
            let solids = Solids::at(model, frame);
            solids.move_meshes(gpu, &mut self.solids);
            self.balls = solids.bounds();
        }
        let (low, high) = x.bounds().unwrap_or((DVec3::ZERO, DVec3::ZERO));
        let [ball_low, ball_high] = self.balls.unwrap_or([low.as_vec3(), high.as_vec3()]);
        (self.low, self.high) = (low.as_vec3().min(ball_low), high.as_vec3().max(ball_high));
        if let Some(floor) = &mut self.floor {
            floor.keep_below(gpu, self.low.y);
        }
    }

    /// What is seen beside the cloths in `look`.
    pub(crate) fn solids(&self, look: Look) -> impl Iterator<Item = &Mesh> {
        let [balls, planes, boxes] = &self.solids;
        let planes = if look == Look::FlatChecks { &self.boards } else { planes };
        [balls, planes, boxes].into_iter().chain(&self.extra)
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

/// What cloth collides with, at one frame.
struct Solids {
    balls: Vec<(Vec3, f32, [f32; 3])>,
    /// The parts of the planes that are drawn: squares below the middle of the cloths.
    squares: Vec<Square>,
    boxes: Vec<BoxInstance>,
}

impl Solids {
    fn at(model: &Model, frame: f64) -> Self {
        let mut solids = Self { balls: Vec::new(), squares: Vec::new(), boxes: Vec::new() };
        let (middle, size) = extent(model);
        for shape in model.colliders_at(frame) {
            match shape {
                Shape::Sphere(ball) => {
                    solids.balls.push((ball.center.as_vec3(), ball.radius as f32, BALL_COLOR));
                }
                Shape::Plane(plane) => solids.squares.push(square(&plane, middle, size)),
                Shape::Boxes(boxes) => solids.boxes.extend(boxes.boxes().iter().map(|one| BoxInstance {
                    center: ((one.min + one.max) / 2.0 + boxes.offset).as_vec3(),
                    half: ((one.max - one.min) / 2.0).as_vec3(),
                    color: BOX_COLOR,
                })),
            }
        }
        solids
    }

    fn meshes(&self, gpu: &Gpu, resolution: SphereResolution) -> [Mesh; 3] {
        [spheres(gpu, resolution, &self.balls), plane::squares(gpu, &self.squares), boxes(gpu, &self.boxes)]
    }

    /// Moves what [`meshes`](Self::meshes) made.
    fn move_meshes(&self, gpu: &Gpu, meshes: &mut [Mesh]) {
        let squares = self.squares.iter().map(plane::instance).collect();
        let instances = [sphere::instances(&self.balls), squares, boxes::instances(&self.boxes)];
        for (mesh, instances) in meshes.iter_mut().zip(instances) {
            mesh.set_instances(gpu, &instances);
        }
    }

    /// Around all balls, and around boxes where they are few: a city would make the cloth a speck.
    fn bounds(&self) -> Option<[Vec3; 2]> {
        let balls = self.balls.iter().map(|&(center, radius, _)| [center - radius, center + radius]);
        let few = if self.boxes.len() <= FEW_BOXES { &self.boxes[..] } else { &[] };
        let boxes = few.iter().map(|one| [one.center - one.half, one.center + one.half]);
        balls.chain(boxes).reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
    }
}

fn square(plane: &Plane, middle: Vec3, size: f32) -> Square {
    let (point, normal) = (plane.point.as_vec3(), plane.normal.as_vec3().normalize_or(Vec3::Y));
    let center = middle - normal * (middle - point).dot(normal);
    let level = normal.y.abs() > 0.99;
    let (half, kind) = if level { (8.0 * size, Kind::Ground) } else { (1.5 * size, Kind::Solid) };
    Square { center, normal, half, color: PLANE_COLOR, kind }
}

/// The boards of `flat_checks` on level planes: under the middle of the cloths by whole squares from the plane's point, a whole
/// number of metres wide, and a little lower, so that cloth lies upon them.
fn boards(model: &Model) -> Vec<Square> {
    let (middle, size) = extent(model);
    let side = if size >= 1.0 { (1.25 * size).ceil() } else { 1.25 * size };
    let square = side / 8.0;
    let board = |shape: Shape| match shape {
        Shape::Plane(plane) if plane.normal.y.abs() > 0.99 => {
            let point = plane.point.as_vec3() - 2.5e-4 * side * plane.normal.as_vec3();
            let squares = ((middle - point) / square).round() * Vec3::new(1.0, 0.0, 1.0);
            let center = point + square * squares;
            Some(Square { center, normal: Vec3::Y, half: side / 2.0, color: PLANE_COLOR, kind: Kind::Ground })
        }
        _ => None,
    };
    model.colliders_at(0.0).filter_map(board).collect()
}

/// A floor so far down that nothing hanging reaches it, where the scene has no plane.
fn floor(model: &Model, balls: Option<[Vec3; 2]>) -> Option<Square> {
    if model.colliders.iter().any(|collider| matches!(collider.shape, Shape::Plane(_))) {
        return None;
    }
    let (middle, size) = extent(model);
    let (low, _) = model.x_rest.bounds()?;
    let lowest = (low.y as f32 - 1.12 * size).min(balls.map_or(f32::INFINITY, |[low, _]| low.y)) - 0.03 * size;
    let center = Vec3::new(middle.x, lowest, middle.z);
    Some(Square { center, normal: Vec3::Y, half: 8.0 * size, color: PLANE_COLOR, kind: Kind::Ground })
}

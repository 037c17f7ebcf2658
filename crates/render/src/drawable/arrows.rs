//! Arrows: forces, velocities, normals.

use std::f32::consts::TAU;

use glam::{Affine3A, Mat3A, Quat, Vec3};

use crate::gpu::Gpu;
use crate::mesh::{Instance, Kind, Mesh, Vertex, plain};

/// An arrow from `start` along `along`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Where it begins [m].
    pub start: Vec3,
    /// From there to its tip [m].
    pub along: Vec3,
    /// Colour as displayed, 0 to 1.
    pub color: [f32; 3],
}

const SIDES: u32 = 16;
/// Radius of the shaft, radius of the head, and where the head begins, for an arrow of length 1.
const SHAFT: f32 = 0.02;
const HEAD: f32 = 0.055;
const NECK: f32 = 0.82;

/// Arrows, all of one mesh; those without length are left out.
pub fn arrows(gpu: &Gpu, arrows: &[Arrow]) -> Mesh {
    let (vertices, indices) = unit_arrow();
    let instances: Vec<_> = arrows.iter().filter_map(instance).collect();
    Mesh::new(gpu, &vertices, &indices, &instances)
}

fn instance(arrow: &Arrow) -> Option<Instance> {
    let length = arrow.along.length();
    let rotation = Quat::from_rotation_arc(Vec3::Y, arrow.along.try_normalize()?);
    let matrix = Mat3A::from_quat(rotation) * length;
    Some(Instance::new(Affine3A { matrix3: matrix, translation: arrow.start.into() }, arrow.color, Kind::Solid))
}

/// An arrow from the origin to (0, 1, 0): a tube, a ring under the head, the head.
fn unit_arrow() -> (Vec<Vertex>, Vec<u32>) {
    let slope = Vec3::new(1.0 - NECK, HEAD, 0.0).normalize();
    let rings = [
        ([0.0, 0.0], Vec3::NEG_Y),
        ([SHAFT, 0.0], Vec3::NEG_Y),
        ([SHAFT, 0.0], Vec3::X),
        ([SHAFT, NECK], Vec3::X),
        ([SHAFT, NECK], Vec3::NEG_Y),
        ([HEAD, NECK], Vec3::NEG_Y),
        ([HEAD, NECK], slope),
        ([0.0, 1.0], slope),
    ];
    let mut vertices = Vec::new();
    for ([radius, height], normal) in rings {
        for side in 0..=SIDES {
            let around = Quat::from_rotation_y(TAU * side as f32 / SIDES as f32);
            let position = around * Vec3::new(radius, height, 0.0);
            vertices.push(plain(position, around * normal, [0.0; 2], around * Vec3::NEG_Z));
        }
    }
    let mut indices = Vec::new();
    for band in [0, 2, 4, 6] {
        for side in 0..SIDES {
            let a = band * (SIDES + 1) + side;
            let b = a + SIDES + 1;
            indices.extend([a, b, a + 1, a + 1, b, b + 1]);
        }
    }
    (vertices, indices)
}

//! A grid of lines on the ground.

use glam::{Affine3A, Vec3};

use crate::gpu::Gpu;
use crate::mesh::{Instance, Kind, Mesh, plain};

/// Lines along x and z around `center`, `spacing` [m] apart, `count` to each side.
pub fn ground_grid(gpu: &Gpu, center: Vec3, spacing: f32, count: i32, color: [f32; 3]) -> Mesh {
    let far = spacing * count as f32;
    let mut vertices = Vec::new();
    for i in -count..=count {
        let at = spacing * i as f32;
        for end in [[at, -far], [at, far], [-far, at], [far, at]] {
            vertices.push(plain(Vec3::new(end[0], 0.0, end[1]), Vec3::Y, [0.0; 2], Vec3::X));
        }
    }
    let indices: Vec<u32> = (0..vertices.len() as u32).collect();
    let to_world = Affine3A::from_translation(center);
    Mesh::new(gpu, &vertices, &indices, &[Instance::new(to_world, color, Kind::Solid)])
}

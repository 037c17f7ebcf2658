//! Balls.

use std::f32::consts::{PI, TAU};

use glam::{Affine3A, Vec3};

use crate::gpu::Gpu;
use crate::mesh::{Instance, Kind, Mesh, Vertex, plain};

/// Circles of the mesh of a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SphereResolution {
    /// Strips from pole to pole.
    pub latitude: u32,
    /// Strips around.
    pub longitude: u32,
}

impl Default for SphereResolution {
    /// So many that the outline is round in a picture of ordinary size.
    fn default() -> Self {
        Self { latitude: 64, longitude: 96 }
    }
}

/// Balls, all of one mesh.
pub fn spheres(gpu: &Gpu, resolution: SphereResolution, balls: &[(Vec3, f32, [f32; 3])]) -> Mesh {
    let (vertices, indices) = unit_sphere(resolution);
    Mesh::new(gpu, &vertices, &indices, &instances(balls))
}

/// A copy of the mesh for each ball.
pub(crate) fn instances(balls: &[(Vec3, f32, [f32; 3])]) -> Vec<Instance> {
    balls.iter().map(|&(center, radius, color)| instance(center, radius, color)).collect()
}

fn instance(center: Vec3, radius: f32, color: [f32; 3]) -> Instance {
    let to_world = Affine3A::from_scale_rotation_translation(Vec3::splat(radius), glam::Quat::IDENTITY, center);
    Instance { checks: [16.0; 2], ..Instance::new(to_world, color, Kind::Solid) }
}

/// The unit ball: u once around, v from the north pole to the south pole.
fn unit_sphere(resolution: SphereResolution) -> (Vec<Vertex>, Vec<u32>) {
    let (rows, columns) = (resolution.latitude.clamp(2, 2048), resolution.longitude.clamp(3, 2048));
    let mut vertices = Vec::with_capacity(((rows + 1) * (columns + 1)) as usize);
    for row in 0..=rows {
        for column in 0..=columns {
            let (u, v) = (column as f32 / columns as f32, row as f32 / rows as f32);
            let (sin_v, cos_v) = (v * PI).sin_cos();
            let (sin_u, cos_u) = (u * TAU).sin_cos();
            let normal = Vec3::new(sin_v * sin_u, cos_v, sin_v * cos_u);
            vertices.push(plain(normal, normal, [u, v], Vec3::new(cos_u, 0.0, -sin_u)));
        }
    }
    let mut indices = Vec::with_capacity((6 * rows * columns) as usize);
    for row in 0..rows {
        for column in 0..columns {
            let a = row * (columns + 1) + column;
            let b = a + columns + 1;
            indices.extend([a, b, a + 1, a + 1, b, b + 1]);
        }
    }
    (vertices, indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_triangle_faces_outward_and_the_surface_is_closed() {
        let (vertices, indices) = unit_sphere(SphereResolution { latitude: 8, longitude: 12 });
        let mut area = 0.0;
        for corners in indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| Vec3::from_array(vertices[corners[i] as usize].position));
            let across = (b - a).cross(c - a);
            assert!(across.dot(a + b + c) >= -1e-6);
            area += across.length() / 2.0;
        }
        // an inscribed polyhedron: a little less than 4 π
        assert!(area < 4.0 * PI && area > 0.92 * 4.0 * PI, "{area}");
    }
}

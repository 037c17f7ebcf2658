//! Boxes, thousands in one draw.

use glam::{Affine3A, Quat, Vec3};

use crate::gpu::Gpu;
use crate::mesh::{Instance, Kind, Mesh, Vertex, plain};

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxInstance {
    /// Its middle [m].
    pub center: Vec3,
    /// Half of its sides [m].
    pub half: Vec3,
    /// Colour as displayed, 0 to 1.
    pub color: [f32; 3],
}

/// Boxes, all of one mesh.
pub fn boxes(gpu: &Gpu, boxes: &[BoxInstance]) -> Mesh {
    let (vertices, indices) = unit_box();
    Mesh::new(gpu, &vertices, &indices, &instances(boxes))
}

/// A copy of the mesh for each box.
pub(crate) fn instances(boxes: &[BoxInstance]) -> Vec<Instance> {
    let instance = |b: &BoxInstance| {
        let to_world = Affine3A::from_scale_rotation_translation(b.half, Quat::IDENTITY, b.center);
        Instance { checks: [1.0; 2], ..Instance::new(to_world, b.color, Kind::Solid) }
    };
    boxes.iter().map(instance).collect()
}

/// The box from −1 to 1, every face with its own corners.
fn unit_box() -> (Vec<Vertex>, Vec<u32>) {
    let mut vertices = Vec::with_capacity(24);
    let mut indices = Vec::with_capacity(36);
    for normal in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z] {
        let tangent = if normal.y.abs() > 0.5 { Vec3::X } else { Vec3::Y.cross(normal) };
        let up = normal.cross(tangent);
        let first = vertices.len() as u32;
        for (s, t) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            vertices.push(plain(
                normal + s * tangent + t * up,
                normal,
                [f32::midpoint(s, 1.0), f32::midpoint(-t, 1.0)],
                tangent,
            ));
        }
        indices.extend([0, 1, 2, 2, 1, 3].map(|corner| first + corner));
    }
    (vertices, indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_of_a_box_look_outward() {
        let (vertices, indices) = unit_box();
        for corners in indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| &vertices[corners[i] as usize]);
            let [pa, pb, pc] = [a, b, c].map(|v| Vec3::from_array(v.position));
            let normal = Vec3::from_array(a.normal);
            assert!((pb - pa).cross(pc - pa).dot(normal) > 0.0);
            assert!((pa.dot(normal) - 1.0).abs() < 1e-6);
        }
    }
}

//! Planes and floors.

use glam::{Affine3A, Mat3A, Vec3};

use crate::gpu::Gpu;
use crate::mesh::{Instance, Kind, Mesh, plain};

/// A square of a plane: `half` [m] from `center` to the middle of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Square {
    /// Its middle [m].
    pub center: Vec3,
    /// Unit vector across it.
    pub normal: Vec3,
    /// Half of its side [m].
    pub half: f32,
    /// Colour as displayed, 0 to 1.
    pub color: [f32; 3],
    /// Whether it is a floor that ends in the background.
    pub kind: Kind,
}

/// Squares, all of one mesh.
pub fn squares(gpu: &Gpu, squares: &[Square]) -> Mesh {
    let corner =
        |x: f32, z: f32| plain(Vec3::new(x, 0.0, z), Vec3::Y, [f32::midpoint(x, 1.0), f32::midpoint(z, 1.0)], Vec3::X);
    let vertices = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)];
    let instances: Vec<_> = squares.iter().map(instance).collect();
    Mesh::new(gpu, &vertices, &[0, 2, 1, 1, 2, 3], &instances)
}

pub(crate) fn instance(square: &Square) -> Instance {
    let y = square.normal.normalize_or(Vec3::Y);
    // any direction that is not the normal's
    let aside = if y.x.abs() < 0.7 { Vec3::X } else { Vec3::Z };
    let z = aside.cross(y).normalize();
    let x = y.cross(z);
    let matrix = Mat3A::from_cols((x * square.half).into(), y.into(), (z * square.half).into());
    Instance::new(Affine3A { matrix3: matrix, translation: square.center.into() }, square.color, square.kind)
}

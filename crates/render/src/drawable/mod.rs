//! What can be in a picture, one file each: the shape as a mesh.

pub mod arrows;
pub mod boxes;
pub mod cloth;
pub mod grid;
pub mod plane;
pub mod sphere;

//! A city as a file that other programs read.
//!
//! | function | what it writes |
//! |---|---|
//! | [`write_json`] | every box exactly, with what it is and belongs to |
//! | [`write_obj`], [`write_mtl`] | Wavefront OBJ: an object for each tower, block and street |
//! | [`write_glb`] | binary glTF: one cube, drawn once a box, or plain meshes |
//!
//! The same city gives the same bytes. All three go through the boxes one by one, so that a file may be larger than memory.

mod cuboid;
pub mod error;
pub mod glb;
pub mod json;
pub mod obj;

pub use error::ExportError;
pub use glb::{Fallback, write_glb};
pub use json::write_json;
pub use obj::{write_mtl, write_obj};

/// Colour of the ground, as displayed.
const GROUND_COLOR: [u8; 3] = [78, 82, 72];

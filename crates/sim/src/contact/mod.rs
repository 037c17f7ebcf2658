//! Cloth against cloth.

pub mod cell_map;
pub mod self_collision;

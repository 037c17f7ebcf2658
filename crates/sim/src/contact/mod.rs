//! Cloth against cloth.

mod cell_key;
pub mod cell_map;
pub mod self_collision;

//! Cloth against cloth.

mod bins;
mod cell_key;
pub mod cell_map;
mod clearance;
mod neighbours;
mod push;
pub mod self_collision;

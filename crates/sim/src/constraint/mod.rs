//! Limits that positions and velocities are moved to, one a file.

pub mod distance_links;
pub mod pin;
pub mod spook;
pub mod stretch_limit;
pub mod tether;

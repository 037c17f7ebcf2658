//! Limits that positions are moved to, one a file.

pub mod pin;
pub mod stretch_limit;

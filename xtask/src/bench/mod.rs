//! `cargo xtask bench METHOD`: how long a frame takes.

pub mod calibration;
pub mod mass_spring;

//! Forces on vertices.

pub mod reciprocal;
pub mod spring;
pub mod spring_force;

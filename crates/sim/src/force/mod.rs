//! Forces on vertices.

pub mod spring;
pub mod spring_force;

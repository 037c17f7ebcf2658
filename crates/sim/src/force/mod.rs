//! Forces on vertices.

pub mod reciprocal;
pub mod relaxation_springs;
pub mod spring;
pub mod spring_force;
pub mod weight;
pub mod wind;

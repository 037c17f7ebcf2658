//! The methods, one file each: a function that shows the order of a time step's stages and does nothing else.

pub mod mass_spring;

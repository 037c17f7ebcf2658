//! What stands around the picture, one panel a file.

pub mod appearance;
pub mod plots;
mod row;
pub mod scenes;
pub mod simulation;
pub mod state;
pub mod toolbar;

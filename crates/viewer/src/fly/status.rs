//! What the window of a flight shows, for tests and other programs.

use serde::Serialize;

/// What the window of a flight shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlyStatus {
    /// Buildings of the city.
    pub buildings: usize,
    /// Boxes of the city.
    pub cubes: usize,
    /// Seed of the city.
    pub seed: u32,
    /// What is added to the seed.
    pub advance: u32,
    /// Cities along x and z.
    pub grid: [u32; 2],
    /// Where the camera is [m].
    pub position: [f64; 3],
    /// Angle around the vertical [degrees].
    pub yaw: f64,
    /// Angle above the horizontal [degrees].
    pub pitch: f64,
    /// What the picture looks like.
    pub look: &'static str,
    /// Whether there is a line of help.
    pub help: bool,
    /// Titles of the messages.
    pub messages: Vec<String>,
    /// Left, top, width and height of the picture [points].
    pub picture: [f32; 4],
}

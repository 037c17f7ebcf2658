//! What can be chosen about a flight from outside.

use muslin_render::city::{CityStyle, FlyCamera};

/// What can be chosen about a flight from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlyOptions {
    /// What the picture looks like at first.
    pub style: CityStyle,
    /// Where the camera starts, and comes back to.
    pub start: FlyCamera,
    /// The picture at which the graphics device is given up, once: to see what its loss does.
    pub lose_device_at: Option<u64>,
}

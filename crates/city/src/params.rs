//! What a city is made by, beside its seed.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a city is made by, beside its seed. Every option that is off leaves the boxes of the others as they are, to the
/// last bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CityParams {
    /// Length of a side of one city [m], 16 to 10000.
    pub size: f64,
    /// How many cities stand side by side along x and along z, each at least 1. The one that the seed itself makes is in
    /// the middle; of an even number one more is on the side of the smaller coordinate.
    pub grid: [u32; 2],
    /// Added to the seed, wrapping: raised by one a frame, another city grows on every frame.
    pub advance: u32,
    /// Whether streets have dashed lines along their middle and a crossing of stripes at one end.
    pub roads: bool,
    /// Whether there are four different kinds of block: a park, a symmetrical array of buildings, one lot, two lots.
    pub block_kinds: bool,
    /// Whether every box has a colour of its own instead of a grey.
    pub own_colors: bool,
    /// Height between the lowest and the highest possible ground [m], up to 1000; nothing for a flat city.
    pub terrain: Option<f64>,
}

impl Default for CityParams {
    fn default() -> Self {
        Self {
            size: 500.0,
            grid: [1, 1],
            advance: 0,
            roads: false,
            block_kinds: false,
            own_colors: false,
            terrain: None,
        }
    }
}

/// Which parameter of a city is out of its range.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ParamError {
    /// The size is not finite or out of range.
    #[error("size is {size} m: expected {} to {} m", CityParams::MIN_SIZE, CityParams::MAX_SIZE)]
    Size {
        /// What was asked for [m].
        size: f64,
    },
    /// A side of the grid is 0 or too long.
    #[error("grid is {} x {}: expected 1 to {} cities along each side", grid[0], grid[1], CityParams::MAX_GRID)]
    Grid {
        /// What was asked for.
        grid: [u32; 2],
    },
    /// Size and grid are within their ranges, but together cover more ground than a computer has memory for.
    #[error(
        "size and grid ask for {:.0} km²: expected at most {:.0} km², so at a size of {size} m at most {} cities",
        f64::from(grid[0]) * f64::from(grid[1]) * size * size / 1e6,
        CityParams::MAX_AREA / 1e6,
        (CityParams::MAX_AREA / (size * size)).floor()
    )]
    Area {
        /// What was asked for [m].
        size: f64,
        /// What was asked for.
        grid: [u32; 2],
    },
    /// The height of the terrain is not finite or out of range.
    #[error("terrain is {relief} m high: expected 0 to {} m", CityParams::MAX_RELIEF)]
    Terrain {
        /// What was asked for [m].
        relief: f64,
    },
}

impl CityParams {
    /// Smallest size of a city [m]: a little more than the smallest piece that a cut leaves.
    pub const MIN_SIZE: f64 = 16.0;
    /// Largest size of a city [m]. Eleven levels of cuts are not enough for more: what they leave would be plains.
    pub const MAX_SIZE: f64 = 10_000.0;
    /// Most cities along a side of the grid.
    pub const MAX_GRID: u32 = 1000;
    /// Largest area of all cities together [m²]: about 30 million boxes, 1 GB.
    pub const MAX_AREA: f64 = 1e10;
    /// Largest height of the terrain [m].
    pub const MAX_RELIEF: f64 = 1000.0;

    /// Whether all parameters are in their ranges. Nothing is allocated for those that are not.
    ///
    /// # Errors
    /// With the first parameter that is out of its range.
    pub fn validate(&self) -> Result<(), ParamError> {
        let Self { size, grid, .. } = *self;
        if !(Self::MIN_SIZE..=Self::MAX_SIZE).contains(&size) {
            return Err(ParamError::Size { size });
        }
        if !grid.iter().all(|count| (1..=Self::MAX_GRID).contains(count)) {
            return Err(ParamError::Grid { grid });
        }
        if f64::from(grid[0]) * f64::from(grid[1]) * size * size > Self::MAX_AREA {
            return Err(ParamError::Area { size, grid });
        }
        match self.terrain {
            Some(relief) if !(0.0..=Self::MAX_RELIEF).contains(&relief) => Err(ParamError::Terrain { relief }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(change: impl FnOnce(&mut CityParams)) -> Result<(), String> {
        let mut params = CityParams::default();
        change(&mut params);
        params.validate().map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_in_range_passes() {
        assert_eq!(with(|_| ()), Ok(()));
        assert_eq!(with(|params| params.size = 16.0), Ok(()));
        assert_eq!(with(|params| params.grid = [200, 200]), Ok(()));
        assert_eq!(with(|params| params.terrain = Some(0.0)), Ok(()));
    }

    #[test]
    fn a_parameter_out_of_range_is_named_with_its_range() {
        for size in [f64::NAN, f64::INFINITY, -500.0, 0.0, 15.9, 10_000.1] {
            assert_eq!(with(|params| params.size = size), Err(format!("size is {size} m: expected 16 to 10000 m")));
        }
        for grid in [[0, 1], [1, 0], [1001, 1], [1, u32::MAX]] {
            let text = format!("grid is {} x {}: expected 1 to 1000 cities along each side", grid[0], grid[1]);
            assert_eq!(with(|params| params.grid = grid), Err(text));
        }
        for relief in [f64::NAN, f64::INFINITY, -1.0, 1000.5] {
            let text = format!("terrain is {relief} m high: expected 0 to 1000 m");
            assert_eq!(with(|params| params.terrain = Some(relief)), Err(text));
        }
    }

    #[test]
    fn too_much_ground_in_all_is_refused_with_what_would_do() {
        let error = with(|params| params.grid = [1000, 1000]).unwrap_err();
        let text =
            "size and grid ask for 250000 km²: expected at most 10000 km², so at a size of 500 m at most 40000 cities";
        assert_eq!(error, text);
    }
}

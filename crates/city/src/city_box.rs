//! A box of the city, what it is and where in the tree of the city it belongs.

use serde::Serialize;

/// One axis-aligned box, exact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CityBox {
    /// The corner with the smallest x, y, z [m].
    pub min: [f64; 3],
    /// The corner with the largest x, y, z [m].
    pub max: [f64; 3],
    /// Red, green, blue as displayed, 0 to 1.
    pub color: [f64; 3],
    /// What the box is.
    pub kind: Kind,
    /// What the box belongs to.
    #[serde(flatten)]
    pub place: Place,
}

/// What a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// The slab that a whole block stands on.
    Base,
    /// The square in the middle of a crossing.
    Junction,
    /// The main box of a building.
    Body,
    /// A slab of a roof that is divided both ways.
    RoofSlab,
    /// A strip across a roof.
    RoofStrip,
    /// A dash of the line along the middle of a street.
    Dash,
    /// A stripe of the crossing at the end of a street.
    Stripe,
    /// A lawn of a park.
    Lawn,
    /// The trunk of a tree.
    Trunk,
    /// The crown of a tree.
    Crown,
}

/// Which object of the city a box belongs to. All numbers count from 0 within the city, in the order of generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// Number of the city in the grid: row after row along z, in each along x.
    pub city: u32,
    /// Number of the suburb: of the one that became the block, or whose cut made the street.
    pub suburb: u32,
    /// Number of the block; nothing in streets.
    pub block: Option<u32>,
    /// Number of the lot, which carries one tower; nothing in streets and beside lots.
    pub lot: Option<u32>,
    /// Number of the building, where each tier of a tower is one, and so is a lot too small to be built on.
    pub building: Option<u32>,
    /// How many buildings of the same tower are below.
    pub tier: u32,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Base,
        Self::Junction,
        Self::Body,
        Self::RoofSlab,
        Self::RoofStrip,
        Self::Dash,
        Self::Stripe,
        Self::Lawn,
        Self::Trunk,
        Self::Crown,
    ];

    /// Whether such a box lies on the ground itself, not on a block's slab.
    pub fn lies_on_ground(self) -> bool {
        matches!(self, Self::Base | Self::Junction | Self::Dash | Self::Stripe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_listed_by_their_numbers() {
        assert!(Kind::ALL.iter().enumerate().all(|(number, kind)| *kind as usize == number));
    }
}

//! How much of what a city has.

use std::iter::Sum;

use serde::Serialize;

/// How much of what a city has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Boxes of all kinds.
    pub boxes: usize,
    /// Buildings: each tier of a tower is one, and so is each lot that is too small to be built on.
    pub buildings: usize,
    /// Blocks.
    pub blocks: usize,
    /// Lots.
    pub lots: usize,
    /// Suburbs, those included that were cut into others.
    pub suburbs: usize,
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, one| Self {
            boxes: sum.boxes + one.boxes,
            buildings: sum.buildings + one.buildings,
            blocks: sum.blocks + one.blocks,
            lots: sum.lots + one.lots,
            suburbs: sum.suburbs + one.suburbs,
        })
    }
}

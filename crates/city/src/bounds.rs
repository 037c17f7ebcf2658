//! The box around boxes.

use serde::Serialize;

use crate::city_box::CityBox;

/// The smallest box around others [m].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// The corner with the smallest x, y, z.
    pub min: [f64; 3],
    /// The corner with the largest x, y, z.
    pub max: [f64; 3],
}

impl Bounds {
    /// Around nothing: what [`include`](Self::include) and [`join`](Self::join) begin with.
    pub(crate) const NONE: Self = Self { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    pub(crate) fn include(&mut self, one: &CityBox) {
        *self = self.join(Self { min: one.min, max: one.max });
    }

    pub(crate) fn join(self, other: Self) -> Self {
        Self {
            min: [0, 1, 2].map(|axis| self.min[axis].min(other.min[axis])),
            max: [0, 1, 2].map(|axis| self.max[axis].max(other.max[axis])),
        }
    }
}

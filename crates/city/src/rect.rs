//! A rectangle of ground.

/// An axis-aligned rectangle in the plane of x and z [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub x1: f64,
    pub z1: f64,
    pub x2: f64,
    pub z2: f64,
}

impl Rect {
    pub fn new(x1: f64, z1: f64, x2: f64, z2: f64) -> Self {
        Self { x1, z1, x2, z2 }
    }

    /// Length along x [m].
    pub fn width(self) -> f64 {
        self.x2 - self.x1
    }

    /// Length along z [m].
    pub fn depth(self) -> f64 {
        self.z2 - self.z1
    }

    /// The rectangle less a margin along x and one along z, on both sides.
    pub fn inset(self, x: f64, z: f64) -> Self {
        Self::new(self.x1 + x, self.z1 + z, self.x2 - x, self.z2 - z)
    }
}

//! What a user chooses about a run, apart from what is in the scene.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Time steps, gravity and the method's choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Output frames per simulated second [1/s].
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub fps: f64,
    /// Sub-steps in a frame; the sub-step lasts 1 / fps / substeps seconds.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub substeps: u32,
    /// Acceleration of every free vertex [m/s²].
    pub gravity: [f64; 3],
    /// How a position becomes a cell of the self-collision map.
    pub cell_rule: CellRule,
}

/// How a position becomes a cell of the self-collision map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CellRule {
    /// Round down: every cell has the same size.
    #[default]
    Floor,
    /// Round toward zero: the two cells beside each coordinate plane through the origin are one.
    Truncate,
}

impl Default for Settings {
    /// The course project's: 90 frames a second, 30 sub-steps, gravity 9.8 m/s² downwards.
    fn default() -> Self {
        Self { fps: 90.0, substeps: 30, gravity: [0.0, -9.8, 0.0], cell_rule: CellRule::Floor }
    }
}

impl Settings {
    /// Length of a sub-step [s].
    pub fn h(&self) -> f64 {
        1.0 / self.fps / f64::from(self.substeps)
    }
}

//! What a user chooses about a run, apart from what is in the scene.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::method::Method;

/// Time steps, gravity and the method's choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Output frames per simulated second [1/s]; 60 for `relaxation` and `impulse` when not given.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub fps: f64,
    /// Sub-steps in a frame; the sub-step lasts 1 / fps / substeps seconds. For `relaxation` the passes in a frame, 15 when not
    /// given; 1 for `impulse` when not given.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub substeps: u32,
    /// Acceleration of every free vertex [m/s²]; for `relaxation` its displacement in each pass [m], [0, -0.001, 0] when not
    /// given; [0, -1000, 0] for `impulse` when not given.
    pub gravity: [f64; 3],
    /// How a position becomes a cell of the self-collision map.
    pub cell_rule: CellRule,
    /// Sweeps in a sub-step: of `impulse` over all links, 8 when not given, with `compat` 10; of `descent` over all vertices, 5 when not
    /// given.
    #[schemars(range(min = 1, max = 1000))]
    pub sweeps: u32,
    /// Part of its impulses that a sub-step of `impulse` begins the next one with. More than about 0.75 is not stable unless the
    /// sweeps converge.
    #[schemars(range(min = 0, max = 1))]
    pub warm_start: f64,
    /// Whether `impulse` does as the engine of its document: constants of a sixtieth of a second whatever the sub-step lasts,
    /// held points that keep the velocity they started with, wind that acts a sub-step late, and no tethers, which otherwise keep
    /// each point within reach of what holds it.
    pub compat: bool,
    /// How triangles resist being stretched, of `newton` and `descent`.
    pub membrane: Membrane,
    /// How edges resist being bent, of `newton` and `descent`.
    pub bending: Bending,
    /// Speed below which `newton` takes a vertex to have arrived [m/s].
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub tolerance: f64,
    /// Whether coarser meshes move too after each sweep of `descent`; without, long waves of a fine mesh hardly move.
    pub correction: bool,
}

/// How triangles resist being stretched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Membrane {
    /// Saint Venant's and Kirchhoff's material: resists Green's strain.
    #[default]
    Stvk,
    /// Baraff's and Witkin's: linear in the stretch of each direction, which do not see each other.
    BaraffWitkin,
}

/// How edges resist being bent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bending {
    /// By the angle at each edge.
    Hinge,
    /// By the sine of half of it: cheaper, for cloth that is flat at rest.
    #[default]
    Quadratic,
    /// By the curvature of each triangle, from the angles at its edges.
    ShapeOperator,
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
        Self {
            fps: 90.0,
            substeps: 30,
            gravity: [0.0, -9.8, 0.0],
            cell_rule: CellRule::Floor,
            sweeps: 10,
            warm_start: 0.0,
            compat: false,
            membrane: Membrane::Stvk,
            bending: Bending::Quadratic,
            tolerance: 1e-3,
            correction: true,
        }
    }
}

impl Settings {
    /// What a scene of `method` has where it says nothing: the values of the method's document.
    pub fn of(method: Method) -> Self {
        match method {
            Method::MassSpring => Self::default(),
            Method::Impulse => {
                Self { fps: 60.0, substeps: 1, gravity: [0.0, -1000.0, 0.0], sweeps: 8, ..Self::default() }
            }
            Method::Newton | Method::Descent => {
                Self { fps: 60.0, substeps: 1, gravity: [0.0, -9.81, 0.0], sweeps: 5, ..Self::default() }
            }
            Method::Relaxation => Self { fps: 60.0, substeps: 15, gravity: [0.0, -0.001, 0.0], ..Self::default() },
        }
    }

    /// Length of a sub-step [s].
    pub fn h(&self) -> f64 {
        1.0 / self.fps / f64::from(self.substeps)
    }
}

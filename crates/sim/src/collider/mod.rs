//! What cloth collides with: one shape a file.

pub mod plane;
pub mod sphere;

pub use plane::Plane;
pub use sphere::Sphere;

use crate::model::Model;
use crate::report::StepReport;
use crate::rounded::Rounded;
use crate::state::State;

/// Stage 4: brings each free vertex out of every collider, in scene order (docs/model.md, M5). `rounded` follows `state.x`.
pub fn collide(model: &Model, state: &mut State, rounded: &mut Rounded, report: &mut StepReport) {
    let mut contacts = 0;
    for collider in &model.colliders {
        contacts += match collider {
            Collider::Sphere(sphere) => sphere.collide(&model.pinned, state),
            Collider::Plane(plane) => plane.collide(&model.pinned, state),
        };
    }
    if contacts > 0 {
        rounded.update(&state.x);
    }
    report.collider_contacts += contacts;
}

/// Vertices that a collider tests together before it looks at each.
const BLOCK: usize = 16;

/// A solid that pushes vertices out of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Collider {
    /// A ball.
    Sphere(Sphere),
    /// An infinite plane, solid from both sides.
    Plane(Plane),
}

impl Collider {
    /// Values that the shape is not defined for: key, value, what was expected.
    pub(crate) fn faults(&self) -> Vec<(&'static str, f64, &'static str)> {
        match self {
            Self::Sphere(sphere) => sphere.faults(),
            Self::Plane(plane) => plane.faults(),
        }
    }
}

/// The fault of a friction coefficient outside of [0, 1], if it is.
fn friction_fault(friction: f64) -> Option<(&'static str, f64, &'static str)> {
    let good = (0.0..=1.0).contains(&friction);
    (!good).then_some(("friction", friction, "a number from 0 to 1"))
}

//! What cloth collides with: one shape a file.

pub mod plane;
pub mod sphere;

pub use plane::Plane;
pub use sphere::Sphere;

use glam::DVec3;
use muslin_geom::points::PointsSlice;

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

/// Brings every free vertex toward where `target` puts it, from where it is and where it was, and counts those that have a
/// target. `may_touch` says of a run of vertices, by the same, whether any may have one: never false when one has.
///
/// Friction holds back the whole correction, the part along the normal too: a vertex with friction f ends (1 − f) of the
/// way from where it was.
fn push_out(
    state: &mut State,
    pinned: &[bool],
    friction: f64,
    may_touch: impl Fn(PointsSlice<'_>, PointsSlice<'_>) -> bool,
    target: impl Fn(DVec3, DVec3) -> Option<DVec3>,
) -> u64 {
    let mut contacts = 0;
    for start in (0..state.x.len()).step_by(BLOCK) {
        let block = start..(start + BLOCK).min(state.x.len());
        if !may_touch(state.x.slice(block.clone()), state.x_prev.slice(block.clone())) {
            continue;
        }
        for vertex in block.filter(|&vertex| !pinned[vertex]) {
            let from = state.x_prev.get(vertex);
            if let Some(target) = target(state.x.get(vertex), from) {
                state.x.set(vertex, from + (target - from) * (1.0 - friction));
                contacts += 1;
            }
        }
    }
    contacts
}

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

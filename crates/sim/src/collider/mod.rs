//! What cloth collides with: one shape a file, and how it moves.

mod box_map;
pub mod boxes;
pub mod plane;
pub mod push_out;
pub mod sphere;
pub mod wave;

pub use boxes::{AxisBox, Boxes};
pub use plane::Plane;
pub use sphere::Sphere;
pub use wave::{Wave, WaveForm};

use glam::DVec3;
use muslin_geom::points::PointsSlice;

use crate::model::Model;
use crate::report::StepReport;
use crate::rounded::Rounded;
use crate::state::State;

/// Stage 4: brings each free vertex out of every collider, in scene order (docs/model.md, M5). `rounded` follows `state.x`.
pub fn collide(model: &Model, state: &mut State, rounded: &mut Rounded, report: &mut StepReport) {
    let mut contacts = 0;
    for shape in model.colliders_at(model.frame_of_step(state.step + 1)) {
        contacts += match shape {
            Shape::Sphere(sphere) => sphere.collide(&model.pinned, state),
            Shape::Plane(plane) => plane.collide(&model.pinned, state),
            Shape::Boxes(boxes) => boxes.collide(&model.pinned, state),
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

/// A solid that pushes vertices out of it, at its place or moving about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// The solid at its place.
    pub shape: Shape,
    /// How it moves, if it does.
    pub wave: Option<Wave>,
}

/// The shape of a solid, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A ball.
    Sphere(Sphere),
    /// An infinite plane: solid from both sides for `mass_spring`, behind its normal for `relaxation`.
    Plane(Plane),
    /// Boxes along the axes.
    Boxes(Boxes),
}

impl Collider {
    /// The solid as it is at `frame`, which need not be a whole number. A function of the frame alone, so that a run can
    /// go on from anywhere and a renderer can draw any frame.
    pub fn at(&self, frame: f64) -> Shape {
        let mut shape = self.shape.clone();
        let Some(wave) = self.wave else { return shape };
        let place = match &mut shape {
            Shape::Sphere(sphere) => &mut sphere.center,
            Shape::Plane(plane) => &mut plane.point,
            Shape::Boxes(boxes) => &mut boxes.offset,
        };
        *place = wave.moved(*place, frame);
        shape
    }

    /// Values that shape and motion are not defined for: key, value, what was expected.
    pub(crate) fn faults(&self) -> Vec<(&'static str, f64, &'static str)> {
        let mut faults = match &self.shape {
            Shape::Sphere(sphere) => sphere.faults(),
            Shape::Plane(plane) => plane.faults(),
            Shape::Boxes(boxes) => boxes.faults(),
        };
        faults.extend(self.wave.iter().flat_map(Wave::faults));
        faults
    }
}

impl From<Sphere> for Collider {
    fn from(sphere: Sphere) -> Self {
        Self { shape: Shape::Sphere(sphere), wave: None }
    }
}

impl From<Plane> for Collider {
    fn from(plane: Plane) -> Self {
        Self { shape: Shape::Plane(plane), wave: None }
    }
}

impl From<Boxes> for Collider {
    fn from(boxes: Boxes) -> Self {
        Self { shape: Shape::Boxes(boxes), wave: None }
    }
}

/// The fault of a friction coefficient outside of [0, 1], if it is.
fn friction_fault(friction: f64) -> Option<(&'static str, f64, &'static str)> {
    let good = (0.0..=1.0).contains(&friction);
    (!good).then_some(("friction", friction, "a number from 0 to 1"))
}

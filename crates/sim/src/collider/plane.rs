//! The infinite plane.

use glam::DVec3;
use muslin_geom::points::PointsSlice;

use super::{friction_fault, push_out};
use crate::state::State;

/// How far from the plane a vertex is put back [m]: the course project's constant. Smaller, and rounding may leave the
/// vertex on the wrong side; larger, and cloth hovers visibly.
pub const SURFACE_OFFSET: f64 = 0.0001;

/// An infinite plane, solid from both sides: a vertex that crosses it in a sub-step is brought back to the side that
/// it came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Any point of it [m].
    pub point: DVec3,
    /// Its unit normal.
    pub normal: DVec3,
    /// Share of the correction that is held back, from 0 (slides freely) to 1 (sticks where it came from).
    pub friction: f64,
}

impl Plane {
    /// A plane through `point`; `normal` may have any length but 0.
    pub fn new(point: DVec3, normal: DVec3, friction: f64) -> Self {
        Self { point, normal: normal.normalize_or_zero(), friction }
    }

    /// Brings every free vertex that crossed the plane, or touches it, toward the side that it came from, and counts
    /// them.
    pub(super) fn collide(&self, pinned: &[bool], state: &mut State) -> u64 {
        let may_cross = |x: PointsSlice<'_>, x_prev: PointsSlice<'_>| self.may_cross(x, x_prev);
        push_out(state, pinned, self.friction, may_cross, |x, from| self.target(x, from))
    }

    /// Whether any vertex may have crossed or touched the plane: never false when one has.
    fn may_cross(&self, x: PointsSlice<'_>, x_prev: PointsSlice<'_>) -> bool {
        let (n, p) = (self.normal, self.point);
        let height = |x: f64, y: f64, z: f64| (x - p.x) * n.x + (y - p.y) * n.y + (z - p.z) * n.z;
        let mut any = false;
        for i in 0..x.xs.len() {
            let now = height(x.xs[i], x.ys[i], x.zs[i]);
            let before = height(x_prev.xs[i], x_prev.ys[i], x_prev.zs[i]);
            any |= now * before <= 0.0;
        }
        any
    }

    /// Where a vertex that went from `from` to `x` belongs, if the plane lies between: its foot on the plane, and a
    /// little to the side that it came from.
    fn target(&self, x: DVec3, from: DVec3) -> Option<DVec3> {
        let now = (x - self.point).dot(self.normal);
        let before = (from - self.point).dot(self.normal);
        let crossed = (now <= 0.0 && before >= 0.0) || (now >= 0.0 && before <= 0.0);
        let side = if before >= 0.0 { SURFACE_OFFSET } else { -SURFACE_OFFSET };
        crossed.then(|| x - self.normal * now + self.normal * side)
    }

    pub(super) fn faults(&self) -> Vec<(&'static str, f64, &'static str)> {
        let mut faults = Vec::new();
        if let Some(bad) = self.point.to_array().into_iter().find(|c| !c.is_finite()) {
            faults.push(("point", bad, "finite numbers"));
        }
        if !(self.normal.length_squared() > 0.5) {
            faults.push(("normal", self.normal.length(), "a finite vector that is not zero"));
        }
        faults.extend(friction_fault(self.friction));
        faults
    }
}

//! The ball.

use glam::DVec3;
use muslin_geom::points::PointsSlice;

use super::{friction_fault, push_out};
use crate::state::State;

/// A ball; a vertex that ends a sub-step inside of it is brought back toward its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Its middle [m].
    pub center: DVec3,
    /// Its radius [m].
    pub radius: f64,
    /// Share of the correction that is held back, from 0 (slides freely) to 1 (sticks where it came from).
    pub friction: f64,
}

impl Sphere {
    /// Brings every free vertex inside the ball toward its surface and counts them.
    pub(super) fn collide(&self, pinned: &[bool], state: &mut State) -> u64 {
        push_out(state, pinned, self.friction, |x, _| self.may_touch(x), |x, _| self.surface_point(x))
    }

    /// Whether any of the points may be inside: never false when one is.
    fn may_touch(&self, x: PointsSlice<'_>) -> bool {
        let limit = self.radius * self.radius * (1.0 + 1e-12);
        let mut any = false;
        for ((x, y), z) in x.xs.iter().zip(x.ys).zip(x.zs) {
            let (dx, dy, dz) = (x - self.center.x, y - self.center.y, z - self.center.z);
            any |= dx * dx + dy * dy + dz * dz < limit;
        }
        any
    }

    /// The point of the surface nearest to `x`, if `x` is inside. The center itself is taken to the top.
    fn surface_point(&self, x: DVec3) -> Option<DVec3> {
        let d = x - self.center;
        let distance = d.length();
        if !(distance < self.radius) {
            return None;
        }
        let outward = if distance > 0.0 { d * (1.0 / distance) } else { DVec3::Y };
        Some(self.center + outward * self.radius)
    }

    pub(super) fn faults(&self) -> Vec<(&'static str, f64, &'static str)> {
        let mut faults = Vec::new();
        if let Some(bad) = self.center.to_array().into_iter().find(|c| !c.is_finite()) {
            faults.push(("center", bad, "finite numbers"));
        }
        if !(self.radius > 0.0 && self.radius.is_finite()) {
            faults.push(("radius", self.radius, "a length above 0 m"));
        }
        faults.extend(friction_fault(self.friction));
        faults
    }
}

//! The ball.

use glam::DVec3;

use muslin_geom::points::PointsSlice;

use super::{BLOCK, friction_fault};
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
    /// Brings every free vertex inside the ball toward its surface and counts them. Friction holds back the whole
    /// correction, the normal part too, so a vertex with friction f ends (1 − f) of the way from where it was.
    pub(super) fn collide(&self, pinned: &[bool], state: &mut State) -> u64 {
        let mut contacts = 0;
        let vertex_count = state.x.len();
        let mut start = 0;
        while start < vertex_count {
            let block = start..(start + BLOCK).min(vertex_count);
            start = block.end;
            if !self.may_touch(state.x.slice(block.clone())) {
                continue;
            }
            for vertex in block.filter(|&vertex| !pinned[vertex]) {
                if let Some(target) = self.surface_point(state.x.get(vertex)) {
                    let from = state.x_prev.get(vertex);
                    state.x.set(vertex, from + (target - from) * (1.0 - self.friction));
                    contacts += 1;
                }
            }
        }
        contacts
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

//! The ball.

use glam::DVec3;
use muslin_geom::points::PointsSlice;

use super::push_out::{push_out_of, select};
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

    /// Brings every vertex inside the ball to its surface, straight away from the center (docs/model.md, R4), and counts the free
    /// ones.
    #[inline(always)]
    pub(super) fn push_out(
        &self,
        xs: &mut [f64],
        ys: &mut [f64],
        zs: &mut [f64],
        from: PointsSlice<'_>,
        pinned: &[bool],
    ) -> u64 {
        let (inside, surface) = (|x| self.contains(x), |x| self.outward(x));
        push_out_of(xs, ys, zs, from, pinned, self.friction, inside, surface)
    }

    /// Whether any point of a box, lowest and highest coordinate an axis, may be inside: never false when one is.
    #[inline(always)]
    pub(super) fn may_touch_box(&self, bounds: [[f64; 2]; 3]) -> bool {
        let mut distance_sq = 0.0;
        for ([low, high], center) in bounds.into_iter().zip(self.center.to_array()) {
            let outside = (low - center).max(center - high).max(0.0);
            distance_sq += outside * outside;
        }
        !(distance_sq >= self.radius * self.radius * (1.0 + 1e-12))
    }

    #[inline(always)]
    fn contains(&self, [x, y, z]: [f64; 3]) -> bool {
        let (dx, dy, dz) = (x - self.center.x, y - self.center.y, z - self.center.z);
        dx * dx + dy * dy + dz * dz < self.radius * self.radius
    }

    /// Where the ray from the center through a point leaves the ball; for the center itself, the top.
    #[inline(always)]
    fn outward(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let c = self.center;
        let (dx, dy, dz) = (x - c.x, y - c.y, z - c.z);
        let distance_sq = dx * dx + dy * dy + dz * dz;
        let scale = self.radius / distance_sq.sqrt();
        let out = [dx * scale + c.x, dy * scale + c.y, dz * scale + c.z];
        select(distance_sq > 0.0, out, [c.x, c.y + self.radius, c.z])
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

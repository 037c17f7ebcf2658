//! The infinite plane.

use glam::DVec3;
use muslin_geom::points::PointsSlice;

use super::push_out::push_out_of;
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

    /// Whether any point of a box, lowest and highest coordinate an axis, may be behind the plane: never false when one is.
    #[inline(always)]
    pub(super) fn may_touch_box(&self, bounds: [[f64; 2]; 3]) -> bool {
        let (mut lowest, mut size) = (0.0, 0.0);
        for (axis, bounds) in bounds.into_iter().enumerate() {
            let [a, b] = bounds.map(|x| (x - self.point[axis]) * self.normal[axis]);
            lowest += a.min(b);
            size += a.abs().max(b.abs());
        }
        !(lowest >= 1e-12 * size)
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

    /// Brings every vertex that is behind the plane, on the side that its normal does not point to, onto it (docs/model.md, R5),
    /// and counts the free ones. Along an axis the foot's coordinate is the plane's to the bit.
    #[inline(always)]
    pub(super) fn push_out(
        &self,
        xs: &mut [f64],
        ys: &mut [f64],
        zs: &mut [f64],
        from: PointsSlice<'_>,
        pinned: &[bool],
    ) -> u64 {
        let (n, p) = (self.normal, self.point);
        let height = |[x, y, z]: [f64; 3]| (x - p.x) * n.x + (y - p.y) * n.y + (z - p.z) * n.z;
        let foot = |[x, y, z]: [f64; 3]| {
            let height = height([x, y, z]);
            let along = |x: f64, p: f64, n: f64| match n.abs() {
                1.0 => p,
                0.0 => x,
                _ => x - n * height,
            };
            [along(x, p.x, n.x), along(y, p.y, n.y), along(z, p.z, n.z)]
        };
        push_out_of(xs, ys, zs, from, pinned, self.friction, |x| height(x) < 0.0, foot)
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

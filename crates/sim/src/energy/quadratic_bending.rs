//! Bending of a fabric that is flat at rest, with constant second derivatives.
//!
//! Bergou, Wardetzky, Harmon, Zorin and Grinspun (2006), "A quadratic bending model for inextensible surfaces", with the weight of
//! [`Hinge`](super::Hinge): equal to it for small angles, and 2 sin(θ/2) in place of θ for large ones.

use glam::DVec3;
use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;

/// Two triangles with the energy ½ c |Σ w x|², c = B / (A₁ + A₂).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuadraticBending<R> {
    /// c [N/m].
    pub stiffness: R,
    /// w, of which the sum is 0.
    pub weights: [R; 4],
}

impl<R: Real> QuadraticBending<R> {
    /// Of two triangles whose vertices x0 to x3 of the [`dihedral`](super::dihedral) are there at rest [m].
    pub fn new(stiffness: f64, rest: [DVec3; 4]) -> Self {
        let [x0, x1, x2, x3] = rest;
        let e = x3 - x2;
        let twice_areas = [(x0 - x2).cross(x0 - x3).length(), (x1 - x3).cross(x1 - x2).length()];
        let part = |from: DVec3| (x0 - from).dot(e) / twice_areas[0] + (x1 - from).dot(e) / twice_areas[1];
        let ends = twice_areas.map(|twice| -e.length_squared() / twice);
        Self { stiffness: R::of(stiffness), weights: [ends[0], ends[1], -part(x3), part(x2)].map(R::of) }
    }

    /// Σ w x: how far the surface is from flat, along its normal [m].
    #[inline(always)]
    fn bent(&self, x: &[Vector3<R>; 4]) -> Vector3<R> {
        // from differences: the vertices may be far from the origin
        let w = &self.weights;
        (x[0] - x[2]) * w[0] + (x[1] - x[2]) * w[1] + (x[3] - x[2]) * w[3]
    }
}

impl<R: Real> Energy<R, 4> for QuadraticBending<R> {
    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 4]) -> R {
        self.stiffness * self.bent(x).length_squared() * R::of(0.5)
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 4]) -> [Vector3<R>; 4] {
        let pull = self.bent(x) * self.stiffness;
        self.weights.map(|w| pull * w)
    }

    #[inline(always)]
    fn hessian(&self, _: &[Vector3<R>; 4]) -> [[Matrix3<R>; 4]; 4] {
        self.weights.map(|wi| self.weights.map(|wj| Matrix3::diagonal(self.stiffness * wi * wj)))
    }

    #[inline(always)]
    fn block(&self, x: &[Vector3<R>; 4], vertex: usize) -> (Vector3<R>, Matrix3<R>) {
        let w = self.weights[vertex];
        (self.bent(x) * (self.stiffness * w), Matrix3::diagonal(self.stiffness * w * w))
    }
}

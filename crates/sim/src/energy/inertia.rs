//! Inertia: a vertex wants to be where its velocity and the constant forces would carry it.

use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;

/// A vertex with the energy ½ m / h² |x − y|².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia<R> {
    /// m / h² [N/m].
    pub stiffness: R,
    /// y [m].
    pub target: Vector3<R>,
}

impl<R: Real> Energy<R, 1> for Inertia<R> {
    #[inline(always)]
    fn value(&self, [x]: &[Vector3<R>; 1]) -> R {
        (*x - self.target).length_squared() * self.stiffness * R::of(0.5)
    }

    #[inline(always)]
    fn gradient(&self, [x]: &[Vector3<R>; 1]) -> [Vector3<R>; 1] {
        [(*x - self.target) * self.stiffness]
    }

    #[inline(always)]
    fn hessian(&self, _: &[Vector3<R>; 1]) -> [[Matrix3<R>; 1]; 1] {
        [[Matrix3::diagonal(self.stiffness)]]
    }
}

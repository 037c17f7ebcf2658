//! Bending at the edges: hinges.
//!
//! Grinspun, Hirani, Desbrun and Schröder (2003), "Discrete shells", with the weight for which a strip bends as its rigidity says
//! (Feng, Huang, Xu and Wang 2022). With a rest angle from the start of a step and a stiffness times damping time over time step,
//! it is a damper.

use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;
use super::dihedral;

/// Two triangles with the energy ½ K (θ − θ₀)², K = B |e|² / (A₁ + A₂).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hinge<R> {
    /// K [J/rad²].
    pub stiffness: R,
    /// θ₀ [rad].
    pub rest_angle: R,
}

impl<R: Real> Hinge<R> {
    /// K (θ − θ₀) and the gradient of θ; nothing where it is not defined.
    #[inline(always)]
    fn moment(&self, x: &[Vector3<R>; 4]) -> Option<(R, [Vector3<R>; 4])> {
        let (theta, gradient) = dihedral::angle_and_gradient(x)?;
        Some((self.stiffness * dihedral::difference(theta, self.rest_angle), gradient))
    }
}

impl<R: Real> Energy<R, 4> for Hinge<R> {
    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 4]) -> R {
        dihedral::angle_and_gradient(x).map_or(R::default(), |(theta, _)| {
            let bent = dihedral::difference(theta, self.rest_angle);
            self.stiffness * bent * bent * R::of(0.5)
        })
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 4]) -> [Vector3<R>; 4] {
        self.moment(x).map_or_else(Default::default, |(moment, gradient)| gradient.map(|t| t * moment))
    }

    /// K t tᵀ with the derivative t of θ: the rest is of either sign, and 0 where the hinge is as it wants to be.
    #[inline(always)]
    fn hessian(&self, x: &[Vector3<R>; 4]) -> [[Matrix3<R>; 4]; 4] {
        self.moment(x)
            .map_or_else(Default::default, |(_, t)| t.map(|ti| t.map(|tj| Matrix3::outer(ti * self.stiffness, tj))))
    }

    #[inline(always)]
    fn block(&self, x: &[Vector3<R>; 4], vertex: usize) -> (Vector3<R>, Matrix3<R>) {
        self.moment(x).map_or_else(Default::default, |(moment, t)| {
            (t[vertex] * moment, Matrix3::outer(t[vertex] * self.stiffness, t[vertex]))
        })
    }
}

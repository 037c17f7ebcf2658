//! A fabric that stiffens steeply once its threads are straight.

use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;
use super::baraff_witkin::length_and_unit;
use super::metric::TriangleForm;

/// A triangle whose fabric directions resist being longer than a limit: ⅓ k max(0, |f| − limit)³ an area and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainLimit<R> {
    /// The triangle at rest.
    pub form: TriangleForm<R>,
    /// k [N/m].
    pub stiffness: R,
    /// The length of a direction up to which nothing resists: 1.05 for a strain of 5 %.
    pub limit: R,
}

impl<R: Real> StrainLimit<R> {
    #[inline(always)]
    fn excess(&self, length: R) -> R {
        (length - self.limit).at_least(R::default())
    }
}

impl<R: Real> Energy<R, 3> for StrainLimit<R> {
    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 3]) -> R {
        let [u, v] = self.form.directions(x).map(|f| self.excess(f.length()));
        self.form.area * self.stiffness * (u * u * u + v * v * v) / R::of(3.0)
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 3]) -> [Vector3<R>; 3] {
        let pulls = self.form.directions(x).map(|f| {
            let (length, unit) = length_and_unit(f);
            let excess = self.excess(length);
            unit * (self.form.area * self.stiffness * excess * excess)
        });
        [0, 1, 2].map(|i| pulls[0] * self.form.alpha[i] + pulls[1] * self.form.beta[i])
    }

    #[inline(always)]
    fn hessian(&self, x: &[Vector3<R>; 3]) -> [[Matrix3<R>; 3]; 3] {
        let threads = self.form.directions(x).map(|f| {
            let (length, unit) = length_and_unit(f);
            let excess = self.excess(length);
            let along = Matrix3::outer(unit, unit);
            let sideways = if excess > R::default() { excess * excess / length } else { excess };
            let across = Matrix3::diagonal(R::of(1.0)) + along * R::of(-1.0);
            (along * (excess * R::of(2.0)) + across * sideways) * (self.form.area * self.stiffness)
        });
        let form = &self.form;
        let block = |i: usize, j: usize| {
            threads[0] * (form.alpha[i] * form.alpha[j]) + threads[1] * (form.beta[i] * form.beta[j])
        };
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| block(i, j)))
    }
}

//! Damping of a membrane by the rate of its strain: what moves as a whole, or turns, is not damped.

use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;
use super::metric::{self, MembraneStiffness, Metric, TriangleForm};

/// A triangle that resists a change of its strain within a time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetricDamping<R> {
    /// The triangle at rest.
    pub form: TriangleForm<R>,
    /// Stiffness of the membrane times damping time over time step [N/m].
    pub stiffness: MembraneStiffness<R>,
    /// The strain at the start of the step.
    pub strain_before: Metric<R>,
}

impl<R: Real> MetricDamping<R> {
    #[inline(always)]
    fn change(&self, directions: &[Vector3<R>; 2]) -> Metric<R> {
        let [uu, vv, shear] = metric::green_strain(directions);
        let [uu_before, vv_before, shear_before] = self.strain_before;
        [uu - uu_before, vv - vv_before, shear - shear_before]
    }
}

impl<R: Real> Energy<R, 3> for MetricDamping<R> {
    fn begin(&mut self, before: &[Vector3<R>; 3]) {
        self.strain_before = self.form.strain(before);
    }

    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 3]) -> R {
        self.form.area * self.stiffness.density(self.change(&self.form.directions(x)))
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 3]) -> [Vector3<R>; 3] {
        let directions = self.form.directions(x);
        let stress = self.stiffness.stress(self.change(&directions));
        [0, 1, 2].map(|corner| metric::gradient(&self.form, &directions, stress, corner))
    }

    #[inline(always)]
    fn hessian(&self, x: &[Vector3<R>; 3]) -> [[Matrix3<R>; 3]; 3] {
        let directions = self.form.directions(x);
        let stress = metric::tension(self.stiffness.stress(self.change(&directions)));
        let block = |i, j| metric::hessian(&self.form, &directions, &self.stiffness, stress, [i, j]);
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| block(i, j)))
    }

    #[inline(always)]
    fn block(&self, x: &[Vector3<R>; 3], corner: usize) -> (Vector3<R>, Matrix3<R>) {
        let directions = self.form.directions(x);
        let stress = self.stiffness.stress(self.change(&directions));
        let gradient = metric::gradient(&self.form, &directions, stress, corner);
        let tension = metric::tension(stress);
        (gradient, metric::hessian(&self.form, &directions, &self.stiffness, tension, [corner; 2]))
    }
}

//! The membrane: Saint Venant and Kirchhoff's material with two fabric directions.

use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;
use super::metric::{self, MembraneStiffness, TriangleForm};

/// A triangle whose energy per area is ½ E · K E, with Green's strain E.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrthotropicStvk<R> {
    /// The triangle at rest.
    pub form: TriangleForm<R>,
    /// K [N/m].
    pub stiffness: MembraneStiffness<R>,
}

impl<R: Real> Energy<R, 3> for OrthotropicStvk<R> {
    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 3]) -> R {
        self.form.area * self.stiffness.density(self.form.strain(x))
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 3]) -> [Vector3<R>; 3] {
        let directions = self.form.directions(x);
        let stress = self.stiffness.stress(metric::green_strain(&directions));
        [0, 1, 2].map(|corner| metric::gradient(&self.form, &directions, stress, corner))
    }

    #[inline(always)]
    fn hessian(&self, x: &[Vector3<R>; 3]) -> [[Matrix3<R>; 3]; 3] {
        let directions = self.form.directions(x);
        let stress = metric::tension(self.stiffness.stress(metric::green_strain(&directions)));
        let block = |i, j| metric::hessian(&self.form, &directions, &self.stiffness, stress, [i, j]);
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| block(i, j)))
    }

    #[inline(always)]
    fn block(&self, x: &[Vector3<R>; 3], corner: usize) -> (Vector3<R>, Matrix3<R>) {
        let directions = self.form.directions(x);
        let stress = self.stiffness.stress(metric::green_strain(&directions));
        let gradient = metric::gradient(&self.form, &directions, stress, corner);
        let tension = metric::tension(stress);
        (gradient, metric::hessian(&self.form, &directions, &self.stiffness, tension, [corner; 2]))
    }
}

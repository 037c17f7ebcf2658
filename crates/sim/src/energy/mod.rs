//! Energies of a few vertices each, whose sum a time step makes as small as it can: one file an energy.
//!
//! Each gives its value, its gradient, and its matrix of second derivatives made positive semidefinite, whole for `newton` and
//! one block at a time for `descent`. docs/model.md has the formulas.

pub mod air;
pub mod baraff_witkin;
pub mod dihedral;
pub mod elements;
pub mod hinge;
pub mod inertia;
pub mod metric;
pub mod metric_damping;
pub mod orthotropic_stvk;
pub mod quadratic_bending;
pub mod quadratic_rows;
pub mod shape_operator;
pub mod strain_limit;
pub mod terms;
#[cfg(test)]
#[allow(clippy::needless_range_loop)] // vertices of a stencil, in several arrays
mod tests;

use muslin_geom::{Matrix3, Real, Vector3};

pub use air::Air;
pub use baraff_witkin::BaraffWitkin;
pub use hinge::Hinge;
pub use inertia::Inertia;
pub use metric::{MembraneStiffness, TriangleForm};
pub use metric_damping::MetricDamping;
pub use orthotropic_stvk::OrthotropicStvk;
pub use quadratic_bending::QuadraticBending;
pub use shape_operator::ShapeOperator;
pub use strain_limit::StrainLimit;

/// An energy of `N` vertices at positions x [m].
pub trait Energy<R: Real, const N: usize> {
    /// The energy [J].
    fn value(&self, x: &[Vector3<R>; N]) -> R;

    /// Its derivative by each vertex [N]; the force is the negative.
    fn gradient(&self, x: &[Vector3<R>; N]) -> [Vector3<R>; N];

    /// Its second derivatives by each pair of vertices [N/m], with what makes them indefinite left out.
    fn hessian(&self, x: &[Vector3<R>; N]) -> [[Matrix3<R>; N]; N];

    /// Takes note of where a time step begins, if that matters.
    fn begin(&mut self, _before: &[Vector3<R>; N]) {}

    /// Its derivative by one vertex [N], and the second derivative by that vertex [N/m], as in [`hessian`](Self::hessian).
    #[inline(always)]
    fn block(&self, x: &[Vector3<R>; N], vertex: usize) -> (Vector3<R>, Matrix3<R>) {
        (self.gradient(x)[vertex], self.hessian(x)[vertex][vertex])
    }
}

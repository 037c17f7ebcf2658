//! Air that slows a triangle, or carries it along.

use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;

/// A triangle in air: the force ½ ρ A (`c_n` |v · n| (v · n) n + `c_t` |v| `v_t`) on it, with the sizes and the normal of the start of the
/// step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air<R> {
    /// Where the middle of the triangle would be at the end of the step if it went with the air [m].
    pub carried: Vector3<R>,
    /// The normal at the start of the step.
    pub normal: Vector3<R>,
    /// ½ ρ A `c_n` |v · n| / h [N/m].
    pub across: R,
    /// ½ ρ A `c_t` |v| / h [N/m].
    pub along: R,
}

impl<R: Real> Air<R> {
    #[inline(always)]
    fn behind(&self, x: &[Vector3<R>; 3]) -> Vector3<R> {
        (x[0] + x[1] + x[2]) * R::of(1.0 / 3.0) - self.carried
    }

    #[inline(always)]
    fn matrix(&self) -> Matrix3<R> {
        Matrix3::diagonal(self.along) + Matrix3::outer(self.normal, self.normal) * (self.across - self.along)
    }
}

impl<R: Real> Energy<R, 3> for Air<R> {
    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 3]) -> R {
        let behind = self.behind(x);
        behind.dot(self.matrix() * behind) * R::of(0.5)
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 3]) -> [Vector3<R>; 3] {
        [self.matrix() * self.behind(x) * R::of(1.0 / 3.0); 3]
    }

    #[inline(always)]
    fn hessian(&self, _: &[Vector3<R>; 3]) -> [[Matrix3<R>; 3]; 3] {
        [[self.matrix() * R::of(1.0 / 9.0); 3]; 3]
    }
}

//! The membrane of Baraff and Witkin (1998), "Large steps in cloth simulation", section 4: linear in the stretch, as fabric testers
//! measure it.

use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;
use super::metric::{MembraneStiffness, TriangleForm};

/// A triangle whose energy per area is ½ `k_u` (|`f_u`| − 1)² + ½ `k_v` (|`f_v`| − 1)² + ½ `k_s` (`f_u` · `f_v`)². The coupling of the
/// stiffness has no place in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaraffWitkin<R> {
    /// The triangle at rest.
    pub form: TriangleForm<R>,
    /// Stiffness [N/m].
    pub stiffness: MembraneStiffness<R>,
}

/// A fabric direction: its length, and itself at length 1, or 0 where it has none.
#[inline(always)]
pub(super) fn length_and_unit<R: Real>(f: Vector3<R>) -> (R, Vector3<R>) {
    let length = f.length();
    let one = R::of(1.0);
    // a collapsed triangle has no direction to push in
    let scale = if length > R::of(1e-9) { one / length } else { R::default() };
    (length, f * scale)
}

/// (1 − rest / length) without pressure: how stiff a taut thread is sideways, for its stiffness.
#[inline(always)]
fn sideways<R: Real>(length: R) -> R {
    let one = R::of(1.0);
    if length > one { one - one / length } else { R::default() }
}

impl<R: Real> Energy<R, 3> for BaraffWitkin<R> {
    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 3]) -> R {
        let [fu, fv] = self.form.directions(x);
        let one = R::of(1.0);
        let (u, v, shear) = (fu.length() - one, fv.length() - one, fu.dot(fv));
        let k = &self.stiffness;
        self.form.area * R::of(0.5) * (k.warp * u * u + k.weft * v * v + k.shear * shear * shear)
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 3]) -> [Vector3<R>; 3] {
        let [fu, fv] = self.form.directions(x);
        let one = R::of(1.0);
        let ((fu_length, u), (fv_length, v)) = (length_and_unit(fu), length_and_unit(fv));
        let k = &self.stiffness;
        let pull = u * (k.warp * (fu_length - one));
        let pull_weft = v * (k.weft * (fv_length - one));
        let shear = k.shear * fu.dot(fv);
        [0, 1, 2].map(|i| {
            let (alpha, beta) = (self.form.alpha[i] * self.form.area, self.form.beta[i] * self.form.area);
            pull * alpha + pull_weft * beta + (fv * alpha + fu * beta) * shear
        })
    }

    #[inline(always)]
    fn hessian(&self, x: &[Vector3<R>; 3]) -> [[Matrix3<R>; 3]; 3] {
        let [fu, fv] = self.form.directions(x);
        let ((fu_length, u), (fv_length, v)) = (length_and_unit(fu), length_and_unit(fv));
        let k = &self.stiffness;
        let thread = |unit, length| {
            let along = Matrix3::outer(unit, unit);
            along + (Matrix3::diagonal(R::of(1.0)) + along * R::of(-1.0)) * sideways(length)
        };
        let (warp, weft) = (thread(u, fu_length) * k.warp, thread(v, fv_length) * k.weft);
        // the indefinite [[0, γ], [γ, 0]] without its negative eigenvalue
        let gamma = fu.dot(fv) * k.shear * R::of(0.5);
        let size = gamma.size();
        let form = &self.form;
        let block = |i: usize, j: usize| {
            let (ai, bi, aj, bj) = (form.alpha[i], form.beta[i], form.alpha[j], form.beta[j]);
            let shearing = Matrix3::outer((fv * ai + fu * bi) * k.shear, fv * aj + fu * bj);
            let stressed = size * (ai * aj + bi * bj) + gamma * (ai * bj + bi * aj);
            (warp * (ai * aj) + weft * (bi * bj) + shearing + Matrix3::diagonal(stressed)) * form.area
        };
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| block(i, j)))
    }
}

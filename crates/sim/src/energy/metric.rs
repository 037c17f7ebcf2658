//! What energies of a triangle's metric have in common: they depend on how its two fabric directions are stretched and sheared.

use glam::DVec2;
use muslin_geom::{Matrix3, Real, Vector3};

/// A triangle at rest: how much each corner adds to the deformed fabric directions `f_u` = Σ α x and `f_v` = Σ β x.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TriangleForm<R> {
    /// α of each corner [1/m].
    pub alpha: [R; 3],
    /// β of each corner [1/m].
    pub beta: [R; 3],
    /// Area at rest [m²].
    pub area: R,
}

/// Stiffness of a membrane by fabric directions [N/m].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MembraneStiffness<R> {
    /// Along the warp, `k_u`.
    pub warp: R,
    /// Along the weft, `k_v`.
    pub weft: R,
    /// Between the two, `k_uv`; its square is at most warp · weft.
    pub coupling: R,
    /// In shear, `k_s`.
    pub shear: R,
}

/// Strain or stress of a triangle: along the warp, along the weft, and in shear.
pub type Metric<R> = [R; 3];

impl<R: Real> TriangleForm<R> {
    /// Of a triangle with corners at these places [m], x along the warp and y along the weft; nothing where it has no area, or is
    /// clockwise.
    pub fn new(corners: [DVec2; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let (ab, ac) = (b - a, c - a);
        let twice = ab.perp_dot(ac);
        let alpha = [(b.y - c.y) / twice, ac.y / twice, -ab.y / twice];
        let beta = [(c.x - b.x) / twice, -ac.x / twice, ab.x / twice];
        let is_good = twice > 0.0 && alpha.iter().chain(&beta).all(|value| value.is_finite());
        is_good.then(|| Self { alpha: alpha.map(R::of), beta: beta.map(R::of), area: R::of(twice / 2.0) })
    }

    /// The same as numbers of another kind.
    pub fn cast<S: Real>(&self) -> TriangleForm<S> {
        let cast = |value: R| S::of(value.to_f64());
        TriangleForm { alpha: self.alpha.map(cast), beta: self.beta.map(cast), area: cast(self.area) }
    }

    /// The deformed fabric directions `f_u` and `f_v`.
    #[inline(always)]
    pub fn directions(&self, x: &[Vector3<R>; 3]) -> [Vector3<R>; 2] {
        // from differences: the corners may be far from the origin
        let (ab, ac) = (x[1] - x[0], x[2] - x[0]);
        [ab * self.alpha[1] + ac * self.alpha[2], ab * self.beta[1] + ac * self.beta[2]]
    }

    /// Green's strain `E_uu`, `E_vv` and the shear γ = `f_u` · `f_v`.
    #[inline(always)]
    pub fn strain(&self, x: &[Vector3<R>; 3]) -> Metric<R> {
        green_strain(&self.directions(x))
    }
}

/// `E_uu` = (|`f_u`|² − 1) / 2, `E_vv` = (|`f_v`|² − 1) / 2, γ = `f_u` · `f_v`.
#[inline(always)]
pub fn green_strain<R: Real>([fu, fv]: &[Vector3<R>; 2]) -> Metric<R> {
    let (one, half) = (R::of(1.0), R::of(0.5));
    [(fu.dot(*fu) - one) * half, (fv.dot(*fv) - one) * half, fu.dot(*fv)]
}

impl<R: Real> MembraneStiffness<R> {
    /// The stress S = K E [N/m].
    #[inline(always)]
    pub fn stress(&self, [uu, vv, shear]: Metric<R>) -> Metric<R> {
        [self.warp * uu + self.coupling * vv, self.coupling * uu + self.weft * vv, self.shear * shear]
    }

    /// The energy per area ½ E · K E [N/m].
    #[inline(always)]
    pub fn density(&self, strain: Metric<R>) -> R {
        let [uu, vv, shear] = self.stress(strain);
        (uu * strain[0] + vv * strain[1] + shear * strain[2]) * R::of(0.5)
    }

    /// `factor` times the stiffness.
    #[must_use]
    #[inline(always)]
    pub fn scaled(&self, factor: R) -> Self {
        Self {
            warp: self.warp * factor,
            weft: self.weft * factor,
            coupling: self.coupling * factor,
            shear: self.shear * factor,
        }
    }

    /// The same as numbers of another kind.
    pub fn cast<S: Real>(&self) -> MembraneStiffness<S> {
        let [warp, weft, coupling, shear] =
            [self.warp, self.weft, self.coupling, self.shear].map(|value| S::of(value.to_f64()));
        MembraneStiffness { warp, weft, coupling, shear }
    }
}

/// The derivative by a corner of an energy with stress S.
#[inline(always)]
pub fn gradient<R: Real>(
    form: &TriangleForm<R>,
    [fu, fv]: &[Vector3<R>; 2],
    [uu, vv, shear]: Metric<R>,
    corner: usize,
) -> Vector3<R> {
    let (alpha, beta) = (form.alpha[corner] * form.area, form.beta[corner] * form.area);
    *fu * (alpha * uu + beta * shear) + *fv * (alpha * shear + beta * vv)
}

/// The stress with its negative eigenvalue, if any, replaced by 0: pressure would make the matrix indefinite.
#[inline(always)]
pub fn tension<R: Real>([uu, vv, shear]: Metric<R>) -> Metric<R> {
    let (zero, half) = (R::default(), R::of(0.5));
    let mean = (uu + vv) * half;
    let apart = (uu - vv) * half;
    let radius = (apart * apart + shear * shear).sqrt();
    if mean >= radius {
        return [uu, vv, shear];
    }
    let largest = mean + radius;
    if largest <= zero {
        return [zero; 3];
    }
    // largest times the projector on its eigenvector: ½ (1 + deviator / radius)
    let scale = largest * half;
    let (cos, sin) = (apart / radius, shear / radius);
    [scale * (R::of(1.0) + cos), scale * (R::of(1.0) - cos), scale * sin]
}

/// The second derivative by two corners, for a stiffness K and a stress without pressure.
#[inline(always)]
pub fn hessian<R: Real>(
    form: &TriangleForm<R>,
    [fu, fv]: &[Vector3<R>; 2],
    stiffness: &MembraneStiffness<R>,
    [uu, vv, shear]: Metric<R>,
    corners: [usize; 2],
) -> Matrix3<R> {
    let [i, j] = corners;
    let (ai, bi, aj, bj) = (form.alpha[i], form.beta[i], form.alpha[j], form.beta[j]);
    // columns of the strains' derivatives by each corner
    let (u, v) = (*fu * ai, *fv * bi);
    let shearing = *fv * ai + *fu * bi;
    let (u_other, v_other) = (*fu * aj, *fv * bj);
    let shearing_other = *fv * aj + *fu * bj;
    let stressed = ai * (uu * aj + shear * bj) + bi * (shear * aj + vv * bj);
    let stiff = Matrix3::outer(u * stiffness.warp + v * stiffness.coupling, u_other)
        + Matrix3::outer(u * stiffness.coupling + v * stiffness.weft, v_other)
        + Matrix3::outer(shearing * stiffness.shear, shearing_other)
        + Matrix3::diagonal(stressed);
    stiff * form.area
}

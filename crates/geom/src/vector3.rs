//! Vectors and 3 × 3 matrices of any [`Real`], for the kernels; everything else uses glam's.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use glam::DVec3;

use crate::real::Real;

/// A vector in space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector3<R> {
    /// First coordinate.
    pub x: R,
    /// Second coordinate (up).
    pub y: R,
    /// Third coordinate.
    pub z: R,
}

impl<R: Real> Vector3<R> {
    /// The vector of three coordinates.
    #[inline(always)]
    pub fn new(x: R, y: R, z: R) -> Self {
        Self { x, y, z }
    }

    /// The nearest to a vector.
    #[inline(always)]
    pub fn of(v: DVec3) -> Self {
        Self::new(R::of(v.x), R::of(v.y), R::of(v.z))
    }

    /// The same vector.
    #[inline(always)]
    pub fn to_dvec3(self) -> DVec3 {
        DVec3::new(self.x.to_f64(), self.y.to_f64(), self.z.to_f64())
    }

    /// The scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> R {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    #[must_use]
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The length.
    #[inline(always)]
    pub fn length(self) -> R {
        self.dot(self).sqrt()
    }

    /// The length squared.
    #[inline(always)]
    pub fn length_squared(self) -> R {
        self.dot(self)
    }
}

impl<R: Real> Add for Vector3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl<R: Real> Sub for Vector3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl<R: Real> Neg for Vector3<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl<R: Real> Mul<R> for Vector3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl<R: Real> AddAssign for Vector3<R> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<R: Real> SubAssign for Vector3<R> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// A 3 × 3 matrix, by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Matrix3<R> {
    /// The columns.
    pub columns: [Vector3<R>; 3],
}

impl<R: Real> Matrix3<R> {
    /// `factor` times the unit matrix.
    #[inline(always)]
    pub fn diagonal(factor: R) -> Self {
        let zero = R::default();
        Self {
            columns: [
                Vector3::new(factor, zero, zero),
                Vector3::new(zero, factor, zero),
                Vector3::new(zero, zero, factor),
            ],
        }
    }

    /// a bᵀ.
    #[inline(always)]
    pub fn outer(a: Vector3<R>, b: Vector3<R>) -> Self {
        Self { columns: [a * b.x, a * b.y, a * b.z] }
    }

    /// The transposed matrix.
    #[must_use]
    #[inline(always)]
    pub fn transposed(self) -> Self {
        let [a, b, c] = self.columns;
        Self { columns: [Vector3::new(a.x, b.x, c.x), Vector3::new(a.y, b.y, c.y), Vector3::new(a.z, b.z, c.z)] }
    }

    /// The vector d with self d = `b`, for a symmetric positive definite matrix, by L D Lᵀ; nothing where it is not definite.
    #[inline(always)]
    pub fn solve(&self, b: Vector3<R>) -> Option<Vector3<R>> {
        let zero = R::default();
        let one = R::of(1.0);
        let [c0, c1, c2] = self.columns;
        let d0 = c0.x;
        let (l10, l20) = (c0.y / d0, c0.z / d0);
        let d1 = c1.y - l10 * c0.y;
        let s21 = c1.z - l20 * c0.y;
        let l21 = s21 / d1;
        let d2 = c2.z - l20 * c0.z - l21 * s21;
        let y1 = b.y - l10 * b.x;
        let y2 = b.z - l20 * b.x - l21 * y1;
        let z = y2 * (one / d2);
        let y = y1 / d1 - l21 * z;
        let x = b.x / d0 - l10 * y - l20 * z;
        (d0 > zero && d1 > zero && d2 > zero).then_some(Vector3::new(x, y, z))
    }
}

impl<R: Real> Add for Matrix3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.columns, other.columns);
        Self { columns: [a + d, b + e, c + f] }
    }
}

impl<R: Real> AddAssign for Matrix3<R> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<R: Real> Mul<R> for Matrix3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        Self { columns: self.columns.map(|column| column * factor) }
    }
}

impl<R: Real> Mul<Vector3<R>> for Matrix3<R> {
    type Output = Vector3<R>;
    #[inline(always)]
    fn mul(self, v: Vector3<R>) -> Vector3<R> {
        let [a, b, c] = self.columns;
        a * v.x + b * v.y + c * v.z
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vector() -> impl Strategy<Value = Vector3<f64>> {
        [-2.0..2.0, -2.0..2.0, -2.0..2.0].prop_map(|[x, y, z]: [f64; 3]| Vector3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn a_solved_system_gives_back_its_right_side(a in vector(), c in vector(), d in vector(), b in vector()) {
            let matrix = Matrix3::outer(a, a) + Matrix3::outer(c, c) + Matrix3::outer(d, d) + Matrix3::diagonal(0.01);
            let solved = matrix.solve(b).unwrap();
            prop_assert!((matrix * solved - b).length() < 1e-9);
        }
    }

    #[test]
    fn an_indefinite_system_has_no_solution_to_step_by() {
        let x = Vector3::new(1.0, 0.0, 0.0);
        let saddle: Matrix3<f64> = Matrix3::diagonal(1.0) + Matrix3::outer(x, x) * -2.0;
        assert_eq!(saddle.solve(x), None);
        assert_eq!(Matrix3::<f64>::default().solve(x), None);
    }

    #[test]
    fn the_transposed_of_an_outer_product_is_the_other_outer_product() {
        let (a, b) = (Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0));
        assert_eq!(Matrix3::outer(a, b).transposed(), Matrix3::outer(b, a));
        assert_eq!(Matrix3::outer(a, b) * Vector3::new(1.0, 1.0, 1.0), a * 15.0);
    }
}

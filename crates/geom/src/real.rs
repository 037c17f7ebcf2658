//! The numbers that kernels compute with.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A number that a kernel computes with: `f32` or `f64`. Only operations that give the same bits on every platform.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + AddAssign
    + Div<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Sub<Output = Self>
    + SubAssign
    + Send
    + Sync
    + 'static
{
    /// The nearest to a number.
    fn of(value: f64) -> Self;
    /// The same number.
    fn to_f64(self) -> f64;
    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// The angle of the vector (`x`, self) [rad], in (−π, π].
    #[must_use]
    fn atan2(self, x: Self) -> Self;
    /// The sine and cosine of an angle [rad].
    fn sin_cos(self) -> (Self, Self);

    /// The larger of two; `other` where self is none.
    #[must_use]
    #[inline(always)]
    fn at_least(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    /// The size without the sign.
    #[must_use]
    #[inline(always)]
    fn size(self) -> Self {
        if self < Self::default() { -self } else { self }
    }
}

impl Real for f64 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    fn atan2(self, x: Self) -> Self {
        libm::atan2(self, x)
    }

    fn sin_cos(self) -> (Self, Self) {
        libm::sincos(self)
    }
}

impl Real for f32 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value as Self
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }

    fn atan2(self, x: Self) -> Self {
        libm::atan2f(self, x)
    }

    fn sin_cos(self) -> (Self, Self) {
        libm::sincosf(self)
    }
}

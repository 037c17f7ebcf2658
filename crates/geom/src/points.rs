//! An array of 3D points or vectors, stored as three arrays.

use std::ops::Range;

use aligned_vec::{AVec, ConstAlign};
use glam::DVec3;

/// An array that begins on a cache line, so that a wide load or store of a block does not straddle two.
pub type Aligned<T> = AVec<T, ConstAlign<64>>;

/// An array of `values`, aligned.
pub fn aligned<T>(values: impl IntoIterator<Item = T>) -> Aligned<T> {
    Aligned::from_iter(0, values)
}

/// Points or vectors as a structure of arrays: three arrays of equal length, one per axis, so that a
/// kernel runs wide over neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// First coordinates.
    pub xs: Aligned<f64>,
    /// Second coordinates (up).
    pub ys: Aligned<f64>,
    /// Third coordinates.
    pub zs: Aligned<f64>,
}

/// A run of consecutive entries of [`Points`], three slices of equal length.
#[derive(Clone, Copy, Debug)]
pub struct PointsSlice<'a> {
    /// First coordinates.
    pub xs: &'a [f64],
    /// Second coordinates (up).
    pub ys: &'a [f64],
    /// Third coordinates.
    pub zs: &'a [f64],
}

/// A mutable run of consecutive entries of [`Points`], three slices of equal length.
#[derive(Debug)]
pub struct PointsSliceMut<'a> {
    /// First coordinates.
    pub xs: &'a mut [f64],
    /// Second coordinates (up).
    pub ys: &'a mut [f64],
    /// Third coordinates.
    pub zs: &'a mut [f64],
}

impl Points {
    /// `count` points at the origin.
    pub fn zeros(count: usize) -> Self {
        let zeros = || aligned(std::iter::repeat_n(0.0, count));
        Self { xs: zeros(), ys: zeros(), zs: zeros() }
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.xs.len()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.xs.is_empty()
    }

    /// Point `i`.
    ///
    /// # Panics
    /// If `i` is not below [`len`](Self::len).
    #[inline]
    pub fn get(&self, i: usize) -> DVec3 {
        DVec3::new(self.xs[i], self.ys[i], self.zs[i])
    }

    /// Replaces point `i`.
    ///
    /// # Panics
    /// If `i` is not below [`len`](Self::len).
    #[inline]
    pub fn set(&mut self, i: usize, point: DVec3) {
        self.xs[i] = point.x;
        self.ys[i] = point.y;
        self.zs[i] = point.z;
    }

    /// Appends a point.
    pub fn push(&mut self, point: DVec3) {
        self.xs.push(point.x);
        self.ys.push(point.y);
        self.zs.push(point.z);
    }

    /// Appends all points of `other`.
    pub fn extend_from(&mut self, other: &Self) {
        self.xs.extend_from_slice(&other.xs);
        self.ys.extend_from_slice(&other.ys);
        self.zs.extend_from_slice(&other.zs);
    }

    /// All points in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        (0..self.len()).map(|i| self.get(i))
    }

    /// The points of `range`.
    ///
    /// # Panics
    /// If `range` does not lie inside the array.
    #[inline]
    pub fn slice(&self, range: Range<usize>) -> PointsSlice<'_> {
        PointsSlice { xs: &self.xs[range.clone()], ys: &self.ys[range.clone()], zs: &self.zs[range] }
    }

    /// The points of `range`, to be changed.
    ///
    /// # Panics
    /// If `range` does not lie inside the array.
    #[inline]
    pub fn slice_mut(&mut self, range: Range<usize>) -> PointsSliceMut<'_> {
        PointsSliceMut { xs: &mut self.xs[range.clone()], ys: &mut self.ys[range.clone()], zs: &mut self.zs[range] }
    }

    /// Smallest and largest coordinate per axis; `None` where there is no point.
    pub fn bounds(&self) -> Option<(DVec3, DVec3)> {
        let mut points = self.iter();
        let first = points.next()?;
        Some(points.fold((first, first), |(low, high), p| (low.min(p), high.max(p))))
    }

    /// Mean of all points, summed in order; the origin where there is none.
    pub fn centroid(&self) -> DVec3 {
        let sum = self.iter().fold(DVec3::ZERO, |sum, p| sum + p);
        sum / self.len().max(1) as f64
    }

    /// Whether every coordinate is a finite number.
    pub fn is_finite(&self) -> bool {
        [&self.xs, &self.ys, &self.zs].into_iter().all(|axis| axis.iter().all(|value| value.is_finite()))
    }
}

impl Default for Points {
    fn default() -> Self {
        Self::zeros(0)
    }
}

impl FromIterator<DVec3> for Points {
    fn from_iter<I: IntoIterator<Item = DVec3>>(points: I) -> Self {
        let mut all = Self::default();
        for point in points {
            all.push(point);
        }
        all
    }
}

//! A small dense symmetric system.

use muslin_geom::{Real, Vector3};

use super::BlockMatrix;

/// The factors L D Lᵀ of a small block matrix, whole.
#[derive(Clone, Debug, Default)]
pub struct Dense<R> {
    size: usize,
    /// L below the diagonal, row by row.
    lower: Vec<R>,
    /// 1 / D; 0 for an unknown that nothing determines, which stays 0.
    inverse: Vec<R>,
}

impl<R: Real> Dense<R> {
    /// Factors `matrix`.
    pub fn factor(&mut self, matrix: &BlockMatrix<R>) {
        let size = 3 * matrix.pattern.len();
        let zero = R::default();
        self.size = size;
        self.lower.clear();
        self.lower.resize(size * size, zero);
        self.inverse.clear();
        self.inverse.resize(size, zero);
        for row in 0..matrix.pattern.len() {
            for (column, block) in matrix.row(row) {
                for (j, of) in block.columns.iter().enumerate() {
                    for (i, value) in [of.x, of.y, of.z].into_iter().enumerate() {
                        self.lower[(3 * row + i) * size + 3 * column + j] = value;
                    }
                }
            }
        }
        for i in 0..size {
            let (done, rest) = self.lower.split_at_mut(i * size);
            let row = &mut rest[..size];
            let diagonal = row[i];
            let mut pivot = diagonal;
            for j in 0..i {
                let other = &done[j * size..j * size + j];
                let mut sum = row[j];
                for (a, b) in row[..j].iter().zip(other) {
                    sum -= *a * *b;
                }
                // so far the row holds L D; the division comes when it is used up
                row[j] = sum;
            }
            for (j, entry) in row[..i].iter_mut().enumerate() {
                let scaled = *entry * self.inverse[j];
                pivot -= *entry * scaled;
                *entry = scaled;
            }
            let is_determined = pivot > diagonal * R::of(1e-6);
            self.inverse[i] = if is_determined { R::of(1.0) / pivot } else { zero };
        }
    }

    /// Replaces the right side `b` by the solution.
    pub fn solve(&self, b: &mut [Vector3<R>]) {
        let mut x: Vec<R> = b.iter().flat_map(|b| [b.x, b.y, b.z]).collect();
        let row = |i: usize| &self.lower[i * self.size..][..i];
        for i in 0..self.size {
            let mut sum = x[i];
            for (l, x) in row(i).iter().zip(&x) {
                sum -= *l * *x;
            }
            x[i] = sum;
        }
        for (x, inverse) in x.iter_mut().zip(&self.inverse) {
            *x = *x * *inverse;
        }
        for i in (0..self.size).rev() {
            let solved = x[i];
            for (l, x) in row(i).iter().zip(&mut x) {
                *x -= *l * solved;
            }
        }
        for (b, x) in b.iter_mut().zip(x.chunks_exact(3)) {
            *b = Vector3::new(x[0], x[1], x[2]);
        }
    }
}

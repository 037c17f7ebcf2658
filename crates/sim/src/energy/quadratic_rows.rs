//! All quadratic bending energies of a mesh at once: a matrix that never changes.

use muslin_geom::{Matrix3, Real, Rows, Vector3};

use super::QuadraticBending;
use super::elements::{Elements, Term, gather};
use crate::linear::{BlockMatrix, Pattern};

/// The sum of many [`QuadraticBending`]: ½ Σ Q x · x.
#[derive(Clone, Debug)]
pub struct QuadraticRows<R> {
    /// The energies one by one; their sum is exact where that of the matrix is rounded.
    hinges: Elements<QuadraticBending<R>, 4>,
    /// Of each vertex, its column of Q, Q itself, and where their block is.
    rows: Rows<(u32, R, u32)>,
}

impl<R: Real> QuadraticRows<R> {
    /// Of energies over stencils that all have blocks in `pattern`.
    pub fn new(vertices: Vec<[u32; 4]>, energies: Vec<QuadraticBending<R>>, pattern: Option<&Pattern>) -> Self {
        let mut rows = Rows::default();
        if let Some(pattern) = pattern {
            let columns = pattern.columns.entries();
            let mut sums = vec![0.0; columns.len()];
            for (stencil, energy) in vertices.iter().zip(&energies) {
                for (i, wi) in stencil.iter().zip(energy.weights) {
                    for (j, wj) in stencil.iter().zip(energy.weights) {
                        let product = energy.stiffness.to_f64() * wi.to_f64() * wj.to_f64();
                        sums[pattern.slot(*i, *j) as usize] += product;
                    }
                }
            }
            let of_row = |row: usize| {
                let start = pattern.columns.start(row);
                let slots = start..start + pattern.columns[row].len();
                slots.map(move |slot| (row, slot))
            };
            let entries = (0..pattern.len()).flat_map(of_row).filter(|&(_, slot)| sums[slot] != 0.0);
            rows = Rows::collect(
                pattern.len(),
                entries.map(|(row, slot)| (row, (columns[slot], R::of(sums[slot]), slot as u32))),
            );
        }
        Self { hinges: Elements::new(vertices, energies, None), rows }
    }

    /// The gradient by a vertex, from differences: it may be far from the origin.
    #[inline(always)]
    fn pull(&self, x: &[Vector3<R>], vertex: usize) -> Vector3<R> {
        let own = x[vertex];
        let sum = |sum, &(column, q, _): &(u32, R, u32)| sum + (x[column as usize] - own) * q;
        self.rows[vertex].iter().fold(Vector3::default(), sum)
    }
}

impl<R: Real> Term<R> for QuadraticRows<R> {
    fn value(&self, x: &[Vector3<R>]) -> f64 {
        let half_square = |(stencil, energy): (&[u32; 4], &QuadraticBending<R>)| {
            super::Energy::value(energy, &gather(x, stencil)).to_f64()
        };
        self.hinges.vertices.iter().zip(&self.hinges.energies).map(half_square).sum()
    }

    fn add_gradient(&self, x: &[Vector3<R>], gradient: &mut [Vector3<R>]) {
        for (vertex, gradient) in gradient.iter_mut().enumerate() {
            *gradient += self.pull(x, vertex);
        }
    }

    fn add_hessian(&self, _: &[Vector3<R>], matrix: &mut BlockMatrix<R>) {
        for &(_, q, slot) in self.rows.entries() {
            matrix.blocks[slot as usize] += Matrix3::diagonal(q);
        }
    }

    fn add_block(&self, x: &[Vector3<R>], vertex: usize, (gradient, block): &mut (Vector3<R>, Matrix3<R>)) {
        *gradient += self.pull(x, vertex);
        for &(column, q, _) in &self.rows[vertex] {
            if column as usize == vertex {
                *block += Matrix3::diagonal(q);
            }
        }
    }
}

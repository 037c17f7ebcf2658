//! Sparse Cholesky factors, by the library `faer`; its simplicial form, whose bits depend on nothing but the numbers.

use std::fmt;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering, factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side, Spec};
use muslin_geom::Vector3;

use super::block_matrix::{BlockMatrix, Pattern};

/// The factors of matrices of one pattern.
pub struct Cholesky {
    symbolic: SymbolicCholesky<usize>,
    column_starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
    factors: Vec<f64>,
    right_side: Vec<f64>,
    memory: MemBuffer,
}

impl fmt::Debug for Cholesky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cholesky").field("symbolic", &self.symbolic).finish_non_exhaustive()
    }
}

impl Cholesky {
    /// For matrices of `pattern`; nothing where there is too little memory.
    pub fn new(pattern: &Pattern) -> Option<Self> {
        // the upper triangle by columns, which is the lower one by rows
        let (mut column_starts, mut rows) = (vec![0], Vec::new());
        for row in 0..pattern.len() {
            for a in 0..3 {
                for &column in pattern.columns[row].iter().filter(|&&column| column as usize <= row) {
                    let count = if column as usize == row { a + 1 } else { 3 };
                    rows.extend((0..count).map(|b| 3 * column as usize + b));
                }
                column_starts.push(rows.len());
            }
        }
        let size = 3 * pattern.len();
        let matrix = SymbolicSparseColMatRef::new_checked(size, size, &column_starts, None, &rows);
        let params = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SIMPLICIAL,
            ..CholeskySymbolicParams::default()
        };
        let symbolic = factorize_symbolic_cholesky(matrix, Side::Upper, SymmetricOrdering::Amd, params).ok()?;
        let scratch = symbolic
            .factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default())
            .or(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        Some(Self {
            memory: MemBuffer::try_new(scratch).ok()?,
            values: vec![0.0; rows.len()],
            factors: vec![0.0; symbolic.len_val()],
            right_side: vec![0.0; size],
            symbolic,
            column_starts,
            rows,
        })
    }

    /// Solves `matrix` · x = `b` in place of `b`. False, and `b` as it was, where the matrix is not positive definite.
    pub fn solve(&mut self, matrix: &BlockMatrix<f64>, b: &mut [Vector3<f64>]) -> bool {
        let mut next = self.values.iter_mut();
        for row in 0..matrix.pattern.len() {
            for a in 0..3 {
                for (column, block) in matrix.row(row).filter(|&(column, _)| column <= row) {
                    let count = if column == row { a + 1 } else { 3 };
                    for (of, value) in block.columns.iter().take(count).zip(next.by_ref()) {
                        *value = [of.x, of.y, of.z][a];
                    }
                }
            }
        }
        let size = 3 * matrix.pattern.len();
        let pattern = SymbolicSparseColMatRef::new_checked(size, size, &self.column_starts, None, &self.rows);
        let upper = SparseColMatRef::new(pattern, &self.values);
        let stack = MemStack::new(&mut self.memory);
        let none = LltRegularization::default();
        let (factors, params) = (&mut self.factors, Spec::default());
        if self.symbolic.factorize_numeric_llt(factors, upper, Side::Upper, none, Par::Seq, stack, params).is_err() {
            return false;
        }
        for (to, b) in self.right_side.chunks_exact_mut(3).zip(b.iter()) {
            to.copy_from_slice(&[b.x, b.y, b.z]);
        }
        let right_side = MatMut::from_column_major_slice_mut(&mut self.right_side, size, 1);
        let factors = LltRef::new(&self.symbolic, &self.factors);
        factors.solve_in_place_with_conj(Conj::No, right_side, Par::Seq, MemStack::new(&mut self.memory));
        for (b, x) in b.iter_mut().zip(self.right_side.chunks_exact(3)) {
            *b = Vector3::new(x[0], x[1], x[2]);
        }
        true
    }
}

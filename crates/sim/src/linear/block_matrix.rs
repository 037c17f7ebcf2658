//! A symmetric matrix that has 3 × 3 blocks where two vertices share an energy.

use std::sync::Arc;

use muslin_geom::colouring::{Colouring, neighbours};
use muslin_geom::{Matrix3, Real, Rows, Vector3};

/// Which pairs of vertices have a block.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// Of each vertex, the columns that have a block, ascending, itself among them.
    pub columns: Rows<u32>,
    /// The order in which vertices are visited: by colours, so that those of a colour do not see each other.
    pub order: Vec<u32>,
}

/// A matrix with the blocks of a pattern.
#[derive(Clone, Debug)]
pub struct BlockMatrix<R> {
    /// Where the blocks are.
    pub pattern: Arc<Pattern>,
    /// The blocks, row by row.
    pub blocks: Vec<Matrix3<R>>,
}

impl Pattern {
    /// For the stencils of some energies of `count` vertices.
    pub fn of_stencils<'a>(count: usize, stencils: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let others = neighbours(count, stencils);
        let order = Colouring::greedy(&others).vertices.entries().to_vec();
        let with_itself = (0..count).flat_map(|row| {
            let mut columns: Vec<u32> = others[row].to_vec();
            columns.insert(columns.partition_point(|&column| (column as usize) < row), row as u32);
            columns.into_iter().map(move |column| (row, column))
        });
        Self { columns: Rows::collect(count, with_itself), order }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the block of two vertices is among all.
    ///
    /// # Panics
    /// If they have none.
    pub fn slot(&self, row: u32, column: u32) -> u32 {
        let columns = &self.columns[row as usize];
        let at = columns.binary_search(&column).expect("the vertices of a stencil have blocks");
        (self.columns.start(row as usize) + at) as u32
    }
}

impl<R: Real> BlockMatrix<R> {
    /// The matrix of zeros.
    pub fn zeros(pattern: Arc<Pattern>) -> Self {
        let blocks = vec![Matrix3::default(); pattern.columns.entries().len()];
        Self { pattern, blocks }
    }

    /// Makes all blocks zero.
    pub fn clear(&mut self) {
        self.blocks.fill(Matrix3::default());
    }

    /// The blocks of a row with their columns.
    #[inline(always)]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, &Matrix3<R>)> {
        let start = self.pattern.columns.start(row);
        let columns = &self.pattern.columns[row];
        columns.iter().map(|&column| column as usize).zip(&self.blocks[start..start + columns.len()])
    }

    /// `out` = self · `x`.
    pub fn multiply(&self, x: &[Vector3<R>], out: &mut [Vector3<R>]) {
        for (row, out) in out.iter_mut().enumerate() {
            *out = self.row(row).fold(Vector3::default(), |sum, (column, block)| sum + *block * x[column]);
        }
    }

    /// `out` = `b` − self · `x`.
    pub fn residual(&self, x: &[Vector3<R>], b: &[Vector3<R>], out: &mut [Vector3<R>]) {
        for (row, out) in out.iter_mut().enumerate() {
            *out = self.row(row).fold(b[row], |sum, (column, block)| sum - *block * x[column]);
        }
    }

    /// One Gauss-Seidel visit of each vertex of `order` for self · `x` = `b`. A vertex without a definite block stays.
    pub fn relax(&self, order: impl Iterator<Item = u32>, x: &mut [Vector3<R>], b: &[Vector3<R>]) {
        for vertex in order {
            let vertex = vertex as usize;
            let mut rest = b[vertex];
            let mut own = Matrix3::default();
            for (column, block) in self.row(vertex) {
                if column == vertex {
                    own = *block;
                } else {
                    rest -= *block * x[column];
                }
            }
            if let Some(solved) = own.solve(rest) {
                x[vertex] = solved;
            }
        }
    }
}

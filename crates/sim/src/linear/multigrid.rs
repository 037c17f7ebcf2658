//! Coarse versions of a matrix, and cycles over them that solve it roughly (Briggs, Henson and `McCormick` 2000, "A multigrid
//! tutorial", chapters 3 and 10).

use std::sync::Arc;

use muslin_geom::hierarchy::{Hierarchy, Prolongation};
use muslin_geom::{Real, Rows, Vector3};

use super::block_matrix::{BlockMatrix, Pattern};
use super::dense::Dense;

/// All coarse matrices of a fine one, each Pᵀ A P of the one before.
#[derive(Debug)]
pub struct Multigrid<R> {
    levels: Vec<Level<R>>,
    coarsest: Dense<R>,
}

/// One coarse matrix and how the next finer vertices follow its own.
#[derive(Debug)]
struct Level<R> {
    /// Of each finer vertex, what it follows; nothing for one that is held.
    weights: Rows<(u32, R)>,
    matrix: BlockMatrix<R>,
    /// The blocks that a finer block adds to with their weights, one after the other for all finer blocks.
    targets: Rows<(u32, R)>,
    correction: Vec<Vector3<R>>,
    right_side: Vec<Vector3<R>>,
    residual: Vec<Vector3<R>>,
}

impl<R: Real> Level<R> {
    fn new(prolongation: &Prolongation, fine: &Pattern, is_held: &[bool]) -> Self {
        let of_vertex = |vertex: usize| {
            let weights = if is_held[vertex] { &[][..] } else { &prolongation.weights[vertex] };
            weights.iter().map(move |&(parent, weight)| (vertex, (parent, R::of(weight))))
        };
        let count = prolongation.weights.len();
        let weights = Rows::collect(count, (0..count).flat_map(of_vertex));
        let stencils: Vec<Vec<u32>> = (0..count)
            .map(|row| {
                let mut stencil: Vec<u32> = fine.columns[row]
                    .iter()
                    .flat_map(|&column| weights[column as usize].iter().map(|&(parent, _)| parent))
                    .collect();
                stencil.sort_unstable();
                stencil.dedup();
                stencil
            })
            .collect();
        // what the vertex itself follows, with what its neighbours follow
        let pairs = (0..count).flat_map(|row| {
            let own = weights[row].iter().map(|&(parent, _)| parent);
            own.flat_map(|parent| stencils[row].iter().map(move |&other| [parent, other])).collect::<Vec<_>>()
        });
        let mut pairs: Vec<[u32; 2]> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        let pattern = Pattern::of_stencils(prolongation.coarse_count, pairs.iter().map(|pair| &pair[..]));
        let mut targets = Vec::new();
        let mut slot = 0;
        for row in 0..count {
            for &column in &fine.columns[row] {
                for &(i, wi) in &weights[row] {
                    for &(j, wj) in &weights[column as usize] {
                        targets.push((slot, (pattern.slot(i, j), wi * wj)));
                    }
                }
                slot += 1;
            }
        }
        let zeros = vec![Vector3::default(); prolongation.coarse_count];
        Self {
            weights,
            targets: Rows::collect(slot, targets),
            matrix: BlockMatrix::zeros(Arc::new(pattern)),
            correction: zeros.clone(),
            right_side: zeros.clone(),
            residual: zeros,
        }
    }

    fn update(&mut self, fine: &BlockMatrix<R>) {
        self.matrix.clear();
        for (block, targets) in fine.blocks.iter().zip(self.targets.iter()) {
            for &(slot, weight) in targets {
                self.matrix.blocks[slot as usize] += *block * weight;
            }
        }
    }

    fn restrict(&mut self, fine: &[Vector3<R>]) {
        self.right_side.fill(Vector3::default());
        for (value, weights) in fine.iter().zip(self.weights.iter()) {
            for &(parent, weight) in weights {
                self.right_side[parent as usize] += *value * weight;
            }
        }
    }

    fn prolong(&self, fine: &mut [Vector3<R>]) {
        for (value, weights) in fine.iter_mut().zip(self.weights.iter()) {
            for &(parent, weight) in weights {
                *value += self.correction[parent as usize] * weight;
            }
        }
    }
}

impl<R: Real> Multigrid<R> {
    /// For matrices of a pattern; a vertex that is held stays when coarse ones move.
    pub fn new(hierarchy: &Hierarchy, fine: &Pattern, is_held: &[bool]) -> Self {
        let mut levels: Vec<Level<R>> = Vec::new();
        for prolongation in &hierarchy.levels {
            let free = vec![false; prolongation.weights.len()];
            let level = match levels.last() {
                None => Level::new(prolongation, fine, is_held),
                Some(finer) => Level::new(prolongation, &finer.matrix.pattern, &free),
            };
            levels.push(level);
        }
        Self { levels, coarsest: Dense::default() }
    }

    /// Makes the coarse matrices of `fine`.
    pub fn update(&mut self, fine: &BlockMatrix<R>) {
        let mut finer = fine;
        for level in &mut self.levels {
            level.update(finer);
            finer = &level.matrix;
        }
        if let Some(last) = self.levels.last() {
            self.coarsest.factor(&last.matrix);
        }
    }

    /// Adds to `x` what the coarse matrices make of the residual, in one cycle.
    pub fn correct(&mut self, residual: &[Vector3<R>], x: &mut [Vector3<R>]) {
        cycle(&mut self.levels, &self.coarsest, residual, x);
    }
}

/// Descends with the residual, solves the coarsest, and comes back: a Gauss-Seidel sweep forwards on the way down and backwards on the
/// way up, so that the whole is symmetric.
fn cycle<R: Real>(levels: &mut [Level<R>], coarsest: &Dense<R>, residual: &[Vector3<R>], x: &mut [Vector3<R>]) {
    let Some((level, coarser)) = levels.split_first_mut() else { return };
    level.restrict(residual);
    if coarser.is_empty() {
        level.correction.copy_from_slice(&level.right_side);
        coarsest.solve(&mut level.correction);
    } else {
        level.correction.fill(Vector3::default());
        let pattern = Arc::clone(&level.matrix.pattern);
        level.matrix.relax(pattern.order.iter().copied(), &mut level.correction, &level.right_side);
        level.matrix.residual(&level.correction, &level.right_side, &mut level.residual);
        cycle(coarser, coarsest, &level.residual, &mut level.correction);
        level.matrix.relax(pattern.order.iter().rev().copied(), &mut level.correction, &level.right_side);
    }
    level.prolong(x);
}

#[cfg(test)]
mod tests {
    use muslin_geom::{Grid, Matrix3};

    use super::*;

    /// Springs between neighbours of a grid, held at a corner.
    fn springs(grid: Grid) -> (BlockMatrix<f64>, Vec<bool>) {
        let triangles = grid.triangles();
        let pattern = Pattern::of_stencils(grid.vertex_count(), triangles.iter().map(|t| &t[..]));
        let mut matrix = BlockMatrix::zeros(Arc::new(pattern));
        for [a, b, c] in triangles {
            for [i, j] in [[a, b], [b, c], [c, a]] {
                for (row, column, sign) in [(i, i, 1.0), (i, j, -1.0), (j, i, -1.0), (j, j, 1.0)] {
                    let slot = matrix.pattern.slot(row, column) as usize;
                    matrix.blocks[slot] += Matrix3::diagonal(sign);
                }
            }
        }
        let mut is_held = vec![false; grid.vertex_count()];
        is_held[0] = true;
        hold(&mut matrix, &is_held);
        (matrix, is_held)
    }

    fn hold(matrix: &mut BlockMatrix<f64>, is_held: &[bool]) {
        let pattern = Arc::clone(&matrix.pattern);
        for row in 0..pattern.len() {
            for (k, &column) in pattern.columns[row].iter().enumerate() {
                if is_held[row] || is_held[column as usize] {
                    let unit = if row == column as usize { 1.0 } else { 0.0 };
                    matrix.blocks[pattern.columns.start(row) + k] = Matrix3::diagonal(unit);
                }
            }
        }
    }

    /// How much smaller a residual gets with every cycle.
    fn rate(grid: Grid, hierarchy: &Hierarchy) -> f64 {
        let (matrix, is_held) = springs(grid);
        let mut multigrid = Multigrid::new(hierarchy, &matrix.pattern, &is_held);
        multigrid.update(&matrix);
        let count = grid.vertex_count();
        let mut b = vec![Vector3::new(0.0, 1.0, 0.5); count];
        b[0] = Vector3::default();
        let (mut x, mut residual) = (vec![Vector3::default(); count], b.clone());
        let size = |v: &[Vector3<f64>]| v.iter().map(|v| v.length_squared()).sum::<f64>().sqrt();
        let mut sizes = Vec::new();
        for _ in 0..12 {
            let order = matrix.pattern.order.iter().copied();
            matrix.relax(order.clone(), &mut x, &b);
            matrix.residual(&x, &b, &mut residual);
            multigrid.correct(&residual.clone(), &mut x);
            matrix.relax(order.rev(), &mut x, &b);
            matrix.residual(&x, &b, &mut residual);
            sizes.push(size(&residual));
        }
        libm::pow(sizes[11] / sizes[3], 1.0 / 8.0)
    }

    #[test]
    fn cycles_converge_as_fast_on_a_large_grid_as_on_a_small_one() {
        for count in [12, 33, 65] {
            let grid = Grid::new(count, count);
            let found = rate(grid, &Hierarchy::of_grid(grid));
            assert!(found < 0.3, "{count}: {found}");
        }
    }

    #[test]
    fn cycles_over_groups_converge_too() {
        let grid = Grid::new(40, 40);
        let (matrix, _) = springs(grid);
        let found = rate(grid, &Hierarchy::of_neighbours(&matrix.pattern.columns));
        assert!(found < 0.65, "{found}");
    }
}

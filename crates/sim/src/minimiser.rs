//! Projected Newton steps with a line search, to the least energy of a time step.
//!
//! Nocedal and Wright (2006), "Numerical optimization", algorithm 3.2; the matrices without negative eigenvalues are those of
//! Teran, Sifakis, Irving and Fedkiw (2005), "Robust quasistatic finite elements and flesh simulation".

use std::sync::Arc;

use muslin_geom::{Matrix3, Vector3};

use crate::energy::elements::Term;
use crate::linear::conjugate_gradient::{self, dot};
use crate::linear::{BlockMatrix, Cholesky, Multigrid, Pattern};
use crate::shell::Shell;

/// Most vertices that are solved for by Cholesky factors; more take conjugate gradients with multigrid cycles.
const MOST_BY_CHOLESKY: usize = 6000;

/// Part of the decrease that the slope promises which a step must reach.
const ARMIJO: f64 = 1e-4;

/// What is minimised in a step: inertia about a target, and terms.
#[derive(Clone, Copy, Debug)]
pub struct Objective<'a> {
    /// Where each vertex would go without the terms [m]; what is held is there at the end.
    pub target: &'a [Vector3<f64>],
    /// m / h² of each vertex [N/m].
    pub inertia: &'a [f64],
    /// All other energies.
    pub terms: &'a [Box<dyn Term<f64>>],
    /// Which vertices are held.
    pub is_held: &'a [bool],
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest movement of a vertex by a step that is the last [m].
    pub movement: f64,
    /// Most steps.
    pub iterations: u32,
}

/// How a minimisation ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Steps taken.
    pub iterations: u32,
    /// Whether the last step was as small as asked.
    pub is_converged: bool,
}

/// Scratch of the minimiser.
#[derive(Debug)]
pub struct Minimiser {
    matrix: BlockMatrix<f64>,
    direct: Option<Cholesky>,
    multigrid: Option<Multigrid<f64>>,
    conjugate: conjugate_gradient::Scratch<f64>,
    gradient: Vec<Vector3<f64>>,
    step: Vec<Vector3<f64>>,
    candidate: Vec<Vector3<f64>>,
    scratch: Vec<Vector3<f64>>,
}

impl Minimiser {
    /// For the vertices of a shell with energies of this pattern.
    pub fn new(shell: &Shell, pattern: &Arc<Pattern>, is_held: &[bool]) -> Self {
        let zeros = vec![Vector3::default(); pattern.len()];
        let direct = if pattern.len() <= MOST_BY_CHOLESKY { Cholesky::new(pattern) } else { None };
        let multigrid = direct.is_none().then(|| Multigrid::new(&shell.hierarchy, pattern, is_held));
        Self {
            matrix: BlockMatrix::zeros(Arc::clone(pattern)),
            direct,
            multigrid,
            conjugate: conjugate_gradient::Scratch::default(),
            gradient: zeros.clone(),
            step: zeros.clone(),
            candidate: zeros.clone(),
            scratch: zeros,
        }
    }

    /// Moves `x` from where it is to the least energy near.
    pub fn minimise(&mut self, objective: &Objective<'_>, limits: Limits, x: &mut [Vector3<f64>]) -> Outcome {
        let mut outcome = Outcome::default();
        let mut value = objective.value(x);
        while outcome.iterations < limits.iterations && !outcome.is_converged {
            objective.gradient(x, &mut self.gradient);
            self.find_step(objective, x, outcome.iterations);
            outcome.iterations += 1;
            let largest = self.step.iter().map(|step| step.length_squared()).fold(0.0, f64::max).sqrt();
            outcome.is_converged = largest < limits.movement;
            let Some((scale, after)) = self.search(objective, value, x) else { break };
            for (x, step) in x.iter_mut().zip(&self.step) {
                *x += *step * scale;
            }
            value = after;
        }
        outcome
    }

    /// The Newton step for the gradient, into `step`.
    fn find_step(&mut self, objective: &Objective<'_>, x: &[Vector3<f64>], iteration: u32) {
        self.matrix.clear();
        objective.add_hessian(x, &mut self.matrix);
        for (step, gradient) in self.step.iter_mut().zip(&self.gradient) {
            *step = -*gradient;
        }
        if self.direct.as_mut().is_some_and(|direct| direct.solve(&self.matrix, &mut self.step)) {
            return;
        }
        let Self { matrix, multigrid, conjugate, gradient, step, scratch, .. } = self;
        let right_side: Vec<_> = gradient.iter().map(|gradient| -*gradient).collect();
        if let Some(multigrid) = multigrid {
            multigrid.update(matrix);
        }
        // far from the end an exact step is wasted
        let tolerance = if iteration < 3 { 1e-2 } else { 1e-3 };
        conjugate_gradient::solve(matrix, &right_side, step, conjugate, [tolerance, 200.0], |residual, out| {
            out.fill(Vector3::default());
            matrix.relax(matrix.pattern.order.iter().copied(), out, residual);
            if let Some(multigrid) = multigrid {
                matrix.residual(out, residual, scratch);
                multigrid.correct(scratch, out);
            }
            matrix.relax(matrix.pattern.order.iter().rev().copied(), out, residual);
        });
    }

    /// How much of the step lowers the energy enough, and the energy then; nothing where none does.
    fn search(&mut self, objective: &Objective<'_>, value: f64, x: &[Vector3<f64>]) -> Option<(f64, f64)> {
        let slope = dot(&self.gradient, &self.step);
        // sums of energies are rounded: near the end a step may seem to raise them
        let rounding = 1e-13 * value.abs();
        let mut scale = 1.0;
        for _ in 0..30 {
            for ((candidate, x), step) in self.candidate.iter_mut().zip(x).zip(&self.step) {
                *candidate = *x + *step * scale;
            }
            let after = objective.value(&self.candidate);
            if after <= value + ARMIJO * scale * slope + rounding {
                return Some((scale, after));
            }
            scale *= 0.5;
        }
        None
    }
}

impl Objective<'_> {
    /// The energy at `x` [J].
    pub fn value(&self, x: &[Vector3<f64>]) -> f64 {
        let moved = x.iter().zip(self.target).zip(self.inertia).map(|((x, y), k)| 0.5 * k * (*x - *y).length_squared());
        moved.sum::<f64>() + self.terms.iter().map(|term| term.value(x)).sum::<f64>()
    }

    /// Its gradient [N]; 0 for what is held.
    fn gradient(&self, x: &[Vector3<f64>], gradient: &mut [Vector3<f64>]) {
        for ((gradient, x), (y, k)) in gradient.iter_mut().zip(x).zip(self.target.iter().zip(self.inertia)) {
            *gradient = (*x - *y) * *k;
        }
        for term in self.terms {
            term.add_gradient(x, gradient);
        }
        for (gradient, _) in gradient.iter_mut().zip(self.is_held).filter(|(_, is_held)| **is_held) {
            *gradient = Vector3::default();
        }
    }

    /// Its second derivatives; of what is held the unit matrix.
    fn add_hessian(&self, x: &[Vector3<f64>], matrix: &mut BlockMatrix<f64>) {
        for term in self.terms {
            term.add_hessian(x, matrix);
        }
        let pattern = Arc::clone(&matrix.pattern);
        for row in 0..pattern.len() {
            let start = pattern.columns.start(row);
            for (block, &column) in matrix.blocks[start..].iter_mut().zip(&pattern.columns[row]) {
                let is_own = column as usize == row;
                if self.is_held[row] || self.is_held[column as usize] {
                    *block = if is_own { Matrix3::diagonal(1.0) } else { Matrix3::default() };
                } else if is_own {
                    *block += Matrix3::diagonal(self.inertia[row]);
                }
            }
        }
    }
}

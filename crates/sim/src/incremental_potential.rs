//! The energy whose least value is where a time step of implicit Euler ends.

use std::sync::Arc;

use glam::DVec3;
use muslin_geom::Vector3;

use crate::energy::elements::Term;
use crate::energy::terms::{self, Numbered};
use crate::linear::Pattern;
use crate::minimiser::{Limits, Minimiser, Objective};
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;

/// Most Newton steps in a sub-step.
const MOST_ITERATIONS: u32 = 128;

/// The energy of a sub-step: inertia, and what the shell resists.
#[derive(Debug)]
pub struct IncrementalPotential {
    /// Which pairs of vertices share an energy.
    pub pattern: Arc<Pattern>,
    /// Where each vertex would go without the terms [m].
    target: Vec<Vector3<f64>>,
    /// m / h² of each vertex [N/m].
    inertia: Vec<f64>,
    /// Acceleration of each vertex by gravity and loads [m/s²].
    acceleration: Vec<DVec3>,
    /// All other energies.
    terms: Vec<Box<dyn Term<f64>>>,
    /// Positions, from the start of the search to its end [m].
    x: Vec<Vector3<f64>>,
}

impl IncrementalPotential {
    /// Of a model's shell.
    pub fn new(model: &Model) -> Self {
        let (shell, numbered) = (&model.shell, Numbered::of(model));
        let stencils = numbered.stencils();
        let pattern = Arc::new(Pattern::of_stencils(model.vertex_count(), stencils.iter().map(|stencil| &stencil[..])));
        let h = model.settings.h();
        let mut acceleration = vec![DVec3::from_array(model.settings.gravity); model.vertex_count()];
        for &(vertex, force) in &model.loads {
            acceleration[vertex] += force / shell.vertex_mass[vertex];
        }
        let mut terms = numbered.elastic(Some(&pattern));
        terms.extend(numbered.damping(&pattern));
        Self {
            target: vec![Vector3::default(); model.vertex_count()],
            inertia: shell.vertex_mass.iter().map(|mass| mass / (h * h)).collect(),
            acceleration,
            terms,
            x: vec![Vector3::default(); model.vertex_count()],
            pattern,
        }
    }
}

/// Stage 2: where each vertex would go, y = x + h v + h² a, what is held to its place, and what the sub-step damps.
pub fn predict(model: &Model, state: &State, potential: &mut IncrementalPotential) {
    let h = model.settings.h();
    let moves = potential.target.iter_mut().zip(&potential.acceleration).zip(&model.pinned);
    for (vertex, ((target, acceleration), is_held)) in moves.enumerate() {
        let (x, v) = (state.x.get(vertex), state.v.get(vertex));
        let pull = if *is_held { DVec3::ZERO } else { *acceleration * (h * h) };
        *target = Vector3::of(x + v * h + pull);
    }
    let before = terms::positions(&state.x);
    for term in &mut potential.terms {
        term.begin(&before);
    }
    potential.x = before;
}

/// Stage 3: the least energy, from the better of two starts: where everything would go, and where it would be without forces.
pub fn minimise(
    model: &Model,
    state: &State,
    potential: &mut IncrementalPotential,
    minimiser: &mut Minimiser,
    report: &mut StepReport,
) {
    let h = model.settings.h();
    let IncrementalPotential { target, inertia, terms, x, .. } = potential;
    let objective = Objective { target, inertia, terms, is_held: &model.pinned };
    for (vertex, x) in x.iter_mut().enumerate() {
        *x += Vector3::of(state.v.get(vertex) * h);
    }
    if objective.value(target) < objective.value(x) {
        x.copy_from_slice(target);
    }
    let limits = Limits { movement: model.settings.tolerance * h, iterations: MOST_ITERATIONS };
    let outcome = minimiser.minimise(&objective, limits, x);
    report.iterations += u64::from(outcome.iterations);
    report.unconverged += u64::from(!outcome.is_converged);
}

/// Stage 4: the vertices are where the search ended, with the velocities that brought them there.
pub fn advance(model: &Model, state: &mut State, potential: &IncrementalPotential) {
    let h = model.settings.h();
    for (vertex, x) in potential.x.iter().enumerate() {
        let (before, after) = (state.x.get(vertex), x.to_dvec3());
        state.x_prev.set(vertex, before);
        state.x.set(vertex, after);
        state.v.set(vertex, (after - before) / h);
    }
}

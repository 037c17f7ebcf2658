//! Vertex block descent with a multilevel correction: how `descent` lowers the energy of a time step.
//!
//! Each vertex in turn goes to the least energy of a 3 × 3 model of what it touches (Chen, Liu, Yang and Yuksel 2024, "Vertex block
//! descent"). That moves waves of a few vertices; what is longer is moved by coarser and coarser meshes that follow the same
//! second derivatives, in one cycle after each sweep.
//!
//! Numbers are of single precision: positions about a local origin, and beside them how far each vertex is from where it would go
//! without energies, so that a free fall is exact. Vertices are numbered by colours.

mod correct;
mod start;
mod sweep;

pub use correct::{assemble, correct};
pub use start::{advance, begin};
pub use sweep::sweep;

use std::ops::Range;
use std::sync::Arc;

use glam::DVec3;
use muslin_geom::colouring::{Colouring, neighbours};
use muslin_geom::hierarchy::{Hierarchy, Prolongation};
use muslin_geom::{Matrix3, Rows, Vector3};

use crate::energy::elements::Term;
use crate::energy::terms::Numbered;
use crate::linear::{BlockMatrix, Multigrid, Pattern};
use crate::model::Model;

/// The energy of a sub-step and what lowers it. Arrays per vertex go colour by colour.
#[derive(Debug)]
pub struct Descent {
    /// The model's vertex at each place.
    vertices: Vec<u32>,
    /// The places of each colour.
    colours: Vec<Range<usize>>,
    is_held: Vec<bool>,
    /// m / h² [N/m].
    inertia: Vec<f32>,
    /// Acceleration by gravity and loads [m/s²].
    acceleration: Vec<DVec3>,
    terms: Vec<Box<dyn Term<f32>>>,
    /// Where the local origin is [m].
    origin: DVec3,
    /// Where each vertex would go without the terms [m].
    target: Vec<DVec3>,
    /// How far it is from there [m].
    apart: Vec<Vector3<f32>>,
    /// Where it is, from the local origin [m].
    x: Vec<Vector3<f32>>,
    correction: Option<Correction>,
}

/// Scratch of the multilevel correction.
#[derive(Debug)]
struct Correction {
    matrix: BlockMatrix<f32>,
    multigrid: Multigrid<f32>,
    /// Minus the gradient [N].
    force: Vec<Vector3<f32>>,
    /// What the coarse meshes want to move [m].
    step: Vec<Vector3<f32>>,
    candidate: [Vec<Vector3<f32>>; 2],
}

impl Descent {
    /// Of a model's shell.
    pub fn new(model: &Model) -> Self {
        let count = model.vertex_count();
        let stencils = Numbered::of(model).stencils();
        let colouring = Colouring::greedy(&neighbours(count, stencils.iter().map(|stencil| &stencil[..])));
        let vertices = colouring.vertices.entries().to_vec();
        let mut numbers = vec![0; count];
        for (place, &vertex) in vertices.iter().enumerate() {
            numbers[vertex as usize] = place as u32;
        }
        let numbered = Numbered { model, numbers: Some(&numbers) };
        let stencils = numbered.stencils();
        let pattern = Arc::new(Pattern::of_stencils(count, stencils.iter().map(|stencil| &stencil[..])));
        let mut terms = numbered.elastic(Some(&pattern));
        terms.extend(numbered.damping(&pattern));
        let h = model.settings.h();
        let mut acceleration = vec![DVec3::from_array(model.settings.gravity); count];
        for &(vertex, force) in &model.loads {
            acceleration[numbers[vertex] as usize] += force / model.shell.vertex_mass[vertex];
        }
        let is_held: Vec<bool> = vertices.iter().map(|&vertex| model.pinned[vertex as usize]).collect();
        let zeros = vec![Vector3::default(); count];
        let correction = model.settings.correction.then(|| {
            let hierarchy = renumbered(&model.shell.hierarchy, &vertices);
            Correction {
                multigrid: Multigrid::new(&hierarchy, &pattern, &is_held),
                matrix: BlockMatrix::zeros(Arc::clone(&pattern)),
                force: zeros.clone(),
                step: zeros.clone(),
                candidate: [zeros.clone(), zeros.clone()],
            }
        });
        let ends = (0..colouring.vertices.len()).map(|colour| colouring.vertices.start(colour)..);
        let colours = ends.zip(colouring.vertices.iter()).map(|(from, of)| from.start..from.start + of.len());
        Self {
            colours: colours.collect(),
            inertia: vertices.iter().map(|&v| (model.shell.vertex_mass[v as usize] / (h * h)) as f32).collect(),
            vertices,
            is_held,
            acceleration,
            terms,
            origin: DVec3::ZERO,
            target: vec![DVec3::ZERO; count],
            apart: zeros.clone(),
            x: zeros,
            correction,
        }
    }

    /// The energy of the sub-step where the vertices are [J].
    fn value(&self, x: &[Vector3<f32>], apart: &[Vector3<f32>]) -> f64 {
        let kinetic = |(apart, inertia): (&Vector3<f32>, &f32)| f64::from(0.5 * inertia * apart.length_squared());
        apart.iter().zip(&self.inertia).map(kinetic).sum::<f64>()
            + self.terms.iter().map(|term| term.value(x)).sum::<f64>()
    }

    /// Gradient and second derivative by one vertex.
    #[inline(always)]
    fn block(&self, vertex: usize) -> (Vector3<f32>, Matrix3<f32>) {
        let inertia = self.inertia[vertex];
        let mut sum = (self.apart[vertex] * inertia, Matrix3::diagonal(inertia));
        for term in &self.terms {
            term.add_block(&self.x, vertex, &mut sum);
        }
        sum
    }
}

/// The hierarchy for vertices in another order; the coarse ones keep theirs.
fn renumbered(hierarchy: &Hierarchy, vertices: &[u32]) -> Hierarchy {
    let mut hierarchy = hierarchy.clone();
    if let Some(Prolongation { weights, .. }) = hierarchy.levels.first_mut() {
        let moved = |(place, &vertex): (usize, &u32)| {
            weights[vertex as usize].iter().map(move |&weight| (place, weight)).collect::<Vec<_>>()
        };
        *weights = Rows::collect(vertices.len(), vertices.iter().enumerate().flat_map(moved));
    }
    hierarchy
}

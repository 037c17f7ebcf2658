//! Many energies of one kind, over a mesh.

use muslin_geom::{Real, Vector3};

use super::Energy;
use crate::linear::{BlockMatrix, Pattern};

/// Energies of a kind and the vertices of each.
#[derive(Clone, Debug, Default)]
pub struct Elements<E, const N: usize> {
    /// The vertices of each; one that an energy does not look at may stand twice.
    pub vertices: Vec<[u32; N]>,
    /// The energies.
    pub energies: Vec<E>,
    /// Where the blocks of each pair of vertices are.
    slots: Vec<[[u32; N]; N]>,
}

/// A part of the energy of a step.
pub trait Term<R>: std::fmt::Debug + Send {
    /// The energy at positions `x` [m], summed in f64 [J].
    fn value(&self, x: &[Vector3<R>]) -> f64;

    /// Adds its gradient [N].
    fn add_gradient(&self, x: &[Vector3<R>], gradient: &mut [Vector3<R>]);

    /// Adds its second derivatives, positive semidefinite [N/m].
    fn add_hessian(&self, x: &[Vector3<R>], matrix: &mut BlockMatrix<R>);
}

impl<E, const N: usize> Elements<E, N> {
    /// Energies over stencils that all have blocks in `pattern`; without one, there are no second derivatives.
    pub fn new(vertices: Vec<[u32; N]>, energies: Vec<E>, pattern: Option<&Pattern>) -> Self {
        let slots = |pattern: &Pattern| {
            vertices.iter().map(|stencil| stencil.map(|i| stencil.map(|j| pattern.slot(i, j)))).collect()
        };
        let slots = pattern.map_or_else(Vec::new, slots);
        Self { vertices, energies, slots }
    }
}

/// The positions of the vertices of a stencil.
#[inline(always)]
pub fn gather<R: Real, const N: usize>(x: &[Vector3<R>], stencil: &[u32; N]) -> [Vector3<R>; N] {
    stencil.map(|vertex| x[vertex as usize])
}

impl<R: Real, E: Energy<R, N> + std::fmt::Debug + Send, const N: usize> Term<R> for Elements<E, N> {
    fn value(&self, x: &[Vector3<R>]) -> f64 {
        self.vertices
            .iter()
            .zip(&self.energies)
            .map(|(stencil, energy)| energy.value(&gather(x, stencil)).to_f64())
            .sum()
    }

    fn add_gradient(&self, x: &[Vector3<R>], gradient: &mut [Vector3<R>]) {
        for (stencil, energy) in self.vertices.iter().zip(&self.energies) {
            for (vertex, part) in stencil.iter().zip(energy.gradient(&gather(x, stencil))) {
                gradient[*vertex as usize] += part;
            }
        }
    }

    fn add_hessian(&self, x: &[Vector3<R>], matrix: &mut BlockMatrix<R>) {
        for ((stencil, energy), slots) in self.vertices.iter().zip(&self.energies).zip(&self.slots) {
            let hessian = energy.hessian(&gather(x, stencil));
            for (slots, blocks) in slots.iter().zip(hessian) {
                for (slot, block) in slots.iter().zip(blocks) {
                    matrix.blocks[*slot as usize] += block;
                }
            }
        }
    }
}

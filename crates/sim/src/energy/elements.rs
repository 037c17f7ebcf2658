//! Many energies of one kind, over a mesh.

use std::fmt::Debug;

use muslin_geom::{Matrix3, Real, Rows, Vector3};

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
    /// Of each vertex, the energies that it belongs to and which of their vertices it is.
    incident: Rows<[u32; 2]>,
}

/// A part of the energy of a step.
pub trait Term<R>: Debug + Send {
    /// Takes note of the positions at which a step begins, if they matter.
    fn begin(&mut self, _before: &[Vector3<R>]) {}

    /// The energy at positions `x` [m], summed in f64 [J].
    fn value(&self, x: &[Vector3<R>]) -> f64;

    /// Adds its gradient [N].
    fn add_gradient(&self, x: &[Vector3<R>], gradient: &mut [Vector3<R>]);

    /// Adds its second derivatives, positive semidefinite [N/m].
    fn add_hessian(&self, x: &[Vector3<R>], matrix: &mut BlockMatrix<R>);

    /// Adds the parts of gradient and second derivatives that are of one vertex alone.
    fn add_block(&self, x: &[Vector3<R>], vertex: usize, sum: &mut (Vector3<R>, Matrix3<R>));
}

impl<E, const N: usize> Elements<E, N> {
    /// Energies over stencils that all have blocks in `pattern`; without one, there are no second derivatives.
    pub fn new(vertices: Vec<[u32; N]>, energies: Vec<E>, pattern: Option<&Pattern>) -> Self {
        let Some(pattern) = pattern else {
            return Self { vertices, energies, slots: Vec::new(), incident: Rows::default() };
        };
        let slots = vertices.iter().map(|stencil| stencil.map(|i| stencil.map(|j| pattern.slot(i, j)))).collect();
        let of_stencil = |(element, stencil): (usize, &[u32; N])| {
            let stencil = *stencil;
            (0..N).map(move |at| (stencil[at] as usize, [element as u32, at as u32]))
        };
        let incident = Rows::collect(pattern.len(), vertices.iter().enumerate().flat_map(of_stencil));
        Self { vertices, energies, slots, incident }
    }
}

/// The positions of the vertices of a stencil.
#[inline(always)]
pub fn gather<R: Real, const N: usize>(x: &[Vector3<R>], stencil: &[u32; N]) -> [Vector3<R>; N] {
    stencil.map(|vertex| x[vertex as usize])
}

impl<R: Real, E: Energy<R, N> + Debug + Send, const N: usize> Term<R> for Elements<E, N> {
    fn begin(&mut self, before: &[Vector3<R>]) {
        for (stencil, energy) in self.vertices.iter().zip(&mut self.energies) {
            energy.begin(&gather(before, stencil));
        }
    }

    fn value(&self, x: &[Vector3<R>]) -> f64 {
        let energies = self.vertices.iter().zip(&self.energies);
        energies.map(|(stencil, energy)| energy.value(&gather(x, stencil)).to_f64()).sum()
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

    fn add_block(&self, x: &[Vector3<R>], vertex: usize, (gradient, block): &mut (Vector3<R>, Matrix3<R>)) {
        for &[element, at] in &self.incident[vertex] {
            let (stencil, energy) = (&self.vertices[element as usize], &self.energies[element as usize]);
            let (more, stiffer) = energy.block(&gather(x, stencil), at as usize);
            *gradient += more;
            *block += stiffer;
        }
    }
}

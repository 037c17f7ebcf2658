//! The energies of a model's shell, in lists of one kind each.

use muslin_geom::{Points, Real, Vector3};

use super::elements::{Elements, Term};
use super::quadratic_rows::QuadraticRows;
use super::{
    BaraffWitkin, Hinge, MetricDamping, OrthotropicStvk, QuadraticBending, ShapeOperator, StrainLimit, TriangleForm,
};
use crate::linear::Pattern;
use crate::model::Model;
use crate::settings::{Bending, Membrane};
use crate::shell::Shell;

/// How much stiffer than the fabric it becomes beyond its strain limit, for a strain of 1 beyond.
const LIMIT_STIFFENING: f64 = 1000.0;

/// A model's shell whose vertices a method may have numbered anew.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'a> {
    /// The model.
    pub model: &'a Model,
    /// The method's number of each vertex; as in the model where there is none.
    pub numbers: Option<&'a [u32]>,
}

impl<'a> Numbered<'a> {
    /// With the numbers of the model.
    pub fn of(model: &'a Model) -> Self {
        Self { model, numbers: None }
    }

    fn shell(&self) -> &'a Shell {
        &self.model.shell
    }

    fn renumbered<const N: usize>(&self, stencils: impl IntoIterator<Item = [u32; N]>) -> Vec<[u32; N]> {
        let number = |vertex: u32| self.numbers.map_or(vertex, |numbers| numbers[vertex as usize]);
        stencils.into_iter().map(|stencil| stencil.map(number)).collect()
    }

    fn triangles(&self) -> Vec<[u32; 3]> {
        self.renumbered(self.shell().topology.triangles.iter().copied())
    }

    fn form<R: Real>(&self, triangle: usize) -> TriangleForm<R> {
        self.shell().forms[triangle].cast()
    }

    /// The stencils of all energies, as lists of vertices: triangles, and hinges or what lies around triangles.
    pub fn stencils(&self) -> Vec<Vec<u32>> {
        let mut stencils: Vec<Vec<u32>> = self.triangles().into_iter().map(Vec::from).collect();
        match self.model.settings.bending {
            Bending::ShapeOperator => stencils.extend(self.surroundings().into_iter().map(Vec::from)),
            Bending::Hinge | Bending::Quadratic => stencils.extend(self.hinge_vertices().into_iter().map(Vec::from)),
        }
        stencils
    }

    /// The terms that depend on positions alone.
    pub fn elastic<R: Real>(&self, pattern: Option<&Pattern>) -> Vec<Box<dyn Term<R>>> {
        let shell = self.shell();
        let of_triangles = 0..shell.forms.len();
        let stiffness = |t: usize| shell.fabric_of(t).membrane.cast();
        let mut terms: Vec<Box<dyn Term<R>>> = Vec::new();
        match self.model.settings.membrane {
            Membrane::Stvk => {
                let energies = of_triangles.map(|t| OrthotropicStvk { form: self.form(t), stiffness: stiffness(t) });
                terms.push(Box::new(Elements::new(self.triangles(), energies.collect(), pattern)));
            }
            Membrane::BaraffWitkin => {
                let energies = of_triangles.map(|t| BaraffWitkin { form: self.form(t), stiffness: stiffness(t) });
                terms.push(Box::new(Elements::new(self.triangles(), energies.collect(), pattern)));
            }
        }
        let (limited, limits) = self.strain_limits::<R>();
        if !limits.is_empty() {
            terms.push(Box::new(Elements::new(limited, limits, pattern)));
        }
        terms.push(self.bending(pattern));
        terms
    }

    /// What resists a change of strain within a step, if anything does.
    pub fn damping<R: Real>(&self, pattern: &Pattern) -> Option<Box<dyn Term<R>>> {
        let (shell, h) = (self.shell(), self.model.settings.h());
        if shell.fabrics.iter().all(|fabric| fabric.damping_time == 0.0) {
            return None;
        }
        let energy = |triangle: usize| {
            let fabric = shell.fabric_of(triangle);
            let stiffness = fabric.membrane.scaled(fabric.damping_time / h).cast();
            MetricDamping { form: self.form(triangle), stiffness, strain_before: [R::default(); 3] }
        };
        let energies = (0..shell.forms.len()).map(energy).collect();
        Some(Box::new(Elements::new(self.triangles(), energies, Some(pattern))))
    }

    fn bending<R: Real>(&self, pattern: Option<&Pattern>) -> Box<dyn Term<R>> {
        let vertices = self.hinge_vertices();
        match self.model.settings.bending {
            Bending::Hinge => Box::new(Elements::new(vertices, self.hinges::<R>(), pattern)),
            Bending::Quadratic => Box::new(QuadraticRows::new(vertices, self.quadratic::<R>(), pattern)),
            Bending::ShapeOperator => {
                let energies = (0..self.shell().forms.len()).map(|triangle| self.shape_operator::<R>(triangle));
                Box::new(Elements::new(self.surroundings(), energies.collect(), pattern))
            }
        }
    }

    fn hinge_vertices(&self) -> Vec<[u32; 4]> {
        self.renumbered(self.shell().topology.hinges.iter().map(|hinge| hinge.vertices))
    }

    fn hinges<R: Real>(&self) -> Vec<Hinge<R>> {
        let of_hinge = |index: usize| {
            let (length, rigidity) = self.shell().edge_of(index);
            let stiffness = R::of(rigidity * length * length * self.inverse_area(index));
            Hinge { stiffness, rest_angle: R::of(self.shell().rest_angles[index]) }
        };
        (0..self.shell().topology.hinges.len()).map(of_hinge).collect()
    }

    fn quadratic<R: Real>(&self) -> Vec<QuadraticBending<R>> {
        let of_hinge = |index: usize| {
            let (_, rigidity) = self.shell().edge_of(index);
            QuadraticBending::new(rigidity * self.inverse_area(index), self.shell().flat_hinge(index))
        };
        (0..self.shell().topology.hinges.len()).map(of_hinge).collect()
    }

    /// 1 / (A₁ + A₂) of a hinge [1/m²], of which a triangle that is held at all corners has no part: it cannot bend. 0 where both are
    /// held.
    fn inverse_area(&self, hinge: usize) -> f64 {
        let area = |triangle: u32| {
            if self.is_rigid(triangle) { 0.0 } else { self.shell().forms[triangle as usize].area }
        };
        let [a, b] = self.shell().topology.hinges[hinge].triangles.map(area);
        if a + b > 0.0 { 1.0 / (a + b) } else { 0.0 }
    }

    fn is_rigid(&self, triangle: u32) -> bool {
        let corners = self.shell().topology.triangles[triangle as usize];
        corners.iter().all(|&vertex| self.model.pinned[vertex as usize])
    }

    fn shape_operator<R: Real>(&self, triangle: usize) -> ShapeOperator<R> {
        let shell = self.shell();
        let fabric = shell.fabric_of(triangle);
        let (mut shares, mut rest_angles) = ([0.0; 3], [R::default(); 3]);
        for (edge, across) in shell.topology.around[triangle].iter().enumerate() {
            if let Some(across) = across {
                shares[edge] = if self.is_rigid(across.triangle) { 1.0 } else { 0.5 };
                rest_angles[edge] = R::of(shell.rest_angles[across.hinge as usize]);
            }
        }
        if self.is_rigid(triangle as u32) {
            shares = [0.0; 3];
        }
        let energy = ShapeOperator::new(shell.corners[triangle], fabric.bending, fabric.poisson, shares);
        ShapeOperator { rest_angles, ..energy }
    }

    /// Of each triangle its corners, and the vertex across each edge, or a corner where there is none.
    fn surroundings(&self) -> Vec<[u32; 6]> {
        let topology = &self.shell().topology;
        let of_triangle = |(triangle, corners): (usize, &[u32; 3])| {
            let across = &topology.around[triangle];
            let other = |edge: usize| across[edge].map_or(corners[edge], |across| across.vertex);
            [corners[0], corners[1], corners[2], other(0), other(1), other(2)]
        };
        self.renumbered(topology.triangles.iter().enumerate().map(of_triangle))
    }

    /// The triangles with a strain limit, and the limits.
    fn strain_limits<R: Real>(&self) -> (Vec<[u32; 3]>, Vec<StrainLimit<R>>) {
        let triangles = self.triangles();
        let of_triangle = |triangle: usize| {
            let fabric = self.shell().fabric_of(triangle);
            fabric.strain_limit.map(|limit| {
                let stiffness = R::of(LIMIT_STIFFENING * fabric.membrane.warp.max(fabric.membrane.weft));
                let energy = StrainLimit { form: self.form(triangle), stiffness, limit: R::of(1.0 + limit) };
                (triangles[triangle], energy)
            })
        };
        (0..self.shell().forms.len()).filter_map(of_triangle).unzip()
    }
}

/// All vertices as vectors of f64.
pub fn positions(points: &Points) -> Vec<Vector3<f64>> {
    points.iter().map(Vector3::of).collect()
}

//! The energies of a model's shell, in lists of one kind each.

use muslin_geom::Vector3;

use super::elements::{Elements, Term};
use super::{BaraffWitkin, Hinge, OrthotropicStvk, QuadraticBending, ShapeOperator, StrainLimit};
use crate::linear::Pattern;
use crate::model::Model;
use crate::settings::{Bending, Membrane};
use crate::shell::Shell;

/// How much stiffer than the fabric it becomes beyond its strain limit, for a strain of 1 beyond.
const LIMIT_STIFFENING: f64 = 1000.0;

/// The stencils of all energies of a model, as lists of vertices: its triangles, and its hinges or what lies around triangles.
pub fn stencils(model: &Model, shell: &Shell) -> Vec<Vec<u32>> {
    let triangles = shell.topology.triangles.iter().map(|triangle| triangle.to_vec());
    match model.settings.bending {
        Bending::ShapeOperator => triangles.chain(surroundings(shell).into_iter().map(Vec::from)).collect(),
        Bending::Hinge | Bending::Quadratic => {
            triangles.chain(shell.topology.hinges.iter().map(|hinge| hinge.vertices.to_vec())).collect()
        }
    }
}

/// The terms that depend on positions alone.
pub fn elastic(model: &Model, shell: &Shell, pattern: Option<&Pattern>) -> Vec<Box<dyn Term<f64>>> {
    let triangles = || shell.topology.triangles.clone();
    let of_triangles = 0..shell.forms.len();
    let mut terms: Vec<Box<dyn Term<f64>>> = Vec::new();
    match model.settings.membrane {
        Membrane::Stvk => {
            let stiffness = |t: usize| shell.fabric_of(t).membrane;
            let energies = of_triangles.map(|t| OrthotropicStvk { form: shell.forms[t], stiffness: stiffness(t) });
            terms.push(Box::new(Elements::new(triangles(), energies.collect(), pattern)));
        }
        Membrane::BaraffWitkin => {
            let stiffness = |t: usize| shell.fabric_of(t).membrane;
            let energies = of_triangles.map(|t| BaraffWitkin { form: shell.forms[t], stiffness: stiffness(t) });
            terms.push(Box::new(Elements::new(triangles(), energies.collect(), pattern)));
        }
    }
    let (limited, limits) = strain_limits(shell);
    if !limits.is_empty() {
        terms.push(Box::new(Elements::new(limited, limits, pattern)));
    }
    terms.push(bending(model, shell, pattern));
    terms
}

fn bending(model: &Model, shell: &Shell, pattern: Option<&Pattern>) -> Box<dyn Term<f64>> {
    let vertices = shell.topology.hinges.iter().map(|hinge| hinge.vertices).collect();
    match model.settings.bending {
        Bending::Hinge => Box::new(Elements::new(vertices, hinges(model, shell), pattern)),
        Bending::Quadratic => Box::new(Elements::new(vertices, quadratic(model, shell), pattern)),
        Bending::ShapeOperator => {
            let energies = (0..shell.forms.len()).map(|triangle| shape_operator(model, shell, triangle)).collect();
            Box::new(Elements::new(surroundings(shell), energies, pattern))
        }
    }
}

/// The hinges of a shell, in the order of its topology.
pub fn hinges(model: &Model, shell: &Shell) -> Vec<Hinge<f64>> {
    let of_hinge = |index: usize| {
        let (length, rigidity) = shell.edge_of(index);
        let stiffness = rigidity * length * length * inverse_area(model, shell, index);
        Hinge { stiffness, rest_angle: shell.rest_angles[index] }
    };
    (0..shell.topology.hinges.len()).map(of_hinge).collect()
}

/// The same as quadratic energies.
pub fn quadratic(model: &Model, shell: &Shell) -> Vec<QuadraticBending<f64>> {
    let of_hinge = |index: usize| {
        let (_, rigidity) = shell.edge_of(index);
        QuadraticBending::new(rigidity * inverse_area(model, shell, index), shell.flat_hinge(index))
    };
    (0..shell.topology.hinges.len()).map(of_hinge).collect()
}

/// 1 / (A₁ + A₂) of a hinge [1/m²], of which a triangle that is held at all corners has no part: it cannot bend. 0 where both are held.
fn inverse_area(model: &Model, shell: &Shell, hinge: usize) -> f64 {
    let area = |triangle: u32| if is_rigid(model, shell, triangle) { 0.0 } else { shell.forms[triangle as usize].area };
    let [a, b] = shell.topology.hinges[hinge].triangles.map(area);
    if a + b > 0.0 { 1.0 / (a + b) } else { 0.0 }
}

fn is_rigid(model: &Model, shell: &Shell, triangle: u32) -> bool {
    shell.topology.triangles[triangle as usize].iter().all(|&vertex| model.pinned[vertex as usize])
}

fn shape_operator(model: &Model, shell: &Shell, triangle: usize) -> ShapeOperator<f64> {
    let fabric = shell.fabric_of(triangle);
    let (mut shares, mut rest_angles) = ([0.0; 3], [0.0; 3]);
    for (edge, across) in shell.topology.around[triangle].iter().enumerate() {
        if let Some(across) = across {
            shares[edge] = if is_rigid(model, shell, across.triangle) { 1.0 } else { 0.5 };
            rest_angles[edge] = shell.rest_angles[across.hinge as usize];
        }
    }
    if is_rigid(model, shell, triangle as u32) {
        shares = [0.0; 3];
    }
    let energy = ShapeOperator::new(shell.corners[triangle], fabric.bending, fabric.poisson, shares);
    ShapeOperator { rest_angles, ..energy }
}

/// Of each triangle its corners, and the vertex across each edge, or a corner where there is none.
fn surroundings(shell: &Shell) -> Vec<[u32; 6]> {
    let of_triangle = |(triangle, corners): (usize, &[u32; 3])| {
        let across = &shell.topology.around[triangle];
        let other = |edge: usize| across[edge].map_or(corners[edge], |across| across.vertex);
        [corners[0], corners[1], corners[2], other(0), other(1), other(2)]
    };
    shell.topology.triangles.iter().enumerate().map(of_triangle).collect()
}

/// The triangles with a strain limit, and the limits.
fn strain_limits(shell: &Shell) -> (Vec<[u32; 3]>, Vec<StrainLimit<f64>>) {
    let of_triangle = |triangle: usize| {
        let fabric = shell.fabric_of(triangle);
        fabric.strain_limit.map(|limit| {
            let stiffness = LIMIT_STIFFENING * fabric.membrane.warp.max(fabric.membrane.weft);
            let energy = StrainLimit { form: shell.forms[triangle], stiffness, limit: 1.0 + limit };
            (shell.topology.triangles[triangle], energy)
        })
    };
    (0..shell.forms.len()).filter_map(of_triangle).unzip()
}

/// All vertices as vectors of f64.
pub fn positions(points: &muslin_geom::Points) -> Vec<Vector3<f64>> {
    points.iter().map(Vector3::of).collect()
}

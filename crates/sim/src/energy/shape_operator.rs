//! Bending of a triangle as a whole: the shape operator from the angles at its three edges.
//!
//! Grinspun, Gingold, Reisman and Zorin (2006), "Computing discrete shape operators on general meshes", the average over a
//! triangle; it bends the same in all directions where all diagonals run the same way, also in a twist.

use glam::DVec2;
use muslin_geom::{Matrix3, Real, Vector3};

use super::Energy;
use super::dihedral;

/// The vertices of the dihedral at edge i of a triangle, in the stencil: its corners 0, 1, 2, then what lies across the edges 1–2, 2–0 and
/// 0–1.
const EDGES: [[usize; 4]; 3] = [[0, 3, 1, 2], [1, 4, 2, 0], [2, 5, 0, 1]];

/// A triangle and its up to three neighbours, with the energy ½ A [(1 − ν) S : B S + ν B (tr S)²], S = Σ θ |e| / (2 A) n nᵀ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeOperator<R> {
    /// ½ θ · M θ is the energy of the angles at the edges: M [J/rad²]. 0 for an edge without neighbour.
    pub stiffness: [[R; 3]; 3],
    /// θ at each edge at rest [rad].
    pub rest_angles: [R; 3],
}

impl<R: Real> ShapeOperator<R> {
    /// Of a triangle with corners at these places [m], bending rigidities along warp and weft [N m], Poisson's ratio, and how much of the
    /// angle at each edge is its own: ½, 1 where the other side cannot bend, 0 where there is none.
    pub fn new(corners: [DVec2; 3], rigidity: [f64; 2], poisson: f64, shares: [f64; 3]) -> Self {
        let area = (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]) / 2.0;
        let mixed = (rigidity[0] * rigidity[1]).sqrt();
        let edges: [(f64, DVec2); 3] = std::array::from_fn(|i| {
            let along = corners[(i + 2) % 3] - corners[(i + 1) % 3];
            (shares[i] * along.length() / area, along.perp().normalize())
        });
        let entry = |i: usize, j: usize| {
            let ((ci, ni), (cj, nj)) = (edges[i], edges[j]);
            let (u, v) = (ni.x * nj.x, ni.y * nj.y);
            let directions = rigidity[0] * u * u + rigidity[1] * v * v + 2.0 * mixed * u * v;
            R::of(area * ci * cj * ((1.0 - poisson) * directions + poisson * mixed))
        };
        Self {
            stiffness: std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))),
            rest_angles: [R::default(); 3],
        }
    }

    /// θ − θ₀ at each edge and the derivatives of θ by the vertices of its dihedral.
    #[inline(always)]
    fn angles(&self, x: &[Vector3<R>; 6]) -> [(R, [Vector3<R>; 4]); 3] {
        std::array::from_fn(|i| {
            if self.stiffness[i][i] == R::default() {
                return Default::default();
            }
            dihedral::angle_and_gradient(&EDGES[i].map(|vertex| x[vertex]))
                .map_or_else(Default::default, |(theta, t)| (dihedral::difference(theta, self.rest_angles[i]), t))
        })
    }
}

impl<R: Real> Energy<R, 6> for ShapeOperator<R> {
    #[inline(always)]
    fn value(&self, x: &[Vector3<R>; 6]) -> R {
        let angles = self.angles(x).map(|(bent, _)| bent);
        let mut sum = R::default();
        for (row, bent) in self.stiffness.iter().zip(angles) {
            for (m, other) in row.iter().zip(angles) {
                sum += *m * bent * other;
            }
        }
        sum * R::of(0.5)
    }

    #[inline(always)]
    fn gradient(&self, x: &[Vector3<R>; 6]) -> [Vector3<R>; 6] {
        let angles = self.angles(x);
        let mut gradient = [Vector3::default(); 6];
        for (i, row) in self.stiffness.iter().enumerate() {
            let mut moment = R::default();
            for (m, (bent, _)) in row.iter().zip(&angles) {
                moment += *m * *bent;
            }
            for (vertex, t) in EDGES[i].into_iter().zip(angles[i].1) {
                gradient[vertex] += t * moment;
            }
        }
        gradient
    }

    /// Σ M t tᵀ with the derivatives t of θ, as for [`Hinge`](super::Hinge).
    #[inline(always)]
    fn hessian(&self, x: &[Vector3<R>; 6]) -> [[Matrix3<R>; 6]; 6] {
        let angles = self.angles(x);
        let mut hessian = [[Matrix3::default(); 6]; 6];
        for (i, row) in self.stiffness.iter().enumerate() {
            for (j, m) in row.iter().enumerate() {
                for (vertex, t) in EDGES[i].into_iter().zip(angles[i].1) {
                    for (other, s) in EDGES[j].into_iter().zip(angles[j].1) {
                        hessian[vertex][other] += Matrix3::outer(t * *m, s);
                    }
                }
            }
        }
        hessian
    }
}

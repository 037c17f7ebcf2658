//! The method of conjugate gradients with a preconditioner (Shewchuk 1994, "An introduction to the conjugate gradient method without
//! the agonizing pain", B3).

use muslin_geom::{Real, Vector3};

use super::BlockMatrix;

/// Vectors of the method.
#[derive(Clone, Debug, Default)]
pub struct Scratch<R> {
    residual: Vec<Vector3<R>>,
    direction: Vec<Vector3<R>>,
    applied: Vec<Vector3<R>>,
    preconditioned: Vec<Vector3<R>>,
}

/// The scalar product over all vertices, summed in f64 in order.
pub fn dot<R: Real>(a: &[Vector3<R>], b: &[Vector3<R>]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b).to_f64()).sum()
}

/// Solves `matrix` · `x` = `b` from x = 0 until the residual is `tolerance` of its start in the preconditioner's norm, in at most
/// `max_iterations`; `precondition(r, z)` sets z. The number of iterations that it took.
pub fn solve<R: Real>(
    matrix: &BlockMatrix<R>,
    b: &[Vector3<R>],
    x: &mut [Vector3<R>],
    scratch: &mut Scratch<R>,
    [tolerance, max_iterations]: [f64; 2],
    mut precondition: impl FnMut(&[Vector3<R>], &mut [Vector3<R>]),
) -> usize {
    let Scratch { residual, direction, applied, preconditioned } = scratch;
    for vector in [&mut *direction, &mut *applied, &mut *preconditioned] {
        vector.resize(b.len(), Vector3::default());
    }
    residual.clear();
    residual.extend_from_slice(b);
    x.fill(Vector3::default());
    precondition(residual, preconditioned);
    direction.copy_from_slice(preconditioned);
    let mut rho = dot(residual, preconditioned);
    let target = rho * tolerance * tolerance;
    let mut iterations = 0;
    while rho > target && (iterations as f64) < max_iterations {
        matrix.multiply(direction, applied);
        let curvature = dot(direction, applied);
        if !(curvature > 0.0) {
            break;
        }
        let alpha = R::of(rho / curvature);
        for ((x, r), (d, q)) in x.iter_mut().zip(residual.iter_mut()).zip(direction.iter().zip(applied.iter())) {
            *x += *d * alpha;
            *r -= *q * alpha;
        }
        precondition(residual, preconditioned);
        let before = std::mem::replace(&mut rho, dot(residual, preconditioned));
        let beta = R::of(rho / before);
        for (d, z) in direction.iter_mut().zip(preconditioned.iter()) {
            *d = *z + *d * beta;
        }
        iterations += 1;
    }
    iterations
}

//! Stages 3 and 4 of `descent`: what coarse meshes move.

use muslin_geom::{Matrix3, Vector3};

use super::Descent;

/// How much of a coarse step is tried, in this order.
const SCALES: [f32; 3] = [1.0, 0.5, 0.25];

/// Stage 3: the matrices of the sub-step, where it begins.
pub fn assemble(descent: &mut Descent) {
    let Some(correction) = &mut descent.correction else { return };
    let matrix = &mut correction.matrix;
    matrix.clear();
    for term in &descent.terms {
        term.add_hessian(&descent.x, matrix);
    }
    for (vertex, inertia) in descent.inertia.iter().enumerate() {
        let slot = matrix.pattern.slot(vertex as u32, vertex as u32);
        matrix.blocks[slot as usize] += Matrix3::diagonal(*inertia);
    }
    correction.multigrid.update(matrix);
}

/// Stage 4, second half: one cycle over the coarse meshes. The energy decides how much of their step is taken: matrices of the start of
/// the sub-step are out of date.
pub fn correct(descent: &mut Descent) {
    let Some(mut correction) = descent.correction.take() else { return };
    let force = &mut correction.force;
    force.fill(Vector3::default());
    for term in &descent.terms {
        term.add_gradient(&descent.x, force);
    }
    for ((force, apart), (inertia, is_held)) in
        force.iter_mut().zip(&descent.apart).zip(descent.inertia.iter().zip(&descent.is_held))
    {
        *force = if *is_held { Vector3::default() } else { -(*force + *apart * *inertia) };
    }
    correction.step.fill(Vector3::default());
    correction.multigrid.correct(&correction.force, &mut correction.step);
    let value = descent.value(&descent.x, &descent.apart);
    for scale in SCALES {
        let [x, apart] = &mut correction.candidate;
        for (place, step) in correction.step.iter().enumerate() {
            x[place] = descent.x[place] + *step * scale;
            apart[place] = descent.apart[place] + *step * scale;
        }
        if descent.value(x, apart) < value {
            std::mem::swap(&mut descent.x, x);
            std::mem::swap(&mut descent.apart, apart);
            break;
        }
    }
    descent.correction = Some(correction);
}

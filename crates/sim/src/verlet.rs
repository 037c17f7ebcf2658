//! Stage 2: Verlet integration with damping.

use multiversion::multiversion;
use muslin_geom::Points;

use crate::constraint::pin;
use crate::model::{ClothModel, Model};
use crate::state::State;

/// Moves every free vertex by what is left of its last displacement and by its acceleration (docs/model.md, M3; Verlet
/// 1967, "Computer experiments on classical fluids I", equation 4, with the share `damping` of the displacement lost).
/// Pinned vertices stay where they started.
pub fn advance(model: &Model, force: &Points, state: &mut State) {
    let h = model.settings.h();
    for cloth in &model.cloths {
        advance_cloth(cloth, force, state, h * h);
    }
    // the new positions were written over the last ones
    std::mem::swap(&mut state.x, &mut state.x_prev);
    pin::hold(model, state);
}

fn advance_cloth(cloth: &ClothModel, force: &Points, state: &mut State, h_sq: f64) {
    let range = || cloth.vertices.clone();
    let kept = 1.0 - cloth.damping / 100.0;
    let inv_mass = 1.0 / cloth.vertex_mass;
    let x = state.x.slice(range());
    let x_prev = state.x_prev.slice_mut(range());
    let force = force.slice(range());
    let axes = [(x.xs, x_prev.xs, force.xs), (x.ys, x_prev.ys, force.ys), (x.zs, x_prev.zs, force.zs)];
    for (x, x_prev, force) in axes {
        advance_axis(x_prev, x, force, [kept, inv_mass, h_sq]);
    }
}

/// Overwrites `x_prev` by the new positions of one axis.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn advance_axis(x_prev: &mut [f64], x: &[f64], force: &[f64], [kept, inv_mass, h_sq]: [f64; 3]) {
    for ((x_prev, x), force) in x_prev.iter_mut().zip(x).zip(force) {
        *x_prev = x + (x - *x_prev) * kept + force * inv_mass * h_sq;
    }
}

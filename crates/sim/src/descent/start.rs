//! How a sub-step of `descent` begins and ends.

use glam::DVec3;
use muslin_geom::Vector3;

use super::Descent;
use crate::model::Model;
use crate::state::State;

/// Stage 2: where each vertex would go, what the sub-step damps, and the better of two starts: there, or where the vertices would be if
/// only that part of their acceleration went on which they had in the sub-step before (Chen, Liu, Yang and Yuksel 2024, section 3.7).
pub fn begin(model: &Model, state: &State, descent: &mut Descent) {
    let h = model.settings.h();
    descent.origin = state.x.centroid();
    let origin = descent.origin;
    for (place, &vertex) in descent.vertices.iter().enumerate() {
        descent.x[place] = Vector3::of(state.x.get(vertex as usize) - origin);
    }
    for term in &mut descent.terms {
        term.begin(&descent.x);
    }
    let mut lagging = Vec::with_capacity(descent.x.len());
    for (place, &vertex) in descent.vertices.iter().enumerate() {
        let vertex = vertex as usize;
        let (x, v) = (state.x.get(vertex), state.v.get(vertex));
        let mut left_out = DVec3::ZERO;
        descent.target[place] = x + v * h;
        if !descent.is_held[place] {
            let pull = descent.acceleration[place];
            let before = (v - state.v_prev.get(vertex)) / h;
            left_out = pull * ((1.0 - goes_on(before, pull)) * h * h);
            descent.target[place] += pull * (h * h);
        }
        descent.x[place] = Vector3::of(descent.target[place] - origin);
        descent.apart[place] = Vector3::default();
        lagging.push(Vector3::of(-left_out));
    }
    let moved: Vec<_> = descent.x.iter().zip(&lagging).map(|(x, apart)| *x + *apart).collect();
    if descent.value(&moved, &lagging) < descent.value(&descent.x, &descent.apart) {
        descent.x = moved;
        descent.apart = lagging;
    }
}

/// The part, from 0 to 1, of an acceleration `pull` that a vertex with the acceleration `before` has had.
fn goes_on(before: DVec3, pull: DVec3) -> f64 {
    let size = pull.length_squared();
    if size > 0.0 { (before.dot(pull) / size).clamp(0.0, 1.0) } else { 0.0 }
}

/// Stage 5: the vertices are where the sweeps left them, with the velocities that brought them there.
pub fn advance(model: &Model, state: &mut State, descent: &Descent) {
    let h = model.settings.h();
    for (place, &vertex) in descent.vertices.iter().enumerate() {
        let vertex = vertex as usize;
        let before = state.x.get(vertex);
        let after = descent.target[place] + descent.apart[place].to_dvec3();
        state.x_prev.set(vertex, before);
        state.x.set(vertex, after);
        state.v_prev.set(vertex, state.v.get(vertex));
        state.v.set(vertex, (after - before) / h);
    }
}

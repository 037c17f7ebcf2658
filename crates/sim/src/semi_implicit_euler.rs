//! Stage 3 of the impulse method: velocities are damped, forces change them, and they move the vertices.

use multiversion::multiversion;
use muslin_geom::Points;

use crate::model::Model;
use crate::state::State;

/// Damps the velocities, then changes them by `force` [N], then the positions by them (docs/model.md, I4 to I6): damping takes
/// nothing of what this step's forces give.
pub fn advance(model: &Model, force: &Points, state: &mut State) {
    let h = model.settings.h();
    for (before, now) in
        [(&mut state.x_prev.xs, &state.x.xs), (&mut state.x_prev.ys, &state.x.ys), (&mut state.x_prev.zs, &state.x.zs)]
    {
        before.copy_from_slice(now);
    }
    for (cloth, asleep) in model.cloths.iter().zip(&state.asleep) {
        if *asleep {
            continue;
        }
        let kept = libm::pow(1.0 - cloth.damping / 100.0, h);
        let w = 1.0 / cloth.vertex_mass;
        let range = cloth.vertices.clone();
        let pinned = &model.pinned[range.clone()];
        let axes = [
            (&mut state.x.xs, &mut state.v.xs, &force.xs),
            (&mut state.x.ys, &mut state.v.ys, &force.ys),
            (&mut state.x.zs, &mut state.v.zs, &force.zs),
        ];
        for (x, v, force) in axes {
            advance_axis(&mut x[range.clone()], &mut v[range.clone()], &force[range.clone()], pinned, [kept, w, h]);
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn advance_axis(x: &mut [f64], v: &mut [f64], force: &[f64], pinned: &[bool], [kept, w, h]: [f64; 3]) {
    let count = x.len();
    let (v, force, pinned) = (&mut v[..count], &force[..count], &pinned[..count]);
    for i in 0..count {
        let after = v[i] * kept + force[i] * w * h;
        let moved = x[i] + after * h;
        v[i] = if pinned[i] { v[i] } else { after };
        x[i] = if pinned[i] { x[i] } else { moved };
    }
}

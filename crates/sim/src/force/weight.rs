//! Stage 1 of the impulse method: weight.

use glam::DVec3;
use muslin_geom::Points;

use crate::model::Model;

/// Sets the force on each vertex [N] to its weight.
pub fn apply(model: &Model, force: &mut Points) {
    for cloth in &model.cloths {
        let weight = DVec3::from_array(model.settings.gravity) * cloth.vertex_mass;
        force.xs[cloth.vertices.clone()].fill(weight.x);
        force.ys[cloth.vertices.clone()].fill(weight.y);
        force.zs[cloth.vertices.clone()].fill(weight.z);
    }
}

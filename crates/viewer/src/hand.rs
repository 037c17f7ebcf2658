//! The hand that pulls a vertex.

use glam::DVec3;
use muslin_sim::Model;

/// A vertex that follows the mouse.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// The vertex, as an index of the model.
    pub vertex: usize,
    /// Where it is held [m].
    pub place: DVec3,
    /// Where the mouse is [m].
    pub goal: DVec3,
}

/// Largest part of the distance between two vertices that a hand moves in a sub-step: more than the stretch limit, a tenth,
/// would pull a vertex out of its neighbours' reach before they can follow.
const LARGEST_STRIDE: f64 = 0.05;

impl Hand {
    /// How far the hand moves in each sub-step of the next frame [m]: it is there at the end of the frame, or on its way
    /// as fast as the cloth can follow.
    pub fn stride(&self, model: &Model, substeps: u32) -> DVec3 {
        let way = self.goal - self.place;
        (way / f64::from(substeps)).clamp_length_max(LARGEST_STRIDE * self.spacing(model))
    }

    /// Least distance of two vertices beside each other, of the cloth in the hand [m].
    fn spacing(&self, model: &Model) -> f64 {
        let cloth = model.cloths.iter().find(|cloth| cloth.vertices.contains(&self.vertex));
        cloth.map_or(0.0, |cloth| {
            let [width, height] = cloth.size;
            (width / (cloth.grid.columns - 1) as f64).min(height / (cloth.grid.rows - 1) as f64)
        })
    }
}

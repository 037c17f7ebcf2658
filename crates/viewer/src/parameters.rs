//! What a user changes about a simulation while it runs.

use muslin_scene::Scene;
use muslin_scene::scene::Material;
use serde::{Deserialize, Serialize};

/// The values of a scene that the window changes: time steps, gravity, what each cloth is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Frames per simulated second [1/s].
    pub fps: f64,
    /// Sub-steps in a frame.
    pub substeps: u32,
    /// Acceleration of every free vertex [m/s²].
    pub gravity: [f64; 3],
    /// What each cloth is made of, in scene order.
    pub materials: Vec<Material>,
}

impl Parameters {
    /// The values that `scene` has.
    pub fn of(scene: &Scene) -> Self {
        Self {
            fps: scene.settings.fps,
            substeps: scene.settings.substeps,
            gravity: scene.settings.gravity,
            materials: scene.cloth.iter().map(|cloth| cloth.material.clone()).collect(),
        }
    }

    /// `scene` with these values; nothing where the number of cloths is another one.
    pub fn put_into(&self, scene: &Scene) -> Option<Scene> {
        if self.materials.len() != scene.cloth.len() {
            return None;
        }
        let mut changed = scene.clone();
        changed.settings.fps = self.fps;
        changed.settings.substeps = self.substeps;
        changed.settings.gravity = self.gravity;
        for (cloth, material) in changed.cloth.iter_mut().zip(&self.materials) {
            cloth.material = material.clone();
        }
        Some(changed)
    }
}

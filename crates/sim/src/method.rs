//! Which method moves the cloth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the cloth is simulated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Springs, Verlet steps, at most 10 % stretch, self-collision by spatial hashing.
    #[default]
    MassSpring,
    /// No velocities: passes in which every point is moved by gravity and by its springs, then out of the colliders.
    Relaxation,
    /// Links between neighbours that keep their length by impulses, solved one after the other in sweeps.
    Impulse,
    /// A shell of fabric: every time step ends at its least energy, to a given precision. The reference.
    Newton,
    /// A shell of fabric, moved by a few sweeps over its vertices and coarser meshes.
    Descent,
}

impl Method {
    /// Whether it moves shells of fabric.
    pub fn is_of_shells(self) -> bool {
        matches!(self, Self::Newton | Self::Descent)
    }

    /// The name that a scene file calls it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::MassSpring => "mass_spring",
            Self::Relaxation => "relaxation",
            Self::Impulse => "impulse",
            Self::Newton => "newton",
            Self::Descent => "descent",
        }
    }

    /// Number of the frame [frames] that moving colliders are at in sub-step number `step`, counted from 1; 0 at the start.
    /// Time goes on with every sub-step, but for `relaxation` all passes of a frame share its number.
    pub fn frame_of_step(self, step: u64, substeps: u32) -> f64 {
        match self {
            Self::MassSpring | Self::Impulse | Self::Newton | Self::Descent => step as f64 / f64::from(substeps),
            Self::Relaxation => step.div_ceil(u64::from(substeps)) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_ends_a_frame_at_its_number() {
        for method in [Method::MassSpring, Method::Relaxation, Method::Impulse, Method::Newton, Method::Descent] {
            for frame in 0..100 {
                assert_eq!(method.frame_of_step(7 * frame, 7), frame as f64);
            }
        }
    }

    #[test]
    fn all_passes_of_a_frame_share_its_number() {
        for step in 1..=15 {
            assert_eq!(Method::Relaxation.frame_of_step(step, 15), 1.0);
        }
        assert_eq!(Method::Relaxation.frame_of_step(16, 15), 2.0);
        assert_eq!(Method::MassSpring.frame_of_step(1, 2), 0.5);
    }
}

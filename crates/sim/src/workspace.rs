//! Scratch memory of a run.

use muslin_geom::Points;

use crate::contact::self_collision::SelfContact;
use crate::force::spring_force::SpringBlock;
use crate::model::Model;
use crate::rounded::Rounded;

/// Scratch, made once a run, so that a step allocates nothing. What it carries from step to step
/// only saves work: dropping it and making a new one changes no bit.
#[derive(Debug)]
pub struct Workspace {
    /// Force on each vertex [N].
    pub force: Points,
    /// Spring forces of a block of rows [N].
    pub spring_block: SpringBlock,
    /// What self-collision knows of the vertices that may touch.
    pub self_contact: SelfContact,
    /// Positions in single precision.
    pub rounded: Rounded,
}

impl Workspace {
    /// Scratch of the size that `model` needs.
    pub fn new(model: &Model) -> Self {
        let widest = model.cloths.iter().map(|cloth| cloth.grid.columns).max().unwrap_or(0);
        Self {
            force: Points::zeros(model.vertex_count()),
            spring_block: SpringBlock::new(widest),
            self_contact: SelfContact::new(model),
            rounded: Rounded::new(model.vertex_count()),
        }
    }
}

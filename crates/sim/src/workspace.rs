//! Scratch memory of a run.

use muslin_geom::Points;

use crate::contact::cell_map::CellMap;
use crate::force::spring_force::SpringBlock;
use crate::model::Model;

/// Scratch, made once a run, so that a step allocates nothing. It carries nothing from step to step: dropping it and
/// making a new one changes no bit.
#[derive(Debug)]
pub struct Workspace {
    /// Force on each vertex [N].
    pub force: Points,
    /// Spring forces of a block of rows [N].
    pub spring_block: SpringBlock,
    /// The spatial hash of self-collision.
    pub cell_map: CellMap,
}

impl Workspace {
    /// Scratch of the size that `model` needs.
    pub fn new(model: &Model) -> Self {
        let widest = model.cloths.iter().map(|cloth| cloth.grid.columns).max().unwrap_or(0);
        Self {
            force: Points::zeros(model.vertex_count()),
            spring_block: SpringBlock::new(widest),
            cell_map: CellMap::new(model.vertex_count()),
        }
    }
}

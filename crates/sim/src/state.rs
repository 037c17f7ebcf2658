//! What changes every step.

use muslin_geom::Points;

use crate::model::Model;
use crate::settings::Settings;

/// Everything that a run needs to go on: with the same [`Model`], equal states have equal futures, to the bit.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Positions [m], one per vertex, in the order of the model.
    pub x: Points,
    /// Positions one sub-step ago [m], one per vertex. Verlet's velocity is (x − `x_prev`) / h; the positions are
    /// kept since their difference would not bring back the same bits (docs/adr/0001).
    pub x_prev: Points,
    /// Simulated time [s].
    pub time: f64,
    /// Sub-steps taken since the start.
    pub step: u64,
}

impl State {
    /// The start: every vertex at rest where the model puts it.
    pub fn new(model: &Model) -> Self {
        Self { x: model.x_rest.clone(), x_prev: model.x_rest.clone(), time: 0.0, step: 0 }
    }

    /// Counts a finished sub-step. The time comes from the count, so that it does not drift: frame k ends at k / fps.
    pub(crate) fn count_step(&mut self, settings: &Settings) {
        self.step += 1;
        self.time = self.step as f64 / f64::from(settings.substeps) / settings.fps;
    }

    /// Golden hash: FNV-1a 64 (Fowler, Noll, Vo; offset basis and prime of the 64-bit variant) over the bytes of the
    /// positions, x, y, z of each vertex in order, each number little-endian. Equal hashes mean equal bits.
    pub fn hash(&self) -> u64 {
        const OFFSET_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01B3;
        let mut hash = OFFSET_BASIS;
        for point in self.x.iter() {
            for coordinate in point.to_array() {
                for byte in coordinate.to_bits().to_le_bytes() {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
                }
            }
        }
        hash
    }
}

//! What changes every step.

use glam::DVec3;
use muslin_geom::Points;

use crate::method::Method;
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
    /// Velocities [m/s], one per vertex, of `impulse`, `newton` and `descent`; none for methods whose positions say them (docs/adr/0003).
    pub v: Points,
    /// Impulses of the links at the end of the sub-step [kg m/s], of `impulse` with warm starts: x, y and z are those of the
    /// links that a vertex has to its right, downwards and to its hanger. None otherwise.
    pub impulses: Points,
    /// Whether a cloth sleeps, one per cloth, for `impulse`: nothing moves it until it is woken.
    pub asleep: Vec<bool>,
    /// Velocities one sub-step ago [m/s], of `descent`; none otherwise.
    pub v_prev: Points,
    /// Simulated time [s].
    pub time: f64,
    /// Sub-steps taken since the start.
    pub step: u64,
}

impl State {
    /// The start: every vertex where the model puts it, with the velocity that its cloth has.
    pub fn new(model: &Model) -> Self {
        let is_impulse = model.method == Method::Impulse;
        let has_velocities = is_impulse || model.method.is_of_shells();
        let count = |is_used: bool| if is_used { model.vertex_count() } else { 0 };
        let mut state = Self {
            x: model.x_rest.clone(),
            x_prev: model.x_rest.clone(),
            v: Points::zeros(count(has_velocities)),
            impulses: Points::zeros(count(is_impulse && model.settings.warm_start > 0.0)),
            v_prev: Points::zeros(count(model.method == Method::Descent)),
            asleep: vec![false; model.cloths.len()],
            time: 0.0,
            step: 0,
        };
        for cloth in model.cloths.iter().filter(|_| has_velocities) {
            // what is held has no velocity, except in the engine of the document
            let moves = |&vertex: &usize| model.settings.compat || !model.pinned[vertex];
            for vertex in cloth.vertices.clone().filter(moves) {
                state.v.set(vertex, cloth.velocity);
            }
        }
        if !state.v_prev.is_empty() {
            state.v_prev.clone_from(&state.v);
        }
        state
    }

    /// Puts a cloth to sleep: it stays as it is, without velocity, until it is woken.
    pub fn put_to_sleep(&mut self, model: &Model, cloth: usize) {
        self.asleep[cloth] = true;
        for points in [&mut self.v, &mut self.impulses].into_iter().filter(|points| !points.is_empty()) {
            for vertex in model.cloths[cloth].vertices.clone() {
                points.set(vertex, DVec3::ZERO);
            }
        }
    }

    /// Wakes a cloth.
    pub fn wake(&mut self, cloth: usize) {
        self.asleep[cloth] = false;
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

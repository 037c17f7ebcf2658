//! Links of the first row to points that never move.

use glam::DVec3;

use super::super::spook::Spook;
use super::sweep::limited;
use super::wavefronts::{Place, Ring};
use crate::model::Hanger;

/// The link to a hanger.
#[derive(Clone, Copy, Debug)]
pub struct HangerLink {
    /// Where the vertex is.
    pub place: Place,
    /// Its inverse mass [1/kg], 0 if it is held.
    pub w: f64,
    /// Unit vector to the hanger.
    pub n: DVec3,
    /// B [m/s].
    pub wanted: f64,
    /// λ [kg m/s].
    pub impulse: f64,
}

impl HangerLink {
    /// With the vertex at `x` [m] and `z` = b v + h w f [m/s].
    pub fn prepare(&mut self, hanger: &Hanger, x: DVec3, z: DVec3, a: f64) {
        let way = hanger.anchor - x;
        let length = way.length();
        self.n = if length > 0.0 { way / length } else { DVec3::ZERO };
        self.wanted = (hanger.length - length) * a + self.n.dot(z);
    }

    /// Begins with an impulse.
    pub fn warm<const L: usize>(&mut self, impulse: f64, y: &mut Ring<L>) {
        if self.w > 0.0 {
            self.impulse = impulse;
            self.push(impulse, y);
        }
    }

    /// One visit; the impulse stays within ±`limit`.
    pub fn visit<const L: usize>(&mut self, spook: Spook, limit: f64, y: &mut Ring<L>) {
        if self.w > 0.0 {
            let apart = -self.n.dot(DVec3::from_array(y.get(self.place))) * self.w;
            let more = (self.wanted - apart - spook.eps * self.impulse) / (self.w + spook.eps);
            let more = limited(self.impulse, more, limit);
            self.impulse += more;
            self.push(more, y);
        }
    }

    fn push<const L: usize>(&self, impulse: f64, y: &mut Ring<L>) {
        let pushed = DVec3::from_array(y.get(self.place)) - self.n * impulse;
        y.set(self.place, pushed.to_array());
    }
}

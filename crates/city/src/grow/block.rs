//! A block: a slab and the lots on it.

use super::{Grower, Mirror};
use crate::city_box::{CityBox, Kind, Place};
use crate::rect::Rect;
use crate::rng::CityRng;

/// Half the width of a street [m]: how far a slab ends before the edge of its area.
pub(super) const STREET: f64 = 3.0;
/// How far the lots end before the edge of the area [m]: street and pavement.
const LOTS: f64 = 8.0;
/// Half the width of the gap between two lots [m].
const HALF_GAP: f64 = 4.0;
/// Height of the slab [m].
pub(super) const SLAB: f64 = 0.1;
const SLAB_GREY: f64 = 0.5;
/// Least side of a lot that is built on [m].
pub(super) const LEAST_LOT: f64 = 10.0;

impl<F: FnMut(&CityBox)> Grower<'_, F> {
    pub(super) fn block(&mut self, seed: u32, area: Rect) {
        self.place.block = Some(self.counts.blocks as u32);
        self.counts.blocks += 1;
        let mut rng = CityRng::new(seed);

        let slab = area.inset(STREET, STREET);
        if let Some(terrain) = self.terrain {
            // the slab is a terrace: level with the highest ground under it
            self.lift = terrain.range_under(slab.x1, slab.z1, slab.x2, slab.z2)[1];
        }
        self.put_grey(Kind::Base, slab, [0.0, SLAB], SLAB_GREY);

        let lots = area.inset(LOTS, LOTS);
        let roll = rng.below(100);
        if self.params.block_kinds {
            match roll {
                0..10 => self.park(lots),
                10..40 => self.symmetrical_lots(&mut rng, lots),
                40..80 => self.lot(rng.bits(), lots),
                _ => self.two_lots(&mut rng, area),
            }
        } else {
            match roll {
                10..40 => self.two_lots(&mut rng, area),
                // a roll below 10 is meant for a block without buildings, and gets one in the original city all the same
                _ => self.lot(rng.bits(), lots),
            }
        }
    }

    /// One lot with its tower.
    fn lot(&mut self, seed: u32, lot: Rect) {
        self.place.lot = Some(self.counts.lots as u32);
        self.counts.lots += 1;
        self.place.tier = 0;
        self.building(seed, lot, SLAB);
        self.place = Place { lot: None, building: None, tier: 0, ..self.place };
    }

    /// Two lots side by side along x.
    fn two_lots(&mut self, rng: &mut CityRng, area: Rect) {
        let lots = area.inset(LOTS, LOTS);
        // of the area, not of the lots, which could differ in the last bit
        let middle = f64::midpoint(area.x2, area.x1);
        self.lot(rng.bits(), Rect { x2: middle - HALF_GAP, ..lots });
        self.lot(rng.bits(), Rect { x1: middle + HALF_GAP, ..lots });
    }

    /// Up to four lots, with the same tower on each: mirrored about the middle of the block along x and along z. A block
    /// too small for two lots along an axis has one along it.
    fn symmetrical_lots(&mut self, rng: &mut CityRng, lots: Rect) {
        let seed = rng.bits();
        let sums = [lots.x1 + lots.x2, lots.z1 + lots.z2];
        let is_wide = lots.width() >= 2.0 * (LEAST_LOT + HALF_GAP);
        let is_deep = lots.depth() >= 2.0 * (LEAST_LOT + HALF_GAP);
        let x2 = if is_wide { sums[0] / 2.0 - HALF_GAP } else { lots.x2 };
        let z2 = if is_deep { sums[1] / 2.0 - HALF_GAP } else { lots.z2 };
        for z in [None, Some(sums[1])].into_iter().take(if is_deep { 2 } else { 1 }) {
            for x in [None, Some(sums[0])].into_iter().take(if is_wide { 2 } else { 1 }) {
                self.mirror = Mirror { x, z };
                self.lot(seed, Rect { x2, z2, ..lots });
            }
        }
        self.mirror = Mirror::default();
    }
}

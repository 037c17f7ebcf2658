//! A building: a box, and slabs, strips or another building on its roof.

use super::Grower;
use super::block::LEAST_LOT;
use crate::city_box::{CityBox, Kind};
use crate::rect::Rect;
use crate::rng::CityRng;

/// Margin of a slab or strip within its part of the roof [m].
const ROOF_MARGIN: f64 = 1.0;
/// Roofs are divided into parts of more than this length [m].
const LEAST_PART: f64 = 3.0;
const SLAB_HEIGHT: f64 = 0.5;
const STRIP_HEIGHT: f64 = 1.0;
/// Chance that a part of a roof has its slab [%].
const SLABS_KEPT: u32 = 95;

impl<F: FnMut(&CityBox)> Grower<'_, F> {
    /// Grows a building on `lot`, from the height `bottom` [m] on.
    pub(super) fn building(&mut self, seed: u32, lot: Rect, bottom: f64) {
        self.place.building = Some(self.counts.buildings as u32);
        self.counts.buildings += 1;
        let mut rng = CityRng::new(seed);
        let roll = rng.below(100);
        // drawn even where nothing is built
        let lit = rng.between(0.8, 1.0);
        if lot.width() < LEAST_LOT || lot.depth() < LEAST_LOT {
            return;
        }
        match roll {
            0..40 => {
                self.body(&mut rng, lot, bottom, [10.0, 50.0], 0.8 * lit);
            }
            40..60 => {
                // the one body whose grey is not varied
                let roof = self.body(&mut rng, lot, bottom, [20.0, 70.0], 0.75);
                self.roof_slabs(&mut rng, lot, roof, 0.6 * lit);
            }
            60..90 => {
                let roof = self.body(&mut rng, lot, bottom, [20.0, 70.0], 0.65 * lit);
                self.upper_building(&mut rng, lot, roof);
            }
            _ => {
                let roof = self.body(&mut rng, lot, bottom, [10.0, 40.0], 0.8 * lit);
                self.roof_strips(&mut rng, lot, roof, 0.7 * lit);
            }
        }
    }

    /// The main box, of a height in a range [m]. Gives the height of its roof [m].
    fn body(&mut self, rng: &mut CityRng, lot: Rect, bottom: f64, [low, high]: [f64; 2], grey: f64) -> f64 {
        let roof = bottom + rng.between(low, high);
        self.put_grey(Kind::Body, lot, [bottom, roof], grey);
        roof
    }

    /// A grid of slabs, some of them missing.
    fn roof_slabs(&mut self, rng: &mut CityRng, lot: Rect, roof: f64, grey: f64) {
        let columns = 1 + rng.below(most_parts(lot.width()) - 1);
        let rows = 1 + rng.below(most_parts(lot.depth()) - 1);
        for row in 0..rows {
            let [z1, z2] = part(lot.z1, lot.depth() / f64::from(rows), row);
            for column in 0..columns {
                if rng.below(100) < SLABS_KEPT {
                    let [x1, x2] = part(lot.x1, lot.width() / f64::from(columns), column);
                    self.put_grey(Kind::RoofSlab, Rect { x1, z1, x2, z2 }, [roof, roof + SLAB_HEIGHT], grey);
                }
            }
        }
    }

    /// A smaller building on the roof, set back by similar margins along x and z.
    fn upper_building(&mut self, rng: &mut CityRng, lot: Rect, roof: f64) {
        let mut setback_x = rng.between(lot.width() / 6.0, lot.width() / 3.0);
        let mut setback_z = rng.between(lot.depth() / 6.0, lot.depth() / 3.0);
        if setback_z > setback_x * 1.5 {
            setback_z = setback_x * 1.5;
        }
        if setback_x > setback_z * 1.5 {
            setback_x = setback_z * 1.5;
        }
        self.place.tier += 1;
        self.building(rng.bits(), lot.inset(setback_x, setback_z), roof);
    }

    /// Strips across the shorter side, along the longer one.
    fn roof_strips(&mut self, rng: &mut CityRng, lot: Rect, roof: f64, grey: f64) {
        let is_long_in_x = lot.width() > lot.depth();
        let [start, length] = if is_long_in_x { [lot.x1, lot.width()] } else { [lot.z1, lot.depth()] };
        let across = lot.inset(ROOF_MARGIN, ROOF_MARGIN);
        let count = rng.below(most_parts(length));
        for index in 0..count {
            let [from, to] = part(start, length / f64::from(count), index);
            let strip =
                if is_long_in_x { Rect { x1: from, x2: to, ..across } } else { Rect { z1: from, z2: to, ..across } };
            self.put_grey(Kind::RoofStrip, strip, [roof, roof + STRIP_HEIGHT], grey);
        }
    }
}

/// How many parts a length is divided into at most, and one more: 3 or more for what is built on.
#[allow(clippy::cast_sign_loss)] // a lot that is built on is 10 m or more
fn most_parts(length: f64) -> u32 {
    // truncated, not rounded
    (length / LEAST_PART) as u32
}

/// Where a part of a roof's side begins and ends [m], less its margin.
fn part(start: f64, length: f64, index: u32) -> [f64; 2] {
    let index = f64::from(index);
    [start + index * length + ROOF_MARGIN, start + (index + 1.0) * length - ROOF_MARGIN]
}

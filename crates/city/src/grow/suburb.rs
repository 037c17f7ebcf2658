//! A suburb: cut into smaller ones, or small enough to be a block.

use super::Grower;
use crate::city_box::{CityBox, Kind, Place};
use crate::rect::Rect;
use crate::rng::CityRng;

/// Below this length a side is not cut [m].
const SMALL: f64 = 70.0;
/// Below this length of both sides a suburb may become a block early [m].
const MEDIUM: f64 = 100.0;
/// Chance that it does [%].
const EARLY: u32 = 20;
/// After as many levels of cuts whatever is left becomes a block.
const MOST_CUTS: u32 = 10;
/// Least distance of a cut from the edges [m], but see [`FAR_MARGIN`].
const MARGIN: f64 = 23.0;
/// Least distance of a four-way cut from the edges with the larger x and z [m].
const FAR_MARGIN: f64 = 15.0;
const JUNCTION_GREY: f64 = 0.4;
/// Height of what is painted on a street [m].
pub(super) const PAINT: f64 = 0.01;

impl<F: FnMut(&CityBox)> Grower<'_, F> {
    /// Grows a suburb that is the result of `cuts` levels of cuts.
    pub(super) fn suburb(&mut self, seed: u32, area: Rect, cuts: u32) {
        let number = self.counts.suburbs as u32;
        self.counts.suburbs += 1;
        let mut rng = CityRng::new(seed);
        let Rect { x1, z1, x2, z2 } = area;
        let is_narrow_x = area.width() < SMALL;
        let is_narrow_z = area.depth() < SMALL;
        // drawn even where it cannot matter: the draws after it depend on it
        let roll = rng.below(100);
        let ends_early = roll < EARLY && area.width() < MEDIUM && area.depth() < MEDIUM || cuts > MOST_CUTS;

        if ends_early || is_narrow_x && is_narrow_z {
            self.enter_suburb(number);
            self.block(rng.bits(), area);
        } else if is_narrow_x {
            let z = rng.between(z1 + MARGIN, z2 - MARGIN);
            self.suburb(rng.bits(), Rect { z2: z, ..area }, cuts + 1);
            self.suburb(rng.bits(), Rect { z1: z, ..area }, cuts + 1);
            self.enter_suburb(number);
            self.street_along_x(x1, x2, z, None);
        } else if is_narrow_z {
            let x = rng.between(x1 + MARGIN, x2 - MARGIN);
            self.suburb(rng.bits(), Rect { x2: x, ..area }, cuts + 1);
            self.suburb(rng.bits(), Rect { x1: x, ..area }, cuts + 1);
            self.enter_suburb(number);
            self.street_along_z(z1, z2, x, None);
        } else {
            let x = rng.between(x1 + MARGIN, x2 - FAR_MARGIN);
            let z = rng.between(z1 + MARGIN, z2 - FAR_MARGIN);
            self.suburb(rng.bits(), Rect::new(x1, z1, x, z), cuts + 1);
            self.suburb(rng.bits(), Rect::new(x, z1, x2, z), cuts + 1);
            self.suburb(rng.bits(), Rect::new(x1, z, x, z2), cuts + 1);
            self.suburb(rng.bits(), Rect::new(x, z, x2, z2), cuts + 1);
            self.enter_suburb(number);
            let square = Rect::new(x - 1.0, z - 1.0, x + 1.0, z + 1.0);
            self.put_grey(Kind::Junction, square, [0.0, PAINT], JUNCTION_GREY);
            self.street_along_x(x1, x2, z, Some(x));
            self.street_along_z(z1, z2, x, Some(z));
        }
    }

    /// Boxes belong to this suburb and to nothing in it, until further notice.
    fn enter_suburb(&mut self, number: u32) {
        self.place = Place { city: self.place.city, suburb: number, ..Place::default() };
    }
}

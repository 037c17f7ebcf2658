//! How a city grows: city, suburb, block, building, each from a seed of its own, down to the boxes.

mod block;
mod building;
mod park;
mod street;
mod suburb;

use muslin_geom::hash_rng;

use crate::city_box::{CityBox, Kind, Place};
use crate::counts::Counts;
use crate::params::CityParams;
use crate::rect::Rect;
use crate::rng::CityRng;
use crate::terrain::Terrain;

/// Streams of [`hash_rng`] that colours are drawn from: one a kind of box from here on, so that lines in the streets do
/// not give buildings other colours.
const COLOR_STREAM: u64 = 0x0C01_0000;
/// Darkest and lightest value of a channel of a box's own colour.
const OWN_COLOR_RANGE: [f64; 2] = [0.25, 0.95];

/// Makes the boxes of one city, and hands each of them on as soon as it is decided.
pub(crate) struct Grower<'a, F> {
    params: &'a CityParams,
    seed: u32,
    terrain: Option<&'a Terrain>,
    emit: F,
    counts: Counts,
    /// What the next box belongs to.
    place: Place,
    /// How far boxes that do not lie on the ground are raised [m]: the height of the block under them.
    lift: f64,
    mirror: Mirror,
    /// How many boxes of each kind there are; kept only where colours are drawn by it.
    kind_counts: [u64; Kind::ALL.len()],
}

/// Whether boxes are mirrored along x and z: the sum of a coordinate and its mirror image [m].
#[derive(Clone, Copy, Debug, Default)]
struct Mirror {
    x: Option<f64>,
    z: Option<f64>,
}

impl<'a, F: FnMut(&CityBox)> Grower<'a, F> {
    /// Starts the city of a number, with its seed and the terrain under it.
    pub fn new(params: &'a CityParams, city: u32, seed: u32, terrain: Option<&'a Terrain>, emit: F) -> Self {
        Self {
            params,
            seed,
            terrain,
            emit,
            counts: Counts::default(),
            place: Place { city, ..Place::default() },
            lift: 0.0,
            mirror: Mirror::default(),
            kind_counts: [0; Kind::ALL.len()],
        }
    }

    /// Grows the whole city.
    pub fn city(&mut self, area: Rect) {
        let mut rng = CityRng::new(self.seed);
        self.suburb(rng.bits(), area, 0);
    }

    /// What there is so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Puts a grey box over `ground`, from the height `bottom` to the height `top` [m].
    fn put_grey(&mut self, kind: Kind, ground: Rect, [bottom, top]: [f64; 2], grey: f64) {
        self.put(kind, ground, [bottom, top], [grey; 3]);
    }

    /// Puts a box over `ground`, from the height `bottom` to the height `top` [m].
    fn put(&mut self, kind: Kind, ground: Rect, [bottom, top]: [f64; 2], color: [f64; 3]) {
        let Rect { x1, z1, x2, z2 } = self.mirror.of(ground);
        let [bottom, top] = match self.terrain {
            None => [bottom, top],
            Some(terrain) if kind.lies_on_ground() => {
                // down to the lowest ground under it, so that nothing floats, and above the highest, so that all of it shows
                let [lowest, highest] = terrain.range_under(x1, z1, x2, z2);
                [bottom + lowest, top + highest]
            }
            Some(_) => [bottom + self.lift, top + self.lift],
        };
        let color = if self.params.own_colors { self.own_color(kind) } else { color };
        self.counts.boxes += 1;
        (self.emit)(&CityBox { min: [x1, bottom, z1], max: [x2, top, z2], color, kind, place: self.place });
    }

    fn own_color(&mut self, kind: Kind) -> [f64; 3] {
        let index = &mut self.kind_counts[kind as usize];
        let stream = COLOR_STREAM + kind as u64;
        let [low, high] = OWN_COLOR_RANGE;
        let first = 3 * *index;
        *index += 1;
        [0, 1, 2].map(|i| low + (high - low) * hash_rng::unit(u64::from(self.seed), stream, first + i))
    }
}

impl Mirror {
    fn of(self, Rect { x1, z1, x2, z2 }: Rect) -> Rect {
        let [x1, x2] = self.x.map_or([x1, x2], |sum| [sum - x2, sum - x1]);
        let [z1, z2] = self.z.map_or([z1, z2], |sum| [sum - z2, sum - z1]);
        Rect { x1, z1, x2, z2 }
    }
}

//! The paint on a street: a dashed line along the middle, and stripes to cross it on at one end.
//!
//! ```text
//!          edge of the suburb                               edge of the suburb
//!          |  ═══                                                  |
//!          |  ═══                                                  |
//!  street  |  ═══  -- -- -- -- -- --  □ junction  -- -- -- -- --   | street
//!          |  ═══                                                  |
//!          |  ═══                                                  |
//! ```

use super::Grower;
use super::block::STREET;
use super::suburb::PAINT;
use crate::city_box::{CityBox, Kind};
use crate::rect::Rect;

const WHITE: f64 = 0.9;
/// Length of a dash, and of the gap after it [m].
const DASH: f64 = 2.0;
const DASH_GAP: f64 = 3.0;
/// Half the width of a dash [m].
const HALF_LINE: f64 = 0.1;
/// Where stripes begin and end, from the edge of the suburb [m]; the street along that edge ends at [`STREET`].
const STRIPES: [f64; 2] = [STREET + 0.5, STREET + 2.5];
const STRIPE_COUNT: u32 = 5;
/// Half the width of a stripe [m].
const HALF_STRIPE: f64 = 0.25;
/// How far the line ends before what it must not touch: the stripes, a street across [m].
const CLEARANCE: f64 = 1.0;

/// Which way a street runs.
#[derive(Clone, Copy)]
enum Direction {
    AlongX,
    AlongZ,
}

/// The middle line of a street: its direction, and the coordinate that is the same all along it [m].
#[derive(Clone, Copy)]
struct Line {
    direction: Direction,
    at: f64,
}

impl<F: FnMut(&CityBox)> Grower<'_, F> {
    /// Paints the street from `x1` to `x2` at `z` [m], with another one across at `crossing`.
    pub(super) fn street_along_x(&mut self, x1: f64, x2: f64, z: f64, crossing: Option<f64>) {
        self.street(Line { direction: Direction::AlongX, at: z }, [x1, x2], crossing);
    }

    /// Paints the street from `z1` to `z2` at `x` [m], with another one across at `crossing`.
    pub(super) fn street_along_z(&mut self, z1: f64, z2: f64, x: f64, crossing: Option<f64>) {
        self.street(Line { direction: Direction::AlongZ, at: x }, [z1, z2], crossing);
    }

    fn street(&mut self, line: Line, [start, end]: [f64; 2], crossing: Option<f64>) {
        if !self.params.roads {
            return;
        }
        let middle = f64::from(STRIPE_COUNT - 1) / 2.0;
        for stripe in (0..STRIPE_COUNT).map(|index| f64::from(index) - middle) {
            let ground = line.ground([start + STRIPES[0], start + STRIPES[1]], stripe, HALF_STRIPE);
            self.put_grey(Kind::Stripe, ground, [0.0, PAINT], WHITE);
        }
        let [start, end] = [start + STRIPES[1] + CLEARANCE, end - STREET - CLEARANCE];
        if let Some(crossing) = crossing {
            self.dashes(line, [start, crossing - STREET - CLEARANCE]);
            self.dashes(line, [crossing + STREET + CLEARANCE, end]);
        } else {
            self.dashes(line, [start, end]);
        }
    }

    /// As many dashes as fit, in the middle of what there is for them.
    #[allow(clippy::cast_sign_loss)] // the count is 0 or more
    fn dashes(&mut self, line: Line, [start, end]: [f64; 2]) {
        let count = ((end - start + DASH_GAP) / (DASH + DASH_GAP)).floor().max(0.0);
        let rest = end - start + DASH_GAP - count * (DASH + DASH_GAP);
        for index in 0..count as u32 {
            let from = start + rest / 2.0 + f64::from(index) * (DASH + DASH_GAP);
            self.put_grey(Kind::Dash, line.ground([from, from + DASH], 0.0, HALF_LINE), [0.0, PAINT], WHITE);
        }
    }
}

impl Line {
    /// The ground that lies along the line from one coordinate to another, `aside` of it [m].
    fn ground(self, [from, to]: [f64; 2], aside: f64, half_width: f64) -> Rect {
        let [low, high] = [self.at + aside - half_width, self.at + aside + half_width];
        match self.direction {
            Direction::AlongX => Rect::new(from, low, to, high),
            Direction::AlongZ => Rect::new(low, from, high, to),
        }
    }
}

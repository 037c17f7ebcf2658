//! Visits to links, the order and the arithmetic of a sweep.

use super::hanger::HangerLink;
use super::prepare::FixedOwned;
use super::schedule::Schedule;
use super::wavefronts::{Lanes, Ring, Vectors, Wavefronts, difference, product, sum};
use crate::constraint::spook::Spook;

/// Largest impulse of a link [kg m/s].
pub const MAX_IMPULSE: f64 = 1e6;

/// L links of one direction, scaled so that a visit needs few operations: with w the inverse mass of a free vertex, m = 1 / C and
/// s = √(m w), λ' = λ / s and y = δ / w turn (I3) of docs/model.md into
///
/// Δλ' = (B m / s − ε m λ') − s n · (yⱼ − yᵢ), yᵢ −= s n Δλ', yⱼ += s n Δλ'.
///
/// All are 0 for a link that is none, which then changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Link<const L: usize> {
    /// s n: from the owner to the other end.
    pub n: Vectors<L>,
    /// B m / s.
    pub wanted: Lanes<L>,
    /// ε m.
    pub softness: Lanes<L>,
    /// λ'.
    pub impulse: Lanes<L>,
}

/// The links that a group of vertices owns.
#[derive(Clone, Copy, Debug)]
pub struct Owned<const L: usize> {
    /// Those to the vertices on the right.
    pub right: Link<L>,
    /// Those to the vertices below.
    pub down: Link<L>,
}

impl<const L: usize> Link<L> {
    /// No links.
    pub const NONE: Self = Self { n: [[0.0; L]; 3], wanted: [0.0; L], softness: [0.0; L], impulse: [0.0; L] };
}

impl<const L: usize> Owned<L> {
    /// No links.
    pub const NONE: Self = Self { right: Link::NONE, down: Link::NONE };
}

/// What the sweeps over a cloth read and change.
#[derive(Debug)]
pub struct Sweeps<'a, const L: usize> {
    /// The order of everything below.
    pub wavefronts: Wavefronts<L>,
    /// When groups are visited, and which of their vertices move.
    pub schedule: &'a Schedule<L>,
    /// What no step changes of links.
    pub fixed: &'a [FixedOwned<L>],
    /// The links.
    pub owned: &'a mut [Owned<L>],
    /// By columns of the first row.
    pub hangers: &'a mut [HangerLink],
    /// Changes of momentum [kg m/s].
    pub y: &'a mut Ring<L>,
    /// The constants of a step.
    pub spook: Spook,
}

impl<const L: usize> Sweeps<'_, L> {
    /// Sweeps `count` times over all links, and gives a bound of the largest impulse [kg m/s]. Only `CAREFUL` sweeps keep the
    /// impulses of links between vertices within their bounds, and numbers that are none to the vertices that they reach.
    #[inline(always)]
    pub fn run<const CAREFUL: bool>(&mut self, count: usize) -> f64 {
        let period = self.wavefronts.period();
        let span = period * count;
        let mut peak = [0.0; L];
        // whole turns: the last one ends with `open`
        for turn in 0..self.wavefronts.end(count).div_ceil(period) {
            for row in 0..period {
                let time = turn * period + row;
                self.visit_row::<CAREFUL>(row, time, span, &mut peak);
                if row < self.hangers.len() {
                    self.visit_hangers(row, time, span);
                }
                if row == 1 {
                    self.y.close();
                }
            }
            self.y.open();
        }
        peak.into_iter().fold(0.0, f64::max)
    }

    /// The hangers of a row that sweeps visit at a time.
    fn visit_hangers(&mut self, row: usize, time: usize, span: usize) {
        for column in (row..self.hangers.len()).step_by(self.wavefronts.period()) {
            if (column..column + span).contains(&time) {
                self.hangers[column].visit(self.spook, MAX_IMPULSE, self.y);
            }
        }
    }

    /// The vertices of a row that sweeps visit at a time.
    #[inline(always)]
    fn visit_row<const CAREFUL: bool>(&mut self, row: usize, time: usize, span: usize, peak: &mut Lanes<L>) {
        let (count, right) = (self.wavefronts.owners(row), self.wavefronts.to_right(row));
        let start = row * self.wavefronts.width();
        let [time, span] = [time, span].map(|number| number as f64);
        let owned = &mut self.owned[start..][..count];
        let [own, next, down] = self.y.rows_mut(row);
        // as long as the others: a run is within all of them or none
        let (own, next, down) = (&mut own[..count], &mut next[right..][..count], &mut down[..count]);
        for run in self.schedule.row(row) {
            let Some(now) = run.at(time, span) else { continue };
            let range = run.from..run.end;
            let groups = Groups {
                owned: &mut owned[range.clone()],
                y: &mut own[range.clone()],
                y_right: &mut next[range.clone()],
                y_down: &mut down[range.clone()],
            };
            let range = start + range.start..start + range.end;
            if CAREFUL {
                groups.visit_careful(&self.schedule.free[range.clone()], &self.fixed[range], now);
            } else if run.is_held_between {
                groups.visit_held(&self.schedule.free[range], now, peak);
            } else if now == [1.0; L] {
                groups.visit_whole(peak);
            } else {
                groups.visit_part(now, peak);
            }
        }
        for &place in self.schedule.held(row) {
            self.y.set(place, [0.0; 3]);
        }
    }
}

/// Neighbouring groups of a row, with the changes of momentum y at both ends of their links.
struct Groups<'a, const L: usize> {
    owned: &'a mut [Owned<L>],
    y: &'a mut [Vectors<L>],
    y_right: &'a mut [Vectors<L>],
    y_down: &'a mut [Vectors<L>],
}

// loops of copies: a compiler must not fear that a store changes what is read after it, and calls of closures are not made wide
impl<const L: usize> Groups<'_, L> {
    /// Visits all, as if all vertices moved; `peak` is the largest impulse so far in each lane.
    #[inline(always)]
    fn visit_whole(self, peak: &mut Lanes<L>) {
        let mut largest = *peak;
        let ends = self.y.iter_mut().zip(self.y_right).zip(self.y_down);
        for (owned, ((y, y_right), y_down)) in self.owned.iter_mut().zip(ends) {
            let (mut a, mut right) = (*y, *y_right);
            let more = missing(&owned.right, &a, &right);
            push(&owned.right, [&more, &more], &mut a, &mut right);
            grow(&mut owned.right, &more, &mut largest);
            *y_right = right;
            let mut down = *y_down;
            let more = missing(&owned.down, &a, &down);
            push(&owned.down, [&more, &more], &mut a, &mut down);
            grow(&mut owned.down, &more, &mut largest);
            (*y, *y_down) = (a, down);
        }
        *peak = largest;
    }

    /// Visits the lanes for which `now` is 1 and not 0, as if all vertices moved.
    #[inline(always)]
    fn visit_part(self, now: Lanes<L>, peak: &mut Lanes<L>) {
        let mut largest = *peak;
        let ends = self.y.iter_mut().zip(self.y_right).zip(self.y_down);
        for (owned, ((y, y_right), y_down)) in self.owned.iter_mut().zip(ends) {
            let (mut a, mut right) = (*y, *y_right);
            let more = product(&missing(&owned.right, &a, &right), &now);
            push(&owned.right, [&more, &more], &mut a, &mut right);
            grow(&mut owned.right, &more, &mut largest);
            *y_right = right;
            let mut down = *y_down;
            let more = product(&missing(&owned.down, &a, &down), &now);
            push(&owned.down, [&more, &more], &mut a, &mut down);
            grow(&mut owned.down, &more, &mut largest);
            (*y, *y_down) = (a, down);
        }
        *peak = largest;
    }

    /// As `visit_part`, but owners move only where they are free.
    #[inline(always)]
    fn visit_held(self, free: &[[Lanes<L>; 3]], now: Lanes<L>, peak: &mut Lanes<L>) {
        let mut largest = *peak;
        let ends = self.y.iter_mut().zip(self.y_right).zip(self.y_down);
        for ((owned, [free, ..]), ((y, y_right), y_down)) in self.owned.iter_mut().zip(free).zip(ends) {
            let (mut a, mut right) = (*y, *y_right);
            let more = product(&missing(&owned.right, &a, &right), &now);
            push(&owned.right, [&product(&more, free), &more], &mut a, &mut right);
            grow(&mut owned.right, &more, &mut largest);
            *y_right = right;
            let mut down = *y_down;
            let more = product(&missing(&owned.down, &a, &down), &now);
            push(&owned.down, [&product(&more, free), &more], &mut a, &mut down);
            grow(&mut owned.down, &more, &mut largest);
            (*y, *y_down) = (a, down);
        }
        *peak = largest;
    }

    /// As `visit_part`, but only what is free moves, impulses stay within their bounds, and numbers that are none stay where they are not visited.
    fn visit_careful(self, free: &[[Lanes<L>; 3]], fixed: &[FixedOwned<L>], now: Lanes<L>) {
        for (j, owned) in self.owned.iter_mut().enumerate() {
            let [free, free_right, free_down] = &free[j];
            let (fixed, a) = (&fixed[j], &mut self.y[j]);
            visit_bounded(&mut owned.right, [a, &mut self.y_right[j]], [free, free_right], &now, &fixed.right.scale);
            visit_bounded(&mut owned.down, [a, &mut self.y_down[j]], [free, free_down], &now, &fixed.down.scale);
        }
    }
}

/// Changes the ends of links by what their impulses grow, for each end.
#[inline(always)]
fn push<const L: usize>(link: &Link<L>, more: [&Lanes<L>; 2], a: &mut Vectors<L>, b: &mut Vectors<L>) {
    for axis in 0..3 {
        a[axis] = difference(&a[axis], &product(&link.n[axis], more[0]));
        b[axis] = sum(&b[axis], &product(&link.n[axis], more[1]));
    }
}

/// Visits the links for which `now` is 1, with impulses within their bounds.
fn visit_bounded<const L: usize>(
    link: &mut Link<L>,
    [a, b]: [&mut Vectors<L>; 2],
    [a_free, b_free]: [&Lanes<L>; 2],
    now: &Lanes<L>,
    scale: &Lanes<L>,
) {
    let more = missing(link, a, b);
    for i in (0..L).filter(|&i| now[i] > 0.0 && scale[i] > 0.0) {
        let more = limited(link.impulse[i], more[i], MAX_IMPULSE / scale[i]);
        link.impulse[i] += more;
        for axis in 0..3 {
            let push = link.n[axis][i] * more;
            a[axis][i] -= if a_free[i] > 0.0 { push } else { 0.0 };
            b[axis][i] += if b_free[i] > 0.0 { push } else { 0.0 };
        }
    }
}

/// What each link lacks in its impulse.
#[inline(always)]
fn missing<const L: usize>(link: &Link<L>, a: &Vectors<L>, b: &Vectors<L>) -> Lanes<L> {
    let [x, y, z] = std::array::from_fn(|axis| product(&link.n[axis], &difference(&b[axis], &a[axis])));
    let wanted = difference(&link.wanted, &product(&link.softness, &link.impulse));
    // as few as can be one after the other
    difference(&difference(&wanted, &x), &sum(&y, &z))
}

/// Adds to the impulses.
#[inline(always)]
fn grow<const L: usize>(link: &mut Link<L>, more: &Lanes<L>, peak: &mut Lanes<L>) {
    link.impulse = sum(&link.impulse, more);
    for (peak, impulse) in peak.iter_mut().zip(link.impulse) {
        let size = impulse.abs();
        *peak = if size > *peak { size } else { *peak };
    }
}

/// What of `more` an impulse within ±`limit` may grow by.
#[inline(always)]
pub fn limited(impulse: f64, more: f64, limit: f64) -> f64 {
    let sum = impulse + more;
    let more = if sum > limit { limit - impulse } else { more };
    if sum < -limit { -limit - impulse } else { more }
}

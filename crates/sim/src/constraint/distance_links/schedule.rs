//! When the groups of a row are visited.

use std::ops::Range;

use super::wavefronts::{Lanes, Wavefronts};

/// Neighbouring groups of a row that are always visited alike.
#[derive(Clone, Copy, Debug)]
pub struct Run<const L: usize> {
    /// The first of them, counted in the row.
    pub from: usize,
    /// One after the last of them.
    pub end: usize,
    /// Whether none of their vertices is held, nor any at the other ends of their links.
    pub are_all_free: bool,
    /// The first visit to the vertices of each lane; infinite where there are none.
    start: Lanes<L>,
}

impl<const L: usize> Run<L> {
    /// The run with another one after it, if they are visited alike: where one has no vertex, nothing happens, whenever it is.
    fn joined(&self, next: &Self) -> Option<Self> {
        let mut start = self.start;
        for (start, next) in start.iter_mut().zip(next.start) {
            if start.is_finite() && next.is_finite() && *start != next {
                return None;
            }
            *start = start.min(next);
        }
        let is_alike = self.are_all_free == next.are_all_free;
        is_alike.then_some(Self { end: next.end, start, ..*self })
    }

    /// 1 for the lanes that are visited at a time, if all visits to a vertex are within `span`, and 0 for the others; nothing if all
    /// are 0.
    #[inline(always)]
    pub fn at(&self, time: f64, span: f64) -> Option<Lanes<L>> {
        let mut now = [0.0; L];
        let mut is_any = false;
        for (now, start) in now.iter_mut().zip(self.start) {
            let is_now = (0.0..span).contains(&(time - start));
            *now = if is_now { 1.0 } else { 0.0 };
            is_any |= is_now;
        }
        is_any.then_some(now)
    }
}

/// All runs, and which vertices move.
#[derive(Debug)]
pub struct Schedule<const L: usize> {
    runs: Vec<Run<L>>,
    /// Of each row.
    rows: Vec<Range<usize>>,
    /// 1 for a vertex that moves and 0 for one that is held or none, by groups: the owners, those to the right, and those below.
    pub free: Vec<[Lanes<L>; 3]>,
}

impl<const L: usize> Schedule<L> {
    /// For a cloth of which the vertices that `is_held` says do not move.
    pub fn new(wavefronts: Wavefronts<L>, is_held: impl Fn(usize, usize) -> bool) -> Self {
        let groups = wavefronts.period() * wavefronts.width();
        let mut start = vec![[f64::INFINITY; L]; groups];
        let mut are_all_free = vec![true; groups];
        let mut free = vec![[[0.0; L]; 3]; groups];
        for (column, row) in wavefronts.vertices() {
            let place = wavefronts.place(column, row);
            start[place.group][place.lane] = wavefronts.start(column, row) as f64;
            for (end, (column, row)) in [(column, row), (column + 1, row), (column, row + 1)].into_iter().enumerate() {
                if wavefronts.is_there(column, row) {
                    let is_held = is_held(column, row);
                    free[place.group][end][place.lane] = if is_held { 0.0 } else { 1.0 };
                    are_all_free[place.group] &= !is_held;
                }
            }
        }
        let (mut runs, mut rows) = (Vec::<Run<L>>::new(), Vec::new());
        for row in 0..wavefronts.period() {
            let first = runs.len();
            for from in 0..wavefronts.owners(row) {
                let group = row * wavefronts.width() + from;
                let run = Run { from, end: from + 1, are_all_free: are_all_free[group], start: start[group] };
                match runs[first..].last_mut().and_then(|last| Some((last.joined(&run)?, last))) {
                    Some((joined, last)) => *last = joined,
                    None => runs.push(run),
                }
            }
            rows.push(first..runs.len());
        }
        Self { runs, rows, free }
    }

    /// The runs of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[Run<L>] {
        &self.runs[self.rows[row].clone()]
    }
}

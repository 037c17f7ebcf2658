//! When the groups of a row are visited.

use std::ops::Range;

use super::wavefronts::{Lanes, Place, Wavefronts};

/// Neighbouring groups of a row that are always visited alike.
#[derive(Clone, Copy, Debug)]
pub struct Run<const L: usize> {
    /// The first of them, counted in the row.
    pub from: usize,
    /// One after the last of them.
    pub end: usize,
    /// Whether one of their vertices is held and has links to the right and below that pull: the second must not see that the first
    /// moved it.
    pub is_held_between: bool,
    /// The first visit to the vertices of each lane; NaN where there are none.
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
        let is_alike = self.is_held_between == next.is_held_between;
        is_alike.then_some(Self { end: next.end, start, ..*self })
    }

    /// 1 for the lanes that are visited at a time, if all visits to a vertex are within `span`, and 0 for the others; nothing if there
    /// is nothing to visit. 1 where there is no vertex, too, for nothing happens there, and all lanes are cheaper than some.
    #[inline(always)]
    pub fn at(&self, time: f64, span: f64) -> Option<Lanes<L>> {
        let mut now = [0.0; L];
        let mut is_any = false;
        for (now, start) in now.iter_mut().zip(self.start) {
            let age = time - start;
            *now = if age < 0.0 || age >= span { 0.0 } else { 1.0 };
            is_any |= (0.0..span).contains(&age);
        }
        is_any.then_some(now)
    }
}

/// All runs, and which vertices move.
#[derive(Debug)]
pub struct Schedule<const L: usize> {
    runs: Vec<Run<L>>,
    held: Vec<Place>,
    /// Of each row, what it has of these.
    rows: Vec<[Range<usize>; 2]>,
    /// 1 for a vertex that moves and 0 for one that is held or none, by groups: the owners, those to the right, and those below.
    pub free: Vec<[Lanes<L>; 3]>,
}

impl<const L: usize> Schedule<L> {
    /// For a cloth of which the vertices that `is_held` says do not move.
    pub fn new(wavefronts: Wavefronts<L>, is_held: impl Fn(usize, usize) -> bool) -> Self {
        let (period, width) = (wavefronts.period(), wavefronts.width());
        let mut start = vec![[f64::NAN; L]; period * width];
        let mut is_held_between = vec![false; period * width];
        let mut free = vec![[[0.0; L]; 3]; period * width];
        let mut held = vec![Vec::new(); period];
        for (column, row) in wavefronts.vertices() {
            let Place { group, lane } = wavefronts.place(column, row);
            start[group][lane] = wavefronts.start(column, row) as f64;
            let ends = [(column, row), (column + 1, row), (column, row + 1)];
            let is_there = ends.map(|(column, row)| wavefronts.is_there(column, row));
            let is_held = ends.map(|(column, row)| wavefronts.is_there(column, row) && is_held(column, row));
            for end in (0..3).filter(|&end| is_there[end] && !is_held[end]) {
                free[group][end][lane] = 1.0;
            }
            let does_pull = [1, 2].map(|end| is_there[end] && !(is_held[0] && is_held[end]));
            is_held_between[group] |= is_held[0] && does_pull == [true; 2];
            let row = group / width;
            let groups = [group, group + width + wavefronts.to_right(row), group + 2 * width];
            let is_pulled = [does_pull[0] || does_pull[1], does_pull[0], does_pull[1]];
            for end in (0..3).filter(|&end| is_held[end] && is_pulled[end]) {
                held[row].push(Place { group: groups[end], lane });
            }
        }
        let (mut runs, mut rows) = (Vec::<Run<L>>::new(), Vec::new());
        let mut held_before = 0;
        for (row, held) in held.iter().enumerate() {
            let first = runs.len();
            for from in 0..wavefronts.owners(row) {
                let group = row * width + from;
                let run = Run { from, end: from + 1, is_held_between: is_held_between[group], start: start[group] };
                match runs[first..].last_mut().and_then(|last| Some((last.joined(&run)?, last))) {
                    Some((joined, last)) => *last = joined,
                    None => runs.push(run),
                }
            }
            rows.push([first..runs.len(), held_before..held_before + held.len()]);
            held_before += held.len();
        }
        Self { runs, held: held.concat(), rows, free }
    }

    /// The runs of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[Run<L>] {
        &self.runs[self.rows[row][0].clone()]
    }

    /// The held vertices that links of a row pull.
    #[inline(always)]
    pub fn held(&self, row: usize) -> &[Place] {
        &self.held[self.rows[row][1].clone()]
    }
}

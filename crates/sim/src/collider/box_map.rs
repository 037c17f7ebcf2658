//! Which boxes are near a place: a map of square cells on the ground, each with the boxes that stand in it.

use glam::DVec3;

use super::boxes::AxisBox;

/// Boxes and the map of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BoxMap {
    boxes: Vec<AxisBox>,
    /// Around all boxes.
    bounds: AxisBox,
    /// Side of a cell [m].
    cell: f64,
    /// Cells along x and along z.
    counts: [usize; 2],
    /// Where the boxes of each cell begin in `members`, and where those of the last one end; cells row by row along x.
    starts: Vec<u32>,
    /// Indices of boxes, ascending in each cell.
    members: Vec<u32>,
}

/// Most cells along a side.
const MOST_CELLS: f64 = 1024.0;

impl BoxMap {
    /// The map of `boxes`, about one of them a cell.
    pub(super) fn new(boxes: Vec<AxisBox>) -> Self {
        let join = |a: AxisBox, b: &AxisBox| AxisBox { min: a.min.min(b.min), max: a.max.max(b.max) };
        let none = AxisBox { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };
        let bounds = boxes.iter().fold(none, join);
        let size = bounds.max - bounds.min;
        let mut map = Self { boxes, bounds, cell: 1.0, counts: [0, 0], starts: vec![0], members: Vec::new() };
        // what is wrong with boxes that are not finite, or none, is told by whoever checks them
        if !(size.is_finite() && size.x > 0.0 && size.z > 0.0) {
            return map;
        }
        let ideal = (size.x * size.z / map.boxes.len() as f64).sqrt();
        map.cell = ideal.max(size.x / MOST_CELLS).max(size.z / MOST_CELLS);
        map.counts = [size.x, size.z].map(|side| number(side / map.cell) + 1);
        map.fill();
        map
    }

    fn fill(&mut self) {
        let mut cells: Vec<Vec<u32>> = vec![Vec::new(); self.counts[0] * self.counts[1]];
        for (index, one) in self.boxes.iter().enumerate() {
            let [columns, rows] = self.cells_of(one.min, one.max);
            for row in rows {
                for column in columns.clone() {
                    cells[row * self.counts[0] + column].push(index as u32);
                }
            }
        }
        self.starts = Vec::with_capacity(cells.len() + 1);
        for cell in &cells {
            self.starts.push(self.members.len() as u32);
            self.members.extend(cell);
        }
        self.starts.push(self.members.len() as u32);
    }

    pub(super) fn boxes(&self) -> &[AxisBox] {
        &self.boxes
    }

    /// Whether any box reaches into the one from `low` to `high`.
    pub(super) fn any_in(&self, low: DVec3, high: DVec3) -> bool {
        let mut any = false;
        self.for_each_in(low, high, |_| any = true);
        any
    }

    /// Calls `visit` with each box that reaches into the one from `low` to `high`; with one that stands in several cells
    /// perhaps more than once.
    pub(super) fn for_each_in(&self, low: DVec3, high: DVec3, mut visit: impl FnMut(&AxisBox)) {
        let meets = |one: &AxisBox| low.cmple(one.max).all() && high.cmpge(one.min).all();
        if self.counts[0] == 0 || !meets(&self.bounds) {
            return;
        }
        let [columns, rows] = self.cells_of(low, high);
        for row in rows {
            for column in columns.clone() {
                let cell = row * self.counts[0] + column;
                for &member in &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
                    let one = &self.boxes[member as usize];
                    if meets(one) {
                        visit(one);
                    }
                }
            }
        }
    }

    /// The cells that the rectangle on the ground from `low` to `high` lies in, at the rim of the map those of the rim.
    fn cells_of(&self, low: DVec3, high: DVec3) -> [std::ops::RangeInclusive<usize>; 2] {
        let cell = |x: f64, least: f64, count: usize| number((x - least) / self.cell).min(count - 1);
        let (min, counts) = (self.bounds.min, self.counts);
        [
            cell(low.x, min.x, counts[0])..=cell(high.x, min.x, counts[0]),
            cell(low.z, min.z, counts[1])..=cell(high.z, min.z, counts[1]),
        ]
    }
}

/// A coordinate in cells, rounded down; 0 below the first.
#[allow(clippy::cast_sign_loss)] // below 0 is 0
fn number(cells: f64) -> usize {
    cells.max(0.0) as usize
}

//! Vertices grouped by the cell of space that they are in: the spatial hash of self-collision.

use std::ops::Range;

use muslin_geom::points::{Points, PointsSlice};

use crate::settings::CellRule;

/// The vertices of one cell after another, each cell's in ascending order. Rebuilt every sub-step, without allocation.
#[derive(Debug)]
pub struct CellMap {
    /// Cell key of each vertex.
    keys: Vec<u64>,
    /// Cell of each vertex.
    cells: Vec<u32>,
    /// Open-addressing table from key to cell: a cell index, or [`EMPTY`]. Its length is a power of two.
    table: Vec<u32>,
    /// Key of each cell.
    cell_keys: Vec<u64>,
    /// Start of each cell in `members`, and one end behind the last.
    starts: Vec<u32>,
    /// Vertices, cell by cell.
    members: Vec<u32>,
    /// Positions [m] of the members, in their order.
    pub positions: Points,
}

const EMPTY: u32 = u32::MAX;

impl CellMap {
    /// Room for `vertex_count` vertices.
    pub fn new(vertex_count: usize) -> Self {
        Self {
            keys: vec![0; vertex_count],
            cells: vec![0; vertex_count],
            table: vec![EMPTY; (2 * vertex_count).next_power_of_two()],
            cell_keys: Vec::with_capacity(vertex_count),
            starts: Vec::with_capacity(vertex_count + 1),
            members: vec![0; vertex_count],
            positions: Points::zeros(vertex_count),
        }
    }

    /// Groups the vertices of `range` by cells of `size` [m].
    pub fn rebuild(&mut self, x: &Points, range: Range<usize>, size: [f64; 3], rule: CellRule) {
        let count = range.len();
        match rule {
            CellRule::Floor => keys_of(x.slice(range.clone()), size, floor_bits, &mut self.keys[..count]),
            CellRule::Truncate => keys_of(x.slice(range.clone()), size, truncate_bits, &mut self.keys[..count]),
        }
        self.number_cells(count);
        self.sort_members(x, range);
    }

    /// Number of cells with a vertex in them.
    pub fn cell_count(&self) -> usize {
        self.cell_keys.len()
    }

    /// Slots of the members of `cell`, a range of `positions`.
    pub fn slots(&self, cell: usize) -> Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    /// The vertex at place `slot` of the cell order.
    #[inline]
    pub fn member(&self, slot: usize) -> usize {
        self.members[slot] as usize
    }

    /// Numbers the cells in the order in which vertices meet them and counts their members into `starts`.
    fn number_cells(&mut self, count: usize) {
        let mask = (2 * count).next_power_of_two() - 1;
        self.table[..=mask].fill(EMPTY);
        self.cell_keys.clear();
        self.starts.clear();
        self.starts.push(0);
        let mut cell = EMPTY;
        let mut last_key = 0;
        for vertex in 0..count {
            let key = self.keys[vertex];
            // neighbours in a row mostly share their cell
            if cell == EMPTY || key != last_key {
                cell = self.find_or_add(key, mask);
                last_key = key;
            }
            self.cells[vertex] = cell;
            self.starts[cell as usize + 1] += 1;
        }
    }

    fn find_or_add(&mut self, key: u64, mask: usize) -> u32 {
        // Fibonacci hashing (Knuth 1973, volume 3, section 6.4): the high bits of the product are well mixed
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            let cell = self.table[slot];
            if cell == EMPTY {
                let new = self.cell_keys.len() as u32;
                self.table[slot] = new;
                self.cell_keys.push(key);
                self.starts.push(0);
                return new;
            }
            if self.cell_keys[cell as usize] == key {
                return cell;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Counting sort by cell; it is stable, so each cell's vertices stay in ascending order.
    fn sort_members(&mut self, x: &Points, range: Range<usize>) {
        let mut next = 0;
        for start in &mut self.starts[1..] {
            let count = *start;
            *start = next;
            next += count;
        }
        for (place, vertex) in range.enumerate() {
            let start = &mut self.starts[self.cells[place] as usize + 1];
            let slot = *start as usize;
            *start += 1;
            self.members[slot] = vertex as u32;
            self.positions.xs[slot] = x.xs[vertex];
            self.positions.ys[slot] = x.ys[vertex];
            self.positions.zs[slot] = x.zs[vertex];
        }
    }
}

/// Cell keys: the low 21 bits of each cell coordinate. Cells with equal keys are the same or 2 million cells apart, where
/// the distance test keeps them from touching each other.
#[inline(always)]
fn keys_of(x: PointsSlice<'_>, size: [f64; 3], bits: impl Fn(f64) -> u64, keys: &mut [u64]) {
    const LOW: u64 = (1 << 21) - 1;
    let n = keys.len();
    let (xs, ys, zs) = (&x.xs[..n], &x.ys[..n], &x.zs[..n]);
    for i in 0..n {
        let cell = [bits(xs[i] / size[0]), bits(ys[i] / size[1]), bits(zs[i] / size[2])];
        keys[i] = (cell[0] & LOW) | (cell[1] & LOW) << 21 | (cell[2] & LOW) << 42;
    }
}

/// 1.5 · 2^52: added to a number of smaller size it rounds it to an integer, which then stands in the low bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// Low bits of the largest integer not above `value`; plain arithmetic, so that it runs wide on every machine.
#[inline(always)]
fn floor_bits(value: f64) -> u64 {
    let nearest = (value + ROUND) - ROUND;
    let floor = if nearest > value { nearest - 1.0 } else { nearest };
    (floor + ROUND).to_bits()
}

/// Low bits of `value` rounded toward zero.
#[inline(always)]
fn truncate_bits(value: f64) -> u64 {
    let size = value.abs();
    let nearest = (size + ROUND) - ROUND;
    let floor = if nearest > size { nearest - 1.0 } else { nearest };
    (floor.copysign(value) + ROUND).to_bits()
}

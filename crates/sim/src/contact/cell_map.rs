//! Vertices grouped by the cell of space that they are in: the spatial hash of self-collision.

use std::ops::Range;

use muslin_geom::Points;

use super::cell_key::cell_keys;
use crate::rounded::Rounded;
use crate::settings::CellRule;

/// The vertices of each cell in ascending order, and their positions beside each other.
///
/// From one sub-step to the next few vertices change their cell, so the map is kept and those are moved; it is built anew
/// when a cell or the whole overflows. Either way gives the same members in the same order. Nothing is allocated after
/// [`new`](Self::new).
#[derive(Debug)]
pub struct CellMap {
    /// The mapped vertices.
    vertices: Range<usize>,
    /// Size of a cell [m].
    size: [f64; 3],
    rule: CellRule,
    /// Cell key of each vertex at the last update.
    keys: Vec<u64>,
    /// Cell key of each vertex now.
    new_keys: Vec<u64>,
    /// Slot of each vertex.
    slots: Vec<u32>,
    /// Open-addressing table from key to cell: an index into `cells`, or [`EMPTY`]. Its length is a power of two.
    table: Vec<u32>,
    cells: Vec<Cell>,
    /// Slots that belong to cells.
    used: usize,
    /// Vertex in each slot, where one is.
    members: Vec<u32>,
    /// Rounded position of the vertex in each slot [m], one array an axis; [`FAR`] where none is.
    pub positions: [Vec<f32>; 3],
}

/// A cell that has or had a member: `length` of its `capacity` slots from `start` on are taken.
#[derive(Clone, Copy, Debug)]
struct Cell {
    key: u64,
    start: u32,
    length: u32,
    capacity: u32,
}

const EMPTY: u32 = u32::MAX;

/// Coordinate of a slot without a vertex: no distance to it is small.
const FAR: f32 = f32::INFINITY;

/// Vertices whose keys are compared at once.
const BLOCK: usize = 16;

/// Slots behind the last cell, so that whole blocks can be read.
const PADDING: usize = 16;

/// Slots of a cell that was met after the map was built: room for what a moving cloth usually brings.
const NEW_CELL_CAPACITY: usize = 16;

/// Slots of a cell that has `length` members when the map is built: a multiple of 4, so that no cloth needs more than four
/// slots a vertex in all.
fn capacity(length: usize) -> usize {
    (length + length / 4 + 2).next_multiple_of(4)
}

impl CellMap {
    /// A map of `vertices` with cells of `size` [m]; empty until the first [`update`](Self::update).
    pub fn new(vertices: Range<usize>, size: [f64; 3], rule: CellRule) -> Self {
        let count = vertices.len();
        let slot_count = 5 * count + PADDING;
        Self {
            vertices,
            size,
            rule,
            keys: vec![0; count],
            new_keys: vec![0; count],
            slots: vec![0; count],
            table: vec![EMPTY; (4 * count).next_power_of_two()],
            cells: Vec::with_capacity(2 * count),
            used: 0,
            members: vec![0; slot_count],
            positions: std::array::from_fn(|_| vec![FAR; slot_count]),
        }
    }

    /// Brings the map to the positions `x` of all the model's vertices, of which `rounded` is a copy.
    pub fn update(&mut self, x: &Points, rounded: &Rounded) {
        cell_keys(&mut self.new_keys, x.slice(self.vertices.clone()), self.size, self.rule);
        if self.cells.is_empty() || self.move_changed().is_none() {
            self.rebuild();
        }
        let [xs, ys, zs] = self.positions.each_mut().map(Vec::as_mut_slice);
        let vertices = self.vertices.clone();
        let rounded = rounded.xs[vertices.clone()].iter().zip(&rounded.ys[vertices.clone()]).zip(&rounded.zs[vertices]);
        for (&slot, ((&x, &y), &z)) in self.slots.iter().zip(rounded) {
            let slot = slot as usize;
            xs[slot] = x;
            ys[slot] = y;
            zs[slot] = z;
        }
    }

    /// Number of cells, those that lost their last member included.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Slots of the members of `cell`.
    #[inline]
    pub fn members(&self, cell: usize) -> Range<usize> {
        let Cell { start, length, .. } = self.cells[cell];
        start as usize..(start + length) as usize
    }

    /// The vertex in `slot`.
    #[inline]
    pub fn vertex(&self, slot: usize) -> usize {
        self.vertices.start + self.members[slot] as usize
    }

    /// Moves the vertices whose key changed to their new cells; `None` if there is no room for one of them, which leaves
    /// the map in need of a rebuild.
    fn move_changed(&mut self) -> Option<()> {
        let mut start = 0;
        while start < self.keys.len() {
            let block = start..(start + BLOCK).min(self.keys.len());
            start = block.end;
            if self.keys[block.clone()] == self.new_keys[block.clone()] {
                continue;
            }
            for vertex in block {
                let (old, new) = (self.keys[vertex], self.new_keys[vertex]);
                if old != new {
                    self.remove(vertex, old);
                    self.insert(vertex, new)?;
                    self.keys[vertex] = new;
                }
            }
        }
        Some(())
    }

    fn remove(&mut self, vertex: usize, key: u64) {
        let cell = self.table[self.place_of(key)] as usize;
        self.cells[cell].length -= 1;
        let end = (self.cells[cell].start + self.cells[cell].length) as usize;
        for slot in self.slots[vertex] as usize..end {
            self.put(slot, self.members[slot + 1]);
        }
        self.clear(end);
    }

    fn insert(&mut self, vertex: usize, key: u64) -> Option<()> {
        let place = self.place_of(key);
        if self.table[place] == EMPTY {
            self.add_cell(place, key, NEW_CELL_CAPACITY)?;
        }
        let cell = &mut self.cells[self.table[place] as usize];
        if cell.length == cell.capacity {
            return None;
        }
        let first = cell.start as usize;
        let mut slot = first + cell.length as usize;
        cell.length += 1;
        while slot > first && self.members[slot - 1] > vertex as u32 {
            self.put(slot, self.members[slot - 1]);
            slot -= 1;
        }
        self.put(slot, vertex as u32);
        Some(())
    }

    fn put(&mut self, slot: usize, vertex: u32) {
        self.members[slot] = vertex;
        self.slots[vertex as usize] = slot as u32;
    }

    fn clear(&mut self, slot: usize) {
        for axis in &mut self.positions {
            axis[slot] = FAR;
        }
    }

    /// Adds a cell at a free place of the table; `None` if slots or table are full.
    fn add_cell(&mut self, place: usize, key: u64, capacity: usize) -> Option<()> {
        if self.used + capacity + PADDING > self.members.len() || self.cells.len() == self.cells.capacity() {
            return None;
        }
        self.table[place] = self.cells.len() as u32;
        self.cells.push(Cell { key, start: self.used as u32, length: 0, capacity: capacity as u32 });
        self.used += capacity;
        Some(())
    }

    /// Place of a key in the table: where it is, or the free one where it belongs.
    fn place_of(&self, key: u64) -> usize {
        let mask = self.table.len() - 1;
        // Fibonacci hashing (Knuth 1973, volume 3, section 6.4): the high bits of the product are well mixed
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.table[place] != EMPTY && self.cells[self.table[place] as usize].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    /// Groups all vertices anew by a counting sort, which is stable: each cell's members come out in ascending order.
    fn rebuild(&mut self) {
        self.keys.copy_from_slice(&self.new_keys);
        self.table.fill(EMPTY);
        self.cells.clear();
        for vertex in 0..self.keys.len() {
            let place = self.place_of(self.keys[vertex]);
            if self.table[place] == EMPTY {
                self.table[place] = self.cells.len() as u32;
                self.cells.push(Cell { key: self.keys[vertex], start: 0, length: 0, capacity: 0 });
            }
            let cell = self.table[place];
            self.cells[cell as usize].length += 1;
            // for now the cell, so that it need not be looked up again
            self.slots[vertex] = cell;
        }
        self.used = 0;
        for cell in &mut self.cells {
            cell.start = self.used as u32;
            cell.capacity = capacity(cell.length as usize) as u32;
            cell.length = 0;
            self.used += cell.capacity as usize;
        }
        for axis in &mut self.positions {
            axis.fill(FAR);
        }
        for vertex in 0..self.keys.len() {
            let cell = &mut self.cells[self.slots[vertex] as usize];
            let slot = (cell.start + cell.length) as usize;
            cell.length += 1;
            self.put(slot, vertex as u32);
        }
    }
}

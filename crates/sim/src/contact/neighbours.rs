//! Self-collision of a cloth of which only neighbours in the grid can touch.

use multiversion::multiversion;
use muslin_geom::Points;

use super::cell_key::cell_key;
use super::push::{Push, touch_limit_sq};
use crate::force::spring::SPRING_SETS;
use crate::model::{ClothModel, Model};
use crate::rounded::{DISTANCE_SQ_ERROR, Rounded};

/// Scratch of [`separate_neighbours`].
#[derive(Debug)]
pub struct Neighbours {
    /// Vertices of the cloth that may have to move.
    pending: BitSet,
    /// Vertices that have moved.
    moved: BitSet,
    /// Cell keys of the moved from before they did.
    keys: Vec<u64>,
}

impl Neighbours {
    /// Scratch for a cloth of `count` vertices.
    pub fn new(count: usize) -> Self {
        Self { pending: BitSet::new(count), moved: BitSet::new(count), keys: vec![0; count] }
    }
}

/// The sets of springs to the neighbours in row, column and diagonal.
const NEAREST: usize = 4;

/// Pushes apart the vertices of `cloth` that share a cell and are closer than twice its thickness, as the search by cells
/// does and to the same bits, if no others than neighbours in the grid can come that close. Returns how many it moved.
pub fn separate_neighbours(
    model: &Model,
    cloth: &ClothModel,
    x: &mut Points,
    scratch: &mut Neighbours,
    rounded: &mut Rounded,
) -> u64 {
    let reach = 2.0 * cloth.thickness;
    let margin = reach + rounded.error;
    mark_close(cloth, rounded, (margin * margin * (1.0 + DISTANCE_SQ_ERROR)) as f32, &mut scratch.pending);
    let mut corrections = 0;
    let mut next = 0;
    while let Some(vertex) = scratch.pending.take_from(next) {
        next = vertex + 1;
        let global = cloth.vertices.start + vertex;
        if model.pinned[global] {
            continue;
        }
        let Some(moved) = push_of(model, cloth, x, vertex, scratch).apply(x.get(global), model.settings.substeps)
        else {
            continue;
        };
        // a vertex stays in the cell in which the sub-step found it
        scratch.keys[vertex] = scratch.key(model, cloth, x, vertex);
        scratch.moved.insert(vertex);
        x.set(global, moved);
        rounded.set(global, moved);
        // the move may have brought it close to others
        neighbours(cloth, vertex).filter(|&other| other > vertex).for_each(|other| scratch.pending.insert(other));
        corrections += 1;
    }
    scratch.moved.clear();
    corrections
}

/// What the neighbours of a vertex, in ascending order, push it by.
fn push_of(model: &Model, cloth: &ClothModel, x: &Points, vertex: usize, scratch: &Neighbours) -> Push {
    let reach = 2.0 * cloth.thickness;
    let limit = touch_limit_sq(reach);
    let own = x.get(cloth.vertices.start + vertex);
    let mut push = Push::default();
    for other in neighbours(cloth, vertex) {
        let d = own - x.get(cloth.vertices.start + other);
        if d.length_squared() < limit && scratch.key(model, cloth, x, vertex) == scratch.key(model, cloth, x, other) {
            push.add(d, reach);
        }
    }
    push
}

impl Neighbours {
    /// Key of the cell that a vertex was in before any was moved.
    fn key(&self, model: &Model, cloth: &ClothModel, x: &Points, vertex: usize) -> u64 {
        if self.moved.contains(vertex) {
            self.keys[vertex]
        } else {
            cell_key(x.get(cloth.vertices.start + vertex), cloth.cell_size(), model.settings.cell_rule)
        }
    }
}

/// The up to eight vertices around one in the grid, in ascending order.
fn neighbours(cloth: &ClothModel, vertex: usize) -> impl Iterator<Item = usize> {
    let grid = cloth.grid;
    let (column, row) = (vertex % grid.columns, vertex / grid.columns);
    let columns = column.saturating_sub(1)..(column + 2).min(grid.columns);
    let rows = row.saturating_sub(1)..(row + 2).min(grid.rows);
    rows.flat_map(move |row| columns.clone().map(move |column| grid.index(column, row)))
        .filter(move |&other| other != vertex)
}

/// Vertices that are compared with their partners before the comparisons are looked at.
const BLOCK: usize = 64;

/// Puts both ends of each spring to a neighbour whose squared length may be below `limit` into `close`. At the ends of rows
/// pairs that are no neighbours are compared too, which does no harm.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn mark_close(cloth: &ClothModel, rounded: &Rounded, limit: f32, close: &mut BitSet) {
    let first = cloth.vertices.start;
    for set in &SPRING_SETS[..NEAREST] {
        let back = set.back(cloth.grid);
        let mut start = back;
        while start < cloth.vertices.len() {
            let owners = start..(start + BLOCK).min(cloth.vertices.len());
            start = owners.end;
            let [ax, ay, az] = rounded.slice(first + owners.start..first + owners.end);
            let [bx, by, bz] = rounded.slice(first + owners.start - back..first + owners.end - back);
            let n = owners.len();
            let (ax, ay, az) = (&ax[..n], &ay[..n], &az[..n]);
            let (bx, by, bz) = (&bx[..n], &by[..n], &bz[..n]);
            let mut any = 0;
            for i in 0..n {
                any |= u32::from(is_closer([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]], limit));
            }
            if any == 0 {
                continue;
            }
            for i in 0..n {
                if is_closer([ax[i], ay[i], az[i]], [bx[i], by[i], bz[i]], limit) {
                    close.insert(owners.start + i);
                    close.insert(owners.start + i - back);
                }
            }
        }
    }
}

#[inline(always)]
fn is_closer(a: [f32; 3], b: [f32; 3], limit_sq: f32) -> bool {
    let (dx, dy, dz) = (a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    dx * dx + dy * dy + dz * dz < limit_sq
}

/// A set of small whole numbers.
#[derive(Debug)]
struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)] }
    }

    fn insert(&mut self, i: usize) {
        self.words[i / 64] |= 1 << (i % 64);
    }

    fn contains(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 != 0
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Removes and returns the smallest member from `start` on; there must be none before.
    fn take_from(&mut self, start: usize) -> Option<usize> {
        let word = (start / 64..self.words.len()).find(|&word| self.words[word] != 0)?;
        let bit = self.words[word].trailing_zeros() as usize;
        self.words[word] &= self.words[word] - 1;
        Some(word * 64 + bit)
    }
}

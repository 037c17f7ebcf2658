//! Stage 3: vertices closer than their thicknesses are pushed apart.

use glam::DVec3;
use multiversion::multiversion;
use muslin_geom::Points;

use super::cell_map::CellMap;
use crate::model::{ClothModel, Model};
use crate::report::StepReport;
use crate::rounded::{DISTANCE_SQ_ERROR, Rounded};

/// Maps of the vertices that may touch: one a cloth for itself, and where there are several, one of all for each other.
#[derive(Debug)]
pub struct CellMaps {
    cloths: Vec<CellMap>,
    all: Option<CellMap>,
    /// Positions of the members of one cell [m].
    cell_x: Vec<DVec3>,
}

/// One cell with close members: scratch of [`separate_cell`].
struct Cell<'a> {
    index: usize,
    /// Largest distance at which two of its members may touch [m].
    max_reach: f64,
    /// Positions of its members [m].
    x: &'a mut Vec<DVec3>,
}

impl CellMaps {
    /// Empty maps of the size that `model` needs.
    pub fn new(model: &Model) -> Self {
        let rule = model.settings.cell_rule;
        let map = |cloth: &ClothModel| CellMap::new(cloth.vertices.clone(), cloth.cell_size(), rule);
        let largest = model
            .cloths
            .iter()
            .map(ClothModel::cell_size)
            .fold([0.0; 3], |a, b| std::array::from_fn(|axis| f64::max(a[axis], b[axis])));
        let several = model.cloths.len() > 1;
        Self {
            cloths: model.cloths.iter().map(map).collect(),
            all: several.then(|| CellMap::new(0..model.vertex_count(), largest, rule)),
            cell_x: Vec::with_capacity(model.vertex_count()),
        }
    }
}

/// Pushes apart the vertices of each cloth that share a cell and are closer than twice its thickness, then those of
/// different cloths (docs/model.md, M4).
///
/// Vertices of different cells never meet, so cell after cell gives the same bits as vertex after vertex.
pub fn separate(model: &Model, x: &mut Points, maps: &mut CellMaps, rounded: &mut Rounded, report: &mut StepReport) {
    rounded.update(x);
    let CellMaps { cloths, all, cell_x } = maps;
    for (cloth, map) in model.cloths.iter().zip(cloths) {
        map.update(x, rounded);
        let reach = 2.0 * cloth.thickness;
        let cell = Cell { index: 0, max_reach: reach, x: cell_x };
        report.self_corrections += separate_cells(model, x, rounded, map, cell, |_, _| reach);
    }
    if let Some(map) = all {
        map.update(x, rounded);
        let max_reach = model.cloths.iter().fold(0.0, |reach, cloth| f64::max(reach, 2.0 * cloth.thickness));
        let cell = Cell { index: 0, max_reach, x: cell_x };
        report.self_corrections += separate_cells(model, x, rounded, map, cell, |i, j| reach_between(model, i, j));
    }
}

/// How far apart vertices of different cloths are kept [m]; 0 for vertices of the same cloth.
fn reach_between(model: &Model, i: usize, j: usize) -> f64 {
    let cloth_of = |vertex: usize| model.cloths.partition_point(|cloth| cloth.vertices.end <= vertex);
    let (a, b) = (cloth_of(i), cloth_of(j));
    if a == b { 0.0 } else { model.cloths[a].thickness + model.cloths[b].thickness }
}

/// Pushes apart the members of each cell of a map, from `cell` on, and counts those that it moved.
fn separate_cells(
    model: &Model,
    x: &mut Points,
    rounded: &mut Rounded,
    map: &CellMap,
    mut cell: Cell<'_>,
    reach_of: impl Fn(usize, usize) -> f64,
) -> u64 {
    let reach = cell.max_reach + rounded.error;
    let limit = reach * reach * (1.0 + DISTANCE_SQ_ERROR);
    let mut corrections = 0;
    while let Some(close) = next_close_cell(map, cell.index, limit as f32) {
        cell.index = close;
        corrections += separate_cell(model, x, rounded, map, &mut cell, &reach_of);
        cell.index += 1;
    }
    corrections
}

/// The first cell from `cell` on that may have two members whose squared distance is below `limit`.
#[multiversion(targets("x86_64+avx2"))]
fn next_close_cell(map: &CellMap, cell: usize, limit: f32) -> Option<usize> {
    if limit == f32::INFINITY {
        return (cell < map.cell_count()).then_some(cell);
    }
    (cell..map.cell_count()).find(|&cell| any_closer(map, cell, limit))
}

/// Whether any two members may be closer than the root of `limit`: never false when two are. Blocks of members are compared
/// with those 1, 2, … slots behind them; what follows the cell is compared too, which can only make the answer true.
#[inline(always)]
fn any_closer(map: &CellMap, cell: usize, limit: f32) -> bool {
    let members = map.members(cell);
    let [xs, ys, zs] = map.positions.each_ref().map(|axis| &axis[members.start..members.end + LANES]);
    let count = members.len();
    let mut close = [0_u32; LANES];
    for start in (0..count).step_by(LANES) {
        let (ax, ay, az) = (lanes(xs, start), lanes(ys, start), lanes(zs, start));
        for other in start + 1..count {
            let (bx, by, bz) = (lanes(xs, other), lanes(ys, other), lanes(zs, other));
            for lane in 0..LANES {
                let (dx, dy, dz) = (ax[lane] - bx[lane], ay[lane] - by[lane], az[lane] - bz[lane]);
                close[lane] |= u32::from(dx * dx + dy * dy + dz * dz < limit);
            }
        }
    }
    close.iter().fold(0, |any, lane| any | lane) != 0
}

/// Members that are compared at once.
const LANES: usize = 8;

#[inline(always)]
fn lanes(values: &[f32], start: usize) -> &[f32; LANES] {
    let (block, _) = values[start..].split_first_chunk().expect("a block behind the last member");
    block
}

/// Moves the members of one cell in ascending order, each seeing those already moved, and counts the moved.
fn separate_cell(
    model: &Model,
    x: &mut Points,
    rounded: &mut Rounded,
    map: &CellMap,
    cell: &mut Cell,
    reach_of: &impl Fn(usize, usize) -> f64,
) -> u64 {
    // wider than the rounding of either side, so that the exact comparison of distances decides alone
    let limit = cell.max_reach * cell.max_reach * (1.0 + 1e-12);
    let first = map.members(cell.index).start;
    cell.x.clear();
    cell.x.extend(map.members(cell.index).map(|slot| x.get(map.vertex(slot))));
    let mut corrections = 0;
    for member in 0..cell.x.len() {
        let own = cell.x[member];
        let mut sum = DVec3::ZERO;
        let mut count = 0_u32;
        for (other, &other_x) in cell.x.iter().enumerate() {
            let d = own - other_x;
            let distance_sq = d.length_squared();
            // coincident vertices have no direction to part in; a vertex coincides with itself
            if distance_sq < limit && distance_sq > 0.0 {
                let distance = distance_sq.sqrt();
                let reach = reach_of(map.vertex(first + member), map.vertex(first + other));
                if distance < reach {
                    sum += d * (1.0 / distance) * (reach - distance);
                    count += 1;
                }
            }
        }
        let vertex = map.vertex(first + member);
        if count > 0 && !model.pinned[vertex] {
            let moved = own + sum * (1.0 / f64::from(count)) * (1.0 / f64::from(model.settings.substeps));
            cell.x[member] = moved;
            x.set(vertex, moved);
            rounded.set(vertex, moved);
            corrections += 1;
        }
    }
    corrections
}

//! Stage 3: vertices closer than their thicknesses are pushed apart.

use glam::DVec3;
use multiversion::multiversion;
use muslin_geom::Points;

use super::cell_map::CellMap;
use super::clearance::Clearance;
use super::neighbours::{Neighbours, separate_neighbours};
use super::push::{Push, touch_limit_sq};
use crate::model::{ClothModel, Model};
use crate::report::StepReport;
use crate::rounded::{DISTANCE_SQ_ERROR, Rounded};

/// What is remembered of the vertices that may touch: of each cloth for itself, and where there are several, of all for each
/// other.
#[derive(Debug)]
pub struct SelfContact {
    cloths: Vec<OwnContact>,
    all: Option<CellMap>,
    /// Positions of the members of one cell [m].
    cell_x: Vec<DVec3>,
}

/// What is remembered of one cloth.
#[derive(Debug)]
struct OwnContact {
    clearance: Clearance,
    neighbours: Neighbours,
    map: CellMap,
}

/// One cell with close members: scratch of [`separate_cell`].
struct Cell<'a> {
    index: usize,
    /// Largest distance at which two of its members may touch [m].
    max_reach: f64,
    /// Positions of its members [m].
    x: &'a mut Vec<DVec3>,
}

impl SelfContact {
    /// Empty maps of the size that `model` needs.
    pub fn new(model: &Model) -> Self {
        let rule = model.settings.cell_rule;
        let own = |cloth: &ClothModel| OwnContact {
            clearance: Clearance::new(reach_while_separating(model, cloth), cloth),
            neighbours: Neighbours::new(cloth.vertices.len()),
            map: CellMap::new(cloth.vertices.clone(), cloth.cell_size(), rule),
        };
        let largest = model
            .cloths
            .iter()
            .map(ClothModel::cell_size)
            .fold([0.0; 3], |a, b| std::array::from_fn(|axis| f64::max(a[axis], b[axis])));
        let several = model.cloths.len() > 1;
        Self {
            cloths: model.cloths.iter().map(own).collect(),
            all: several.then(|| CellMap::new(0..model.vertex_count(), largest, rule)),
            cell_x: Vec::with_capacity(model.vertex_count()),
        }
    }
}

/// Pushes apart the vertices of each cloth that share a cell and are closer than twice its thickness, then those of
/// different cloths (docs/model.md, M4).
///
/// Vertices of different cells never meet, so cell after cell gives the same bits as vertex after vertex.
pub fn separate(
    model: &Model,
    x: &mut Points,
    contact: &mut SelfContact,
    rounded: &mut Rounded,
    report: &mut StepReport,
) {
    rounded.update(x);
    let SelfContact { cloths, all, cell_x } = contact;
    for (cloth, OwnContact { clearance, neighbours, map }) in model.cloths.iter().zip(cloths) {
        report.self_corrections += if clearance.exceeds(reach_while_separating(model, cloth), rounded) {
            separate_neighbours(model, cloth, x, neighbours, rounded)
        } else {
            separate_by_cells(model, cloth, x, map, cell_x, rounded)
        };
    }
    if let Some(map) = all {
        map.update(x, rounded);
        let max_reach = model.cloths.iter().fold(0.0, |reach, cloth| f64::max(reach, 2.0 * cloth.thickness));
        let cell = Cell { index: 0, max_reach, x: cell_x };
        report.self_corrections += separate_cells(model, x, rounded, map, cell, |i, j| reach_between(model, i, j));
    }
}

/// How far apart vertices must be at the start [m] so that they touch at no time while others are pushed: either can come
/// closer by the largest push.
fn reach_while_separating(model: &Model, cloth: &ClothModel) -> f64 {
    let reach = 2.0 * cloth.thickness;
    let largest_push = reach / f64::from(model.settings.substeps);
    (reach + 2.0 * largest_push) * (1.0 + 1e-9)
}

/// Pushes apart the vertices of one cloth, cell by cell, and counts those that it moved.
fn separate_by_cells(
    model: &Model,
    cloth: &ClothModel,
    x: &mut Points,
    map: &mut CellMap,
    cell_x: &mut Vec<DVec3>,
    rounded: &mut Rounded,
) -> u64 {
    map.update(x, rounded);
    let reach = 2.0 * cloth.thickness;
    separate_cells(model, x, rounded, map, Cell { index: 0, max_reach: reach, x: cell_x }, |_, _| reach)
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
    let limit = touch_limit_sq(cell.max_reach);
    let first = map.members(cell.index).start;
    cell.x.clear();
    cell.x.extend(map.members(cell.index).map(|slot| x.get(map.vertex(slot))));
    let mut corrections = 0;
    for member in 0..cell.x.len() {
        let own = cell.x[member];
        let mut push = Push::default();
        for (other, &other_x) in cell.x.iter().enumerate() {
            let d = own - other_x;
            // a vertex coincides with itself
            if d.length_squared() < limit && other != member {
                push.add(d, reach_of(map.vertex(first + member), map.vertex(first + other)));
            }
        }
        let vertex = map.vertex(first + member);
        if model.pinned[vertex] {
            continue;
        }
        if let Some(moved) = push.apply(own, model.settings.substeps) {
            cell.x[member] = moved;
            x.set(vertex, moved);
            rounded.set(vertex, moved);
            corrections += 1;
        }
    }
    corrections
}

#[cfg(test)]
mod tests {
    use muslin_geom::{Grid, Orientation, hash_rng};

    use super::*;
    use crate::model::Cloth;
    use crate::settings::{CellRule, Settings};

    /// A sheet whose neighbours rest at 1.05 times the distance at which they touch, with a pin.
    fn model(cell_rule: CellRule) -> Model {
        let grid = Grid::new(23, 17);
        let mut cloth = Cloth::new(grid, 22.0, 16.0, grid.positions(22.0, 16.0, Orientation::Horizontal));
        cloth.thickness = 0.5 / 1.05;
        cloth.pins = vec![100];
        // few sub-steps, so that a push is long enough to make others touch
        Model::new(vec![cloth], vec![], Settings { cell_rule, substeps: 4, ..Settings::default() }).unwrap()
    }

    #[test]
    fn neighbours_alone_move_as_the_search_by_cells_moves_them() {
        for (seed, cell_rule) in (0..40).zip([CellRule::Floor, CellRule::Truncate].into_iter().cycle()) {
            let model = model(cell_rule);
            let cloth = &model.cloths[0];
            let mut contact = SelfContact::new(&model);
            let OwnContact { clearance, neighbours, map } = &mut contact.cloths[0];
            let mut rounded = Rounded::new(model.vertex_count());
            // moved about so that some neighbours touch, and over the cells' borders on either side of zero
            let noise = |i: u64| 0.15 * (hash_rng::unit(seed, 0, i) - 0.5);
            let mut by_cells: Points = (0..)
                .zip(model.x_rest.iter())
                .map(|(i, x)| x - DVec3::splat(8.0) + DVec3::new(noise(3 * i), noise(3 * i + 1), noise(3 * i + 2)))
                .collect();
            let mut by_neighbours = by_cells.clone();
            let start = by_cells.clone();

            rounded.update(&by_neighbours);
            assert!(clearance.exceeds(reach_while_separating(&model, cloth), &rounded), "seed {seed}");
            let counted = separate_neighbours(&model, cloth, &mut by_neighbours, neighbours, &mut rounded);
            rounded.update(&by_cells);
            let expected = separate_by_cells(&model, cloth, &mut by_cells, map, &mut contact.cell_x, &mut rounded);

            assert_eq!(counted, expected, "seed {seed}");
            assert!(counted > 20, "seed {seed}: {counted}");
            assert_eq!(by_neighbours, by_cells, "seed {seed}");
            assert_eq!(by_neighbours.get(100), start.get(100));
            assert_ne!(by_neighbours, start);
        }
    }
}

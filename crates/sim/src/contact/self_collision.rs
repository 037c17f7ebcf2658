//! Stage 3: vertices closer than their thicknesses are pushed apart.

use std::ops::Range;

use glam::DVec3;
use muslin_geom::Points;

use super::cell_map::CellMap;
use crate::model::{ClothModel, Model};
use crate::report::StepReport;

/// Pushes apart the vertices of each cloth that share a cell and are closer than twice its thickness, then those of
/// different cloths (docs/model.md, M4).
///
/// Vertices of different cells never meet, so cell after cell gives the same bits as vertex after vertex.
pub fn separate(model: &Model, x: &mut Points, map: &mut CellMap, report: &mut StepReport) {
    for cloth in &model.cloths {
        map.rebuild(x, cloth.vertices.clone(), cloth.cell_size(), model.settings.cell_rule);
        let reach = 2.0 * cloth.thickness;
        separate_cells(model, x, map, reach, |_, _| reach, report);
    }
    if model.cloths.len() > 1 {
        separate_cloths(model, x, map, report);
    }
}

/// The same between different cloths: the cells are as large as the largest of any cloth's.
fn separate_cloths(model: &Model, x: &mut Points, map: &mut CellMap, report: &mut StepReport) {
    let sizes = model.cloths.iter().map(ClothModel::cell_size);
    let size = sizes.fold([0.0; 3], |a, b| std::array::from_fn(|axis| f64::max(a[axis], b[axis])));
    map.rebuild(x, 0..x.len(), size, model.settings.cell_rule);
    let cloth_of = |vertex: usize| model.cloths.partition_point(|cloth| cloth.vertices.end <= vertex);
    let reach_of = |i: usize, j: usize| {
        let (a, b) = (cloth_of(i), cloth_of(j));
        if a == b { 0.0 } else { model.cloths[a].thickness + model.cloths[b].thickness }
    };
    let thickest = model.cloths.iter().fold(0.0, |t, cloth| f64::max(t, cloth.thickness));
    separate_cells(model, x, map, 2.0 * thickest, reach_of, report);
}

fn separate_cells(
    model: &Model,
    x: &mut Points,
    map: &mut CellMap,
    max_reach: f64,
    reach_of: impl Fn(usize, usize) -> f64,
    report: &mut StepReport,
) {
    for cell in 0..map.cell_count() {
        let slots = map.slots(cell);
        if any_closer(&map.positions, slots.clone(), max_reach) {
            report.self_corrections += separate_cell(model, x, map, slots, max_reach, &reach_of);
        }
    }
}

/// Whether any two members may be closer than `reach`: never false when two are.
fn any_closer(positions: &Points, slots: Range<usize>, reach: f64) -> bool {
    let p = positions.slice(slots);
    let n = p.xs.len();
    let limit = over_square(reach);
    let mut any = false;
    for shift in 1..n {
        let (ax, ay, az) = (&p.xs[..n - shift], &p.ys[..n - shift], &p.zs[..n - shift]);
        let (bx, by, bz) = (&p.xs[shift..], &p.ys[shift..], &p.zs[shift..]);
        for i in 0..n - shift {
            let (dx, dy, dz) = (ax[i] - bx[i], ay[i] - by[i], az[i] - bz[i]);
            any |= dx * dx + dy * dy + dz * dz < limit;
        }
    }
    any
}

/// The square of `length`, with a margin wider than the rounding of either side of a comparison.
fn over_square(length: f64) -> f64 {
    length * length * (1.0 + 1e-12)
}

/// Moves the members of one cell in ascending order, each seeing those already moved, and counts the moved.
fn separate_cell(
    model: &Model,
    x: &mut Points,
    map: &mut CellMap,
    slots: Range<usize>,
    max_reach: f64,
    reach_of: &impl Fn(usize, usize) -> f64,
) -> u64 {
    let limit = over_square(max_reach);
    let mut corrections = 0;
    for slot in slots.clone() {
        let (vertex, own) = (map.member(slot), map.positions.get(slot));
        let mut sum = DVec3::ZERO;
        let mut count = 0_u32;
        for other in slots.clone().filter(|&other| other != slot) {
            let d = own - map.positions.get(other);
            let distance_sq = d.length_squared();
            // coincident vertices have no direction to part in
            if distance_sq < limit && distance_sq > 0.0 {
                let distance = distance_sq.sqrt();
                let reach = reach_of(vertex, map.member(other));
                if distance < reach {
                    sum += d * (1.0 / distance) * (reach - distance);
                    count += 1;
                }
            }
        }
        if count > 0 && !model.pinned[vertex] {
            let moved = own + sum * (1.0 / f64::from(count)) * (1.0 / f64::from(model.settings.substeps));
            map.positions.set(slot, moved);
            x.set(vertex, moved);
            corrections += 1;
        }
    }
    corrections
}

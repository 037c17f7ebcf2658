//! Coarser and coarser versions of a mesh, and how a coarse one moves the next finer one.

use std::cmp::Reverse;

use crate::grid::Grid;
use crate::rows::Rows;

/// Number of vertices at which a mesh is no longer made coarser: so few equations are solved directly.
pub const COARSEST: usize = 36;

/// Vertices that are joined to one of the next coarser mesh.
const AGGREGATE: usize = 8;

/// How the vertices of a mesh follow those of a coarser one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prolongation {
    /// Of each vertex, coarse vertices and their weights, which sum to 1; at most four, ascending.
    pub weights: Rows<(u32, f64)>,
    /// Number of coarse vertices.
    pub coarse_count: usize,
}

/// Prolongations from the finest mesh on: each has as many vertices as the one before has coarse ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hierarchy {
    /// The steps, the finest first.
    pub levels: Vec<Prolongation>,
}

impl Hierarchy {
    /// Of a grid: every second column and row, and the last; between them halves.
    pub fn of_grid(grid: Grid) -> Self {
        let mut levels = Vec::new();
        let mut fine = grid;
        while fine.vertex_count() > COARSEST && fine.columns.max(fine.rows) > 2 {
            let coarse = Grid::new(halved(fine.columns), halved(fine.rows));
            levels.push(Prolongation::of_grid(fine, coarse));
            fine = coarse;
        }
        Self { levels }
    }

    /// Of any mesh by its vertices' neighbours: connected groups of about eight become one vertex each, and each vertex follows the
    /// groups around it too.
    pub fn of_neighbours(neighbours: &Rows<u32>) -> Self {
        let mut levels = Vec::new();
        let mut fine = neighbours.clone();
        while fine.len() > COARSEST {
            let (group, count) = aggregates(&fine);
            if count == fine.len() {
                break;
            }
            levels.push(Prolongation::smoothed(&fine, &group, count));
            let pairs = (0..fine.len()).flat_map(|vertex| {
                let own = group[vertex];
                let others = fine[vertex].iter().map(|&other| group[other as usize]);
                others.filter(move |&other| other != own).map(move |other| (own as usize, other)).collect::<Vec<_>>()
            });
            let mut pairs: Vec<_> = pairs.collect();
            pairs.sort_unstable();
            pairs.dedup();
            fine = Rows::collect(count, pairs);
        }
        Self { levels }
    }

    /// Of several meshes side by side, whose vertices are numbered one mesh after the other; a mesh that is as coarse as it gets stays.
    pub fn side_by_side(parts: &[(usize, Self)]) -> Self {
        let depth = parts.iter().map(|(_, part)| part.levels.len()).max().unwrap_or(0);
        let level = |depth: usize| {
            let (mut entries, mut fine_start, mut coarse_start) = (Vec::new(), 0, 0);
            for (count, part) in parts {
                let last = part.levels.last().map_or(*count, |last| last.coarse_count);
                let same = Prolongation::same(last);
                let prolongation = part.levels.get(depth).unwrap_or(&same);
                for (row, weights) in prolongation.weights.iter().enumerate() {
                    let moved = |&(coarse, weight): &(u32, f64)| (fine_start + row, (coarse_start + coarse, weight));
                    entries.extend(weights.iter().map(moved));
                }
                fine_start += prolongation.weights.len();
                coarse_start += prolongation.coarse_count as u32;
            }
            Prolongation { weights: Rows::collect(fine_start, entries), coarse_count: coarse_start as usize }
        };
        Self { levels: (0..depth).map(level).collect() }
    }
}

impl Prolongation {
    /// Every vertex follows one of its own.
    fn same(count: usize) -> Self {
        let entries = (0..count).map(|vertex| (vertex, (vertex as u32, 1.0)));
        Self { weights: Rows::collect(count, entries), coarse_count: count }
    }

    fn of_grid(fine: Grid, coarse: Grid) -> Self {
        let mut entries = Vec::new();
        for row in 0..fine.rows {
            for column in 0..fine.columns {
                for (coarse_row, row_weight) in parents(row, fine.rows) {
                    for (coarse_column, column_weight) in parents(column, fine.columns) {
                        let weight = row_weight * column_weight;
                        if weight > 0.0 {
                            let parent = coarse.index(coarse_column, coarse_row) as u32;
                            entries.push((fine.index(column, row), (parent, weight)));
                        }
                    }
                }
            }
        }
        Self { weights: Rows::collect(fine.vertex_count(), entries), coarse_count: coarse.vertex_count() }
    }

    /// A vertex follows its own group by about a third and those of its neighbours by the rest, at most four groups.
    fn smoothed(neighbours: &Rows<u32>, group: &[u32], coarse_count: usize) -> Self {
        let mut entries = Vec::new();
        for (vertex, others) in neighbours.iter().enumerate() {
            let mut weights: Vec<(u32, f64)> = vec![(group[vertex], if others.is_empty() { 1.0 } else { 0.34 })];
            for &other in others {
                let (parent, weight) = (group[other as usize], 0.66 / others.len() as f64);
                match weights.iter_mut().find(|(known, _)| *known == parent) {
                    Some((_, sum)) => *sum += weight,
                    None => weights.push((parent, weight)),
                }
            }
            weights.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            weights.truncate(4);
            weights.sort_unstable_by_key(|&(parent, _)| parent);
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            entries.extend(weights.into_iter().map(|(parent, weight)| (vertex, (parent, weight / sum))));
        }
        Self { weights: Rows::collect(neighbours.len(), entries), coarse_count }
    }
}

/// Number of vertices in a row of the coarser grid.
fn halved(count: usize) -> usize {
    if count > 2 { count / 2 + 1 } else { count }
}

/// What the vertex `i` of a row of `count` follows in the row of every second and the last.
fn parents(i: usize, count: usize) -> [(usize, f64); 2] {
    let coarse_last = halved(count) - 1;
    if count <= 2 {
        [(i, 1.0), (i, 0.0)]
    } else if i + 1 == count {
        [(coarse_last, 1.0), (coarse_last, 0.0)]
    } else if i.is_multiple_of(2) {
        [(i / 2, 1.0), (i / 2, 0.0)]
    } else {
        [(i / 2, 0.5), (i / 2 + 1, 0.5)]
    }
}

/// Connected groups of up to [`AGGREGATE`] vertices, each grown breadth first; where a group stays alone it joins one beside it. The group
/// of each vertex, and how many there are.
fn aggregates(neighbours: &Rows<u32>) -> (Vec<u32>, usize) {
    let none = u32::MAX;
    let mut group = vec![none; neighbours.len()];
    let mut count = 0;
    for seed in 0..neighbours.len() {
        if group[seed] != none {
            continue;
        }
        let mut members = vec![seed as u32];
        let mut next = 0;
        group[seed] = count;
        while next < members.len() && members.len() < AGGREGATE {
            for &other in &neighbours[members[next] as usize] {
                if group[other as usize] == none && members.len() < AGGREGATE {
                    group[other as usize] = count;
                    members.push(other);
                }
            }
            next += 1;
        }
        // what is left between groups joins one of them
        let around = members.iter().flat_map(|&vertex| &neighbours[vertex as usize]);
        let beside = around.map(|&other| group[other as usize]).filter(|&other| other != count && other != none);
        match beside.min_by_key(|&other| Reverse(other)) {
            Some(beside) if members.len() < AGGREGATE / 2 => {
                for &vertex in &members {
                    group[vertex as usize] = beside;
                }
            }
            _ => count += 1,
        }
    }
    (group, count as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::colouring::neighbours;
    use crate::generate;

    fn check(hierarchy: &Hierarchy, count: usize) {
        let mut fine = count;
        for level in &hierarchy.levels {
            assert_eq!(level.weights.len(), fine);
            assert!(level.coarse_count < fine);
            let mut is_parent = vec![false; level.coarse_count];
            for weights in level.weights.iter() {
                assert!((1..=4).contains(&weights.len()));
                assert!(weights.is_sorted_by(|a, b| a.0 < b.0));
                assert!((weights.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
                assert!(weights.iter().all(|&(_, weight)| weight > 0.0));
                for &(parent, _) in weights {
                    is_parent[parent as usize] = true;
                }
            }
            assert!(is_parent.iter().all(|&is_parent| is_parent), "a coarse vertex moves nothing");
            fine = level.coarse_count;
        }
        assert!(fine <= COARSEST, "{fine} are left");
    }

    proptest! {
        #[test]
        fn a_grid_gets_coarser_to_the_end_and_keeps_straight_lines_straight(columns in 2_usize..80, rows in 2_usize..80) {
            let hierarchy = Hierarchy::of_grid(Grid::new(columns, rows));
            if columns * rows > COARSEST {
                check(&hierarchy, columns * rows);
            }
            if let Some(level) = hierarchy.levels.first() {
                // where the coarse vertices are, in fine columns
                let at: Vec<f64> = (0..halved(columns)).map(|i| (2 * i).min(columns - 1) as f64).collect();
                for (vertex, weights) in level.weights.iter().enumerate() {
                    let column: f64 = weights.iter().map(|&(p, w)| w * at[p as usize % halved(columns)]).sum();
                    let is_before_last = columns % 2 == 0 && vertex % columns == columns - 1;
                    prop_assert!(is_before_last || (column - (vertex % columns) as f64).abs() < 1e-12);
                }
            }
        }

        #[test]
        fn any_mesh_gets_coarser_to_the_end(count in 50_usize..900, seed in 0_u64..100) {
            let mesh = generate::delaunay(count, 1.0, 1.0, seed);
            let around = neighbours(mesh.points.len(), mesh.triangles.iter().map(|t| &t[..]));
            check(&Hierarchy::of_neighbours(&around), mesh.points.len());
        }
    }

    #[test]
    fn meshes_side_by_side_stay_apart() {
        let (large, small) = (Grid::new(20, 20), Grid::new(3, 3));
        let parts = [(400, Hierarchy::of_grid(large)), (9, Hierarchy::of_grid(small))];
        let both = Hierarchy::side_by_side(&parts);
        let first = &both.levels[0];
        assert_eq!((first.weights.len(), first.coarse_count), (409, 121 + 9));
        assert_eq!(&first.weights[405], [(121 + 5, 1.0)]);
    }
}

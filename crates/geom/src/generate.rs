//! Flat meshes to make cloth of, and a tube.
//!
//! Where a mesh is looked at for how it bends, it matters how its triangles lie; so there are several that fill the same
//! rectangle.

use glam::{DVec2, DVec3};

use crate::grid::Grid;
use crate::hash_rng;

/// Triangles in the plane, counter-clockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlatMesh {
    /// Where the vertices are [m]: x along the warp, y along the weft.
    pub points: Vec<DVec2>,
    /// Triangles as vertex indices.
    pub triangles: Vec<[u32; 3]>,
}

impl FlatMesh {
    /// Where the corners of each triangle are [m].
    pub fn corners(&self) -> Vec<[DVec2; 3]> {
        self.triangles.iter().map(|corners| corners.map(|vertex| self.points[vertex as usize])).collect()
    }

    /// The area [m²].
    pub fn area(&self) -> f64 {
        self.corners().iter().map(|&[a, b, c]| (b - a).perp_dot(c - a) / 2.0).sum()
    }

    /// The vertices that are somewhere.
    pub fn vertices_where(&self, is_there: impl Fn(DVec2) -> bool) -> Vec<usize> {
        (0..self.points.len()).filter(|&vertex| is_there(self.points[vertex])).collect()
    }
}

/// `columns` × `rows` vertices, row by row, that fill `width` × `height` [m]; all diagonals run the same way.
pub fn grid(columns: usize, rows: usize, width: f64, height: f64) -> FlatMesh {
    let cells = |corners: [u32; 4], _| split(corners, true);
    rectangle(columns, rows, width, height, cells)
}

/// As [`grid`], with diagonals that alternate like the stripes of a flag.
pub fn union_jack(columns: usize, rows: usize, width: f64, height: f64) -> FlatMesh {
    let cells = |corners: [u32; 4], parity: usize| split(corners, parity == 0);
    rectangle(columns, rows, width, height, cells)
}

/// As [`grid`], with a vertex in the middle of each cell, after the others, and four triangles a cell.
pub fn crossed(columns: usize, rows: usize, width: f64, height: f64) -> FlatMesh {
    let mut mesh = rectangle(columns, rows, width, height, |_, _| [[0; 3]; 2]);
    mesh.triangles.clear();
    let grid = Grid::new(columns, rows);
    for row in 1..rows {
        for column in 1..columns {
            let [a, b, c, d] = corners(grid, column, row);
            let middle = mesh.points.len() as u32;
            mesh.points.push((mesh.points[a as usize] + mesh.points[d as usize]) / 2.0);
            mesh.triangles.extend([[a, b, middle], [b, d, middle], [d, c, middle], [c, a, middle]]);
        }
    }
    mesh
}

/// Equilateral triangles with sides of `edge` [m] along x, `columns` sides long and `rows` triangles high; half triangles make the
/// ends straight.
pub fn equilateral(columns: usize, rows: usize, edge: f64) -> FlatMesh {
    let mut mesh = FlatMesh::default();
    let height = edge * 0.75_f64.sqrt();
    let mut starts = Vec::new();
    for row in 0..=rows {
        starts.push(mesh.points.len() as u32);
        let y = row as f64 * height;
        let mut push = |x: f64| mesh.points.push(DVec2::new(x * edge, y));
        if row % 2 == 0 {
            (0..=columns).for_each(|column| push(column as f64));
        } else {
            push(0.0);
            (0..columns).for_each(|column| push(column as f64 + 0.5));
            push(columns as f64);
        }
    }
    for row in 0..rows {
        // the row with whole sides, and the one with half a side at each end
        let (whole, half) = if row % 2 == 0 { (starts[row], starts[row + 1]) } else { (starts[row + 1], starts[row]) };
        let mut push = |[a, b, c]: [u32; 3]| mesh.triangles.push(if row % 2 == 0 { [a, b, c] } else { [b, a, c] });
        for column in 0..columns as u32 {
            push([whole + column, half + column + 1, half + column]);
            push([whole + column, whole + column + 1, half + column + 1]);
        }
        let columns = columns as u32;
        push([whole + columns, half + columns + 1, half + columns]);
    }
    mesh
}

/// A disc of `radius` [m]: a vertex in the middle and `rings` rings around it, six vertices more in each.
pub fn disc(rings: usize, radius: f64) -> FlatMesh {
    let mut mesh = FlatMesh { points: vec![DVec2::ZERO], triangles: Vec::new() };
    let first = |ring: usize| if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) };
    for ring in 1..=rings {
        let count = 6 * ring;
        for i in 0..count {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * i as f64 / count as f64);
            mesh.points.push(DVec2::new(cos, sin) * (radius * ring as f64 / rings as f64));
        }
        for sixth in 0..6 {
            let outer = |i: usize| (first(ring) + (sixth * ring + i) % count) as u32;
            let inner_count = (6 * (ring - 1)).max(1);
            let inner = |i: usize| (first(ring - 1) + (sixth * (ring - 1) + i) % inner_count) as u32;
            for i in 0..ring {
                mesh.triangles.push([inner(i), outer(i), outer(i + 1)]);
                if i + 1 < ring {
                    mesh.triangles.push([inner(i), outer(i + 1), inner(i + 1)]);
                }
            }
        }
    }
    mesh
}

/// About `count` vertices at random places of `width` × `height` [m], as far from each other as they fit, and Delaunay's triangles over
/// them; the sides are divided evenly.
pub fn delaunay(count: usize, width: f64, height: f64, seed: u64) -> FlatMesh {
    let spacing = (width * height / count.max(4) as f64).sqrt();
    let mut points = border(width, height, spacing);
    // dart throwing: the gap that random points leave on average is about 0.7 of the spacing
    let gap = 0.7 * spacing;
    for index in 0..60 * count as u64 {
        let at = |stream| hash_rng::unit(seed, stream, index);
        let margin = 0.6 * spacing;
        let point = DVec2::new(at(0) * width, at(1) * height);
        let is_inside = point.min(DVec2::new(width, height) - point).min_element() > margin;
        if points.len() < count && is_inside && points.iter().all(|other| (point - other).length_squared() > gap * gap)
        {
            points.push(point);
        }
    }
    let for_library: Vec<_> = points.iter().map(|point| delaunator::Point { x: point.x, y: point.y }).collect();
    let corners = delaunator::triangulate(&for_library).triangles;
    let mut triangles = Vec::new();
    for corner in corners.chunks_exact(3) {
        let [a, b, c] = [corner[0], corner[1], corner[2]];
        let twice = (points[b] - points[a]).perp_dot(points[c] - points[a]);
        let is_thin = twice.abs() < 1e-9 * spacing * spacing;
        if !is_thin {
            triangles.push((if twice > 0.0 { [a, b, c] } else { [a, c, b] }).map(|vertex| vertex as u32));
        }
    }
    FlatMesh { points, triangles }
}

/// A tube around the y axis: `around` vertices in a ring and `rings` rings, from y = 0 up.
#[derive(Clone, Debug, PartialEq)]
pub struct Tube {
    /// Where the vertices are [m].
    pub points: Vec<DVec3>,
    /// Triangles as vertex indices; the front looks outwards.
    pub triangles: Vec<[u32; 3]>,
    /// Where the corners of each triangle are when the tube is cut open and laid flat [m].
    pub corners: Vec<[DVec2; 3]>,
}

/// A tube of which each side of the polygon around has its share of the circumference of `radius` [m].
pub fn tube(around: usize, rings: usize, radius: f64, height: f64) -> Tube {
    let flat =
        grid(around + 1, rings, 2.0 * around as f64 * radius * libm::sin(std::f64::consts::PI / around as f64), height);
    let place = |vertex: usize| {
        let (column, row) = (vertex % around, vertex / around);
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * column as f64 / around as f64);
        DVec3::new(radius * cos, height * row as f64 / (rings - 1) as f64, -radius * sin)
    };
    let close = |vertex: u32| {
        let (column, row) = (vertex as usize % (around + 1), vertex as usize / (around + 1));
        (row * around + column % around) as u32
    };
    Tube {
        points: (0..around * rings).map(place).collect(),
        triangles: flat.triangles.iter().map(|corners| corners.map(close)).collect(),
        corners: flat.corners(),
    }
}

fn rectangle(
    columns: usize,
    rows: usize,
    width: f64,
    height: f64,
    cell: impl Fn([u32; 4], usize) -> [[u32; 3]; 2],
) -> FlatMesh {
    let grid = Grid::new(columns, rows);
    let at = |i: usize, count: usize, length: f64| length * i as f64 / (count - 1) as f64;
    let mut mesh = FlatMesh::default();
    for row in 0..rows {
        for column in 0..columns {
            mesh.points.push(DVec2::new(at(column, columns, width), at(row, rows, height)));
        }
    }
    for row in 1..rows {
        for column in 1..columns {
            mesh.triangles.extend(cell(corners(grid, column, row), (column + row) % 2));
        }
    }
    mesh
}

/// The corners of the cell that ends at (`column`, `row`): by rows, then columns.
fn corners(grid: Grid, column: usize, row: usize) -> [u32; 4] {
    [(column - 1, row - 1), (column, row - 1), (column - 1, row), (column, row)].map(|(c, r)| grid.index(c, r) as u32)
}

/// Two triangles of a cell, with the diagonal from the second to the third corner or from the first to the fourth.
fn split([a, b, c, d]: [u32; 4], is_falling: bool) -> [[u32; 3]; 2] {
    if is_falling { [[a, b, c], [b, d, c]] } else { [[a, b, d], [a, d, c]] }
}

/// Points around a rectangle, about `spacing` apart.
fn border(width: f64, height: f64, spacing: f64) -> Vec<DVec2> {
    let corners = [DVec2::ZERO, DVec2::new(width, 0.0), DVec2::new(width, height), DVec2::new(0.0, height)];
    let mut points = Vec::new();
    for i in 0..4 {
        let (from, to) = (corners[i], corners[(i + 1) % 4]);
        let side = (to - from).length();
        let parts = (1..u32::MAX).take_while(|&parts| (f64::from(parts) - 0.5) * spacing < side).last().unwrap_or(1);
        points.extend((0..parts).map(|part| from.lerp(to, f64::from(part) / f64::from(parts))));
    }
    points
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::topology::Topology;

    fn check(mesh: &FlatMesh, area: f64, boundaries: usize) {
        assert!((mesh.area() / area - 1.0).abs() < 1e-12, "{} is not {area}", mesh.area());
        assert!(mesh.corners().iter().all(|&[a, b, c]| (b - a).perp_dot(c - a) > 0.0));
        let topology = Topology::new(mesh.points.len(), mesh.triangles.clone()).unwrap();
        assert_eq!(topology.boundaries.len(), boundaries);
    }

    #[test]
    fn every_mesh_fills_its_outline_once() {
        check(&grid(5, 4, 2.0, 3.0), 6.0, 1);
        check(&union_jack(5, 4, 2.0, 3.0), 6.0, 1);
        check(&crossed(5, 4, 2.0, 3.0), 6.0, 1);
        check(&equilateral(7, 1, 0.5), 3.5 * 0.5 * 0.75_f64.sqrt(), 1);
        check(&equilateral(7, 4, 0.5), 3.5 * 4.0 * 0.5 * 0.75_f64.sqrt(), 1);
    }

    #[test]
    fn a_disc_comes_near_its_circle() {
        for rings in [1, 2, 7] {
            let mesh = disc(rings, 2.0);
            let sides = 6.0 * rings as f64;
            check(&mesh, sides * 2.0 * libm::sin(std::f64::consts::TAU / sides), 1);
            assert_eq!(mesh.points.len(), 1 + 3 * rings * (rings + 1));
        }
    }

    #[test]
    fn a_tube_has_two_ends_and_is_as_large_as_its_flat_form() {
        let tube = tube(12, 5, 0.3, 2.0);
        let topology = Topology::new(tube.points.len(), tube.triangles.clone()).unwrap();
        assert_eq!(topology.boundaries.len(), 2);
        assert_eq!(topology.vertex_count + topology.triangles.len(), topology.edges.len());
        for (triangle, corners) in tube.triangles.iter().zip(&tube.corners) {
            let x = triangle.map(|vertex| tube.points[vertex as usize]);
            for i in 0..3 {
                let side = (x[(i + 1) % 3] - x[i]).length();
                assert!((side - (corners[(i + 1) % 3] - corners[i]).length()).abs() < 1e-12);
            }
            let outwards = DVec3::new(x[0].x, 0.0, x[0].z);
            assert!((x[1] - x[0]).cross(x[2] - x[0]).dot(outwards) > 0.0, "the front looks outwards");
        }
    }

    proptest! {
        #[test]
        fn a_random_mesh_fills_its_rectangle(seed in 0_u64..10_000, count in 4_usize..200, width in 0.2..3.0) {
            let mesh = delaunay(count, width, 1.0, seed);
            check(&mesh, width, 1);
        }
    }
}

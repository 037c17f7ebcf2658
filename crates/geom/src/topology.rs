//! How the triangles of a mesh hang together: edges, hinges, rings, boundary loops.

use crate::rows::Rows;

/// Why a list of triangles is no manifold surface. Vertices and triangles count from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum TopologyError {
    #[error("triangle {triangle} has vertex {vertex}, the mesh has {vertex_count}")]
    VertexOutOfRange { triangle: usize, vertex: u32, vertex_count: usize },
    #[error("triangle {triangle} has vertex {vertex} twice")]
    RepeatedVertex { triangle: usize, vertex: u32 },
    #[error("edge {}-{} belongs to {count} triangles, at most 2 can share one", .edge[0], .edge[1])]
    EdgeOfManyTriangles { edge: [u32; 2], count: usize },
    #[error("triangles {} and {} run along edge {}-{} in the same direction: one of them faces backwards", .triangles[0], .triangles[1], .edge[0], .edge[1])]
    OppositeFaces { edge: [u32; 2], triangles: [u32; 2] },
    #[error("vertex {vertex} joins {fans} parts of the surface that share no edge there")]
    VertexOfManyFans { vertex: u32, fans: usize },
    #[error("vertex {vertex} belongs to no triangle")]
    IsolatedVertex { vertex: u32 },
}

/// An edge between two triangles, as the four vertices around it.
///
/// ```text
///        x3
///      ╱ │ ╲       triangle 0 is (x0, x2, x3),
///    x0  │  x1     triangle 1 is (x1, x3, x2)
///      ╲ │ ╱
///        x2
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HingeTopology {
    /// The opposite vertices x0 and x1, then the ends x2 and x3 of the edge.
    pub vertices: [u32; 4],
    /// The two triangles.
    pub triangles: [u32; 2],
}

/// What lies across an edge of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Across {
    /// The other triangle.
    pub triangle: u32,
    /// Its vertex that is not on the edge.
    pub vertex: u32,
    /// The hinge between the two.
    pub hinge: u32,
}

/// How the triangles of a manifold surface hang together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    /// Number of vertices.
    pub vertex_count: usize,
    /// Triangles as vertex indices, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
    /// Every edge once, the lower vertex first, ascending.
    pub edges: Vec<[u32; 2]>,
    /// Every edge between two triangles, in the order of the edges.
    pub hinges: Vec<HingeTopology>,
    /// Of each vertex, its triangles, ascending.
    pub ring: Rows<u32>,
    /// Of each triangle, what lies across the edges opposite to its three corners.
    pub around: Vec<[Option<Across>; 3]>,
    /// The loops of edges with one triangle, each from its lowest vertex on, the surface on the left; by lowest vertex.
    pub boundaries: Vec<Vec<u32>>,
}

/// A directed edge of a triangle: its ends, the opposite vertex, the triangle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge {
    edge: [u32; 2],
    triangle: u32,
    from: u32,
    opposite: u32,
}

impl Topology {
    /// The topology of `triangles` over `vertex_count` vertices.
    ///
    /// # Errors
    /// Every place where they are no manifold surface.
    pub fn new(vertex_count: usize, triangles: Vec<[u32; 3]>) -> Result<Self, Vec<TopologyError>> {
        let errors = faults_of_triangles(vertex_count, &triangles);
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut half_edges = half_edges(&triangles);
        half_edges.sort_unstable();
        let mut topology = Self { vertex_count, triangles, ..Self::default() };
        let mut errors = Vec::new();
        let mut border = Vec::new();
        for group in half_edges.chunk_by(|a, b| a.edge == b.edge) {
            topology.edges.push(group[0].edge);
            match *group {
                [only] => border.push(only),
                [a, b] if a.from == b.from => {
                    errors.push(TopologyError::OppositeFaces { edge: a.edge, triangles: [a.triangle, b.triangle] });
                }
                [a, b] => topology.hinges.push(hinge(a, b)),
                _ => errors.push(TopologyError::EdgeOfManyTriangles { edge: group[0].edge, count: group.len() }),
            }
        }
        topology.find_surroundings();
        if errors.is_empty() {
            errors = topology.faults_of_vertices();
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        topology.boundaries = loops(vertex_count, &border);
        Ok(topology)
    }

    /// Appends another surface, with vertices and triangles numbered on.
    pub fn append(&mut self, mut other: Self) {
        let (vertices, triangles) = (self.vertex_count as u32, self.triangles.len() as u32);
        let moved = |vertex: u32| vertex + vertices;
        for hinge in &mut other.hinges {
            hinge.vertices = hinge.vertices.map(moved);
            hinge.triangles = hinge.triangles.map(|triangle| triangle + triangles);
        }
        self.triangles.extend(other.triangles.iter().map(|triangle| triangle.map(moved)));
        self.edges.extend(other.edges.iter().map(|edge| edge.map(moved)));
        self.hinges.append(&mut other.hinges);
        self.boundaries.extend(other.boundaries.into_iter().map(|around| around.into_iter().map(moved).collect()));
        self.vertex_count += other.vertex_count;
        self.find_surroundings();
    }

    /// Fills rings and surroundings from triangles and hinges.
    fn find_surroundings(&mut self) {
        let corners = self.triangles.iter().enumerate();
        let pairs = corners.flat_map(|(t, corners)| corners.map(|vertex| (vertex as usize, t as u32)));
        self.ring = Rows::collect(self.vertex_count, pairs);
        self.around = vec![[None; 3]; self.triangles.len()];
        for (index, HingeTopology { vertices: [x0, x1, ..], triangles: [first, second] }) in
            self.hinges.iter().enumerate()
        {
            for (own, corner, triangle, vertex) in [(*first, x0, *second, x1), (*second, x1, *first, x0)] {
                let edge = self.triangles[own as usize].iter().position(|of| of == corner);
                self.around[own as usize][edge.unwrap_or_default()] =
                    Some(Across { triangle, vertex: *vertex, hinge: index as u32 });
            }
        }
    }

    /// Number of parts of the surface that share no edge at a vertex, for each where it is not 1.
    fn faults_of_vertices(&self) -> Vec<TopologyError> {
        let mut errors = Vec::new();
        for vertex in 0..self.vertex_count as u32 {
            let ring = &self.ring[vertex as usize];
            if ring.is_empty() {
                errors.push(TopologyError::IsolatedVertex { vertex });
                continue;
            }
            // grow the fan of the first triangle over shared edges at the vertex
            let others = |triangle: u32| self.triangles[triangle as usize].into_iter().filter(move |&v| v != vertex);
            let mut rest: Vec<u32> = ring.to_vec();
            let mut fans = 0;
            while let Some(first) = rest.pop() {
                fans += 1;
                let mut fan = vec![first];
                while let Some(triangle) = fan.pop() {
                    let is_near = |&other: &u32| others(other).any(|v| others(triangle).any(|w| v == w));
                    fan.extend(rest.iter().copied().filter(is_near));
                    rest.retain(|other| !is_near(other));
                }
            }
            if fans > 1 {
                errors.push(TopologyError::VertexOfManyFans { vertex, fans });
            }
        }
        errors
    }
}

fn faults_of_triangles(vertex_count: usize, triangles: &[[u32; 3]]) -> Vec<TopologyError> {
    let mut errors = Vec::new();
    for (triangle, corners) in triangles.iter().enumerate() {
        for (i, &vertex) in corners.iter().enumerate() {
            if vertex as usize >= vertex_count {
                errors.push(TopologyError::VertexOutOfRange { triangle, vertex, vertex_count });
            } else if corners[..i].contains(&vertex) {
                errors.push(TopologyError::RepeatedVertex { triangle, vertex });
            }
        }
    }
    errors
}

fn half_edges(triangles: &[[u32; 3]]) -> Vec<HalfEdge> {
    let of_triangle = |(triangle, &[a, b, c]): (usize, &[u32; 3])| {
        [[a, b, c], [b, c, a], [c, a, b]].map(|[from, to, opposite]| HalfEdge {
            edge: [from.min(to), from.max(to)],
            triangle: triangle as u32,
            from,
            opposite,
        })
    };
    triangles.iter().enumerate().flat_map(of_triangle).collect()
}

fn hinge(a: HalfEdge, b: HalfEdge) -> HingeTopology {
    HingeTopology { vertices: [a.opposite, b.opposite, a.from, b.from], triangles: [a.triangle, b.triangle] }
}

/// Follows the edges that have one triangle; each of their vertices has one that leaves it.
fn loops(vertex_count: usize, border: &[HalfEdge]) -> Vec<Vec<u32>> {
    let mut next = vec![u32::MAX; vertex_count];
    for half_edge in border {
        let [a, b] = half_edge.edge;
        next[half_edge.from as usize] = if half_edge.from == a { b } else { a };
    }
    let mut loops = Vec::new();
    for start in 0..vertex_count {
        let mut around = Vec::new();
        let mut vertex = start;
        while next[vertex] != u32::MAX {
            around.push(vertex as u32);
            vertex = std::mem::replace(&mut next[vertex], u32::MAX) as usize;
        }
        if !around.is_empty() {
            loops.push(around);
        }
    }
    loops
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::Grid;

    fn euler_characteristic(of: &Topology) -> usize {
        of.vertex_count + of.triangles.len() - of.edges.len()
    }

    #[test]
    fn two_triangles_share_a_hinge_as_drawn() {
        let topology = Topology::new(4, vec![[0, 2, 3], [1, 3, 2]]).unwrap();
        assert_eq!(topology.hinges, [HingeTopology { vertices: [0, 1, 2, 3], triangles: [0, 1] }]);
        assert_eq!(topology.edges, [[0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(topology.boundaries, [[0, 2, 1, 3]]);
    }

    #[test]
    fn a_closed_surface_has_no_boundary() {
        let tetrahedron = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let topology = Topology::new(4, tetrahedron).unwrap();
        assert_eq!((euler_characteristic(&topology), topology.hinges.len()), (2, 6));
        assert!(topology.boundaries.is_empty());
    }

    #[test]
    fn what_is_no_manifold_is_named() {
        let faults = |count, triangles: &[[u32; 3]]| Topology::new(count, triangles.to_vec()).unwrap_err();
        assert_eq!(
            faults(3, &[[0, 1, 1], [0, 1, 7]]),
            [
                TopologyError::RepeatedVertex { triangle: 0, vertex: 1 },
                TopologyError::VertexOutOfRange { triangle: 1, vertex: 7, vertex_count: 3 }
            ]
        );
        assert_eq!(
            faults(5, &[[0, 1, 2], [1, 0, 3], [0, 1, 4]]),
            [TopologyError::EdgeOfManyTriangles { edge: [0, 1], count: 3 }]
        );
        assert_eq!(
            faults(4, &[[0, 1, 2], [0, 1, 3]]),
            [TopologyError::OppositeFaces { edge: [0, 1], triangles: [0, 1] }]
        );
        assert_eq!(
            faults(6, &[[0, 1, 2], [0, 3, 4]]),
            [TopologyError::VertexOfManyFans { vertex: 0, fans: 2 }, TopologyError::IsolatedVertex { vertex: 5 }]
        );
    }

    proptest! {
        #[test]
        fn a_grid_is_a_disc_and_its_numbers_fit(columns in 2_usize..12, rows in 2_usize..12) {
            let grid = Grid::new(columns, rows);
            let topology = Topology::new(grid.vertex_count(), grid.triangles()).unwrap();
            prop_assert_eq!(euler_characteristic(&topology), 1);
            prop_assert_eq!(topology.boundaries.len(), 1);
            prop_assert_eq!(topology.boundaries[0].len(), 2 * (columns + rows - 2));
            prop_assert_eq!(topology.hinges.len() + topology.boundaries[0].len(), topology.edges.len());
            for hinge in &topology.hinges {
                let [x0, x1, x2, x3] = hinge.vertices;
                let corners = hinge.triangles.map(|t| topology.triangles[t as usize]);
                prop_assert!([[x0, x2, x3], [x2, x3, x0], [x3, x0, x2]].contains(&corners[0]));
                prop_assert!([[x1, x3, x2], [x3, x2, x1], [x2, x1, x3]].contains(&corners[1]));
            }
        }
    }
}

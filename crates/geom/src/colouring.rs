//! Colours for vertices, so that those of one colour can move at the same time.

use crate::rows::Rows;

/// Vertices by colour: no two of a colour belong to one stencil.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colouring {
    /// Of each colour, its vertices, ascending.
    pub vertices: Rows<u32>,
    /// Of each vertex, its colour.
    pub colours: Vec<u32>,
}

/// The vertices that share a stencil with each of `vertex_count` vertices, ascending, without itself.
pub fn neighbours<'a>(vertex_count: usize, stencils: impl IntoIterator<Item = &'a [u32]>) -> Rows<u32> {
    let mut pairs = Vec::new();
    for stencil in stencils {
        for &a in stencil {
            pairs.extend(stencil.iter().filter(|&&b| b != a).map(|&b| (a as usize, b)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Rows::collect(vertex_count, pairs)
}

impl Colouring {
    /// Gives each vertex, ascending, the lowest colour that no neighbour has yet.
    pub fn greedy(neighbours: &Rows<u32>) -> Self {
        let mut colours = vec![u32::MAX; neighbours.len()];
        let mut taken = Vec::new();
        for vertex in 0..neighbours.len() {
            taken.clear();
            taken.extend(neighbours[vertex].iter().map(|&other| colours[other as usize]));
            let free = (0..=taken.len() as u32).find(|colour| !taken.contains(colour));
            colours[vertex] = free.unwrap_or_default();
        }
        let count = colours.iter().map(|&colour| colour as usize + 1).max().unwrap_or(0);
        let by_colour = colours.iter().enumerate().map(|(vertex, &colour)| (colour as usize, vertex as u32));
        Self { vertices: Rows::collect(count, by_colour), colours }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::generate;
    use crate::topology::Topology;

    fn coloured(topology: &Topology) -> (Rows<u32>, Colouring) {
        let stencils = topology.triangles.iter().map(|t| &t[..]).chain(topology.hinges.iter().map(|h| &h.vertices[..]));
        let neighbours = neighbours(topology.vertex_count, stencils);
        let colouring = Colouring::greedy(&neighbours);
        (neighbours, colouring)
    }

    proptest! {
        #[test]
        fn no_two_of_a_colour_share_a_stencil(seed in 0_u64..1000, count in 4_usize..120) {
            let mesh = generate::delaunay(count, 1.0, 1.0, seed);
            let topology = Topology::new(mesh.points.len(), mesh.triangles).unwrap();
            let (neighbours, colouring) = coloured(&topology);
            for (vertex, others) in neighbours.iter().enumerate() {
                prop_assert!(others.iter().all(|&other| colouring.colours[other as usize] != colouring.colours[vertex]));
            }
            prop_assert_eq!(colouring.vertices.entries().len(), topology.vertex_count);
        }
    }

    #[test]
    fn a_grid_with_its_hinges_needs_four_colours() {
        let mesh = generate::grid(20, 17, 1.0, 1.0);
        let (_, colouring) = coloured(&Topology::new(mesh.points.len(), mesh.triangles).unwrap());
        assert_eq!(colouring.vertices.len(), 4);
    }
}

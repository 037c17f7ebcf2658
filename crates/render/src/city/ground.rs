//! The ground under a city, out to the horizon.

use glam::Vec3;
use muslin_city::{City, Terrain};
use wgpu::util::DeviceExt;

use crate::gpu::Gpu;

/// Nodes along each side at most. Ground that has more is drawn from the lowest of several, so that it covers no street.
const MOST_NODES: u32 = 2048;
/// Cells of flat ground are about this long [m]. One cell for all would not do: the depth of so large a triangle is not
/// exact enough to stay below the paint of a street.
const FLAT_CELL: f64 = 50.0;
/// How far the land around a city goes down to its lowest point [m], and where it ends.
const SLOPE: f32 = 600.0;
const HORIZON: f32 = 40_000.0;

/// Where a point of the ground is [m], and how the ground rises there along x and z.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
struct Vertex {
    position: [f32; 3],
    slope: [f32; 2],
}

pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Vertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x2],
};

/// Ground on the device.
#[derive(Debug)]
pub(crate) struct Ground {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    /// Indices of the ground under the city, which come first.
    inner: u32,
    /// All indices.
    all: u32,
    /// Whether it is more than a plane.
    pub(crate) is_terrain: bool,
    /// Corners of the city with the smallest and the largest x and z [m].
    pub(crate) edges: [[f32; 2]; 2],
    /// Lowest and highest point [m].
    pub(crate) height: [f32; 2],
}

impl Ground {
    pub(crate) fn new(gpu: &Gpu, city: &City) -> Self {
        let terrain = city.plan().terrain();
        let nodes = terrain.as_ref().map_or_else(|| Nodes::flat(city), Nodes::of);
        let (vertices, inner) = (nodes.vertices(), nodes.cells());
        let mut all = (vertices, inner);
        let inner = all.1.len() as u32;
        nodes.surround(&mut all);
        let (vertices, indices) = all;
        let buffer = |contents: &[u8], usage| {
            gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some("ground"), contents, usage })
        };
        Self {
            vertices: buffer(bytemuck::cast_slice(&vertices), wgpu::BufferUsages::VERTEX),
            indices: buffer(bytemuck::cast_slice(&indices), wgpu::BufferUsages::INDEX),
            inner,
            all: indices.len() as u32,
            is_terrain: terrain.is_some(),
            edges: nodes.edges(),
            height: nodes.range(),
        }
    }

    /// Draws the ground under the city, or all up to the horizon.
    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>, to_horizon: bool) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..if to_horizon { self.all } else { self.inner }, 0, 0..1);
    }
}

/// Heights on a grid.
struct Nodes {
    /// x and z of the first node [m].
    origin: [f64; 2],
    /// Distance of two nodes along x and along z [m].
    cell: [f64; 2],
    columns: u32,
    rows: u32,
    heights: Vec<f32>,
}

impl Nodes {
    /// A plane under all cities.
    #[allow(clippy::cast_sign_loss)] // a size is positive
    fn flat(city: &City) -> Self {
        let plan = city.plan();
        let size = plan.params().size;
        let length = plan.params().grid.map(|count| f64::from(count) * size);
        let [columns, rows] = length.map(|length| ((length / FLAT_CELL).ceil() as u32).clamp(2, MOST_NODES - 1) + 1);
        let origin = plan.cell_of(0).map(|steps| (f64::from(steps) - 0.5) * size);
        let cell = [length[0] / f64::from(columns - 1), length[1] / f64::from(rows - 1)];
        Self { origin, cell, columns, rows, heights: vec![0.0; (columns * rows) as usize] }
    }

    /// The nodes of `terrain`, or fewer.
    fn of(terrain: &Terrain) -> Self {
        let step = (terrain.columns.max(terrain.rows) - 1).div_ceil(MOST_NODES).max(1);
        let [columns, rows] = [terrain.columns, terrain.rows].map(|count| (count - 1).div_ceil(step) + 1);
        let cell = terrain.cell * f64::from(step);
        let heights = (0..rows).flat_map(|row| (0..columns).map(move |column| [column * step, row * step]));
        let heights = heights.map(|node| lowest(terrain, node, step - 1)).collect();
        Self { origin: terrain.origin, cell: [cell; 2], columns, rows, heights }
    }

    fn height(&self, column: u32, row: u32) -> f32 {
        self.heights[(row * self.columns + column) as usize]
    }

    /// Where a node is along x and z [m].
    fn place(&self, column: u32, row: u32) -> [f32; 2] {
        let [x, z] = self.origin;
        [(x + f64::from(column) * self.cell[0]) as f32, (z + f64::from(row) * self.cell[1]) as f32]
    }

    fn edges(&self) -> [[f32; 2]; 2] {
        [self.place(0, 0), self.place(self.columns - 1, self.rows - 1)]
    }

    fn range(&self) -> [f32; 2] {
        self.heights.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |sum, h| [sum[0].min(*h), sum[1].max(*h)])
    }

    fn vertices(&self) -> Vec<Vertex> {
        let nodes = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        nodes.map(|(column, row)| self.vertex(column, row)).collect()
    }

    fn vertex(&self, column: u32, row: u32) -> Vertex {
        let [x, z] = self.place(column, row);
        let position = [x, self.height(column, row), z];
        let cell = self.cell.map(|cell| cell as f32);
        let [left, right] = [column.saturating_sub(1), (column + 1).min(self.columns - 1)];
        let [before, after] = [row.saturating_sub(1), (row + 1).min(self.rows - 1)];
        let slope = [
            (self.height(right, row) - self.height(left, row)) / ((right - left) as f32 * cell[0]),
            (self.height(column, after) - self.height(column, before)) / ((after - before) as f32 * cell[1]),
        ];
        Vertex { position, slope }
    }

    /// Triangles, cut along the diagonals along which the terrain's own are cut.
    fn cells(&self) -> Vec<u32> {
        let cells = (0..self.rows - 1).flat_map(|row| (0..self.columns - 1).map(move |column| (column, row)));
        let corners = cells.flat_map(|(column, row)| {
            let first = row * self.columns + column;
            let across = first + self.columns + 1;
            [first, first + self.columns, across, first, across, first + 1]
        });
        corners.collect()
    }

    /// Numbers of the nodes around the edge, each once.
    fn rim(&self) -> Vec<u32> {
        let (columns, rows) = (self.columns, self.rows);
        let last = (rows - 1) * columns;
        let near = 0..columns;
        let right = (1..rows).map(|row| row * columns + columns - 1);
        let far = (last..last + columns - 1).rev();
        let left = (1..rows - 1).rev().map(|row| row * columns);
        near.chain(right).chain(far).chain(left).collect()
    }

    /// Adds the land around: three rings, of which the first goes down and the last ends at the horizon.
    fn surround(&self, (vertices, indices): &mut (Vec<Vertex>, Vec<u32>)) {
        let [low, high] = self.edges();
        let center = Vec3::new(low[0] + high[0], 0.0, low[1] + high[1]) / 2.0;
        let base = self.range()[0];
        let mut inside = self.rim();
        let rim = inside.clone();
        for away in [SLOPE, 8.0 * SLOPE, HORIZON] {
            let outside: Vec<u32> = (0..rim.len() as u32).map(|node| vertices.len() as u32 + node).collect();
            for node in &rim {
                let at = Vec3::from_array(vertices[*node as usize].position) - center;
                let out = Vec3::new(at.x, 0.0, at.z).normalize_or(Vec3::X) * away;
                let position = (center + at + out).with_y(base).to_array();
                vertices.push(Vertex { position, slope: [0.0; 2] });
            }
            for node in 0..rim.len() {
                let next = (node + 1) % rim.len();
                indices.extend([inside[node], inside[next], outside[node]]);
                indices.extend([outside[node], inside[next], outside[next]]);
            }
            inside = outside;
        }
    }
}

/// The lowest node that is not farther than `reach` from `node` along both sides.
fn lowest(terrain: &Terrain, [column, row]: [u32; 2], reach: u32) -> f32 {
    let rows = row.saturating_sub(reach)..=(row + reach).min(terrain.rows - 1);
    let columns = column.saturating_sub(reach).min(terrain.columns - 1)..=(column + reach).min(terrain.columns - 1);
    let row_start = |row: u32| row as usize * terrain.columns as usize;
    let nodes = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
    nodes.fold(f32::INFINITY, |low, (column, row)| low.min(terrain.heights[row_start(row) + column as usize]))
}

#[cfg(test)]
mod tests {
    use muslin_city::CityParams;

    use super::*;

    fn city(grid: [u32; 2], terrain: Option<f64>) -> City {
        City::generate(5, &CityParams { grid, terrain, ..CityParams::default() }).unwrap()
    }

    #[test]
    fn flat_ground_covers_all_cities_of_the_grid() {
        let nodes = Nodes::flat(&city([3, 2], None));
        assert_eq!(nodes.edges(), [[-750.0, -750.0], [750.0, 250.0]]);
        assert_eq!(nodes.range(), [0.0, 0.0]);
    }

    #[test]
    fn drawn_terrain_is_that_of_the_city() {
        let city = city([1, 1], Some(40.0));
        let terrain = city.plan().terrain().unwrap();
        let nodes = Nodes::of(&terrain);
        let vertices = nodes.vertices();
        let expected: Vec<_> = terrain.nodes().map(|node| node.map(|value| value as f32)).collect();
        assert!(vertices.iter().map(|vertex| vertex.position).eq(expected));
        let triangles: Vec<_> = terrain.triangles().flatten().collect();
        assert_eq!(nodes.cells(), triangles);
    }

    #[test]
    fn ground_with_too_many_nodes_is_nowhere_above_the_real_one() {
        let terrain = city([1, 1], Some(40.0)).plan().terrain().unwrap();
        for node in [[0, 0], [8, 16], [60, 60]] {
            let low = lowest(&terrain, node, 3);
            assert!(f64::from(low) <= terrain.node(node[0], node[1])[1]);
        }
    }

    #[test]
    fn the_land_around_begins_at_every_node_of_the_rim() {
        let nodes = Nodes::flat(&city([1, 1], None));
        let rim = nodes.rim();
        assert_eq!(rim.len() as u32, 2 * (nodes.columns + nodes.rows) - 4);
        let mut all = (nodes.vertices(), nodes.cells());
        nodes.surround(&mut all);
        let count = all.0.len() as u32;
        assert!(all.1.iter().all(|index| *index < count));
        assert_eq!(count as usize, (nodes.columns * nodes.rows) as usize + 3 * rim.len());
    }
}

//! A cloth and its springs.

use glam::{Affine3A, Vec3};
use muslin_geom::Grid;
use muslin_geom::points::PointsSlice;
use muslin_sim::Method;
use muslin_sim::force::spring::NO_SPRING;
use muslin_sim::model::ClothModel;

use crate::gpu::Gpu;
use crate::mesh::{Instance, Kind, Mesh, Vertex};

/// A rectangular cloth on the device: its surface, and its springs as lines between the same vertices.
#[derive(Debug)]
pub struct Cloth {
    grid: Grid,
    vertices: Vec<Vertex>,
    surface: Mesh,
    springs: Mesh,
}

/// How far a cloth is drawn before what it lies on [m]: half of its thickness; but the method `relaxation` has none, and stretches
/// its squares to more than twice their size, so that their triangles cut deep into a ball.
fn lift(cloth: &ClothModel, method: Method) -> f32 {
    const OF_SPACING: f64 = 0.3;
    match method {
        // these have no thickness either
        Method::Impulse | Method::Newton | Method::Descent => (0.02 * cloth.spacing[0].max(cloth.spacing[1])) as f32,
        Method::MassSpring => 0.5 * cloth.thickness as f32,
        Method::Relaxation => (OF_SPACING * cloth.spacing[0].max(cloth.spacing[1])) as f32,
    }
}

impl Cloth {
    /// The cloth as it is at rest, in `color`; only springs that exert force are drawn.
    pub fn new(gpu: &Gpu, cloth: &ClothModel, method: Method, color: [f32; 3]) -> Self {
        let grid = cloth.grid;
        let vertices: Vec<Vertex> = grid.uv().into_iter().map(|uv| Vertex { uv, ..Vertex::default() }).collect();
        let triangles: Vec<u32> = grid.triangles().into_iter().flatten().collect();
        let springs = cloth.rest_lengths.springs(grid).filter(|spring| cloth.springs.contains(spring.kind));
        let lines: Vec<u32> = springs.flat_map(|spring| spring.vertices.map(|vertex| vertex as u32)).collect();
        let instance = Instance {
            checks: [(grid.columns - 1) as f32, (grid.rows - 1) as f32],
            // what lies on something is kept above it by its thickness, but its triangles cut the corners of a curve
            toward_camera: lift(cloth, method),
            ..Instance::new(Affine3A::IDENTITY, color, Kind::Cloth)
        };
        Self {
            grid,
            surface: Mesh::new(gpu, &vertices, &triangles, &[instance]),
            springs: Mesh::new(gpu, &vertices, &lines, &[instance]),
            vertices,
        }
    }

    /// Moves the cloth to the positions `x` of its vertices [m].
    pub fn update(&mut self, gpu: &Gpu, cloth: &ClothModel, x: PointsSlice<'_>) {
        place(&mut self.vertices, x);
        orient(&mut self.vertices, self.grid);
        measure_strain(&mut self.vertices, cloth);
        self.surface.set_vertices(gpu, &self.vertices);
        self.springs.set_vertices(gpu, &self.vertices);
    }

    /// Its triangles.
    pub fn surface(&self) -> &Mesh {
        &self.surface
    }

    /// Its springs, as lines.
    pub fn springs(&self) -> &Mesh {
        &self.springs
    }
}

fn place(vertices: &mut [Vertex], x: PointsSlice<'_>) {
    for (vertex, ((x, y), z)) in vertices.iter_mut().zip(x.xs.iter().zip(x.ys).zip(x.zs)) {
        vertex.position = [*x as f32, *y as f32, *z as f32];
    }
}

/// Sets normals and tangents from the vertices before and behind along the row and the column: the tangent follows the
/// cloth's u, and across both is the normal, which is the mean of the four cells around, weighted by their area.
fn orient(vertices: &mut [Vertex], grid: Grid) {
    let last = [grid.columns - 1, grid.rows - 1];
    for row in 0..grid.rows {
        let above = row.saturating_sub(1) * grid.columns;
        let below = (row + 1).min(last[1]) * grid.columns;
        let here = row * grid.columns;
        for column in 0..grid.columns {
            let at = |vertex: usize| Vec3::from_array(vertices[vertex].position);
            let along = at(here + (column + 1).min(last[0])) - at(here + column.saturating_sub(1));
            let down = at(below + column) - at(above + column);
            let vertex = &mut vertices[here + column];
            vertex.normal = down.cross(along).to_array();
            vertex.tangent = along.to_array();
        }
    }
}

/// Sets the strain of each vertex: the largest of the springs along row and column that end at it, negative where all are
/// compressed.
fn measure_strain(vertices: &mut [Vertex], cloth: &ClothModel) {
    for vertex in &mut *vertices {
        vertex.strain = f32::NEG_INFINITY;
    }
    for (rest_lengths, back) in cloth.rest_lengths.sets.iter().zip([1, cloth.grid.columns]) {
        for vertex in back..vertices.len() {
            let rest = rest_lengths[vertex];
            if rest >= NO_SPRING {
                continue;
            }
            let [a, b] = [vertex, vertex - back].map(|end| Vec3::from_array(vertices[end].position));
            let strain = (a - b).length() / rest as f32 - 1.0;
            for end in [vertex, vertex - back] {
                vertices[end].strain = vertices[end].strain.max(strain);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use muslin_geom::Orientation;
    use muslin_sim::{Cloth as SimCloth, Model, Settings};

    use super::*;

    fn model() -> Model {
        let grid = Grid::new(5, 4);
        let cloth = SimCloth::new(grid, 2.0, 1.5, grid.positions(2.0, 1.5, Orientation::Horizontal));
        Model::new(vec![cloth], vec![], Settings::default()).unwrap()
    }

    fn vertices(model: &Model) -> Vec<Vertex> {
        let mut vertices = vec![Vertex::default(); model.vertex_count()];
        place(&mut vertices, model.x_rest.slice(0..model.vertex_count()));
        vertices
    }

    #[test]
    fn a_flat_cloth_looks_up_and_its_tangents_run_along_u() {
        let model = model();
        let mut vertices = vertices(&model);
        orient(&mut vertices, model.cloths[0].grid);
        for vertex in vertices {
            assert!((Vec3::from_array(vertex.normal).normalize() - Vec3::Y).length() < 1e-6);
            assert!((Vec3::from_array(vertex.tangent).normalize() - Vec3::X).length() < 1e-6);
        }
    }

    #[test]
    fn strain_is_that_of_the_longest_spring() {
        let model = model();
        let mut vertices = vertices(&model);
        for vertex in &mut vertices {
            vertex.position[0] *= 1.25;
            vertex.position[2] *= 0.875;
        }
        measure_strain(&mut vertices, &model.cloths[0]);
        for vertex in &vertices {
            assert!((vertex.strain - 0.25).abs() < 1e-5, "{}", vertex.strain);
        }
        for vertex in &mut vertices {
            vertex.position[0] *= 0.75;
        }
        measure_strain(&mut vertices, &model.cloths[0]);
        assert!(vertices.iter().all(|vertex| (vertex.strain + 0.0625).abs() < 1e-5));
    }
}

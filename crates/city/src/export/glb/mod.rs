//! A city as binary glTF 2.0.
//!
//! By default all boxes are one cube, drawn once for each by the extension `EXT_mesh_gpu_instancing`: 36 bytes a box. The
//! file names the extension as required. A reader that does not know it would show a single cube, so it is better that it
//! refuses; for such readers there is [`Fallback::Plain`], with 8 vertices a box, 160 bytes. It is also the form for
//! Blender, which reads instances but not their colours.
//!
//! Each city is a node, so that those out of view need not be drawn; where there are more than [`MOST_NODES`] cities, each
//! row of them is one. Plain meshes have no normals, which tells readers to shade each face flat.

mod document;
mod instanced;
mod linear;
mod plain;

use std::io::{BufWriter, Write};
use std::ops::Range;

use serde_json::json;

use crate::city::City;
use crate::export::{ExportError, GROUND_COLOR};
use crate::plan::Plan;
use crate::terrain::Terrain;
use document::{Component, Document, Use, write_floats};
use linear::linear;

/// Most cities that are nodes of their own.
pub const MOST_NODES: u32 = 1024;

/// What a GLB file has for readers without instancing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fallback {
    /// Nothing: they refuse the file.
    #[default]
    None,
    /// Plain meshes instead of instances.
    Plain,
}

/// Writes a city as binary glTF.
///
/// # Errors
/// If the file would be longer than 4 GiB, before anything is written, or if `output` cannot be written to.
pub fn write_glb(city: &City, fallback: Fallback, output: impl Write) -> Result<(), ExportError> {
    let plan = city.plan();
    let mut document = Document::new(json!({
        "version": "2.0",
        "generator": concat!("Muslin ", env!("CARGO_PKG_VERSION")),
        "extras": { "seed": plan.seed(), "params": plan.params() },
    }));
    let parts = parts(plan);
    match fallback {
        Fallback::None => instanced::describe(&mut document, city, &parts),
        Fallback::Plain => plain::describe(&mut document, city, &parts),
    }
    let ground = plan.params().terrain.map(|_| GroundMesh::of(plan));
    let hint = if fallback == Fallback::Plain { "; instances take a quarter of it" } else { "" };
    // before the ground is made, which can be large by itself
    document.check_length(ground.as_ref().map_or(0, GroundMesh::bytes), hint)?;
    let terrain = plan.terrain();
    if let (Some(ground), Some(terrain)) = (&ground, &terrain) {
        ground.describe(&mut document, terrain);
    }

    let mut output = BufWriter::new(output);
    document.write_head(&mut output)?;
    match fallback {
        Fallback::None => instanced::write(city, &mut output)?,
        Fallback::Plain => plain::write(city, &parts, &mut output)?,
    }
    if let Some(terrain) = &terrain {
        for node in terrain.nodes() {
            write_floats(&mut output, node.map(|coordinate| coordinate as f32))?;
        }
        for index in terrain.triangles().flatten() {
            output.write_all(&index.to_le_bytes())?;
        }
    }
    Ok(output.flush()?)
}

/// Cities that become one node.
struct Part {
    cities: Range<u32>,
    name: String,
}

fn parts(plan: &Plan) -> Vec<Part> {
    let per_part = if plan.city_count() <= MOST_NODES { 1 } else { plan.params().grid[0] };
    let parts = (0..plan.city_count()).step_by(per_part as usize).map(|first| {
        let [i, j] = plan.cell_of(first);
        let name = if per_part == 1 { format!("city_{i}_{j}") } else { format!("cities_{j}") };
        Part { cities: first..first + per_part, name }
    });
    parts.collect()
}

/// How much the mesh of the ground has.
struct GroundMesh {
    nodes: u64,
    indices: u64,
}

impl GroundMesh {
    fn of(plan: &Plan) -> Self {
        Self { nodes: Terrain::node_count_of_grid(plan), indices: 6 * Terrain::cell_count_of_grid(plan) }
    }

    fn bytes(&self) -> u64 {
        12 * self.nodes + 4 * self.indices
    }

    fn describe(&self, document: &mut Document, terrain: &Terrain) {
        let positions = document.view(12 * self.nodes, Use::Vertices(12));
        let range = |pick: fn(f32, f32) -> f32| terrain.heights.iter().copied().reduce(pick).unwrap_or(0.0);
        let [first, last] = [terrain.node(0, 0), terrain.node(terrain.columns - 1, terrain.rows - 1)];
        let min = [first[0] as f32, range(f32::min), first[2] as f32];
        let max = [last[0] as f32, range(f32::max), last[2] as f32];
        let positions = document.positions(positions, 0, self.nodes, min, max);
        let indices = document.view(4 * self.indices, Use::Indices);
        let indices = document.accessor(indices, 0, self.indices, Component::U32, "SCALAR");
        let material = document.material("ground", GROUND_COLOR.map(linear));
        let mesh = document.mesh("ground", &json!({ "POSITION": positions }), indices, material);
        document.node(json!({ "mesh": mesh, "name": "ground" }));
    }
}

#[cfg(test)]
mod tests;

//! One cube of side 1, and for each box where it stands, how large it is and its colour.

use std::io::{self, Write};

use serde_json::json;

use super::Part;
use super::document::{Component, Document, Use, write_floats};
use super::linear;
use crate::city::City;
use crate::export::cuboid::{FACES, normal};

const EXTENSION: &str = "EXT_mesh_gpu_instancing";
/// Vertices of the cube: four a face, as each face has a normal of its own.
const VERTEX_COUNT: u64 = 24;
const INDEX_COUNT: u64 = 36;

pub fn describe(document: &mut Document, city: &City, parts: &[Part]) {
    document.require(EXTENSION);
    let positions = document.view(12 * VERTEX_COUNT, Use::Vertices(12));
    let positions = document.positions(positions, 0, VERTEX_COUNT, [-0.5; 3], [0.5; 3]);
    let normals = document.view(12 * VERTEX_COUNT, Use::Vertices(12));
    let normals = document.accessor(normals, 0, VERTEX_COUNT, Component::F32, "VEC3");
    let indices = document.view(2 * INDEX_COUNT, Use::Indices);
    let indices = document.accessor(indices, 0, INDEX_COUNT, Component::U16, "SCALAR");
    // white: the colour of an instance is multiplied with it
    let material = document.material("box", [1.0; 3]);
    let mesh = document.mesh("box", &json!({ "POSITION": positions, "NORMAL": normals }), indices, material);

    let views = [0, 1, 2].map(|_| document.view(12 * city.counts().boxes as u64, Use::Instances));
    let mut offset = 0;
    for part in parts {
        let count = city.box_count_of(part.cities.clone()) as u64;
        let [translation, scale, color] =
            views.map(|view| document.accessor(view, offset, count, Component::F32, "VEC3"));
        let attributes = json!({ "TRANSLATION": translation, "SCALE": scale, "_COLOR_0": color });
        document.node(json!({
            "name": part.name, "mesh": mesh, "extensions": { EXTENSION: { "attributes": attributes } },
        }));
        offset += 12 * count;
    }
}

pub fn write(city: &City, output: &mut impl Write) -> io::Result<()> {
    for corner in FACES.as_flattened() {
        write_floats(output, [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { -0.5 } else { 0.5 }))?;
    }
    for face in 0..FACES.len() {
        for _ in 0..4 {
            write_floats(output, normal(face))?;
        }
    }
    for first in (0..VERTEX_COUNT as u16).step_by(4) {
        for corner in [0, 1, 2, 0, 2, 3] {
            output.write_all(&(first + corner).to_le_bytes())?;
        }
    }

    let instances = city.instances();
    instances.iter().try_for_each(|one| write_floats(output, one.center))?;
    instances.iter().try_for_each(|one| write_floats(output, one.half_size.map(|half| 2.0 * half)))?;
    let linear = linear::table();
    instances.iter().try_for_each(|one| {
        let [r, g, b, _] = one.rgba.map(|level| linear[usize::from(level)]);
        write_floats(output, [r, g, b])
    })
}

//! Every box with vertices of its own. All nodes share one list of indices, as each box has the same ones.

use std::io::{self, Write};

use serde_json::json;

use super::Part;
use super::document::{Component, Document, Use, write_floats};
use super::linear;
use crate::bounds::Bounds;
use crate::city::City;
use crate::export::cuboid;

const VERTEX_COUNT: u64 = 8;
const INDEX_COUNT: u64 = 36;
/// Bytes of a position, and of a colour in 16-bit numbers; its fourth channel keeps the colours at multiples of four.
const POSITION: u64 = 12;
const COLOR: u64 = 8;

pub fn describe(document: &mut Document, city: &City, parts: &[Part]) {
    let boxes = city.counts().boxes as u64;
    let indices = document.view(4 * INDEX_COUNT * most_boxes(city, parts), Use::Indices);
    let positions = document.view(POSITION * VERTEX_COUNT * boxes, Use::Vertices(POSITION));
    let colors = document.view(COLOR * VERTEX_COUNT * boxes, Use::Vertices(COLOR));
    let material = document.material("box", [1.0; 3]);

    let mut first = 0;
    for part in parts {
        let count = city.box_count_of(part.cities.clone()) as u64;
        let mut bounds = Bounds::NONE;
        for number in part.cities.clone() {
            city.plan().for_each_box_of(number, |one| bounds.include(one));
        }
        // rounding keeps order, so these are the smallest and largest of the rounded positions too
        let [min, max] = [bounds.min, bounds.max].map(|corner| corner.map(|coordinate| coordinate as f32));
        let vertices = VERTEX_COUNT * count;
        let indices = document.accessor(indices, 0, INDEX_COUNT * count, Component::U32, "SCALAR");
        let position = document.positions(positions, POSITION * first, vertices, min, max);
        let color = document.accessor(colors, COLOR * first, vertices, Component::U16, "VEC4");
        document.normalize(color);
        let mesh = document.mesh(&part.name, &json!({ "POSITION": position, "COLOR_0": color }), indices, material);
        document.node(json!({ "name": part.name, "mesh": mesh }));
        first += vertices;
    }
}

pub fn write(city: &City, parts: &[Part], output: &mut impl Write) -> io::Result<()> {
    for one in 0..most_boxes(city, parts) as u32 {
        for corner in cuboid::triangles().flatten() {
            output.write_all(&(one * VERTEX_COUNT as u32 + corner).to_le_bytes())?;
        }
    }
    // the first error is kept: boxes cannot be stopped from coming
    let mut result = Ok(());
    city.for_each_box(|one| {
        if result.is_ok() {
            let mut corners = cuboid::corners(one).into_iter();
            result = corners.try_for_each(|corner| write_floats(output, corner.map(|coordinate| coordinate as f32)));
        }
    });
    result?;
    #[allow(clippy::cast_sign_loss)] // light is 0 to 1
    let linear = linear::table().map(|light| (light * f32::from(u16::MAX) + 0.5) as u16);
    for instance in city.instances() {
        let color = instance.rgba.map(|level| linear[usize::from(level)]);
        for _ in 0..VERTEX_COUNT {
            color.iter().try_for_each(|channel| output.write_all(&channel.to_le_bytes()))?;
        }
    }
    Ok(())
}

/// Boxes of the largest part.
fn most_boxes(city: &City, parts: &[Part]) -> u64 {
    parts.iter().map(|part| city.box_count_of(part.cities.clone()) as u64).max().unwrap_or(0)
}

//! A city as Wavefront OBJ: eight vertices and six faces a box, an object for each tower, block and street.
//!
//! Greys become materials, one for each of the 256 levels that occurs. Boxes with colours of their own would make as many
//! materials as boxes: their colours stand behind the coordinates of the vertices instead, which Blender reads too.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};

use crate::city::City;
use crate::city_box::{CityBox, Place};
use crate::export::{ExportError, GROUND_COLOR, cuboid};
use crate::instance::{Instance, level};
use crate::plan::Plan;
use crate::terrain::Terrain;

/// Most vertices of a file, those of a million boxes: about 600 MB of text, and more than programs open with ease.
pub const MAX_VERTICES: u64 = 8_000_000;

/// Writes a city as OBJ. `mtl_name` is how its materials will be found: the file name of what [`write_mtl`] writes.
///
/// # Errors
/// If there would be more than [`MAX_VERTICES`] vertices, before anything is written, or if `output` cannot be written to.
pub fn write_obj(city: &City, mtl_name: Option<&str>, output: impl Write) -> Result<(), ExportError> {
    check_size(city)?;
    let plan = city.plan();
    let has_materials = mtl_name.is_some() && !plan.params().own_colors;
    let mut obj =
        Obj { output: BufWriter::new(output), plan, has_materials, vertex_count: 0, object: None, color: None };

    writeln!(obj.output, "# Muslin {}, city 0x{:08X}", env!("CARGO_PKG_VERSION"), plan.seed())?;
    writeln!(obj.output, "# unit metre, Y up, right-handed")?;
    if let Some(name) = mtl_name.filter(|_| has_materials) {
        // a line break would end the statement that the name is in
        writeln!(obj.output, "mtllib {}", name.replace(char::is_control, " "))?;
    }
    if let Some(terrain) = plan.terrain() {
        obj.terrain(&terrain)?;
    }
    // the first error is kept: boxes cannot be stopped from coming
    let mut result = Ok(());
    city.for_each_box(|one| {
        if result.is_ok() {
            result = obj.cuboid(one);
        }
    });
    result?;
    Ok(obj.output.flush()?)
}

/// Writes the materials of a city that is written as OBJ, sorted by colour.
///
/// # Errors
/// If `output` cannot be written to.
pub fn write_mtl(city: &City, output: impl Write) -> Result<(), ExportError> {
    let mut output = BufWriter::new(output);
    let plan = city.plan();
    writeln!(output, "# Muslin {}, city 0x{:08X}", env!("CARGO_PKG_VERSION"), plan.seed())?;
    if plan.params().own_colors {
        writeln!(output, "# no materials: the colours are those of the vertices")?;
        return Ok(output.flush()?);
    }
    let mut colors: BTreeSet<[u8; 3]> = city.instances().iter().map(color_of).collect();
    if plan.params().terrain.is_some() {
        colors.insert(GROUND_COLOR);
    }
    for color in colors {
        let [r, g, b] = color.map(|level| f32::from(level) / 255.0);
        writeln!(output, "\nnewmtl {}\nKd {r} {g} {b}\nKs 0 0 0\nillum 1", material_name(color))?;
    }
    Ok(output.flush()?)
}

fn check_size(city: &City) -> Result<(), ExportError> {
    let plan = city.plan();
    let nodes = if plan.params().terrain.is_some() { Terrain::node_count_of_grid(plan) } else { 0 };
    let vertices = 8 * city.counts().boxes as u64 + nodes;
    if vertices > MAX_VERTICES {
        return Err(ExportError::ObjTooLarge { vertices, limit: MAX_VERTICES });
    }
    Ok(())
}

fn color_of(instance: &Instance) -> [u8; 3] {
    let [r, g, b, _] = instance.rgba;
    [r, g, b]
}

fn material_name([r, g, b]: [u8; 3]) -> String {
    format!("color_{r:02x}{g:02x}{b:02x}")
}

/// A file that is being written.
struct Obj<'a, W: Write> {
    output: BufWriter<W>,
    plan: &'a Plan,
    has_materials: bool,
    vertex_count: u32,
    /// The object that the last box belongs to.
    object: Option<Object>,
    /// The material in use.
    color: Option<[u8; 3]>,
}

/// What becomes one object: a tower by its lot, what else is on a block, or the paint of a suburb's streets.
#[derive(Clone, Copy, PartialEq)]
struct Object {
    city: u32,
    part: Part,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Tower(u32),
    Block(u32),
    Street(u32),
}

impl<W: Write> Obj<'_, W> {
    fn cuboid(&mut self, one: &CityBox) -> io::Result<()> {
        let object = Object::of(&one.place);
        if self.object != Some(object) {
            self.object = Some(object);
            let [i, j] = self.plan.cell_of(object.city);
            let city = if self.plan.city_count() == 1 { String::new() } else { format!("city_{i}_{j}_") };
            match object.part {
                Part::Tower(lot) => writeln!(self.output, "o {city}tower_{lot}")?,
                Part::Block(block) => writeln!(self.output, "o {city}block_{block}")?,
                Part::Street(suburb) => writeln!(self.output, "o {city}street_{suburb}")?,
            }
        }
        self.material(one.color.map(level))?;
        for corner in cuboid::corners(one) {
            self.vertex(corner, one.color)?;
        }
        let first = self.vertex_count - 7;
        for [a, b, c, d] in cuboid::FACES.map(|face| face.map(|corner| corner + first)) {
            writeln!(self.output, "f {a} {b} {c} {d}")?;
        }
        Ok(())
    }

    fn terrain(&mut self, terrain: &Terrain) -> io::Result<()> {
        writeln!(self.output, "o ground")?;
        self.material(GROUND_COLOR)?;
        for node in terrain.nodes() {
            self.vertex(node, GROUND_COLOR.map(|level| f64::from(level) / 255.0))?;
        }
        for [a, b, c] in terrain.triangles().map(|triangle| triangle.map(|node| node + 1)) {
            writeln!(self.output, "f {a} {b} {c}")?;
        }
        Ok(())
    }

    fn material(&mut self, color: [u8; 3]) -> io::Result<()> {
        if self.has_materials && self.color != Some(color) {
            self.color = Some(color);
            writeln!(self.output, "usemtl {}", material_name(color))?;
        }
        Ok(())
    }

    fn vertex(&mut self, position: [f64; 3], color: [f64; 3]) -> io::Result<()> {
        self.vertex_count += 1;
        // + 0 turns −0 into 0
        let [x, y, z] = position.map(|coordinate| coordinate + 0.0);
        write!(self.output, "v {x} {y} {z}")?;
        if self.plan.params().own_colors {
            let [r, g, b] = color.map(|channel| channel as f32);
            write!(self.output, " {r} {g} {b}")?;
        }
        self.output.write_all(b"\n")
    }
}

impl Object {
    fn of(place: &Place) -> Self {
        let part = match (place.lot, place.block) {
            (Some(lot), _) => Part::Tower(lot),
            (None, Some(block)) => Part::Block(block),
            (None, None) => Part::Street(place.suburb),
        };
        Self { city: place.city, part }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::CityParams;

    fn city(params: &CityParams) -> City {
        City::generate(0xA749_F86C, params).unwrap()
    }

    fn obj(city: &City, mtl_name: Option<&str>) -> String {
        let mut text = Vec::new();
        write_obj(city, mtl_name, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn mtl(city: &City) -> String {
        let mut text = Vec::new();
        write_mtl(city, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn words<'a>(text: &'a str, keyword: &str) -> Vec<Vec<&'a str>> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(keyword)?.strip_prefix(' '));
        lines.map(|line| line.split(' ').collect()).collect()
    }

    #[test]
    fn every_box_has_its_corners_and_faces_and_nothing_is_lost() {
        let city = city(&CityParams { roads: true, ..CityParams::default() });
        let text = obj(&city, None);
        let vertices: Vec<[f64; 3]> =
            words(&text, "v").iter().map(|line| [0, 1, 2].map(|axis| line[axis].parse().unwrap())).collect();
        let faces: Vec<[usize; 4]> =
            words(&text, "f").iter().map(|line| [0, 1, 2, 3].map(|i| line[i].parse().unwrap())).collect();
        assert_eq!((vertices.len(), faces.len()), (8 * city.counts().boxes, 6 * city.counts().boxes));
        for (i, one) in city.boxes().iter().enumerate() {
            assert_eq!((vertices[8 * i], vertices[8 * i + 7]), (one.min, one.max), "box {i}");
            let used = faces[6 * i..6 * i + 6].as_flattened();
            assert!((8 * i + 1..=8 * i + 8).all(|vertex| used.iter().filter(|used| **used == vertex).count() == 3));
        }
        assert!(!text.contains("mtllib") && !text.contains("usemtl"));
    }

    #[test]
    fn each_tower_block_and_street_is_one_object() {
        let params = CityParams { grid: [2, 1], block_kinds: true, roads: true, ..CityParams::default() };
        let city = city(&params);
        let text = obj(&city, None);
        let mut names: Vec<_> = words(&text, "o").concat();
        let blocks = names.iter().filter(|name| name.contains("_block_")).count();
        let towers = names.iter().filter(|name| name.contains("_tower_")).count();
        assert_eq!(blocks, city.counts().blocks);
        assert_eq!(towers, city.tallest(usize::MAX).len());
        assert!(names.iter().all(|name| name.starts_with("city_0_0_") || name.starts_with("city_-1_0_")));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_material_in_use_is_written_once_and_no_other() {
        let city = city(&CityParams { terrain: Some(30.0), block_kinds: true, ..CityParams::default() });
        let [text, mtl] = [obj(&city, Some("a b.mtl")), mtl(&city)];
        assert!(text.contains("\nmtllib a b.mtl\n"));
        let mut used = words(&text, "usemtl").concat();
        used.sort_unstable();
        used.dedup();
        assert!(used.len() > 40);
        assert_eq!(used, words(&mtl, "newmtl").concat());
    }

    #[test]
    fn colours_of_their_own_are_written_with_the_vertices() {
        let city = city(&CityParams { own_colors: true, terrain: Some(30.0), ..CityParams::default() });
        let text = obj(&city, Some("city.mtl"));
        assert!(words(&text, "v").iter().all(|line| line.len() == 6));
        assert!(!text.contains("mtl"));
        assert_eq!(words(&mtl(&city), "newmtl").len(), 0);
    }

    #[test]
    fn ground_comes_first_and_its_faces_are_its_own() {
        let city = city(&CityParams { terrain: Some(30.0), ..CityParams::default() });
        let text = obj(&city, None);
        let terrain = city.plan().terrain().unwrap();
        let triangles = words(&text, "f").into_iter().filter(|face| face.len() == 3).count();
        assert_eq!(triangles, terrain.triangles().count());
        assert_eq!(words(&text, "v").len(), terrain.heights.len() + 8 * city.counts().boxes);
        let last: u32 = words(&text, "f").last().unwrap()[1].parse().unwrap();
        assert_eq!(last as usize, words(&text, "v").len() - 2);
    }

    #[test]
    fn a_name_with_a_line_break_cannot_add_statements() {
        let text = obj(&city(&CityParams::default()), Some("a\nv 1 2 3"));
        assert!(text.contains("\nmtllib a v 1 2 3\n"));
    }

    #[test]
    fn a_city_too_large_to_open_is_refused_before_anything_is_written() {
        let city = city(&CityParams { grid: [40, 40], ..CityParams::default() });
        let mut text = Vec::new();
        let error = write_obj(&city, None, &mut text).unwrap_err();
        let vertices = 8 * city.counts().boxes as u64;
        assert!(matches!(error, ExportError::ObjTooLarge { vertices: v, limit: 8_000_000 } if v == vertices));
        assert!(text.is_empty());
    }
}

#![allow(clippy::cast_sign_loss)] // indices are read as numbers like all others

use serde_json::Value;

use super::*;
use crate::params::CityParams;

/// A file taken apart.
struct Glb {
    json: Value,
    binary: Vec<u8>,
}

impl Glb {
    fn of(city: &City, fallback: Fallback) -> Self {
        let mut bytes = Vec::new();
        write_glb(city, fallback, &mut bytes).unwrap();
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&bytes[..4], number(4), number(8)), (b"glTF".as_slice(), 2, bytes.len()));
        let json_end = 20 + number(12);
        assert_eq!((&bytes[16..20], json_end % 4), (b"JSON".as_slice(), 0));
        let json: Value = serde_json::from_slice(&bytes[20..json_end]).unwrap();
        assert_eq!(&bytes[json_end + 4..json_end + 8], b"BIN\0");
        let binary = bytes[json_end + 8..].to_vec();
        assert_eq!((number(json_end), binary.len() % 4), (binary.len(), 0));
        assert_eq!(json["buffers"][0]["byteLength"], binary.len());
        Self { json, binary }
    }

    /// The numbers of an accessor, element after element.
    fn read(&self, accessor: &Value) -> Vec<f64> {
        let accessor = &self.json["accessors"][usize_of(accessor)];
        let view = &self.json["bufferViews"][usize_of(&accessor["bufferView"])];
        let bytes = match usize_of(&accessor["componentType"]) {
            5123 => 2,
            5125 | 5126 => 4,
            other => panic!("{other}"),
        };
        let channels = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            other => panic!("{other}"),
        };
        let offset = usize_of(&accessor["byteOffset"]);
        let length = usize_of(&accessor["count"]) * channels * bytes;
        assert!(length > 0 && offset + length <= usize_of(&view["byteLength"]));
        assert_eq!((offset % bytes, channels * bytes % 4 == 0 || view["target"] == 34_963), (0, true));
        let start = usize_of(&view["byteOffset"]) + offset;
        let number = |raw: &[u8]| match usize_of(&accessor["componentType"]) {
            5123 => f64::from(u16::from_le_bytes(raw.try_into().unwrap())),
            5125 => f64::from(u32::from_le_bytes(raw.try_into().unwrap())),
            _ => f64::from(f32::from_le_bytes(raw.try_into().unwrap())),
        };
        self.binary[start..start + length].chunks_exact(bytes).map(number).collect()
    }

    /// Views follow each other without gap or overlap and end with the chunk.
    fn check_views(&self) {
        let mut end = 0;
        for view in self.json["bufferViews"].as_array().unwrap() {
            assert_eq!((usize_of(&view["byteOffset"]), end % 4), (end, 0));
            // without it no two accessors may share the view
            assert_eq!(view.get("byteStride").is_some(), view["target"] == 34_962);
            end += usize_of(&view["byteLength"]);
        }
        assert_eq!(end, self.binary.len());
    }

    /// The stated ranges are those of the numbers.
    fn check_ranges(&self) {
        let accessors = self.json["accessors"].as_array().unwrap();
        let mut checked = 0;
        for (number, accessor) in accessors.iter().enumerate().filter(|(_, accessor)| accessor.get("min").is_some()) {
            let numbers = self.read(&Value::from(number));
            for axis in 0..3 {
                let along: Vec<f64> = numbers.iter().skip(axis).step_by(3).copied().collect();
                assert_eq!(along.iter().copied().reduce(f64::min), accessor["min"][axis].as_f64());
                assert_eq!(along.iter().copied().reduce(f64::max), accessor["max"][axis].as_f64());
            }
            checked += 1;
        }
        assert!(checked > 0);
    }
}

fn usize_of(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn city(params: &CityParams) -> City {
    City::generate(0xA749_F86C, params).unwrap()
}

fn hilly() -> City {
    city(&CityParams { grid: [2, 2], terrain: Some(30.0), own_colors: true, ..CityParams::default() })
}

#[test]
fn chunks_views_and_ranges_are_what_the_file_says() {
    for fallback in [Fallback::None, Fallback::Plain] {
        for city in [city(&CityParams::default()), hilly()] {
            let glb = Glb::of(&city, fallback);
            glb.check_views();
            glb.check_ranges();
        }
    }
}

#[test]
fn instances_are_the_boxes_of_each_city_and_the_extension_is_required() {
    for city in [city(&CityParams::default()), hilly()] {
        let glb = Glb::of(&city, Fallback::None);
        assert_eq!(glb.json["extensionsRequired"], json!(["EXT_mesh_gpu_instancing"]));
        assert_eq!(glb.json["extensionsUsed"], glb.json["extensionsRequired"]);
        let mut instances = city.instances().iter();
        for node in &glb.json["nodes"].as_array().unwrap()[..city.plan().city_count() as usize] {
            let attributes = &node["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
            let [translation, scale, color] =
                ["TRANSLATION", "SCALE", "_COLOR_0"].map(|name| glb.read(&attributes[name]));
            for ((at, size), color) in translation.chunks(3).zip(scale.chunks(3)).zip(color.chunks(3)) {
                let instance = instances.next().unwrap();
                assert_eq!(at, instance.center.map(f64::from));
                assert_eq!(size, instance.half_size.map(|half| f64::from(2.0 * half)));
                assert_eq!(color[1], f64::from(linear(instance.rgba[1])));
            }
        }
        assert_eq!(instances.count(), 0);
    }
}

#[test]
fn the_cube_has_side_1_and_faces_outward() {
    let glb = Glb::of(&city(&CityParams::default()), Fallback::None);
    let primitive = &glb.json["meshes"][0]["primitives"][0];
    let positions = glb.read(&primitive["attributes"]["POSITION"]);
    let normals = glb.read(&primitive["attributes"]["NORMAL"]);
    let indices = glb.read(&primitive["indices"]);
    assert_eq!((positions.len(), indices.len()), (72, 36));
    check_outward(&positions, &indices, |triangle| {
        let first = triangle[0] as usize * 3;
        [0, 1, 2].map(|axis| normals[first + axis])
    });
}

#[test]
fn plain_meshes_need_no_extension_and_have_the_corners_of_every_box() {
    for city in [city(&CityParams::default()), hilly()] {
        let glb = Glb::of(&city, Fallback::Plain);
        assert!(glb.json.get("extensionsRequired").is_none() && glb.json.get("extensionsUsed").is_none());
        let boxes = city.boxes();
        let mut boxes = boxes.iter();
        for node in &glb.json["nodes"].as_array().unwrap()[..city.plan().city_count() as usize] {
            let primitive = &glb.json["meshes"][usize_of(&node["mesh"])]["primitives"][0];
            let positions = glb.read(&primitive["attributes"]["POSITION"]);
            let colors = glb.read(&primitive["attributes"]["COLOR_0"]);
            let indices = glb.read(&primitive["indices"]);
            assert_eq!((positions.len() / 24, colors.len() / 32), (indices.len() / 36, indices.len() / 36));
            for (i, corners) in positions.chunks(24).enumerate() {
                let one = boxes.next().unwrap();
                assert_eq!(corners[..3], one.min.map(|c| f64::from(c as f32)));
                assert_eq!(corners[21..], one.max.map(|c| f64::from(c as f32)));
                assert!(indices[36 * i..36 * i + 36].iter().all(|index| *index as usize / 8 == i));
                assert_eq!(colors[32 * i + 3], 65_535.0);
            }
        }
        assert_eq!(boxes.count(), 0);
    }
}

#[test]
fn ground_is_a_mesh_of_its_own_that_faces_up() {
    for fallback in [Fallback::None, Fallback::Plain] {
        let glb = Glb::of(&hilly(), fallback);
        let node = glb.json["nodes"].as_array().unwrap().last().unwrap();
        assert_eq!(node["name"], "ground");
        let primitive = &glb.json["meshes"][usize_of(&node["mesh"])]["primitives"][0];
        let positions = glb.read(&primitive["attributes"]["POSITION"]);
        check_outward(&positions, &glb.read(&primitive["indices"]), |_| [0.0, 1.0, 0.0]);
    }
}

#[test]
fn many_cities_are_one_node_a_row() {
    let params = CityParams { size: 30.0, grid: [50, 21], ..CityParams::default() };
    for fallback in [Fallback::None, Fallback::Plain] {
        let city = city(&params);
        let glb = Glb::of(&city, fallback);
        glb.check_views();
        assert_eq!(glb.json["nodes"].as_array().unwrap().len(), 21);
        assert_eq!(glb.json["nodes"][0]["name"], "cities_-10");
    }
}

#[test]
fn the_same_city_gives_the_same_bytes() {
    for fallback in [Fallback::None, Fallback::Plain] {
        let [first, second] = [0, 1].map(|_| {
            let mut bytes = Vec::new();
            write_glb(&hilly(), fallback, &mut bytes).unwrap();
            bytes
        });
        assert!(first == second);
    }
}

#[test]
fn a_file_too_long_for_its_own_header_is_refused() {
    let mut document = Document::new(json!({}));
    document.view(4_000_000_000, Use::Instances);
    assert!(document.check_length(0, "").is_ok());
    let error = document.check_length(300_000_000, "; instances take a quarter of it").unwrap_err();
    let text = "a GLB file of this city would have 4300000000 bytes, and the format ends at 4294967295; instances take a \
                quarter of it";
    assert_eq!(error.to_string(), text);
}

#[test]
fn an_output_that_fails_is_reported() {
    let full: &mut [u8] = &mut [0; 1000];
    let error = write_glb(&city(&CityParams::default()), Fallback::None, full).unwrap_err();
    assert!(matches!(error, ExportError::Write(_)));
}

/// Every triangle is counter-clockwise seen from where `outward` of it points.
fn check_outward(positions: &[f64], indices: &[f64], outward: impl Fn(&[f64]) -> [f64; 3]) {
    for triangle in indices.chunks(3) {
        let [a, b, c] =
            [0, 1, 2].map(|corner| <[f64; 3]>::try_from(&positions[3 * triangle[corner] as usize..][..3]).unwrap());
        let [u, v] = [[a, b], [a, c]].map(|[p, q]| [0, 1, 2].map(|axis| q[axis] - p[axis]));
        let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let outward = outward(triangle);
        assert!((0..3).map(|axis| cross[axis] * outward[axis]).sum::<f64>() > 0.0);
    }
}

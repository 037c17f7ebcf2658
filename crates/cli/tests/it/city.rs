//! `muslin city`: a city in numbers, in files, in pictures.

use muslin_city::{City, CityParams};
use serde_json::Value;

use crate::place::{Place, color_count};

const DEFAULT_SEED: u32 = 0xA749_F86C;

/// A number at a byte of a binary file.
fn u32_at(bytes: &[u8], start: usize) -> usize {
    u32::from_le_bytes(bytes[start..start + 4].try_into().unwrap()) as usize
}

/// The document of a binary glTF file, whose container is checked, and its binary chunk.
fn glb(bytes: &[u8]) -> (Value, &[u8]) {
    assert_eq!((&bytes[..4], u32_at(bytes, 4), u32_at(bytes, 8)), (&b"glTF"[..], 2, bytes.len()));
    let json_end = 20 + u32_at(bytes, 12);
    assert_eq!(&bytes[16..20], b"JSON");
    let binary = &bytes[json_end + 8..];
    assert_eq!((u32_at(bytes, json_end), &bytes[json_end + 4..json_end + 8]), (binary.len(), &b"BIN\0"[..]));
    (serde_json::from_slice(&bytes[20..json_end]).unwrap(), binary)
}

#[test]
fn without_a_file_it_says_what_the_city_has_and_how_to_get_one() {
    let place = Place::new();
    let text = place.done("city");
    for part in [
        "0xA749F86C, in decimal 2806642796",
        "500 x 500 m",
        "1 x 1",
        "213 buildings, 656 boxes",
        "[-247, 0, -247] to [247, 143.78, 247] m",
        "tallest",
        "--out city.glb",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(place.done("city --grid 5x5").contains("18431 boxes"));
    assert_eq!(place.names("."), ["flag.toml"]);
}

#[test]
fn a_seed_may_be_written_in_every_form() {
    let place = Place::new();
    let default = place.done("city");
    for seed in ["2806642796", "0xA749F86C", "0Xa749_f86c", "-1488324500", "-- -0x58B60794"] {
        assert_eq!(place.done(&format!("city {seed}")), default, "{seed}");
    }
    assert!(place.done("city -1").contains("0xFFFFFFFF"));
}

#[test]
fn a_seed_that_is_none_is_wrong_usage_and_named() {
    let place = Place::new();
    for (seed, expected) in [
        ("0x1_0000_0000", "seed 0x1_0000_0000 is beyond 32 bits"),
        ("4294967296", "expected -2147483648 to 4294967295"),
        ("-2147483649", "seed -2147483649 is beyond 32 bits"),
        ("1e9", "`1e9` is not a seed: expected a whole number such as 42, -1 or 0xA749F86C"),
        ("1.5", "`1.5` is not a seed"),
        ("town", "`town` is not a seed"),
    ] {
        let answer = place.muslin(&format!("city {seed} --out a.json"));
        assert_eq!(answer.code, Some(2), "{seed}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{seed}: {}", answer.stderr);
    }
    let answer = place.command("city").arg("").output().unwrap();
    assert_eq!(answer.status.code(), Some(2));
    assert!(String::from_utf8(answer.stderr).unwrap().contains("is not a seed"));
    assert_eq!(place.names("."), ["flag.toml"]);
}

#[test]
fn what_cannot_be_made_is_refused_and_nothing_is_written() {
    let place = Place::new();
    for (words, code, expected) in [
        ("--grid 0x5", 1, "grid is 0 x 5: expected 1 to 1000"),
        ("--grid 1000x1000", 1, "size and grid ask for"),
        ("--grid 5", 2, "such as 5x5"),
        ("--grid -1x5", 2, "such as 5x5"),
        ("--size 15", 1, "size is 15 m: expected 16 to 10000 m"),
        ("--size nan", 1, "size is NaN m"),
        ("--size -500", 1, "size is -500 m"),
        ("--size wide", 2, "expected a number of metres"),
        ("--terrain 1001", 1, "terrain is 1001 m high: expected 0 to 1000 m"),
        ("--out a.gltf", 1, "end it in .glb, .obj or .json"),
        ("--out folder", 1, "no file of a city is called so: folder"),
        ("--out flag.toml/a.json", 1, "flag.toml"),
        ("--plain --out a.obj", 1, "--plain is for .glb files"),
        ("--look original --out a.obj", 1, "--look, --darken and --picture-size are for pictures"),
        ("--look shiny --out a.png", 2, "possible values: original, studio"),
        ("--out a.gif", 1, "add --frames 100 --advance-seed"),
        ("--out a.json --frames 3", 2, "--frames 3 alone would make the same city again and again"),
        ("--out a.json --frames 3 --advance-seed", 1, "put # where the number of the frame goes"),
        ("--out a_#.json --frames 0 --advance-seed", 2, "--frames"),
        ("--frames 3 --advance-seed", 2, "--out"),
        ("--view --out a.png", 2, "cannot be used with"),
        ("--view --size 3", 1, "size is 3 m"),
        ("--out a_#.json --advance-seed", 2, "--frames"),
        ("--out a.json --out new/a.glb --out a.obj --grid 40x40", 1, "expected at most 8000000"),
    ] {
        let answer = place.muslin(&format!("city {words}"));
        assert_eq!(answer.code, Some(code), "{words}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{words}: {}", answer.stderr);
        assert!(answer.stdout.is_empty(), "{words}: {}", answer.stdout);
        assert_eq!(place.names("."), ["flag.toml"], "{words}");
    }
}

#[test]
fn the_boxes_in_json_are_those_of_the_library_to_the_bit() {
    let place = Place::new();
    place.done("city --roads --terrain 20 --grid 2x1 --out city.json");
    let params = CityParams { roads: true, terrain: Some(20.0), grid: [2, 1], ..CityParams::default() };
    let boxes = City::generate(DEFAULT_SEED, &params).unwrap().boxes();
    let expected: Value = serde_json::from_str(&serde_json::to_string(&boxes).unwrap()).unwrap();
    let found = place.json("city.json");
    assert!(boxes.len() > 1000 && found["boxes"] == expected);
    assert_eq!(found["params"], serde_json::to_value(&params).unwrap());
    place.done("city --roads --terrain 20 --grid 2x1 --out again.json");
    assert!(place.bytes("city.json") == place.bytes("again.json"));
}

#[test]
fn a_glb_has_an_instance_a_box_and_a_plain_one_eight_vertices() {
    let place = Place::new();
    let text = place.done("city --out a/city.glb");
    assert!(text.contains("wrote a/city.glb, ") && text.contains("add --plain"), "{text}");
    let bytes = place.bytes("a/city.glb");
    let (document, binary) = glb(&bytes);
    assert_eq!(document["extensionsRequired"][0], "EXT_mesh_gpu_instancing");
    assert_eq!(binary.len(), 24 * 24 + 36 * 2 + 36 * 656);

    let text = place.done("city --out plain.glb --plain");
    assert!(!text.contains("add --plain"), "{text}");
    let bytes = place.bytes("plain.glb");
    let (document, binary) = glb(&bytes);
    assert!(document.get("extensionsUsed").is_none());
    assert_eq!(binary.len(), (36 * 4 + 8 * (12 + 8)) * 656);
}

#[test]
fn an_obj_comes_with_its_materials() {
    let place = Place::new();
    let text = place.done("city --out town.obj");
    assert!(text.contains("wrote town.mtl, ") && text.contains("wrote town.obj, "), "{text}");
    let obj = String::from_utf8(place.bytes("town.obj")).unwrap();
    let mtl = String::from_utf8(place.bytes("town.mtl")).unwrap();
    assert!(obj.contains("\nmtllib town.mtl\n"));
    assert_eq!(obj.lines().filter(|line| line.starts_with("v ")).count(), 8 * 656);
    let used = obj.lines().filter_map(|line| line.strip_prefix("usemtl "));
    assert!(used.into_iter().all(|name| mtl.contains(&format!("newmtl {name}\n"))));
    place.done("city --own-colors --out colors/town.obj");
    assert_eq!(place.names("colors"), ["town.obj"]);
}

#[test]
fn a_city_a_frame_has_the_next_seed_each() {
    let place = Place::new();
    let text = place.done("city -1 --frames 6 --advance-seed --out c/city_##.json --out c/#.glb");
    assert!(
        text.starts_with("wrote c/city_00.json to c/city_05.json, ")
            && text.contains("wrote c/0.glb to c/5.glb, ")
            && text.contains("\n6 cities in "),
        "{text}"
    );
    assert_eq!(place.names("c").len(), 12);
    for (frame, seed) in [(0, u32::MAX), (1, 0), (5, 4)] {
        let file = place.json(&format!("c/city_0{frame}.json"));
        place.done(&format!("city {seed} --out own.json"));
        assert!(file["boxes"] == place.json("own.json")["boxes"], "frame {frame}");
        assert_eq!(file["params"]["advance"], frame);
    }
    assert!(place.bytes("c/0.glb") != place.bytes("c/1.glb"));
}

#[test]
fn a_summary_of_a_city_is_one_json_object() {
    let place = Place::new();
    let answer = place.muslin("city 7 --grid 2x2 --json --out city.glb --out city.obj");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    let summary: Value = serde_json::from_str(&answer.stdout).unwrap();
    let city = City::generate(7, &CityParams { grid: [2, 2], ..CityParams::default() }).unwrap();
    assert_eq!([&summary["tool"], &summary["version"]], ["muslin", env!("CARGO_PKG_VERSION")]);
    assert_eq!(summary["seed"], 7);
    assert_eq!(summary["params"]["grid"], serde_json::json!([2, 2]));
    assert_eq!(summary["counts"], serde_json::to_value(city.counts()).unwrap());
    assert_eq!(summary["bounds"], serde_json::to_value(city.bounds()).unwrap());
    assert_eq!(summary["tallest"]["height"], city.tallest(1)[0].height);
    assert_eq!(summary["files"], serde_json::json!(["city.glb", "city.mtl", "city.obj"]));
    assert_eq!([&summary["frames"], &summary["frames_asked"]], [1, 1]);
    assert!(summary["seconds"].as_f64().unwrap() > 0.0 && summary["interrupted"] == false);

    let summary: Value = serde_json::from_str(&place.done("city --json")).unwrap();
    assert_eq!([&summary["counts"]["buildings"], &summary["counts"]["boxes"]], [213, 656]);
    let refusal: Value = serde_json::from_str(&place.muslin("city --json --size 3").stdout).unwrap();
    assert!(refusal["errors"][0]["message"].as_str().unwrap().starts_with("size is 3 m"), "{refusal}");
}

#[test]
fn a_city_is_drawn_in_two_looks() {
    let place = Place::new();
    for look in ["studio", "original"] {
        let text = place.done(&format!("city --out {look}.png --look {look} --picture-size 96x72"));
        assert!(text.contains(&format!("wrote {look}.png, ")), "{text}");
        let picture = place.picture(&format!("{look}.png"));
        assert_eq!(picture.dimensions(), (96, 72));
        assert!(color_count(&picture) > 20, "{look}");
    }
    assert_ne!(place.picture("studio.png"), place.picture("original.png"));
    place.done("city --out default.png --picture-size 96x72");
    assert_eq!(place.picture("default.png"), place.picture("studio.png"));
}

#[test]
fn pictures_of_a_frame_each_are_those_of_their_seeds() {
    let place = Place::new();
    place.done("city 4 --frames 2 --advance-seed --out c_#.png --out c.gif --picture-size 96x72");
    assert_eq!(place.names("."), ["c.gif", "c_0.png", "c_1.png", "flag.toml"]);
    place.done("city 5 --out 5.png --picture-size 96x72");
    assert_eq!(place.picture("c_1.png"), place.picture("5.png"));
    assert_ne!(place.picture("c_0.png"), place.picture("c_1.png"));
}

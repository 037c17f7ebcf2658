//! Help, usage, `info` and `schema`.

use serde_json::Value;

use crate::place::Place;

#[test]
fn wrong_usage_exits_with_2_and_says_what_is_right() {
    let place = Place::new();
    for (words, expected) in [
        ("run flag.toml --format abc", "possible values: cache, obj, pc2, npz, none"),
        ("run flag.toml --format none,cache", "--format none cannot be used with other formats"),
        ("run flag.toml --precision f16", "possible values: f32, f64"),
        ("run flag.toml --threads 0", "--threads"),
        ("run flag.toml --frame 3", "--frames"),
        ("run", "<SCENE>"),
        ("sew", "unrecognized subcommand"),
    ] {
        let answer = place.muslin(words);
        assert_eq!(answer.code, Some(2), "{words}");
        assert!(answer.stderr.contains(expected), "{words}: {}", answer.stderr);
    }
    assert_eq!(place.names("."), ["flag.toml"]);
}

#[test]
fn help_has_examples_and_version_a_number() {
    let place = Place::new();
    assert!(place.done("--help").contains("muslin run scenes/pinned2/scene.toml"));
    assert!(place.done("run --help").contains("--resume out/flag/state.muslin"));
    let city = place.done("city --help");
    assert!(city.contains("muslin city 42 --out city.glb --plain") && city.contains("Blender"));
    assert!(place.done("render --help").contains("--vary ks=500,5000,50000"));
    assert_eq!(place.done("--version"), format!("muslin {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn info_says_what_is_in_a_scene() {
    let place = Place::new();
    let text = place.done("info flag.toml");
    for part in [
        "flag (Muslin format)",
        "8 x 5 = 40 points, 1 x 0.5 m, 2 pinned",
        "67 structural, 56 shearing, 54 bending",
        "sphere of radius 0.08 m",
        "5 frames, 90 a second, 8 sub-steps",
        "480 bytes a frame, 2.9 kB in all",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let info: Value = serde_json::from_str(&place.done("info flag.toml --json --set ks=1e6")).unwrap();
    assert_eq!(info["vertex_count"], 40);
    assert_eq!(info["cloths"][0]["springs"][1]["count"], 56);
    assert!(info["cloths"][0]["ks"].as_f64() > info["cloths"][0]["max_stable_ks"].as_f64());
    assert_eq!(info["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn schemas_are_json() {
    let place = Place::new();
    for (words, title) in
        [("schema", "Muslin scene"), ("schema scene", "Muslin scene"), ("schema check", "Muslin check")]
    {
        let schema: Value = serde_json::from_str(&place.done(words)).unwrap();
        assert_eq!(schema["title"], title);
    }
}

//! Bad scenes: a message that says where and what to do, and nothing written.

use std::fs;

use serde_json::Value;

use crate::place::{Place, SCENE};

/// The small scene's cloth.
const CLOTH: &str = "[[cloth]]
pins = [[0, 0], [7, 0]]
grid = { width = 1.0, height = 0.5, columns = 8, rows = 5 }
[cloth.material]
ks = 500.0
";

/// What to replace in the small scene by what, the place that must be named, and what must be said.
const CASES: [(&str, &str, &str, &str); 11] = [
    (CLOTH, "", "flag.toml:1:1", "missing key: cloth"),
    ("[0.5, 0.9, 0.25]", "[0.5, 0.9]", "flag.toml:12:10", "expected an array of 3 numbers, found 2"),
    ("columns = 8", "columns = 1", "flag.toml:7:47", "expected a whole number, 2 or more, found 1"),
    ("[7, 0]", "[8, 0]", "flag.toml:6:17", "a pin is [column, row], from [0, 0] to [7, 4]"),
    ("ks = 500.0", "ks = nan", "flag.toml:9:6", "expected a finite number"),
    ("ks = 500.0", "thickness = -1", "flag.toml:9:13", "expected a number, 0 or more, found -1"),
    ("ks = 500.0", "areal_density = 0", "flag.toml:9:17", "expected a number above 0, found 0"),
    ("substeps = 8", "substeps = 0", "flag.toml:4:12", "expected a whole number from 1 to 1000000, found 0"),
    ("friction = 0.3", "frictoin = 0.3", "flag.toml:14:1", "did you mean friction?"),
    ("columns = 8, rows = 5", "columns = 31623, rows = 31623", "flag.toml:7:8", "lower columns and rows"),
    ("version = 1", "version = 1 2", "flag.toml:1:", "expected"),
];

#[test]
fn a_bad_scene_is_refused_with_its_place_and_a_way_out() {
    for (from, to, line, advice) in CASES {
        assert!(SCENE.contains(from), "{from} is not in the scene");
        let place = Place::with(&SCENE.replacen(from, to, 1));
        let answer = place.muslin("run flag.toml");
        assert_eq!(answer.code, Some(1), "{to}: {}", answer.stderr);
        assert!(answer.stderr.contains(&format!("[{line}")), "{to}: {}", answer.stderr);
        assert!(answer.stderr.contains(advice), "{to}: {}", answer.stderr);
        assert!(answer.stdout.is_empty() && !answer.stderr.contains(['\u{1b}', '│']), "{to}: {answer:?}");
        assert_eq!(place.names("."), ["flag.toml"], "{to}");
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    for (scene, expected) in [("folder", "found a folder"), ("flga.toml", "there is no such file")] {
        let answer = place.muslin(&format!("run {scene}"));
        assert_eq!(answer.code, Some(1));
        assert!(answer.stderr.contains(expected) && answer.stderr.contains(scene), "{}", answer.stderr);
    }
}

#[test]
fn a_bad_option_has_the_answer_of_a_bad_value_in_the_file() {
    let place = Place::new();
    for (words, expected) in [
        ("--fps -1", "expected a number above 0, found -1"),
        ("--substeps many", "expected a whole number from 1 to 1000000, found the text \"many\""),
        ("--set kss=1", "did you mean ks?"),
    ] {
        let answer = place.muslin(&format!("run flag.toml {words}"));
        assert_eq!(answer.code, Some(1), "{words}");
        assert!(answer.stderr.contains(expected), "{words}: {}", answer.stderr);
    }
}

#[test]
fn errors_are_json_where_asked_for() {
    let place = Place::with(&SCENE.replace("friction", "frictoin").replace("substeps = 8", "substeps = 0"));
    for command in ["run", "info"] {
        let answer = place.muslin(&format!("{command} flag.toml --json"));
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(1), ""));
        let errors: Value = serde_json::from_str(&answer.stdout).unwrap();
        assert_eq!(errors["errors"].as_array().unwrap().len(), 2, "{errors}");
        let place_of = |error: &Value| (error["file"].clone(), error["line"].clone(), error["column"].clone());
        assert_eq!(place_of(&errors["errors"][0]), ("flag.toml".into(), 4.into(), 12.into()));
        assert_eq!(errors["errors"][1]["severity"], "error");
        assert!(errors["errors"][1]["message"].as_str().unwrap().contains("did you mean friction?"));
    }
}

#[test]
fn a_place_that_cannot_be_written_to_is_named() {
    let place = Place::new();
    let answer = place.muslin("run flag.toml --out flag.toml");
    assert_eq!(answer.code, Some(1));
    assert!(answer.stderr.contains("choose another") && answer.stderr.contains("flag.toml"), "{}", answer.stderr);
    assert!(place.bytes("flag.toml").starts_with(b"version"));
}

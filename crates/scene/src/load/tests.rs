use muslin_geom::hash_rng;
use proptest::prelude::*;

use super::*;
use crate::scene::{Collider, Method};
use crate::schema::schema;

const OWN: &str = r#"version = 1
[settings]
substeps = 30
[[cloth]]
pins = [[0, 0], [9, 0]]
[cloth.grid]
width = 1.0
height = 1.0
columns = 10
rows = 8
[cloth.material]
ks = 5000.0
[[collider]]
shape = "sphere"
center = [0.5, 0.2, 0.5]
radius = 0.2
friction = 0.3
"#;

const COURSE: &str = r#"{
  "sphere": { "origin": [0.5, 0.2, 0.5], "radius": 0.2, "friction": 0.3 },
  "plane": { "point": [0, 0, 0], "normal": [0, 2, 0], "friction": 0.5 },
  "cloth": {
    "damping": 0.2,
    "density": 150.0,
    "ks": 5000.0,
    "enable_structural": true,
    "enable_shearing": false,
    "enable_bending": true,
    "orientation": 1,
    "width": 1,
    "height": 1,
    "num_width_points": 8,
    "num_height_points": 5,
    "thickness": 0.0095,
    "pinned": [
      [0, 0], [7, 0]
    ]
  }
}"#;

fn lines(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|problem| format!("{problem} | {}", problem.help.clone().unwrap_or_default())).collect()
}

fn refusals(name: &str, text: &str, overrides: &[&str]) -> Vec<String> {
    let overrides: Vec<String> = overrides.iter().map(|&text| text.to_owned()).collect();
    lines(load_str(name, text, &overrides).unwrap_err().problems())
}

/// Each case: what to replace in the text by what, and the beginning of every problem that this must give.
fn assert_refused(name: &str, text: &str, cases: &[(&str, &str, &[&str])]) {
    for (from, to, expected) in cases {
        assert!(text.contains(from), "{from} is not in the text");
        let found = refusals(name, &text.replacen(from, to, 1), &[]);
        assert_eq!(found.len(), expected.len(), "{from} -> {to} gives {found:#?}");
        for (found, expected) in found.iter().zip(*expected) {
            let start = format!("{name}:{expected}");
            assert!(found.starts_with(&start), "{from} -> {to} gives {found}, expected {start}");
        }
    }
}

#[test]
fn a_scene_of_ours_is_read_whole() {
    let loaded = load_str("some/folder/scene.toml", OWN, &[]).unwrap();
    assert_eq!((loaded.format, loaded.warnings.len()), (Format::Own, 0));
    assert_eq!(loaded.scene.name.as_deref(), Some("folder"));
    assert_eq!(loaded.model.pinned.iter().filter(|&&pinned| pinned).count(), 2);
    assert_eq!(loaded.model.colliders.len(), 1);
    assert_eq!(loaded.hash.len(), 64);
}

#[test]
fn toml_and_json_of_a_scene_are_the_same_scene() {
    let loaded = load_str("a.toml", OWN, &[]).unwrap();
    let json = serde_json::to_string_pretty(&loaded.scene).unwrap();
    let toml = toml::to_string(&loaded.scene).unwrap();
    for (name, text) in [("a.json", &json), ("a", &json), ("a.toml", &toml), ("a", &toml)] {
        let again = load_str(name, text, &[]).unwrap();
        assert_eq!((again.scene, again.hash, again.format), (loaded.scene.clone(), loaded.hash.clone(), Format::Own));
    }
}

#[test]
fn a_course_scene_is_read_as_the_original_reads_it() {
    let loaded = load_str("scenes/both.json", COURSE, &[]).unwrap();
    assert_eq!((loaded.format, loaded.warnings.len()), (Format::Course, 0));
    assert_eq!(loaded.scene.name.as_deref(), Some("both"));
    // the plane acts first, wherever it stands
    assert!(matches!(loaded.scene.collider[..], [Collider::Plane { .. }, Collider::Sphere { .. }]));
    let muslin_sim::Shape::Plane(plane) = loaded.model.colliders[0].shape else { panic!("not a plane") };
    assert_eq!(plane.normal.to_array(), [0.0, 1.0, 0.0]);
    let cloth = &loaded.model.cloths[0];
    assert_eq!(cloth.thickness, 0.009_499_999_694_526_196);
    assert!(cloth.springs.structural && !cloth.springs.shearing && cloth.springs.bending);
    assert_eq!((cloth.grid.columns, cloth.grid.rows), (8, 5));
    assert_eq!(loaded.model.x_rest.get(7).z, (2.0 * hash_rng::unit(0, 0, 7) - 1.0) * 0.001);
    let horizontal = load_str("a.json", &COURSE.replace("\"orientation\": 1", "\"orientation\": 0"), &[]).unwrap();
    assert_eq!(horizontal.model.x_rest.get(39).to_array(), [1.0, 1.0, 1.0]);
}

#[test]
fn every_stock_shape_of_course_scene_loads() {
    let sphere = r#""sphere": { "origin": [0.5, 0.2, 0.5], "radius": 0.2, "friction": 0.3 },"#;
    let plane = r#""plane": { "point": [0, 0, 0], "normal": [0, 2, 0], "friction": 0.5 },"#;
    let pinned = ",\n    \"pinned\": [\n      [0, 0], [7, 0]\n    ]";
    for (removed, colliders, pins) in
        [(&[sphere, plane][..], 0, 2), (&[sphere, pinned], 1, 0), (&[plane, pinned], 1, 0), (&[], 2, 2)]
    {
        let text = removed.iter().fold(COURSE.to_owned(), |text, part| text.replace(part, ""));
        let loaded = load_str("a.json", &text, &[]).unwrap();
        assert_eq!((loaded.model.colliders.len(), loaded.scene.cloth[0].pins.len()), (colliders, pins));
    }
}

#[test]
fn what_the_original_lets_pass_is_a_warning() {
    let text = COURSE
        .replace("\"num_width_points\": 8", "\"num_width_points\": 50.7")
        .replace("\"height\": 1", "\"height\": 3, \"height\": 1");
    let loaded = load_str("a.json", &text, &[]).unwrap();
    assert_eq!((loaded.scene.cloth[0].grid.columns, loaded.scene.cloth[0].grid.height), (50, 1.0));
    assert_eq!(
        lines(&loaded.warnings.iter().cloned().collect::<Vec<_>>()),
        [
            "a.json:13:5: warning: height is given more than once | the last one counts: remove the others",
            "a.json:14:25: warning: num_width_points is 50.7, 50 is used | write a whole number",
        ]
    );
}

#[test]
fn bad_scenes_of_ours_are_refused_at_the_right_place() {
    assert_refused(
        "bad.toml",
        OWN,
        &[
            ("version = 1", "", &["1:1: missing key: version | add version: 1"]),
            ("version = 1", "version = 2", &["1:11: expected 1, found 2"]),
            ("substeps = 30", "substeps = 0", &["3:12: expected a whole number from 1 to 1000000, found 0"]),
            ("substeps = 30", "substep = 30", &["3:1: unknown key: substep, did you mean substeps?"]),
            ("substeps = 30", "fps = nan", &["3:7: expected a finite number, found NaN"]),
            ("columns = 10", "columns = 1", &["9:11: expected a whole number, 2 or more, found 1"]),
            ("columns = 10", "columns = 5_000_000_000", &["9:11: expected at most 4294967295, found 5000000000"]),
            ("columns = 10", "columns = 10.5", &["9:11: expected a whole number"]),
            ("columns = 10", "columns = 5", &["5:17: pin [9, 0] is outside of the grid of 5 columns, 8 rows"]),
            (
                "columns = 10",
                "columns = 1_000_000_000",
                &["6:1: the cloth has 8000000000 points, at most 16777216 fit"],
            ),
            ("columns = 10\n", "", &["6:1: missing key: columns | add columns: a whole number, 2 or more"]),
            ("width = 1.0", "width = \"wide\"", &["7:9: expected a number above 0, found the text \"wide\""]),
            ("width = 1.0", "width = 1e200", &["7:9: expected a number of at most 1e100 in size, found 1e200"]),
            ("ks = 5000.0", "thickness = -1", &["12:13: expected a number, 0 or more, found -1"]),
            ("ks = 5000.0", "areal_density = 0", &["12:17: expected a number above 0, found 0"]),
            ("ks = 5000.0", "springs = ['shear']", &["12:12: expected \"structural\" or \"shearing\" or \"bending\""]),
            ("[0.5, 0.2, 0.5]", "[0.5, 0.2]", &["15:10: expected an array of 3 numbers, found 2"]),
            (
                "\"sphere\"",
                "\"spere\"",
                &["14:9: expected one of sphere, plane, box, city, found the text \"spere\" | did you mean"],
            ),
            ("shape = \"sphere\"\n", "", &["13:1: missing key: shape"]),
            ("friction = 0.3", "frictoin = 0.3", &["17:1: unknown key: frictoin, did you mean friction?"]),
            ("friction = 0.3", "friction = 0.3 0.4", &["17:12: this is not TOML: string values must be quoted"]),
            (
                "friction = 0.3",
                "friction = 1979-05-27",
                &["17:12: expected a number from 0 to 1, found the date 1979-05-27"],
            ),
        ],
    );
}

#[test]
fn a_scene_without_cloth_is_refused_in_every_way_of_writing_it() {
    for (name, text, expected) in [
        ("a.toml", "version = 1", "a.toml:1:1: missing key: cloth"),
        ("a.toml", "version = 1\ncloth = []", "a.toml:2:9: expected an array of one or more tables, found 0"),
        ("a.json", "{\"version\": 1}", "a.json:1:1: missing key: cloth"),
        (
            "a.json",
            "{\"sphere\": {\"origin\": [0,0,0], \"radius\": 1, \"friction\": 0}}",
            "a.json:1:1: missing key: cloth",
        ),
    ] {
        let found = refusals(name, text, &[]);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{text} gives {found:?}");
    }
    let found = refusals("a.json", "[1, 2]", &[]);
    assert_eq!(
        found,
        [
            "a.json:1:1: expected a table, found an array of 2 values | A Muslin scene. Lengths in metres, time in seconds, mass in kilograms; x right, y up, z toward the viewer. Numbers are finite and at most 1e100 in size"
        ]
    );
}

#[test]
fn bad_course_scenes_are_refused_at_the_right_place() {
    assert_refused(
        "bad.json",
        COURSE,
        &[
            (
                "\"density\"",
                "\"desity\"",
                &["4:12: missing key: density", "6:5: unknown key: desity, did you mean density?"],
            ),
            ("\"damping\": 0.2", "\"damping\": 0.2, \"mass\": 1", &["5:21: unknown key: mass"]),
            ("\"sphere\"", "\"spheer\"", &["2:3: unknown key: spheer, did you mean sphere?"]),
            ("true", "1", &["8:26: expected true or false, found 1"]),
            ("\"orientation\": 1", "\"orientation\": 2", &["11:20: expected 0 or 1, found 2"]),
            ("\"num_width_points\": 8", "\"num_width_points\": 1", &["14:25: expected a number, 2 or more, found 1"]),
            ("\"num_width_points\": 8", "\"num_width_points\": 31623e3", &["14:25: the cloth has 158115000 points"]),
            ("[7, 0]", "[8, 0]", &["18:15: pin [8, 0] is outside of the grid of 8 columns, 5 rows"]),
            ("[0, 2, 0]", "[0, 0, 0]", &["3:44: expected a finite vector that is not zero"]),
            ("[0.5, 0.2, 0.5]", "[0.5, 0.2]", &["2:25: expected an array of 3 numbers, found 2"]),
            ("0.0095,", "0.0095,,", &["16:25: this is not JSON"]),
            ("150.0", "1e999", &["6:16: expected a finite number, found inf"]),
        ],
    );
}

/// A relaxation scene that leaves all to the method.
const RELAXED: &str = "version = 1\nmethod = 'relaxation'\n[[cloth]]\ngrid = { width = 1, height = 1, columns = 9, rows = 9 }\n\
    [[collider]]\nshape = 'sphere'\ncenter = [0.5, 0.2, 0.5]\nradius = 0.2\n\
    wave = { amplitude = [0, 0.1, 0], rate = 0.001 }\n";

#[test]
fn a_method_has_its_own_values_where_the_file_is_silent() {
    let document = muslin_sim::Settings::of(Method::Relaxation);
    let plain = OWN.replace("[settings]\nsubsteps = 30\n", "");
    for (text, overrides) in [(RELAXED, &[][..]), (&plain, &["method=relaxation", "relaxation_stiffness=0.03"])] {
        let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
        let loaded = load_str("a.toml", text, &overrides).unwrap();
        assert_eq!(loaded.scene.settings, document);
        assert_eq!(loaded.model.method, Method::Relaxation);
        let cloth = &loaded.model.cloths[0];
        assert!(cloth.springs.structural && cloth.springs.shearing && !cloth.springs.bending);
        assert_eq!(cloth.relaxation_stiffness, 0.03);
    }
    let text =
        RELAXED.replace("[[cloth]]", "[settings]\nsubsteps = 4\n[[cloth]]\nmaterial = { springs = ['bending'] }");
    let loaded = load_str("a.toml", &text, &["fps=24".to_owned()]).unwrap();
    assert_eq!([loaded.scene.settings.fps, loaded.scene.settings.h()], [24.0, 1.0 / 24.0 / 4.0]);
    assert_eq!(loaded.scene.cloth[0].material.springs, [muslin_sim::SpringKind::Bending]);
}

#[test]
fn a_written_value_that_the_method_does_not_use_is_a_warning_at_its_place() {
    let text = RELAXED
        .replace("[[cloth]]", "settings = { cell_rule = 'floor' }\n[[cloth]]\nmaterial = { ks = 5000, damping = 0 }");
    let loaded = load_str("a.toml", &text, &["thickness=0.1".to_owned()]).unwrap();
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "a.toml:5:19: warning: the method relaxation does not use ks",
            "a.toml:5:35: warning: the method relaxation does not use damping",
            "--set:1:11: warning: the method relaxation does not use thickness",
            "a.toml:3:26: warning: the method relaxation does not use cell_rule",
        ]
    );
    let loaded = load_str("a.toml", &OWN.replace("ks = 5000.0", "relaxation_stiffness = 0.01"), &[]).unwrap();
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["a.toml:12:24: warning: the method mass_spring does not use relaxation_stiffness"]);
}

#[test]
fn what_the_method_does_not_use_does_not_change_the_hash() {
    let hash = |overrides: &[&str]| {
        let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
        load_str("a.toml", RELAXED, &overrides).unwrap().hash
    };
    assert_eq!(hash(&["ks=1"]), hash(&[]));
    assert_eq!(hash(&["relaxation_stiffness=0.03"]), hash(&[]));
    assert_eq!(hash(&["origin_point=[0,0]"]), hash(&[]));
    assert_ne!(hash(&["relaxation_stiffness=0.02"]), hash(&[]));
    assert_ne!(hash(&["rate=0.002"]), hash(&[]));
    assert_ne!(hash(&["method=mass_spring"]), hash(&[]));
}

#[test]
fn a_wave_is_read_with_its_defaults_and_bad_ones_are_refused() {
    let loaded = load_str("a.toml", RELAXED, &[]).unwrap();
    let wave = loaded.model.colliders[0].wave.unwrap();
    assert_eq!((wave.phase, wave.form, wave.pi), (0.0, muslin_sim::WaveForm::Sin, std::f64::consts::PI));
    assert_refused(
        "bad.toml",
        RELAXED,
        &[
            ("rate = 0.001", "", &["9:8: missing key: rate"]),
            ("rate = 0.001", "rate = 0.001, form = 'tan'", &["9:56: expected \"sin\" or \"cos\""]),
            ("rate = 0.001", "rate = 0.001, speed = 1", &["9:49: unknown key: speed"]),
            ("[0, 0.1, 0]", "0.1", &["9:22: expected an array of 3 numbers, found 0.1"]),
        ],
    );
    // a wave of which only a part is given beside a scene without one
    let still = RELAXED.replace("wave = { amplitude = [0, 0.1, 0], rate = 0.001 }\n", "");
    assert!(load_str("a.toml", &still, &["rate=0.1".to_owned()]).is_err());
}

#[test]
fn values_that_make_relaxation_tremble_or_fly_are_doubted() {
    for (overrides, expected) in [
        (&["relaxation_stiffness=0.1"][..], "will tremble"),
        (&["gravity=[0,-9.8,0]"], "gravity moves points by 9.800e0 m in each pass"),
        (&["springs="], "nothing holds the cloth together"),
    ] {
        let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
        let text = RELAXED.replace("[[cloth]]", "[[cloth]]\nmaterial = { springs = [] }");
        let text = if overrides[0] == "springs=" { &text } else { RELAXED };
        let overrides = if overrides[0] == "springs=" { &[] } else { &overrides[..] };
        let loaded = load_str("a.toml", text, overrides).unwrap();
        let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        assert!(warnings.len() == 1 && warnings[0].contains(expected), "{warnings:?}");
    }
}

#[test]
fn several_faults_are_all_reported() {
    let text = OWN.replace("columns = 10", "columns = 1").replace("radius", "radios").replace("= 5000.0", "= true");
    let found = refusals("bad.toml", &text, &[]);
    assert_eq!(found.len(), 4, "{found:#?}"); // radius is missing, and radios is not known
}

#[test]
fn warnings_about_a_model_point_into_the_file_or_at_the_override() {
    let ks = load_str("a.toml", &OWN.replace("5000.0", "1e9"), &[]).unwrap();
    assert!(ks.warnings.iter().next().unwrap().to_string().starts_with("a.toml:12:6: warning: ks is 1000000000 N/m"));
    let ks = load_str("a.json", COURSE, &["ks=1e9".to_owned()]).unwrap();
    assert!(ks.warnings.iter().next().unwrap().to_string().starts_with("--set:1:4: warning: ks is 1000000000 N/m"));
    let size = refusals("a.toml", OWN, &["rows=1000000000"]);
    assert!(size[0].starts_with("--set:1:6: the cloth has 10000000000 points"), "{size:?}");
    let density = load_str("a.json", &COURSE.replace("5000.0", "1e9"), &[]).unwrap();
    assert!(density.warnings.iter().next().unwrap().to_string().starts_with("a.json:7:11: warning: ks is"));
}

#[test]
fn every_key_that_is_written_is_in_the_schema() {
    fn assert_known(value: &serde_json::Value, schema: &serde_json::Value, path: &str) {
        if let Some(table) = value.as_object() {
            let variants = crate::schema_walk::Variants::of(schema);
            let schema =
                variants.and_then(|variants| variants.named(value[variants.tag].as_str().unwrap())).unwrap_or(schema);
            for (key, value) in table {
                let property = &schema["properties"][key];
                assert!(property["description"].is_string() || property["const"].is_string(), "{path}.{key}");
                assert_known(value, property, &format!("{path}.{key}"));
            }
        }
        for item in value.as_array().into_iter().flatten() {
            assert_known(item, &schema["items"], path);
        }
    }
    for (name, text) in [("a.toml", OWN), ("a.json", COURSE)] {
        let loaded = load_str(name, text, &["jitter=0.1".to_owned(), "origin=[0,0,0]".to_owned()]).unwrap();
        assert_known(&serde_json::to_value(&loaded.scene).unwrap(), &schema(), "");
    }
    assert_eq!(schema()["properties"]["version"]["const"], 1);
    assert_eq!(schema()["title"], "Muslin scene");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for name in ["a.toml", "a.json", "a"] {
            if let Ok(source) = file::text(name, bytes.clone()) {
                let _ = load_source(&source, &[]);
            }
        }
    }

    #[test]
    fn no_cut_or_mutated_scene_makes_it_panic(
        course in any::<bool>(),
        at in 0_usize..700,
        removed in 0_usize..40,
        inserted in r#"[\[\]{}:,"'=.\-0-9a-zé \n]{0,8}"#,
    ) {
        let (name, text) = if course { ("a.json", COURSE) } else { ("a.toml", OWN) };
        let start = at.min(text.len());
        let end = (start + removed).min(text.len());
        let changed = format!("{}{inserted}{}", &text[..start], &text[end..]);
        for text in [&changed, &changed[..start + inserted.len()]] {
            if let Err(error) = load_str(name, text, &[]) {
                prop_assert!(!error.problems().is_empty());
                for problem in error.problems() {
                    prop_assert!(problem.span.is_none_or(|span| span.offset() + span.len() <= text.len()));
                }
            }
        }
    }

    #[test]
    fn no_override_makes_it_panic(assignment in r#"[a-z0-9.\[\]_]{0,12}=?[\[\]{}:,"'=.\-0-9a-zé ]{0,12}"#) {
        let _ = load_str("a.toml", OWN, &[assignment]);
    }
}

const SHEET: &str = "version = 1\n[[cloth]]\ngrid = { width = 1, height = 1, columns = 3, rows = 3 }\n";

#[test]
fn a_box_and_a_city_become_boxes_where_they_are_said_to_be() {
    let text = format!(
        "{SHEET}[[collider]]\nshape = 'box'\ncenter = [1, 2, 3]\nsize = [2, 4, 6]\n\
         [[collider]]\nshape = 'city'\nseed = 0xA749F86C\ncenter = [0, -5, 0]\n\
         [[collider]]\nshape = 'city'\nseed = -1488324500\n"
    );
    let model = load_str("a.toml", &text, &[]).unwrap().model;
    let boxes = |index: usize| match &model.colliders[index].shape {
        muslin_sim::Shape::Boxes(boxes) => boxes.clone(),
        _ => panic!("not boxes"),
    };
    let cube = boxes(0);
    let [one] = cube.boxes() else { panic!("not one") };
    assert_eq!((one.min.to_array(), one.max.to_array()), ([0.0; 3], [2.0, 4.0, 6.0]));
    assert_eq!((boxes(1).boxes().len(), boxes(1).offset.y), (656, -5.0));
    assert_eq!(boxes(1).boxes(), boxes(2).boxes(), "a negative seed is the positive one with the same bits");
}

#[test]
fn a_box_and_a_city_that_cannot_be_are_refused_by_key() {
    let cases = [
        ("shape = 'box'\ncenter = [0, 0, 0]\nsize = [1, 0, 1]", "above 0 m"),
        ("shape = 'city'\nseed = 4294967296", "4294967295"),
        ("shape = 'city'\nseed = 1\nsize = 5", "16"),
        ("shape = 'city'\nseed = 1\ngrid = [0, 1]", "from 1 to 1000, found 0"),
        ("shape = 'city'\nseed = 1\nsize = 10000\ngrid = [2, 1]", "km²"),
        ("shape = 'city'\nseed = 1\nfriction = 2", "from 0 to 1, found 2"),
        ("shape = 'city'", "seed"),
    ];
    for (collider, expected) in cases {
        let error = load_str("a.toml", &format!("{SHEET}[[collider]]\n{collider}\n"), &[]).unwrap_err();
        let text = error.problems().iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        assert!(text.contains(expected), "{collider}: {text}");
    }
}

#[test]
fn wind_and_links_that_cannot_be_are_refused_by_key() {
    let cases = [
        ("[wind]\ndirection = [1, 0]\nstrength = 1", "wind.direction", "3"),
        ("[wind]\ndirection = [1, 0, 0]", "wind", "strength"),
        ("[wind]\ndirection = [1, 0, 0]\nstrength = nan", "wind.strength", "NaN"),
        ("[wind]\ndirection = [1, 0, 0]\nstrength = 1\nair = { drag = -1 }", "wind.air.drag", "0"),
        ("[wind]\ndirection = [1, 0, 0]\nstrength = 1\ngusts = { row_points = 0 }", "wind.gusts.row_points", "1"),
        ("[settings]\nsweeps = 0", "settings.sweeps", "1"),
        ("[settings]\nwarm_start = 2", "settings.warm_start", "0 to 1"),
    ];
    for (lines, key, expected) in cases {
        let text = format!("{SHEET}{lines}\n");
        let error = load_str("a.toml", &text, &["method=impulse".to_owned()]).unwrap_err();
        let said = error.problems().iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        assert!(said.contains(expected), "{key}: {said}");
    }
    let air = format!("{SHEET}[wind]\ndirection = [1, 0, 0]\nstrength = 1\nair = {{}}\n");
    let error = load_str("a.toml", &air, &["method=relaxation".to_owned()]).unwrap_err();
    assert!(error.problems()[0].to_string().contains("relaxation knows no velocities"), "{:?}", error.problems());
}

#[test]
fn a_picture_in_a_few_lines_has_the_values_of_its_document() {
    let text = "version = 1\nmethod = 'impulse'\n[[cloth]]\nhanger_length = 100\n\
                grid = { width = 456, height = 594, columns = 9, rows = 9, orientation = 'hanging' }\n";
    let loaded = load_str("a.toml", text, &[]).unwrap();
    let cloth = &loaded.model.cloths[0];
    assert!((cloth.vertex_mass * 81.0 - 1.0).abs() < 1e-12, "1 kg in all");
    assert_eq!((cloth.damping, cloth.hangers.len(), loaded.model.settings.sweeps), (80.0, 9, 8));
    assert_eq!(loaded.model.settings.gravity, [0.0, -1000.0, 0.0]);
    let compat = load_str("a.toml", text, &["compat=true".to_owned()]).unwrap();
    assert_eq!((compat.model.settings.sweeps, compat.model.settings.warm_start), (10, 0.0));
    assert_ne!(compat.hash, loaded.hash);
}

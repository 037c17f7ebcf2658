//! The picture that a run leaves.

use serde_json::Value;

use crate::place::{Place, color_count};

/// Where the system looks for Vulkan drivers and OpenGL libraries: nowhere.
const NO_DRIVER: [(&str, &str); 3] =
    [("VK_DRIVER_FILES", "/none"), ("VK_ICD_FILENAMES", "/none"), ("WGPU_BACKEND", "vulkan")];

#[test]
fn a_run_leaves_a_picture_of_its_last_frame() {
    let place = Place::new();
    let stdout = place.done("run flag.toml");
    assert!(stdout.contains("wrote out/flag/preview.png\n"), "{stdout}");
    let picture = place.picture("out/flag/preview.png");
    assert_eq!(picture.dimensions(), (640, 480));
    assert!(color_count(&picture) > 100);
    place.done("render out/flag --size 640x480 --out last.png");
    place.done("run flag.toml --frames 0 --out start");
    assert_ne!(picture, place.picture("start/preview.png"));
    assert_eq!(picture, place.picture("last.png"));
}

#[test]
fn a_run_leaves_no_picture_where_none_is_wanted() {
    let place = Place::new();
    place.done("run flag.toml --no-preview");
    place.done("run flag.toml --format none --metrics m.csv");
    assert_eq!(place.names("out/flag"), ["cache.json", "cache.muslin", "scene.json", "state.muslin"]);
    assert_eq!(place.names("."), ["flag.toml", "m.csv", "out"]);
}

#[test]
fn a_run_without_a_driver_is_a_run_all_the_same() {
    let place = Place::new();
    let output = place.command("run flag.toml --strict").envs(NO_DRIVER).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let line = stdout.lines().find(|line| line.starts_with("preview: none (")).unwrap();
    assert!(line.contains("mesa-vulkan-drivers"), "{line}");
    assert_eq!(place.names("out/flag"), ["cache.json", "cache.muslin", "scene.json", "state.muslin"]);

    let output = place.command("run flag.toml --json").envs(NO_DRIVER).output().unwrap();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(summary["no_preview"].as_str().unwrap().contains("driver"), "{summary}");
    assert_eq!(summary["files"].as_array().unwrap().len(), 4);

    let output = place.command("render flag.toml").envs(NO_DRIVER).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("mesa-vulkan-drivers"));
}

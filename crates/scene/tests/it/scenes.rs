//! Every folder in `scenes/` is an example that holds what it says.

use std::path::Path;
use std::thread;

use muslin_scene::Check;

use crate::run::{Run, load_scene, name_of, scene_folders};

#[test]
fn every_scene_ends_as_its_check_says() {
    let folders = scene_folders();
    thread::scope(|scope| {
        for folder in &folders {
            scope.spawn(|| run_and_check(folder));
        }
    });
}

fn run_and_check(folder: &Path) {
    let name = name_of(folder);
    let check = Check::load(&folder.join("check.toml")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let loaded = load_scene(&name, &[]);
    let mut run = Run::new(&loaded.model);
    run.advance_to(check.frames);
    let failures = check.evaluate(&loaded.model, &run.state);
    assert!(failures.is_empty(), "scenes/{name}: {}", failures.join("; "));
}

#[test]
fn every_scene_loads_without_a_warning_and_says_in_one_line_what_it_shows() {
    for folder in scene_folders() {
        let name = name_of(&folder);
        let loaded = load_scene(&name, &[]);
        assert!(loaded.warnings.iter().next().is_none(), "scenes/{name} has warnings");
        assert_eq!(loaded.scene.name.as_deref(), Some(name.as_str()), "the folder names the scene");
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        assert!(readme.ends_with(".\n") && readme.lines().count() == 1, "scenes/{name}/README.md is not one sentence");
    }
}

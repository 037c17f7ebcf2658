//! The course project's own files are read as they are, and mean what ours mean.

use std::path::{Path, PathBuf};

use muslin_scene::{Format, LoadedScene, load};

use crate::run::{Run, load_scene};

/// The course's five scenes, ours of the same content, and six small ones.
const STOCK: [(&str, &str); 5] = [
    ("pinned2", "pinned2"),
    ("pinned4", "pinned4"),
    ("sphere", "sphere"),
    ("plane", "plane"),
    ("selfCollision", "self_collision"),
];

fn course_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/course")
}

fn load_course(name: &str) -> LoadedScene {
    load(&course_folder().join(format!("{name}.json")), &[]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_course_file_loads_without_a_warning() {
    let mut count = 0;
    for entry in course_folder().read_dir().unwrap() {
        let path = entry.unwrap().path();
        let loaded = load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.format, Format::Course, "{}", path.display());
        assert!(loaded.warnings.iter().next().is_none(), "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 11);
}

#[test]
fn our_form_of_a_course_scene_is_the_same_scene() {
    for (course, ours) in STOCK {
        let (course, ours) = (load_course(course), load_scene(ours, &[]));
        assert_eq!(course.hash, ours.hash, "{:?}", ours.scene.name);
        // every field of it; unlike ==, the text tells the two zeros apart
        assert_eq!(format!("{:?}", course.model), format!("{:?}", ours.model), "{:?}", ours.scene.name);
    }
}

#[test]
fn our_form_of_a_course_scene_moves_alike() {
    let (course, ours) = (load_course("pinned2"), load_scene("pinned2", &[]));
    let hash = |loaded: &LoadedScene| {
        let mut run = Run::new(&loaded.model);
        run.advance_to(3);
        run.state.hash()
    };
    assert_eq!(hash(&course), hash(&ours));
    assert_ne!(hash(&load_course("pinned4")), hash(&ours));
}

//! `muslin run`: it writes what it says, the same in every way of running.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::place::{Answer, Place, hashes, sidecar_hashes};

#[test]
fn a_run_writes_what_it_says() {
    let place = Place::new();
    let stdout = place.done("run flag.toml --hash");
    let lines: Vec<&str> = stdout.lines().skip(6).collect();
    for (line, start) in lines.iter().zip([
        "wrote out/flag/cache.muslin",
        "wrote out/flag/cache.json",
        "wrote out/flag/scene.json",
        "wrote out/flag/state.muslin",
        "wrote out/flag/preview.png",
        "frames 0 to 5 in ",
        "largest stretch ",
        "hash ",
    ]) {
        assert!(line.starts_with(start), "{line} instead of {start}");
    }
    assert_eq!(lines.len(), 8, "{stdout}");
    assert_eq!(place.names("out/flag"), ["cache.json", "cache.muslin", "preview.png", "scene.json", "state.muslin"]);

    let mut cache = place.cache("out/flag");
    assert_eq!((cache.frame_count(), cache.first_frame(), cache.vertex_count()), (6, 0, 40));
    assert!(cache.read_frame(5).unwrap().is_finite());
    let printed = hashes(&stdout);
    assert_eq!(printed.iter().map(|(frame, _)| *frame).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let sidecar = place.json("out/flag/cache.json");
    assert_eq!(sidecar_hashes(&sidecar), printed.iter().map(|(_, hash)| hash.clone()).collect::<Vec<_>>());
    assert_eq!(sidecar["interrupted"], false);
    assert_eq!(lines[7], format!("hash {} (frame 5)", printed[5].1));
}

#[test]
fn every_format_comes_where_asked_with_64_bits_where_asked() {
    let place = Place::new();
    place.done(
        "run flag.toml --out a/b --format cache,obj,pc2,npz --precision f64 --metrics tables/m.csv --frames 2 --no-preview",
    );
    assert_eq!(
        place.names("a/b"),
        [
            "cache.json",
            "cache.muslin",
            "flag.npz",
            "flag.npz.json",
            "flag.obj",
            "flag.pc2",
            "flag.pc2.json",
            "obj",
            "scene.json",
            "state.muslin"
        ]
    );
    assert_eq!(place.names("a/b/obj"), ["flag_0000.obj", "flag_0001.obj", "flag_0002.obj", "sequence.json"]);
    assert_eq!(place.cache("a/b").precision().bytes(), 8);
    let table = fs::read_to_string(place.path("tables/m.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!([rows[0][0], rows[1][0], rows[3][0]], ["frame", "0", "2"]);
    let hashes = sidecar_hashes(&place.json("a/b/cache.json"));
    assert_eq!([rows[1][11], rows[3][11]], [&hashes[0], &hashes[2]]);
    assert_eq!(rows[1][3..6], ["0", "0", "0"]); // at rest
    assert!(rows[3][3].parse::<f64>().unwrap() > 0.0);
}

#[test]
fn format_none_writes_nothing() {
    let place = Place::new();
    let stdout = place.done("run flag.toml --format none --hash --frames 0");
    assert_eq!(hashes(&stdout).len(), 1);
    assert_eq!(place.names("."), ["flag.toml"]);
}

#[test]
fn one_thread_and_four_write_the_same_bytes() {
    let place = Place::new();
    let stdout = [1, 4].map(|threads| {
        let words = format!(
            "run flag.toml --frames 30 --threads {threads} --out {threads} --format cache,obj --hash --no-preview"
        );
        hashes(&place.done(&words))
    });
    assert_eq!(stdout[0], stdout[1]);
    assert_eq!(place.names("1/obj").len(), 32);
    for name in ["cache.muslin", "cache.json", "state.muslin", "scene.json", "obj/flag_0030.obj"] {
        assert_eq!(place.bytes(&format!("1/{name}")), place.bytes(&format!("4/{name}")), "{name}");
    }
}

#[test]
fn options_are_overrides_and_the_written_scene_is_the_one_that_ran() {
    let place = Place::new();
    let summary: Value = serde_json::from_str(
        &place.done("run flag.toml --no-preview --json --fps 24 --steps 40 --frames 3 --set ks=100"),
    )
    .unwrap();
    assert_eq!([&summary["fps"], &summary["substeps"], &summary["last_frame"]], [24.0, 40.0, 3.0]);
    let scene = place.json("out/flag/scene.json");
    assert_eq!(scene["settings"]["fps"], 24.0);
    assert_eq!(scene["cloth"][0]["material"]["ks"], 100.0);
    assert_eq!(scene["cloth"][0]["grid"]["jitter"], 0.0);
    let again: Value =
        serde_json::from_str(&place.done("run out/flag/scene.json --json --out again --no-preview")).unwrap();
    for key in ["hash", "scene_hash", "last_frame", "scene"] {
        assert_eq!(again[key], summary[key], "{key}");
    }
}

#[test]
fn the_summary_is_one_json_object() {
    let place = Place::new();
    let answer = place.muslin("run flag.toml --json");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    let summary: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(summary["tool"], "muslin");
    assert_eq!(summary["hash"], sidecar_hashes(&place.json("out/flag/cache.json"))[5].as_str());
    assert_eq!([&summary["first_frame"], &summary["frames_asked"], &summary["vertex_count"]], [0, 5, 40]);
    assert_eq!(summary["files"].as_array().unwrap().len(), 5);
    assert!(summary["no_preview"].is_null());
    assert_eq!(summary["warnings"], serde_json::json!([]));
    for key in ["seconds", "ms_per_frame", "max_strain", "self_corrections", "collider_contacts", "non_finite"] {
        assert!(summary[key].is_number(), "{key}");
    }
    assert_eq!(summary["interrupted"], false);
}

#[test]
fn strict_counts_warnings_and_vertices_that_were_put_back() {
    let place = Place::new();
    assert_eq!(place.muslin("run flag.toml --strict --no-preview").code, Some(0));
    let answer = place.muslin("run flag.toml --strict --set ks=1e6 --out stiff --no-preview");
    assert_eq!(answer.code, Some(3), "{}", answer.stderr);
    assert!(answer.stderr.contains("raise settings.substeps"), "{}", answer.stderr);
    assert!(answer.stdout.contains("1 warning\n"), "{}", answer.stdout);
    assert_eq!(place.names("stiff").len(), 4);
    assert_eq!(place.muslin("run flag.toml --set ks=1e6 --no-preview").code, Some(0));

    let torn = place.muslin("run flag.toml --strict --json --set ks=1e99 --set areal_density=1e-99 --precision f64");
    let summary: Value = serde_json::from_str(&torn.stdout).unwrap();
    assert_eq!(torn.code, Some(3));
    assert!(summary["non_finite"].as_u64().unwrap() > 0, "{summary}");
    let last = summary["warnings"].as_array().unwrap().last().unwrap();
    assert!(last["message"].as_str().unwrap().contains("put back"), "{last}");
    assert!(last["help"].as_str().unwrap().contains("substeps (8 now)"), "{last}");
}

#[test]
fn progress_is_silent_unless_asked_for() {
    let place = Place::new();
    assert_eq!(place.muslin("run flag.toml --no-preview").stderr, "");
    let lines = place.muslin("run flag.toml --no-preview --progress lines").stderr;
    assert_eq!(lines.lines().count(), 6, "{lines}");
    assert!(lines.lines().last().unwrap().starts_with("frame 5 of 5, "), "{lines}");
}

#[test]
fn a_course_scene_runs() {
    let place = Place::new();
    let course = r#"{"cloth": {"damping": 0.2, "density": 150, "ks": 5000, "enable_structural": true,
        "enable_shearing": true, "enable_bending": true, "orientation": 1, "width": 1, "height": 1,
        "num_width_points": 8, "num_height_points": 5, "thickness": 0.0095, "pinned": [[0, 4], [7, 4]]}}"#;
    fs::write(place.path("pinned.json"), course).unwrap();
    let first = hashes(&place.done("run pinned.json --frames 3 --hash --no-preview"));
    assert_eq!(place.cache("out/pinned").frame_count(), 4);
    let again = hashes(&place.done("run out/pinned/scene.json --hash --format none"));
    assert_eq!(again, first);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error_and_the_files_are_whole() {
    let place = Place::new();
    let script = |words: &str| {
        let program = env!("CARGO_BIN_EXE_muslin");
        let line = format!("{{ {program} run flag.toml --hash --no-preview {words}; echo $? >code; }} | head -1");
        let answer = Command::new("sh").args(["-c", &line]).current_dir(place.path(".")).stdin(Stdio::null()).output();
        let answer = Answer::from(answer.unwrap());
        assert!(answer.stdout.starts_with("0 ") && answer.stdout.lines().count() == 1, "{answer:?}");
        assert_eq!((answer.stderr.as_str(), place.bytes("code").as_slice()), ("", b"0\n".as_slice()));
    };
    script("--frames 500");
    assert_eq!(place.cache("out/flag").frame_count(), 501);
    // here nobody waits for anything: it must not go on to the end
    script("--frames 10000000 --format none");
}

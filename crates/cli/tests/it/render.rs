//! `muslin render`: pictures, sequences, films.

use std::fs::File;
use std::io::BufReader;
use std::process::{Command, Stdio};

use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;
use serde_json::Value;

use crate::place::{Answer, Place, color_count};

/// Times at which the pictures of a GIF change [ms].
fn gif_delays(place: &Place, name: &str) -> Vec<u32> {
    let decoder = GifDecoder::new(BufReader::new(File::open(place.path(name)).unwrap())).unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    assert!(frames.iter().all(|frame| color_count(frame.buffer()) > 10));
    frames.iter().map(|frame| frame.delay().numer_denom_ms().0).collect()
}

#[allow(clippy::print_stderr)] // a test that tests nothing should say so
fn has_ffmpeg() -> bool {
    let found = Command::new("ffprobe").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped: there is no ffmpeg");
    }
    found
}

/// What ffprobe says about the pictures of a film, one word each.
fn probed(place: &Place, name: &str, entries: &str) -> Vec<String> {
    let mut command = Command::new("ffprobe");
    command.args(["-v", "error", "-count_frames", "-show_entries", &format!("stream={entries}"), "-of", "csv=p=0"]);
    let answer = Answer::from(command.arg(place.path(name)).output().unwrap());
    assert_eq!(answer.stderr, "");
    answer.stdout.trim().trim_end_matches(',').split(',').map(str::to_owned).collect()
}

#[test]
fn a_picture_has_the_size_that_was_asked_for_and_something_in_it() {
    let place = Place::new();
    let stdout = place.done("render flag.toml --size 96x72");
    assert!(stdout.starts_with("wrote out/flag/flag_0005.png\n1 picture of 96 x 72 in "), "{stdout}");
    let picture = place.picture("out/flag/flag_0005.png");
    assert_eq!(picture.dimensions(), (96, 72));
    assert!(color_count(&picture) > 100);
    assert_eq!(place.names("out/flag"), ["flag_0005.png"]);
}

#[test]
fn a_scene_and_its_cache_give_the_same_picture() {
    let place = Place::new();
    place.done("run flag.toml --no-preview --precision f64");
    for frame in [0, 3, 5] {
        for (input, name) in [
            ("flag.toml", "scene"),
            ("out/flag", "folder"),
            ("out/flag/cache.muslin", "cache"),
            ("out/flag/cache.json", "json"),
        ] {
            place.done(&format!("render {input} --frame {frame} --size 96x72 --out {name}_#.png"));
        }
        let picture = place.picture(&format!("scene_{frame}.png"));
        for name in ["folder", "cache", "json"] {
            assert_eq!(place.picture(&format!("{name}_{frame}.png")), picture, "{name}, frame {frame}");
        }
    }
    assert_ne!(place.bytes("scene_0.png"), place.bytes("scene_5.png"));
}

#[test]
fn a_scene_is_drawn_beyond_its_end() {
    let place = Place::new();
    place.done("render flag.toml --frame 9 --size 96x72 --out 9.png");
    place.done("run flag.toml --frames 9 --no-preview --precision f64");
    place.done("render out/flag --size 96x72 --out last.png");
    assert_eq!(place.picture("9.png"), place.picture("last.png"));
}

#[test]
fn a_range_gives_numbered_files() {
    let place = Place::new();
    let stdout = place.done("render flag.toml --frames 0..5 --size 96x72");
    assert!(stdout.starts_with("wrote out/flag/flag_0000.png to out/flag/flag_0005.png\n6 pictures"), "{stdout}");
    let names = [0, 1, 2, 3, 4, 5].map(|frame| format!("flag_000{frame}.png"));
    assert_eq!(place.names("out/flag"), names);
    place.done("render flag.toml --frames 1.. --every 2 --size 96x72 --out shots/s-##-a.png --samples 1");
    assert_eq!(place.names("shots"), ["s-01-a.png", "s-03-a.png", "s-05-a.png"]);
    place.done("run flag.toml --no-preview --out b");
    place.done("render b --frames ..1 --size 96x72 --out folder");
    assert_eq!(place.names("folder"), ["flag_0000.png", "flag_0001.png"]);
}

#[test]
fn the_camera_of_a_sequence_stands_still() {
    let place = Place::new();
    place.done("render flag.toml --frames 0..40 --every 40 --size 96x72 --background ff0000 --out seq");
    place.done("render flag.toml --frame 0 --size 96x72 --background ff0000 --out start.png");
    let [first, start] = [place.bytes("seq/flag_0000.png"), place.bytes("start.png")];
    assert!(first != start, "it shows the first frame with room for the last");
    place.done("render flag.toml --frames 0..40 --every 20 --size 96x72 --background ff0000 --out more");
    assert!(first == place.bytes("more/flag_0000.png"), "frames between do not move it");
}

#[test]
fn a_gif_has_all_pictures_and_runs_in_time() {
    let place = Place::new();
    let summary: Value =
        serde_json::from_str(&place.done("render flag.toml --out a/film.gif --frames 0..9 --size 96x72 --json"))
            .unwrap();
    // 90 a second are too many: 0.1 s at 50 a second
    assert_eq!(gif_delays(&place, "a/film.gif"), [20; 6]);
    assert_eq!([&summary["fps"], &summary["pictures"], &summary["last_frame"]], [50.0, 6.0, 9.0]);
    place.done("render flag.toml --out film.gif --frames 0..9 --every 3 --size 96x72");
    assert_eq!(gif_delays(&place, "film.gif"), [30, 40, 30, 30]);
    assert_eq!(place.names("a"), ["film.gif"]);
}

#[test]
fn a_film_has_all_pictures_and_even_sides() {
    if !has_ffmpeg() {
        return;
    }
    let place = Place::new();
    for name in ["film.mp4", "film.mov", "film.webm"] {
        let answer = place.muslin(&format!("render flag.toml --out {name} --size 95x71"));
        assert_eq!(answer.code, Some(0), "{name}: {}", answer.stderr);
        assert_eq!(answer.stderr, "a film has even sides: it gets 96 x 72\n", "{name}");
        assert_eq!(
            probed(&place, name, "width,height,r_frame_rate,nb_read_frames"),
            ["96", "72", "90/1", "6"],
            "{name}"
        );
    }
    place.done("render flag.toml --out slow.mp4 --fps 30 --size 96x72 --frames 0..90");
    assert_eq!(probed(&place, "slow.mp4", "r_frame_rate,nb_read_frames"), ["30/1", "31"]);
    assert_eq!(place.names("."), ["film.mov", "film.mp4", "film.webm", "flag.toml", "slow.mp4"]);
}

#[test]
fn a_film_without_ffmpeg_says_what_to_install() {
    let place = Place::new();
    let answer = place.command("render flag.toml --out film.mp4 --size 96x72").env("PATH", "/none").output().unwrap();
    let answer = Answer::from(answer);
    assert_eq!(answer.code, Some(1));
    for part in ["there is no ffmpeg", "film.mp4", "apt-get install ffmpeg", "--out film.gif"] {
        assert!(answer.stderr.contains(part), "{part} is not in {}", answer.stderr);
    }
    assert_eq!(place.names("."), ["flag.toml"]);
}

#[cfg(unix)]
#[test]
fn a_film_that_ffmpeg_cannot_make_says_what_ffmpeg_says() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let script = place.path("bin/ffmpeg");
    fs::create_dir(place.path("bin")).unwrap();
    fs::write(&script, "#!/bin/sh\necho 'Unknown encoder libx264' >&2\nexit 1\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let answer = place.command("render flag.toml --out film.mp4 --size 96x72").env("PATH", place.path("bin")).output();
    let answer = Answer::from(answer.unwrap());
    assert_eq!(answer.code, Some(1));
    assert!(
        answer.stderr.contains("ffmpeg cannot make the film film.mp4: Unknown encoder libx264"),
        "{}",
        answer.stderr
    );
    assert_eq!(place.names("."), ["bin", "flag.toml"]);
}

#[test]
fn every_look_is_another_picture() {
    let place = Place::new();
    let looks = "studio,wireframe,normal,diffuse,phong,texture,bump,displacement,mirror,flat_checks,strain";
    let mut pictures: Vec<Vec<u8>> = Vec::new();
    for look in looks.split(',') {
        place.done(&format!("render flag.toml --look {look} --size 96x72 --out {look}.png"));
        assert!(color_count(&place.picture(&format!("{look}.png"))) > 1, "{look}");
        pictures.push(place.bytes(&format!("{look}.png")));
    }
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 11);
}

#[test]
fn options_change_the_picture() {
    let place = Place::new();
    place.picture_with("plain", "");
    for (index, words) in [
        "--color 3050c0",
        "--background ff0000",
        "--camera front",
        "--camera course",
        "--camera -1,1,2",
        "--camera 1,1,2,0,0,0",
        "--samples 1",
        "--set ks=50",
        "--substeps 2",
        "--frame 2",
        "--look phong",
        "--look phong --light ambient,diffuse",
        "--look phong --flat",
        "--look bump --height-map cobble",
        "--look bump --normal-scale 9",
        "--look displacement --height-scale 0.3",
        "--look strain --strain-range 0.001",
        "--sphere-lat 4 --sphere-long 5",
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("changed_{index}");
        place.picture_with(&name, words);
        assert_ne!(place.bytes(&format!("{name}.png")), place.bytes("plain.png"), "{words}");
    }
}

#[test]
fn a_transparent_background_is() {
    let place = Place::new();
    place.picture_with("clear", "--background transparent --look phong");
    let picture = place.picture("clear.png");
    assert_eq!(picture.get_pixel(0, 0).0[3], 0);
    assert!(picture.pixels().any(|pixel| pixel.0[3] == 255));
}

#[test]
fn a_legend_comes_with_strain_where_there_is_room() {
    let place = Place::new();
    for (size, words, other) in [("480x240", "", "--no-legend"), ("96x72", "--legend", "")] {
        for (name, words) in [("with", words), ("without", other)] {
            place.done(&format!("render flag.toml --look strain --size {size} {words} --out {name}.png"));
        }
        let [with, without] = [place.picture("with.png"), place.picture("without.png")];
        assert_ne!(with, without, "{size}");
        let (width, _) = with.dimensions();
        assert_eq!(with.get_pixel(width - 1, 0), without.get_pixel(width - 1, 0), "only a corner differs");
    }
}

#[test]
fn a_summary_of_pictures_is_one_json_object() {
    let place = Place::new();
    let answer = place.muslin("render flag.toml --size 96x72 --json --look strain");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""));
    let summary: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!([&summary["tool"], &summary["scene"], &summary["look"]], ["muslin", "flag", "strain"]);
    assert_eq!(summary["files"], serde_json::json!(["out/flag/flag_0005.png"]));
    assert_eq!(summary["size"], serde_json::json!([96, 72]));
    assert_eq!(summary["interrupted"], false);
    assert!(summary["fps"].is_null() && !summary["device"].as_str().unwrap().is_empty());
}

#[test]
fn progress_of_pictures_is_silent_unless_asked_for() {
    let place = Place::new();
    assert_eq!(place.muslin("render flag.toml --size 96x72").stderr, "");
    let lines = place.muslin("render flag.toml --size 96x72 --frames 3..5 --progress lines").stderr;
    assert!(
        lines.contains("frame 5 of 5, ") && lines.lines().last().unwrap().starts_with("picture 3 of 3, "),
        "{lines}"
    );
}

impl Place {
    /// The small scene with `words`, as `NAME.png`.
    fn picture_with(&self, name: &str, words: &str) {
        self.done(&format!("render flag.toml --size 96x72 --out {name}.png {words}"));
    }
}

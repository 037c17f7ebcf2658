//! Ctrl-C.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::place::{Place, hashes, sidecar_hashes};

fn start(place: &Place, words: &str) -> Child {
    place.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn press_ctrl_c(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn ctrl_c_leaves_a_valid_shorter_result() {
    for threads in [1, 2] {
        let place = Place::new();
        let mut child = start(&place, &format!("run flag.toml --hash --frames 9000000 --threads {threads}"));
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut printed = String::new();
        for _ in 0..3 {
            stdout.read_line(&mut printed).unwrap();
        }
        press_ctrl_c(&child);
        stdout.read_to_string(&mut printed).unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{stderr}");

        let printed = hashes(&printed);
        let last = printed.last().unwrap().0;
        assert_eq!(stderr, format!("stopped at frame {last} of 9000000\n"));
        let sidecar = place.json("out/flag/cache.json");
        assert_eq!(sidecar["interrupted"], true);
        assert_eq!(sidecar_hashes(&sidecar), printed.iter().map(|(_, hash)| hash.clone()).collect::<Vec<_>>());
        assert_eq!(place.cache("out/flag").frame_count(), last + 1);
        assert_eq!(
            place.names("out/flag"),
            ["cache.json", "cache.muslin", "preview.png", "scene.json", "state.muslin"]
        );

        let words = format!(
            "run flag.toml --resume out/flag/state.muslin --frames {} --hash --no-preview --out rest",
            last + 1
        );
        assert_eq!(hashes(&place.done(&words))[0], *printed.last().unwrap());
    }
}

#[test]
fn a_second_ctrl_c_stops_at_once_and_leaves_nothing() {
    let place = Place::new();
    // a frame that would take hours
    let words = "run flag.toml --substeps 1000000 --set columns=500 --set rows=500 --format cache,obj --metrics m.csv";
    let mut child = start(&place, words);
    let started = Instant::now();
    while place.names("out/flag").len() < 2 && started.elapsed() < Duration::from_mins(1) {
        thread::sleep(Duration::from_millis(20));
    }
    press_ctrl_c(&child);
    thread::sleep(Duration::from_millis(300)); // two at once may arrive as one
    assert!(child.try_wait().unwrap().is_none(), "the first one waits for the frame");
    press_ctrl_c(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(place.names("out/flag"), [""; 0]);
    assert_eq!(place.names("."), ["flag.toml", "out"]);
}

/// Reads lines of `child` until one begins with `start`.
fn wait_for(stderr: &mut impl BufRead, start: &str) {
    let mut line = String::new();
    while !line.starts_with(start) {
        line.clear();
        assert!(stderr.read_line(&mut line).unwrap() > 0, "no line begins with {start}");
    }
}

#[test]
fn ctrl_c_ends_a_film_with_the_pictures_so_far() {
    let place = Place::new();
    place.done("run flag.toml --frames 600 --no-preview");
    let films = ["film.gif", "shots", "film.mp4"];
    let has_ffmpeg = Command::new("ffmpeg").arg("-version").output().is_ok();
    for film in &films[..if has_ffmpeg { 3 } else { 2 }] {
        let mut child =
            start(&place, &format!("render out/flag --frames 0.. --size 96x72 --progress lines --out {film}"));
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        wait_for(&mut stderr, "picture 2 ");
        press_ctrl_c(&child);
        let mut said = String::new();
        stderr.read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{film}: {said}");
        assert!(said.lines().last().unwrap().starts_with("stopped at picture "), "{film}: {said}");
        assert!(place.path(film).exists(), "{film}");
    }
    let whole = place.names(".").iter().all(|name| !name.starts_with('.'));
    assert!(whole && place.names("shots").len() < 601, "{:?}", place.names("."));
}

#[test]
fn ctrl_c_before_the_first_picture_keeps_the_older_one() {
    let place = Place::new();
    place.done("render flag.toml --size 96x72 --out a.png");
    let older = place.bytes("a.png");
    let mut child = start(&place, "render flag.toml --size 96x72 --out a.png --frame 9000000 --progress lines");
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    wait_for(&mut stderr, "frame 3 ");
    press_ctrl_c(&child);
    let mut said = String::new();
    stderr.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{said}");
    assert!(said.contains("nothing is written"), "{said}");
    assert_eq!((place.bytes("a.png"), place.names(".")), (older, vec!["a.png".to_owned(), "flag.toml".to_owned()]));
}

#[test]
fn ctrl_c_leaves_no_half_of_a_city() {
    let place = Place::new();
    let mut child = start(&place, "city --grid 50x50 --out a/city.json --progress lines");
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    wait_for(&mut stderr, "writing a/city.json, ");
    press_ctrl_c(&child);
    let mut said = String::new();
    stderr.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{said}");
    assert!(said.contains("nothing is left of it"), "{said}");
    assert_eq!(place.names("a"), [""; 0]);
}

#[test]
fn ctrl_c_ends_a_sequence_of_cities_with_whole_ones() {
    let place = Place::new();
    let mut child = start(
        &place,
        "city --frames 100000 --advance-seed --out c/#.obj --out film.gif --picture-size 96x72 --progress lines",
    );
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    wait_for(&mut stderr, "city 2 of 100000");
    press_ctrl_c(&child);
    let mut said = String::new();
    stderr.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
    let last = said.lines().last().unwrap();
    let count: usize = last.strip_prefix("stopped at city ").unwrap().split(' ').next().unwrap().parse().unwrap();
    assert_eq!(place.names("c").len(), 2 * count);
    assert!(place.path("film.gif").exists());
    assert!(place.names("c").iter().all(|name| !name.starts_with('.')));
}

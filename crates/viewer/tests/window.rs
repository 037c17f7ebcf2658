//! A real window, on a display of its own, used by keys and mouse.
#![cfg(target_os = "linux")]
// what is unwrapped here is what the test is about, in functions that tests share
#![allow(clippy::unwrap_used)]

mod desktop;

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use desktop::{Desktop, PATIENCE, Program, is_equipped, middle};
use serde_json::Value;

const PROGRAM: Program = Program { example: "window", title: "Muslin" };

fn open(name: &str, variables: &[(&str, &str)]) -> Desktop {
    Desktop::open(PROGRAM, name, variables, |status| !status["camera"].is_null())
}

fn drag(desktop: &Desktop, button: &str, [x, y]: [f64; 2], [dx, dy]: [f64; 2]) {
    let at = |part: f64| [(x + dx * part).round().to_string(), (y + dy * part).round().to_string()];
    let [x0, y0] = at(0.0);
    desktop.xdotool(&["mousemove", &x0, &y0, "mousedown", button]);
    for step in 1..=8 {
        let [x, y] = at(f64::from(step) / 8.0);
        std::thread::sleep(Duration::from_millis(60));
        desktop.xdotool(&["mousemove", &x, &y]);
    }
}

/// Whether two cameras are the same, but for what the picture's shape makes of their distance.
fn is_near(status: &Value, other: &Value) -> bool {
    let distance = |status: &Value| status["camera"][1].as_f64().unwrap();
    let angles = |status: &Value| (status["camera"][2].clone(), status["camera"][3].clone());
    angles(status) == angles(other) && (distance(status) / distance(other) - 1.0).abs() < 0.02
}

/// Part of the pixels that are the cloth's red.
fn red(picture: &image::RgbImage) -> f64 {
    let is_red = |pixel: &&image::Rgb<u8>| i32::from(pixel[0]) > i32::from(pixel[1]) + 50;
    picture.pixels().filter(is_red).count() as f64 / f64::from(picture.width() * picture.height())
}

#[test]
fn keys_and_mouse_run_the_cloth_and_move_the_camera() {
    if !is_equipped() {
        return;
    }
    let mut desktop = open("keys", &[]);
    let start = desktop.wait("the start", |status| status["paused"] == true && status["frame"] == 0);
    std::thread::sleep(Duration::from_secs(1));
    let flat = desktop.screenshot();
    assert!(red(&flat) > 0.02, "the cloth is {:.1} % of the picture", 100.0 * red(&flat));
    desktop.xdotool(&["key", "n"]);
    desktop.wait("frame 1", |status| status["frame"] == 1 && status["paused"] == true);
    desktop.xdotool(&["key", "p"]);
    desktop.wait("frame 60", |status| status["frame"].as_u64() >= Some(60) && status["paused"] == false);
    desktop.xdotool(&["key", "p"]);
    let stopped = desktop.wait("the pause", |status| status["paused"] == true);
    assert_ne!(stopped["hash"], start["hash"]);
    std::thread::sleep(Duration::from_secs(1));
    let hanging = desktop.screenshot();
    assert!(red(&hanging) > 1.2 * red(&flat), "a hanging cloth shows more of itself than one seen from the side");

    drag(&desktop, "1", middle(&start), [120.0, 60.0]);
    desktop.xdotool(&["mouseup", "1"]);
    let turned = desktop.wait("the turn", |status| status["camera"][3] != start["camera"][3]);
    assert_eq!(turned["frame"], stopped["frame"]);
    desktop.xdotool(&["click", "4"]);
    desktop.wait("the zoom", |status| status["camera"][1].as_f64() < start["camera"][1].as_f64());
    desktop.xdotool(&["key", "space"]);
    desktop.wait("the camera's start", |status| is_near(status, &start));
    desktop.xdotool(&["key", "r"]);
    desktop.wait("the cloth's start", |status| status["frame"] == 0 && status["hash"] == start["hash"]);
    desktop.xdotool(&["key", "Escape"]);
    assert!(desktop.ends_well());
}

#[test]
fn shift_takes_hold_of_the_cloth_and_pins_it() {
    if !is_equipped() {
        return;
    }
    let mut desktop = open("grab", &[]);
    let start = desktop.wait("the start", |status| status["paused"] == true);
    desktop.xdotool(&["key", "p"]);
    desktop.wait("frame 90", |status| status["frame"].as_u64() >= Some(90));
    desktop.xdotool(&["key", "p"]);
    desktop.wait("the pause", |status| status["paused"] == true);
    let [x, y] = middle(&start).map(|value| value.to_string());
    for step in [&["mousemove", &x, &y][..], &["keydown", "shift"], &["mousedown", "1"], &["mouseup", "1"]] {
        desktop.xdotool(step);
        // as a hand does
        std::thread::sleep(Duration::from_millis(300));
    }
    desktop.wait("the pin", |status| status["pins"].as_array().is_some_and(|pins| pins.len() > 2));
    drag(&desktop, "1", middle(&start), [150.0, -120.0]);
    desktop.wait("the grip", |status| !status["in_hand"].is_null());
    desktop.xdotool(&["mouseup", "1"]);
    desktop.wait("the end of the grip", |status| status["in_hand"].is_null());
    desktop.xdotool(&["keyup", "shift"]);
    assert!(is_near(&desktop.status().unwrap(), &start));
}

#[test]
fn a_shader_with_a_fault_is_told_and_the_picture_stays() {
    if !is_equipped() {
        return;
    }
    let shader = std::env::temp_dir().join(format!("muslin-window-{}.wgsl", std::process::id()));
    std::fs::write(&shader, "\nthis is no shader;\n").unwrap();
    let mut desktop = open("shader", &[("MUSLIN_VIEW_SHADER", shader.to_str().unwrap())]);
    let told = desktop.wait("the fault", |status| status["shader_error"].is_string());
    let error = told["shader_error"].as_str().unwrap();
    assert!(error.contains(".wgsl:2"), "{error}");
    std::thread::sleep(Duration::from_secs(1));
    assert!(red(&desktop.screenshot()) > 0.02);
    std::fs::remove_file(&shader).unwrap();
    desktop.wait("the loss", |status| status["shader_error"].as_str().is_some_and(|text| text.contains("cannot read")));
    desktop.xdotool(&["key", "n"]);
    desktop.wait("frame 1", |status| status["frame"] == 1);
}

#[test]
fn when_the_graphics_device_is_lost_another_window_goes_on_with_the_same_cloth() {
    if !is_equipped() {
        return;
    }
    let mut desktop = open("lost", &[("MUSLIN_VIEW_LOSE_DEVICE_AT", "3")]);
    desktop.xdotool(&["key", "p"]);
    let told = |status: &Value| status["messages"].as_array().is_some_and(|messages| !messages.is_empty());
    let after = desktop.wait("the message", told);
    assert_eq!(after["messages"][0], "The graphics device was lost");
    assert!(after["frame"].as_u64() >= Some(3), "{after}");
    // a new window has no keyboard, as at first
    desktop.focus();
    let later = desktop.wait("more frames", |status| status["frame"].as_u64() > after["frame"].as_u64());
    assert_eq!(later["paused"], false);
    std::thread::sleep(Duration::from_secs(1));
    assert!(red(&desktop.screenshot()) > 0.02, "the new window shows the cloth");
    desktop.xdotool(&["key", "Escape"]);
    assert!(desktop.window.wait().unwrap().success());
}

#[test]
fn a_recording_is_a_film_on_disk() {
    if !is_equipped() {
        return;
    }
    let mut desktop = open("film", &[]);
    desktop.xdotool(&["key", "v"]);
    for frame in 1..=4 {
        desktop.xdotool(&["key", "n"]);
        desktop.wait("the next frame", |status| status["frame"] == frame);
    }
    desktop.xdotool(&["key", "v"]);
    let start = Instant::now();
    let out = desktop.folder.join("out");
    let [video, picture] = ["film-1.mp4", "film-1/000003.png"].map(|name| out.join(format!("muslin-{name}")));
    while !video.exists() && !picture.exists() {
        let there = std::fs::read_dir(&out).map(|files| files.flatten().map(|file| file.path()).collect::<Vec<_>>());
        assert!(start.elapsed() < PATIENCE, "the film did not come; there is {there:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn without_a_display_it_says_what_to_do() {
    let mut command = Command::new(PROGRAM.path());
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(variable);
    }
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    assert!(!child.wait().unwrap().success());
    assert!(text.contains("NoDisplay"), "{text}");
}

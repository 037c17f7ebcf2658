//! A real flight, on a display of its own, by keys and mouse.
#![cfg(target_os = "linux")]
// what is unwrapped here is what the test is about, in functions that tests share
#![allow(clippy::unwrap_used)]

mod desktop;

use std::process::{Command, Stdio};
use std::time::Duration;

use desktop::{Desktop, Program, is_equipped, middle};
use serde_json::Value;

const PROGRAM: Program = Program { example: "fly", title: "City" };

/// A window whose picture is there, with the mouse in its middle.
fn open(name: &str, variables: &[(&str, &str)]) -> (Desktop, [i64; 2]) {
    let is_there = |status: &Value| status["picture"][2].as_f64() > Some(100.0);
    let mut desktop = Desktop::open(PROGRAM, name, variables, is_there);
    let [x, y] = middle(&desktop.status().unwrap()).map(|at| at.round() as i64);
    move_to(&desktop, [x, y]);
    still(&mut desktop);
    desktop.xdotool(&["key", "space"]);
    desktop.wait("the start", |status| status["yaw"] == 20.0 && status["pitch"] == -50.0);
    (desktop, [x, y])
}

fn move_to(desktop: &Desktop, [x, y]: [i64; 2]) {
    desktop.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
}

/// Whether there is a window with exactly this title.
fn has_window(desktop: &Desktop, title: &str) -> bool {
    let mut command = Command::new("xdotool");
    command.args(["search", "--name", &format!("^{title}$")]).env("DISPLAY", &desktop.display);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

/// The status as it is when nothing has happened for a while.
fn still(desktop: &mut Desktop) -> Value {
    let mut last = desktop.wait("a status", |_| true);
    loop {
        std::thread::sleep(Duration::from_millis(700));
        let now = desktop.wait("a status", |_| true);
        if now == last {
            return now;
        }
        last = now;
    }
}

fn number(status: &Value, name: &str) -> f64 {
    status[name].as_f64().unwrap()
}

fn position(status: &Value) -> [f64; 3] {
    std::array::from_fn(|axis| status["position"][axis].as_f64().unwrap())
}

/// How far the camera moved along where it looks, and in all.
fn flown(before: &Value, after: &Value) -> [f64; 2] {
    let moved: [f64; 3] = std::array::from_fn(|axis| position(after)[axis] - position(before)[axis]);
    let [yaw, pitch] = ["yaw", "pitch"].map(|name| number(after, name).to_radians());
    let forward = [-yaw.sin_cos().0 * pitch.sin_cos().1, pitch.sin_cos().0, -yaw.sin_cos().1 * pitch.sin_cos().1];
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    [dot(moved, forward), dot(moved, moved).sqrt()]
}

#[test]
fn the_mouse_looks_and_flies_and_keys_do_the_rest() {
    if !is_equipped() {
        return;
    }
    let (mut desktop, [x, y]) = open("controls", &[]);
    let start = still(&mut desktop);
    assert!(has_window(&desktop, "City: 213 buildings, 656 cubes"));
    assert_eq!(position(&start), [0.0, 200.0, 0.0]);

    // right turns right, down tilts up
    move_to(&desktop, [x + 50, y + 10]);
    let turned = desktop.wait("the turn", |status| status["yaw"] != start["yaw"]);
    let turned = if turned["pitch"] == start["pitch"] { still(&mut desktop) } else { turned };
    assert!((number(&turned, "yaw") - 10.0).abs() < 1e-4, "{turned}");
    assert!((number(&turned, "pitch") + 48.0).abs() < 1e-4, "{turned}");
    assert_eq!(position(&turned), position(&start));

    desktop.xdotool(&["mousedown", "1"]);
    desktop.wait("the flight", |status| flown(&turned, status)[1] > 10.0);
    desktop.xdotool(&["mouseup", "1"]);
    let ahead = still(&mut desktop);
    let [along, in_all] = flown(&turned, &ahead);
    assert!(along > 10.0 && (along - in_all).abs() < 1e-6, "{along} of {in_all}");
    desktop.xdotool(&["mousedown", "3"]);
    desktop.wait("the flight back", |status| flown(&ahead, status)[0] < -1.0);
    desktop.xdotool(&["mouseup", "3"]);
    still(&mut desktop);

    let studio = desktop.screenshot();
    desktop.xdotool(&["key", "l"]);
    desktop.wait("the other look", |status| status["look"] == "original");
    std::thread::sleep(Duration::from_secs(1));
    let original = desktop.screenshot();
    let blacks = |picture: &image::RgbImage| picture.pixels().filter(|pixel| pixel.0 == [0; 3]).count();
    assert!(blacks(&original) > 10 * blacks(&studio) + 10_000, "streets are black in one look alone");
    desktop.xdotool(&["key", "g"]);
    desktop.wait("25 cities", |status| status["cubes"] == 18_431);
    still(&mut desktop);
    std::thread::sleep(Duration::from_millis(600));
    let grid = desktop.status().unwrap();
    assert!(has_window(&desktop, &format!("City: {} buildings, 18431 cubes", grid["buildings"])));

    desktop.xdotool(&["key", "Escape"]);
    assert!(desktop.ends_well());
}

#[test]
fn when_the_graphics_device_is_lost_another_window_goes_on_at_the_same_place() {
    if !is_equipped() {
        return;
    }
    let (mut desktop, [x, y]) = open("lost", &[("MUSLIN_VIEW_LOSE_DEVICE_AT", "12")]);
    let told = |status: &Value| status["messages"].as_array().is_some_and(|messages| !messages.is_empty());
    // a picture a movement, until one is the last
    let mut step = 0;
    while !desktop.status().is_some_and(|status| told(&status)) {
        step += 1;
        move_to(&desktop, [x + step % 40, y]);
        std::thread::sleep(Duration::from_millis(200));
        assert!(step < 400, "the device is lost");
    }
    let after = desktop.wait("the message", told);
    assert_eq!(after["messages"][0], "The graphics device was lost");
    desktop.focus();
    assert_eq!(position(&after), [0.0, 200.0, 0.0]);
    assert_eq!(after["pitch"], -50.0);
    desktop.xdotool(&["key", "Escape"]);
    assert!(desktop.ends_well());
}

//! `cargo xtask bench window`: pictures a second in the real window, in every look, while the simulation runs beside it.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::{Context, Result, bail, ensure};

use crate::test::cargo;

const SCENE: &str = "scenes/pinned2/scene.toml";
/// Length of a measurement.
const SPAN: Duration = Duration::from_secs(4);
/// How long a window may take to come, and to find how many pixels it has time for.
const PATIENCE: Duration = Duration::from_mins(1);
const SETTLING: Duration = Duration::from_secs(2);
const FOCUS: Duration = Duration::from_millis(500);
const LOOKS: [&str; 11] = [
    "studio",
    "wireframe",
    "normal",
    "diffuse",
    "phong",
    "texture",
    "bump",
    "displacement",
    "mirror",
    "flat_checks",
    "strain",
];

/// Opens the window once for each look, on a display of its own, and counts pictures and frames.
///
/// # Errors
/// If there is no Xvfb or xdotool, or the window does not open.
pub fn run() -> Result<()> {
    let build = cargo().args(["build", "--quiet", "--release", "--package", "muslin"]).status();
    ensure!(build.context("cargo does not start")?.success(), "muslin cannot be built");
    let display = Display::open()?;
    println!("{SCENE}, window of 1280 x 860 on a display without a card");
    for look in LOOKS {
        let [pictures, frames] = measure(&display, look).with_context(|| format!("look {look}"))?;
        println!("{look}: {pictures:.1} pictures a second, {frames:.1} frames a second of the simulation");
    }
    Ok(())
}

/// Pictures and frames of the simulation in a second.
fn measure(display: &Display, look: &str) -> Result<[f64; 2]> {
    let folder = env::temp_dir().join(format!("muslin-bench-window-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let status = folder.join("status");
    let mut command = Command::new("target/release/muslin");
    command.args(["view", SCENE, "--look", look, "--out"]).arg(folder.join("out"));
    command.env("DISPLAY", &display.name).env("MUSLIN_VIEW_STATUS", &status);
    command.env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").stderr(Stdio::null());
    let _window = Ended(command.spawn().context("the window does not start")?);
    let start = Instant::now();
    while counts(&status).is_none() {
        ensure!(start.elapsed() < PATIENCE, "no picture came");
        thread::sleep(Duration::from_millis(100));
    }
    display.press("p")?;
    thread::sleep(SETTLING);
    let (from, start) = (counts(&status).context("no picture came")?, Instant::now());
    thread::sleep(SPAN);
    let to = counts(&status).context("no picture came")?;
    let seconds = start.elapsed().as_secs_f64();
    fs::remove_dir_all(&folder)?;
    ensure!(to[1] > from[1], "the simulation stands still");
    Ok([0, 1].map(|which| (to[which] - from[which]) as f64 / seconds))
}

/// Pictures and frames so far, as the window told last.
fn counts(status: &PathBuf) -> Option<[u64; 2]> {
    let text = fs::read_to_string(status).ok()?;
    let last: serde_json::Value = text.lines().rev().find_map(|line| serde_json::from_str(line).ok())?;
    Some([last["pictures"].as_u64().filter(|&count| count > 0)?, last["frame"].as_u64()?])
}

/// A display without a screen.
struct Display {
    name: String,
    _server: Ended,
}

/// A program that ends with this.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // it may have ended by itself
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Display {
    fn open() -> Result<Self> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1280x1024x24"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().context("Xvfb does not start")?;
        let Some(output) = server.stdout.take() else { bail!("Xvfb tells no number") };
        let server = Ended(server);
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number)?;
        Ok(Self { name: format!(":{}", number.trim()), _server: server })
    }

    /// Gives the window the keyboard, as soon as it is there, and presses a key.
    fn press(&self, key: &str) -> Result<()> {
        let start = Instant::now();
        let to_window = ["search", "--onlyvisible", "--name", "Muslin", "windowfocus", "--sync"];
        while !self.xdotool(&to_window)? {
            ensure!(start.elapsed() < PATIENCE, "the window does not take the keyboard");
            thread::sleep(Duration::from_millis(100));
        }
        // the window takes no keys before it has heard that it has the keyboard
        thread::sleep(FOCUS);
        ensure!(self.xdotool(&["key", key])?, "xdotool cannot press {key}");
        Ok(())
    }

    fn xdotool(&self, arguments: &[&str]) -> Result<bool> {
        let mut command = Command::new("xdotool");
        command.args(arguments).env("DISPLAY", &self.name).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command.status().context("xdotool does not start")?.success())
    }
}

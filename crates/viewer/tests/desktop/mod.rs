//! A display of a test's own and a window on it, used by keys and mouse.
// what is unwrapped here is what the test is about, in functions that tests share
#![allow(clippy::unwrap_used, clippy::cast_sign_loss)]

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a software driver on a busy machine may take for something to be seen.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// A display and the window on it. Both end with it.
pub struct Desktop {
    /// Its name, as `DISPLAY` has it.
    pub display: String,
    program: Program,
    /// What the program writes is in here.
    pub folder: PathBuf,
    server: Child,
    pub window: Child,
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for child in [&mut self.window, &mut self.server] {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Whether this machine can do the test. A reason is printed where it cannot, and that is a failure where `CI` is set.
#[allow(clippy::print_stderr)] // the one way for a test to say that it did nothing
pub fn is_equipped() -> bool {
    let missing = |program: &&&str| Command::new(program).arg("-version").output().is_err();
    let Some(program) = ["Xvfb", "xdotool", "import"].iter().find(missing) else { return true };
    assert!(std::env::var_os("CI").is_none(), "{program} is missing");
    eprintln!("skipped: {program} is missing");
    false
}

/// An example of this crate that opens a window.
#[derive(Clone, Copy)]
pub struct Program {
    /// Name of the example.
    pub example: &'static str,
    /// What is in the title of its window.
    pub title: &'static str,
}

impl Program {
    /// The file, which `cargo test` builds beside this test, but `cargo test --test NAME` alone does not.
    pub fn path(self) -> PathBuf {
        let test = std::env::current_exe().unwrap();
        let example = test.ancestors().nth(2).unwrap().join("examples").join(self.example);
        assert!(example.exists(), "build it first: cargo build -p muslin-viewer --example {}", self.example);
        example
    }
}

impl Desktop {
    /// Starts a display and the program on it, and waits until its status says that there is something to see.
    pub fn open(program: Program, name: &str, variables: &[(&str, &str)], is_there: impl Fn(&Value) -> bool) -> Self {
        let folder = std::env::temp_dir().join(format!("muslin-{}-{name}-{}", program.example, std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let display = format!(":{}", number.trim());
        let mut command = Command::new(program.path());
        command.env("DISPLAY", &display).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command.env("MUSLIN_VIEW_STATUS", folder.join("status")).env("MUSLIN_VIEW_FOLDER", folder.join("out"));
        let window = command.envs(variables.iter().copied()).stderr(Stdio::null()).spawn().unwrap();
        let mut desktop = Self { display, program, folder, server, window };
        desktop.wait("the picture", is_there);
        desktop.focus();
        desktop
    }

    /// Without a window manager nobody gives a new window the keyboard; it can be given as soon as the window is shown.
    pub fn focus(&self) {
        let start = Instant::now();
        let focus = || {
            let mut command = Command::new("xdotool");
            command.args(["search", "--onlyvisible", "--name", self.program.title, "windowfocus"]);
            command.env("DISPLAY", &self.display).stderr(Stdio::null()).status().unwrap().success()
        };
        while !focus() {
            assert!(start.elapsed() < PATIENCE, "the window takes the keyboard");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    pub fn xdotool(&self, arguments: &[&str]) {
        let status = Command::new("xdotool").env("DISPLAY", &self.display).args(arguments).status().unwrap();
        assert!(status.success(), "xdotool {arguments:?}");
    }

    pub fn status(&self) -> Option<Value> {
        let text = std::fs::read_to_string(self.folder.join("status")).ok()?;
        text.lines().rev().find_map(|line| serde_json::from_str(line).ok())
    }

    /// Waits until `wanted` holds for the status, and returns it.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            if let Some(status) = self.status().filter(&wanted) {
                return status;
            }
            if let Some(code) = self.window.try_wait().unwrap() {
                panic!("the window closed, {code}, before {what} came");
            }
            assert!(start.elapsed() < PATIENCE, "{what} did not come; last: {:?}", self.status());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until the program has ended; whether it did so well.
    pub fn ends_well(&mut self) -> bool {
        let start = Instant::now();
        while self.window.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "the window closes");
            std::thread::sleep(Duration::from_millis(50));
        }
        self.window.wait().unwrap().success()
    }

    /// The picture's part of the screen.
    pub fn screenshot(&self) -> image::RgbImage {
        let path = self.folder.join("screen.png");
        let mut import = Command::new("import");
        import.env("DISPLAY", &self.display).args(["-window", "root"]).arg(&path);
        assert!(import.status().unwrap().success());
        let screen = image::open(&path).unwrap().to_rgb8();
        let [left, top, width, height] = picture(&self.status().unwrap()).map(|value| value as u32);
        image::imageops::crop_imm(&screen, left, top, width, height).to_image()
    }
}

/// Left, top, width and height of the picture.
pub fn picture(status: &Value) -> [f64; 4] {
    std::array::from_fn(|i| status["picture"][i].as_f64().unwrap())
}

/// The middle of the picture.
pub fn middle(status: &Value) -> [f64; 2] {
    let [left, top, width, height] = picture(status);
    [left + width / 2.0, top + height / 2.0]
}

//! A folder of its own for each test, and the program in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use image::RgbaImage;
use muslin_scene::io::CacheReader;
use serde_json::Value;
use tempfile::TempDir;

/// A small scene: 8 x 5 points that fall onto a ball.
pub const SCENE: &str = "version = 1
frames = 5
[settings]
substeps = 8
[[cloth]]
pins = [[0, 0], [7, 0]]
grid = { width = 1.0, height = 0.5, columns = 8, rows = 5 }
[cloth.material]
ks = 500.0
[[collider]]
shape = \"sphere\"
center = [0.5, 0.9, 0.25]
radius = 0.08
friction = 0.3
";

/// A folder with the small scene as `flag.toml`; removed at the end.
pub struct Place {
    dir: TempDir,
}

impl Place {
    pub fn new() -> Self {
        Self::with(SCENE)
    }

    /// With another scene as `flag.toml`.
    pub fn with(scene: &str) -> Self {
        let place = Self { dir: tempfile::tempdir().unwrap() };
        fs::write(place.path("flag.toml"), scene).unwrap();
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The program with `words`, separated by blanks, as arguments.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muslin"));
        command.args(words.split_whitespace()).current_dir(self.dir.path()).stdin(Stdio::null());
        for variable in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "NO_GRAPHICS"] {
            command.env_remove(variable);
        }
        // without a display, the layer of Mesa's that this turns off complains on the standard error stream
        command.env("NODEVICE_SELECT", "1");
        command
    }

    /// Runs the program to its end.
    pub fn muslin(&self, words: &str) -> Answer {
        Answer::from(self.command(words).output().unwrap())
    }

    /// Runs the program, which must succeed, and returns what it prints.
    pub fn done(&self, words: &str) -> String {
        let answer = self.muslin(words);
        assert_eq!(answer.code, Some(0), "{words}: {}", answer.stderr);
        answer.stdout
    }

    /// The JSON in a file.
    pub fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.bytes(name)).unwrap()
    }

    /// The picture in a file.
    pub fn picture(&self, name: &str) -> RgbaImage {
        image::open(self.path(name)).unwrap().into_rgba8()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn cache(&self, dir: &str) -> CacheReader {
        CacheReader::open(&self.path(dir).join("cache.muslin")).unwrap()
    }

    /// Names in a folder, sorted; none where it is missing.
    pub fn names(&self, dir: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.path(dir)) else { return Vec::new() };
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// What the program said.
#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// The hashes among the printed lines, `FRAME HASH` each.
pub fn hashes(stdout: &str) -> Vec<(u64, String)> {
    let pairs = stdout.lines().filter_map(|line| line.split_once(' '));
    pairs.filter_map(|(frame, hash)| Some((frame.parse().ok()?, hash.to_owned()))).collect()
}

/// The hashes of a sidecar.
pub fn sidecar_hashes(sidecar: &Value) -> Vec<String> {
    sidecar["hash"].as_array().unwrap().iter().map(|hash| hash.as_str().unwrap().to_owned()).collect()
}

/// How many colours a picture has.
pub fn color_count(picture: &RgbaImage) -> usize {
    let mut colors: Vec<_> = picture.pixels().map(|pixel| pixel.0).collect();
    colors.sort_unstable();
    colors.dedup();
    colors.len()
}

//! The last words about pictures, for people and as JSON.

use std::fmt;
use std::path::PathBuf;

use muslin_scene::LoadedScene;
use serde::Serialize;

use crate::notice::Notice;

/// Files beyond which only the first and the last are named.
const NAMED_FILES: usize = 4;

/// What was drawn.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// Always `muslin`.
    pub tool: &'static str,
    /// Version of Muslin.
    pub version: &'static str,
    /// Name of the scene.
    pub scene: String,
    /// Hash of the scene.
    pub scene_hash: String,
    /// What drew.
    pub device: String,
    /// How surfaces were drawn.
    pub look: &'static str,
    /// Width and height of a picture [px].
    pub size: [u32; 2],
    /// Width and height of the sheet that they are in [px].
    pub sheet_size: Option<[u32; 2]>,
    /// Number of the first frame that was drawn.
    pub first_frame: u64,
    /// Number of the last.
    pub last_frame: u64,
    /// Pictures that were drawn.
    pub pictures: usize,
    /// Pictures that were asked for.
    pub pictures_asked: usize,
    /// Pictures a second of a film.
    pub fps: Option<f64>,
    /// Whether Ctrl-C came before the last picture.
    pub interrupted: bool,
    /// Time from the start until all files had their names [s].
    pub seconds: f64,
    /// What was written.
    pub files: Vec<PathBuf>,
    /// What is doubtful about the scene.
    pub warnings: Vec<Notice>,
}

impl Summary {
    /// Of pictures of `loaded`, which `device` drew; the rest is still to be said.
    pub fn of(loaded: &LoadedScene, device: &str) -> Self {
        Self {
            tool: "muslin",
            version: env!("CARGO_PKG_VERSION"),
            scene: loaded.scene.name.clone().unwrap_or_default(),
            scene_hash: loaded.hash.clone(),
            device: device.to_owned(),
            ..Self::default()
        }
    }

    /// As a JSON object on one line.
    pub fn to_json(&self) -> String {
        // only a path that is no text could be refused, and such a one is shown as far as it is
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.files.as_slice() {
            [first, .., last] if self.files.len() > NAMED_FILES => {
                writeln!(f, "wrote {} to {}", first.display(), last.display())?;
            }
            few => few.iter().try_for_each(|file| writeln!(f, "wrote {}", file.display()))?,
        }
        let Self { pictures, size: [width, height], seconds, device, .. } = self;
        let counted = if *pictures == 1 { "1 picture".to_owned() } else { format!("{pictures} pictures") };
        write!(f, "{counted} of {width} x {height}")?;
        if let Some(fps) = self.fps {
            write!(f, ", {} a second,", (fps * 100.0).round() / 100.0)?;
        }
        if let Some([width, height]) = self.sheet_size {
            write!(f, ", a sheet of {width} x {height},")?;
        }
        write!(f, " in {seconds:.2} s on {device}")
    }
}

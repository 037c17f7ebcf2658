//! The last words of a run, for people and as JSON.

use std::fmt;
use std::path::{Path, PathBuf};

use muslin_scene::LoadedScene;
use serde::Serialize;

use crate::notice::Notice;
use crate::output::Totals;

/// What a run did.
#[derive(Debug, Serialize)]
pub struct Summary {
    tool: &'static str,
    version: &'static str,
    scene: String,
    scene_hash: String,
    first_frame: u64,
    last_frame: u64,
    /// Number of the last frame that was asked for.
    frames_asked: u64,
    interrupted: bool,
    fps: f64,
    substeps: u32,
    vertex_count: usize,
    /// Time from the first frame until all files had their names [s].
    seconds: f64,
    /// Time of the simulation alone [ms].
    ms_per_frame: f64,
    max_strain: f64,
    #[serde(skip)]
    max_strain_frame: u64,
    self_corrections: u64,
    collider_contacts: u64,
    stretch_corrections: u64,
    non_finite: u64,
    files: Vec<String>,
    /// Why there is no picture, where there was to be one.
    no_preview: Option<String>,
    warnings: Vec<Notice>,
    hash: String,
}

/// What a run left.
#[derive(Debug)]
pub struct Written {
    /// Time that all of it took [s].
    pub seconds: f64,
    /// Its files.
    pub files: Vec<PathBuf>,
    /// Why there is no picture, where there was to be one.
    pub no_preview: Option<String>,
}

impl Summary {
    /// Of a run of `loaded`.
    pub fn new(loaded: &LoadedScene, totals: &Totals, written: Written, warnings: Vec<Notice>) -> Self {
        let settings = &loaded.model.settings;
        Self {
            tool: "muslin",
            version: env!("CARGO_PKG_VERSION"),
            scene: loaded.scene.name.clone().unwrap_or_default(),
            scene_hash: loaded.hash.clone(),
            first_frame: totals.first_frame,
            last_frame: totals.last_frame,
            frames_asked: loaded.scene.frames,
            interrupted: totals.last_frame < loaded.scene.frames,
            fps: settings.fps,
            substeps: settings.substeps,
            vertex_count: loaded.model.vertex_count(),
            seconds: written.seconds,
            ms_per_frame: totals.ms / (totals.last_frame - totals.first_frame).max(1) as f64,
            max_strain: totals.max_strain,
            max_strain_frame: totals.max_strain_frame,
            self_corrections: totals.report.self_corrections,
            collider_contacts: totals.report.collider_contacts,
            stretch_corrections: totals.report.stretch_corrections,
            non_finite: totals.report.non_finite,
            files: written.files.iter().map(|path| shown(path)).collect(),
            no_preview: written.no_preview,
            warnings,
            hash: format!("{:016x}", totals.hash),
        }
    }

    /// As a JSON object on one line.
    pub fn to_json(&self) -> String {
        // strings and numbers under fixed names: nothing that JSON cannot say
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            writeln!(f, "wrote {file}")?;
        }
        if let Some(reason) = &self.no_preview {
            writeln!(f, "preview: none ({reason})")?;
        }
        let Self { first_frame, last_frame, seconds, ms_per_frame, .. } = self;
        writeln!(f, "frames {first_frame} to {last_frame} in {seconds:.2} s, {ms_per_frame:.2} ms per frame")?;
        writeln!(f, "largest stretch {:.2} % (frame {})", 100.0 * self.max_strain, self.max_strain_frame)?;
        match self.warnings.len() {
            0 => {}
            1 => writeln!(f, "1 warning")?,
            count => writeln!(f, "{count} warnings")?,
        }
        write!(f, "hash {} (frame {last_frame})", self.hash)
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

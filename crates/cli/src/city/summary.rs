//! The last words about cities, for people and as JSON.

use std::fmt;

use serde::Serialize;

use crate::bytes::Bytes;
use crate::city::overview::Overview;
use crate::city::pen::Written;

/// Files beyond which only the first and the last are named.
const NAMED_FILES: usize = 4;

/// What was made.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// Always `muslin`.
    pub tool: &'static str,
    /// Version of Muslin.
    pub version: &'static str,
    /// The city, of several the first.
    #[serde(flatten)]
    pub overview: Overview,
    /// Cities that were made, a frame each.
    pub frames: u32,
    /// Cities that were asked for.
    pub frames_asked: u32,
    /// Whether Ctrl-C came before the last.
    pub interrupted: bool,
    /// What was written.
    #[serde(serialize_with = "names")]
    pub files: Vec<Written>,
    /// Whether a file has instances, which not all readers know.
    #[serde(skip)]
    pub has_instances: bool,
    /// Time from the start until all files had their names [s].
    pub seconds: f64,
}

fn names<S: serde::Serializer>(files: &[Written], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(files.iter().map(|file| file.path.to_string_lossy()))
}

impl Summary {
    /// The files of each extension together, since they come frame after frame.
    fn files_by_extension(&self) -> Vec<Vec<&Written>> {
        let mut groups: Vec<Vec<&Written>> = Vec::new();
        for file in &self.files {
            match groups.iter_mut().find(|group| group[0].path.extension() == file.path.extension()) {
                Some(group) => group.push(file),
                None => groups.push(vec![file]),
            }
        }
        groups
    }

    /// As a JSON object on one line.
    pub fn to_json(&self) -> String {
        // strings and numbers under fixed names: nothing that JSON cannot say
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.files.is_empty() {
            writeln!(f, "{}", self.overview)?;
            return write!(f, "{:<12}none asked for: --out city.glb, city.obj or city.json writes one", "files");
        }
        for files in self.files_by_extension() {
            write_files(f, &files)?;
        }
        if self.has_instances {
            writeln!(f, "for Blender, and where EXT_mesh_gpu_instancing is not known, add --plain")?;
        }
        let Self { frames, seconds, overview, .. } = self;
        match frames {
            1 => write!(f, "{} in {seconds:.2} s", overview.line()),
            _ => write!(f, "{frames} cities in {seconds:.2} s, the first has {}", overview.line()),
        }
    }
}

fn write_files(f: &mut fmt::Formatter<'_>, files: &[&Written]) -> fmt::Result {
    match files {
        [first, .., last] if files.len() > NAMED_FILES => {
            let bytes = files.iter().map(|file| file.bytes).sum();
            let (first, last) = (first.path.display(), last.path.display());
            writeln!(f, "wrote {first} to {last}, {} in {} files", Bytes(bytes), files.len())
        }
        few => few.iter().try_for_each(|file| writeln!(f, "wrote {}, {}", file.path.display(), Bytes(file.bytes))),
    }
}

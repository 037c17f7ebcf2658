//! Files that a run writes, and those that are read back.
//!
//! | format | files in the output folder |
//! |---|---|
//! | [`Format::Cache`] | `cache.muslin` (see [`cache`]), `cache.json` |
//! | [`Format::Obj`] | `obj/NAME_0000.obj`, `obj/NAME_0001.obj`, …, `obj/sequence.json` |
//! | [`Format::Pc2`] | `NAME.pc2`, `NAME.obj` (the mesh it belongs to), `NAME.pc2.json` |
//! | [`Format::Npz`] | `NAME.npz`, `NAME.npz.json` |
//!
//! Beside them lie `state.muslin` ([`write_state`]), from which the run can go on, and `scene.json` ([`write_scene`]), the
//! scene as it ran.
//!
//! The JSON files say what was simulated with what, in which units, and the hash of every frame.
//!
//! All of them are written under temporary names and renamed in [`FrameWriter::finish`]: a result is there whole or not
//! at all, and an older one stays until then.

pub mod cache;
pub mod error;
pub mod format;
mod little_endian;
pub mod metrics;
pub mod npz;
pub mod obj;
pub mod pc2;
mod pending;
pub mod scene_file;
mod sidecar;
pub mod state_file;
#[cfg(test)]
mod test_run;

use std::fs;
use std::path::{Path, PathBuf};

use muslin_geom::Points;
use muslin_sim::Model;

pub use cache::CacheReader;
pub use error::{ReadError, WriteError};
pub use format::{Format, Precision, UnknownName};
pub use metrics::{Metrics, MetricsWriter};
pub use pending::{PendingFile, folder_of, is_temporary, pending_folder};
pub use scene_file::write_scene;
pub use state_file::{read_state, write_state};

/// What the files say about the run that made them.
#[derive(Clone, Debug, PartialEq)]
pub struct RunInfo {
    /// Name of the scene. Files are named after it, less the characters that do not belong into file names.
    pub name: String,
    /// Hash of the scene, as it is to be shown.
    pub scene_hash: String,
    /// Frames per second.
    pub fps: f64,
    /// Number of the first frame that will be written.
    pub first_frame: i64,
}

/// The cloths at one output time.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Frame number: the run's first frame, then one more each.
    pub number: u64,
    /// Vertex positions [m], in the order of the model.
    pub x: &'a Points,
    /// Hash of the state that the positions are of.
    pub hash: u64,
}

/// Takes the frames of a run, one after the other, and makes files of them.
pub trait FrameWriter: Send {
    /// Writes the next frame. After an error the frames before are still good for [`finish`](Self::finish), unless the
    /// storage itself failed.
    ///
    /// # Errors
    /// If a position does not fit the file, or the file cannot be written.
    fn write_frame(&mut self, frame: &Frame) -> Result<(), WriteError>;

    /// Gives the files their names and returns these. `interrupted`: whether more frames had been asked for. Without
    /// a frame nothing is written and an older result stays.
    ///
    /// A writer that is dropped instead leaves nothing behind.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn finish(self: Box<Self>, interrupted: bool) -> Result<Vec<PathBuf>, WriteError>;
}

/// A writer of `format` into the folder `dir`, which is made where it is missing.
///
/// `precision` is that of the positions; [`Format::Pc2`] always has 32 bits.
///
/// # Errors
/// If `dir` cannot be written to, or holds an `obj` folder that is not Muslin's to replace.
pub fn open(
    format: Format,
    dir: &Path,
    info: &RunInfo,
    model: &Model,
    precision: Precision,
) -> Result<Box<dyn FrameWriter>, WriteError> {
    fs::create_dir_all(dir).map_err(WriteError::folder(dir))?;
    Ok(match format {
        Format::Cache => Box::new(cache::CacheWriter::create(dir, info, model, precision)?),
        Format::Obj => Box::new(obj::ObjWriter::create(dir, info, model, precision)?),
        Format::Pc2 => Box::new(pc2::Pc2Writer::create(dir, info, model)?),
        Format::Npz => Box::new(npz::NpzWriter::create(dir, info, model, precision)?),
    })
}

impl RunInfo {
    /// The name as a file name without extension: letters, digits, `-`, `_` and inner dots stay, all else becomes `_`.
    pub fn file_stem(&self) -> String {
        let keep = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let stem: String = self.name.chars().map(keep).collect();
        match stem.trim_matches('.') {
            "" => "cloth".to_owned(),
            stem => stem.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::test_run::{FORMATS, info, model, positions};

    #[test]
    fn a_dropped_writer_leaves_no_file_at_all() {
        for format in FORMATS {
            let dir = tempfile::tempdir().unwrap();
            let mut writer = open(format, dir.path(), &info(), &model(), Precision::F32).unwrap();
            writer.write_frame(&Frame { number: 3, x: &positions(0), hash: 1 }).unwrap();
            drop(writer);
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{format}");
        }
    }

    #[test]
    fn a_run_without_a_frame_keeps_the_older_result() {
        for format in FORMATS {
            let dir = tempfile::tempdir().unwrap();
            let written = test_run::write(dir.path(), format, Precision::F32, &[positions(0)]);
            let nothing = test_run::write(dir.path(), format, Precision::F32, &[]);
            assert!(nothing.is_empty(), "{format}");
            assert!(written.iter().all(|path| path.exists()), "{format}");
        }
    }

    #[test]
    fn all_formats_fit_into_one_folder() {
        let dir = tempfile::tempdir().unwrap();
        for format in FORMATS {
            test_run::write(dir.path(), format, Precision::F32, &[positions(0)]);
        }
        let mut names: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let expected =
            "a_sheet.npz a_sheet.npz.json a_sheet.obj a_sheet.pc2 a_sheet.pc2.json cache.json cache.muslin obj";
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn a_position_that_is_no_number_is_refused_and_the_frames_before_are_kept() {
        for format in FORMATS {
            let dir = tempfile::tempdir().unwrap();
            let mut writer = open(format, dir.path(), &info(), &model(), Precision::F32).unwrap();
            writer.write_frame(&Frame { number: 3, x: &positions(0), hash: 1 }).unwrap();
            let mut x = positions(1);
            x.ys[5] = 1e300; // finite, but not in 32 bits
            let error = writer.write_frame(&Frame { number: 4, x: &x, hash: 2 }).unwrap_err();
            assert!(matches!(error, WriteError::NotFinite { vertex: 5, frame: 4, .. }), "{format}: {error}");
            assert!(!writer.finish(true).unwrap().is_empty(), "{format}");
        }
    }

    #[test]
    fn a_frame_of_another_mesh_is_refused() {
        for format in FORMATS {
            let dir = tempfile::tempdir().unwrap();
            let mut writer = open(format, dir.path(), &info(), &model(), Precision::F32).unwrap();
            let error = writer.write_frame(&Frame { number: 3, x: &Points::zeros(5), hash: 1 }).unwrap_err();
            assert!(matches!(error, WriteError::VertexCount { found: 5, .. }), "{format}: {error}");
        }
    }

    #[test]
    fn an_error_ends_with_the_path() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        fs::write(&path, "").unwrap();
        for format in FORMATS {
            let error = open(format, &path, &info(), &model(), Precision::F32).err().unwrap();
            assert!(matches!(error, WriteError::Folder { .. }), "{format}: {error}");
            assert!(error.to_string().ends_with(&format!(": {}", path.display())), "{format}: {error}");
        }
    }

    #[test]
    fn a_name_cannot_leave_the_folder() {
        let stem = |name: &str| RunInfo { name: name.to_owned(), ..info() }.file_stem();
        assert_eq!(stem("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(stem("Tücher 2\n"), "Tücher_2_");
        assert_eq!(stem(".."), "cloth");
    }
}

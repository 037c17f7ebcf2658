//! The JSON beside each result: what was simulated with what, units, and the hash of every frame.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use muslin_sim::Model;
use serde::{Serialize, Serializer};

use crate::io::pending::PendingFile;
use crate::io::{Frame, Precision, RunInfo, WriteError};

/// Contents of the JSON; collects the hashes while frames come in.
#[derive(Debug, Serialize)]
pub(super) struct Sidecar {
    tool: &'static str,
    version: &'static str,
    scene: String,
    scene_hash: String,
    unit: &'static str,
    up: &'static str,
    handedness: &'static str,
    fps: f64,
    first_frame: i64,
    samples: u64,
    vertex_count: usize,
    triangle_count: usize,
    precision: Precision,
    interrupted: bool,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    layout: BTreeMap<&'static str, Array>,
    #[serde(rename = "hash", serialize_with = "as_hex")]
    hashes: Vec<u64>,
}

/// Where an array lies in a binary file, in the words of `numpy.memmap`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Array {
    /// First byte.
    pub(super) offset: u64,
    /// Type of an element.
    pub(super) dtype: &'static str,
    /// Elements per axis, the last axis fastest.
    pub(super) shape: Vec<u64>,
}

impl Sidecar {
    /// For a run that has no frame yet.
    pub(super) fn new(info: &RunInfo, model: &Model, precision: Precision) -> Self {
        Self {
            tool: "muslin",
            version: env!("CARGO_PKG_VERSION"),
            scene: info.name.clone(),
            scene_hash: info.scene_hash.clone(),
            unit: "metre",
            up: "y",
            handedness: "right",
            fps: info.fps,
            first_frame: info.first_frame,
            samples: 0,
            vertex_count: model.vertex_count(),
            triangle_count: model.triangles.len(),
            precision,
            interrupted: false,
            layout: BTreeMap::new(),
            hashes: Vec::new(),
        }
    }

    /// Number of frames so far.
    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    /// Hash of each frame so far.
    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Size of a frame in a binary file [bytes].
    pub(super) fn frame_bytes(&self) -> u64 {
        3 * self.precision.bytes() * self.vertex_count as u64
    }

    /// Shape of the positions of all frames so far.
    pub(super) fn shape(&self) -> Vec<u64> {
        vec![self.samples, self.vertex_count as u64, 3]
    }

    /// Refuses a frame that the file at `path` cannot hold.
    pub(super) fn check(&self, frame: &Frame, path: &Path) -> Result<(), WriteError> {
        debug_assert_eq!(i128::from(frame.number), i128::from(self.first_frame) + i128::from(self.samples));
        let (expected, found, path) = (self.vertex_count, frame.x.len(), path.to_owned());
        if found != expected {
            return Err(WriteError::VertexCount { expected, found, frame: frame.number, path });
        }
        let fits = |coordinate: f64| match self.precision {
            Precision::F32 => (coordinate as f32).is_finite(),
            Precision::F64 => coordinate.is_finite(),
        };
        match frame.x.iter().position(|point| !point.to_array().into_iter().all(fits)) {
            Some(vertex) => Err(WriteError::NotFinite { vertex, frame: frame.number, path }),
            None => Ok(()),
        }
    }

    /// Counts a frame that has been written.
    pub(super) fn record(&mut self, frame: &Frame) {
        self.samples += 1;
        self.hashes.push(frame.hash);
    }

    /// Says where the arrays lie in the file.
    pub(super) fn set_layout(&mut self, arrays: impl IntoIterator<Item = (&'static str, Array)>) {
        self.layout = arrays.into_iter().collect();
    }

    /// Writes the JSON, to be committed with the file that it is about.
    pub(super) fn into_file(self, path: PathBuf, interrupted: bool) -> Result<PendingFile, WriteError> {
        let mut file = PendingFile::create(path)?;
        self.write(&mut file, interrupted).map_err(WriteError::file(file.path()))?;
        Ok(file)
    }

    /// Writes the JSON.
    pub(super) fn write(mut self, output: &mut impl Write, interrupted: bool) -> io::Result<()> {
        self.interrupted = interrupted;
        serde_json::to_writer_pretty(&mut *output, &self)?;
        output.write_all(b"\n")
    }
}

/// As text, since a number of 64 bits loses its last digits in most JSON readers.
fn as_hex<S: Serializer>(hashes: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hashes.iter().map(|hash| format!("{hash:016x}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::Format;
    use crate::io::test_run::{self, FORMATS, positions};

    #[test]
    fn the_sidecar_counts_the_frames_of_a_stopped_run() {
        for (format, name) in FORMATS.into_iter().zip(test_run::SIDECARS) {
            let dir = tempfile::tempdir().unwrap();
            test_run::write(dir.path(), format, Precision::F32, &[positions(0), positions(1)]);
            let json = test_run::read_json(&dir.path().join(name));
            assert_eq!(json["samples"], 2, "{format}");
            assert_eq!(json["interrupted"], true, "{format}");
            assert_eq!(json["first_frame"], 3, "{format}");
            assert_eq!(json["vertex_count"], 12, "{format}");
            assert_eq!(json["triangle_count"], 12, "{format}");
            assert_eq!(json["precision"], "f32", "{format}");
            assert_eq!(json["hash"], serde_json::json!(["fedcba9876543210", "fedcba9876543211"]), "{format}");
            assert_eq!((&json["unit"], &json["up"], &json["fps"]), (&"metre".into(), &"y".into(), &24.0.into()));
        }
    }

    #[test]
    fn the_layout_of_a_cache_says_where_the_last_frame_ends() {
        let dir = tempfile::tempdir().unwrap();
        test_run::write(dir.path(), Format::Cache, Precision::F64, &[positions(0), positions(1)]);
        let json = test_run::read_json(&dir.path().join("cache.json"));
        let x = &json["layout"]["x"];
        assert_eq!(x["dtype"], "<f8");
        assert_eq!(x["shape"], serde_json::json!([2, 12, 3]));
        let length = std::fs::metadata(dir.path().join("cache.muslin")).unwrap().len();
        assert_eq!(x["offset"].as_u64().unwrap() + 2 * 12 * 3 * 8, length);
    }
}

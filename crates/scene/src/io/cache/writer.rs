//! Writes a cache.

use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use muslin_sim::Model;

use super::header::Header;
use crate::io::little_endian::{write_points, write_triangles};
use crate::io::pending::{PendingFile, commit};
use crate::io::sidecar::{Array, Sidecar};
use crate::io::{Frame, FrameWriter, Precision, RunInfo, WriteError};

/// Writes `cache.muslin` and `cache.json`.
pub struct CacheWriter {
    file: PendingFile,
    header: Header,
    sidecar: Sidecar,
}

impl CacheWriter {
    /// Starts a cache in the folder `dir`.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn create(dir: &Path, info: &RunInfo, model: &Model, precision: Precision) -> Result<Self, WriteError> {
        let mut file = PendingFile::create(dir.join("cache.muslin"))?;
        let header = Header::new(precision, model.vertex_count(), model.triangles.len(), info.first_frame, info.fps);
        write_start(&mut file, &header, model).map_err(WriteError::file(file.path()))?;
        Ok(Self { file, header, sidecar: Sidecar::new(info, model, precision) })
    }
}

/// Writes all that comes before the first frame.
fn write_start(file: &mut PendingFile, header: &Header, model: &Model) -> io::Result<()> {
    header.write(file)?;
    fill_to(file, header.triangles_offset)?;
    write_triangles(file, &model.triangles)?;
    fill_to(file, header.uv_offset)?;
    for coordinate in model.uv_rest.iter().flatten() {
        file.write_all(&coordinate.to_le_bytes())?;
    }
    fill_to(file, header.frames_offset)
}

/// Writes zeros up to byte `offset`.
fn fill_to(file: &mut PendingFile, offset: u64) -> io::Result<()> {
    let position = file.stream_position()?;
    for _ in position..offset {
        file.write_all(&[0])?;
    }
    Ok(())
}

impl FrameWriter for CacheWriter {
    fn write_frame(&mut self, frame: &Frame) -> Result<(), WriteError> {
        self.sidecar.check(frame, self.file.path())?;
        write_points(&mut self.file, frame.x, self.header.precision).map_err(WriteError::file(self.file.path()))?;
        self.sidecar.record(frame);
        Ok(())
    }

    fn finish(self: Box<Self>, interrupted: bool) -> Result<Vec<PathBuf>, WriteError> {
        let Self { mut file, mut header, mut sidecar } = *self;
        if sidecar.samples() == 0 {
            return Ok(Vec::new());
        }
        header.frame_count = sidecar.samples();
        file.check_position(header.frames_offset + header.frame_count * header.frame_bytes())?;
        let patched = file.rewind().and_then(|()| header.write(&mut file));
        patched.map_err(WriteError::file(file.path()))?;
        sidecar.set_layout(layout(&header, sidecar.shape()));
        let sidecar = sidecar.into_file(file.path().with_extension("json"), interrupted)?;
        commit([file, sidecar])
    }
}

fn layout(header: &Header, x_shape: Vec<u64>) -> [(&'static str, Array); 3] {
    let array = |offset, dtype, shape| Array { offset, dtype, shape };
    [
        ("triangles", array(header.triangles_offset, "<u4", vec![header.triangle_count, 3])),
        ("uv", array(header.uv_offset, "<f4", vec![header.vertex_count, 2])),
        ("x", array(header.frames_offset, header.precision.dtype(), x_shape)),
    ]
}

//! PC2: a point cache for Blender's Mesh Cache modifier and 3ds Max.
//!
//! Little-endian: `POINTCACHE2` and a zero byte, i32 version (1), i32 number of vertices, f32 start, f32 rate,
//! i32 number of samples; then x, y, z of each vertex [m] as f32, sample after sample. Start is the first frame and rate
//! is one sample a frame, for tools that count in frames.

use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use muslin_sim::Model;

use crate::io::little_endian::write_points;
use crate::io::obj::Mesh;
use crate::io::pending::{PendingFile, commit};
use crate::io::sidecar::{Array, Sidecar};
use crate::io::{Frame, FrameWriter, Precision, RunInfo, WriteError};

const HEADER_BYTES: u64 = 32;

/// Writes `NAME.pc2`, `NAME.obj` (the mesh of the first frame, which the cache moves) and `NAME.pc2.json`.
pub struct Pc2Writer {
    file: PendingFile,
    mesh_file: PendingFile,
    mesh: Mesh,
    header: Header,
    sidecar: Sidecar,
}

#[derive(Clone, Copy)]
struct Header {
    vertex_count: u32,
    start: f32,
    sample_count: i32,
}

impl Header {
    fn write(self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(b"POINTCACHE2\0")?;
        output.write_all(&1_i32.to_le_bytes())?;
        output.write_all(&self.vertex_count.to_le_bytes())?;
        output.write_all(&self.start.to_le_bytes())?;
        output.write_all(&1_f32.to_le_bytes())?;
        output.write_all(&self.sample_count.to_le_bytes())
    }
}

impl Pc2Writer {
    /// Starts a point cache in the folder `dir`.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn create(dir: &Path, info: &RunInfo, model: &Model) -> Result<Self, WriteError> {
        let stem = info.file_stem();
        let mut file = PendingFile::create(dir.join(format!("{stem}.pc2")))?;
        let mesh_file = PendingFile::create(dir.join(format!("{stem}.obj")))?;
        // as good as an i32: a model has far fewer vertices than it can count
        let header =
            Header { vertex_count: model.vertex_count() as u32, start: info.first_frame as f32, sample_count: 0 };
        header.write(&mut file).map_err(WriteError::file(file.path()))?;
        let sidecar = Sidecar::new(info, model, Precision::F32);
        Ok(Self { file, mesh_file, mesh: Mesh::new(info, model), header, sidecar })
    }
}

impl FrameWriter for Pc2Writer {
    fn write_frame(&mut self, frame: &Frame) -> Result<(), WriteError> {
        self.sidecar.check(frame, self.file.path())?;
        let failed = WriteError::file(self.file.path());
        let sample_count = self.header.sample_count.checked_add(1).ok_or(io::ErrorKind::FileTooLarge);
        let sample_count = sample_count.map_err(|kind| failed(kind.into()))?;
        if sample_count == 1 {
            let written = self.mesh.write(&mut self.mesh_file, frame, Precision::F32);
            written.map_err(WriteError::file(self.mesh_file.path()))?;
        }
        write_points(&mut self.file, frame.x, Precision::F32).map_err(failed)?;
        self.header.sample_count = sample_count;
        self.sidecar.record(frame);
        Ok(())
    }

    fn finish(self: Box<Self>, interrupted: bool) -> Result<Vec<PathBuf>, WriteError> {
        let Self { mut file, mesh_file, header, mut sidecar, .. } = *self;
        if sidecar.samples() == 0 {
            return Ok(Vec::new());
        }
        file.check_position(HEADER_BYTES + sidecar.samples() * sidecar.frame_bytes())?;
        let patched = file.rewind().and_then(|()| header.write(&mut file));
        patched.map_err(WriteError::file(file.path()))?;
        let x = Array { offset: HEADER_BYTES, dtype: Precision::F32.dtype(), shape: sidecar.shape() };
        sidecar.set_layout([("x", x)]);
        let sidecar = sidecar.into_file(file.path().with_extension("pc2.json"), interrupted)?;
        commit([file, mesh_file, sidecar])
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::io::Format;
    use crate::io::test_run::{self, positions};

    #[test]
    fn header_and_length_are_what_readers_expect() {
        let dir = tempfile::tempdir().unwrap();
        test_run::write(dir.path(), Format::Pc2, Precision::F64, &[positions(0), positions(1)]);
        let bytes = fs::read(dir.path().join("a_sheet.pc2")).unwrap();
        assert_eq!(bytes.len(), 32 + 12 * 12 * 2);
        assert_eq!(&bytes[..12], b"POINTCACHE2\0");
        let word = |at: usize| <[u8; 4]>::try_from(&bytes[at..at + 4]).unwrap();
        assert_eq!([12, 16, 28].map(|at| i32::from_le_bytes(word(at))), [1, 12, 2]);
        assert_eq!([20, 24].map(|at| f32::from_le_bytes(word(at))), [3.0, 1.0]);
        let x: Vec<f32> = (32..bytes.len()).step_by(4).map(|at| f32::from_le_bytes(word(at))).collect();
        let expected: Vec<f32> = [positions(0), positions(1)]
            .iter()
            .flat_map(|x| x.iter().collect::<Vec<_>>())
            .flat_map(|p| p.as_vec3().to_array())
            .collect();
        assert_eq!(x, expected);
    }

    #[test]
    fn the_mesh_beside_it_is_that_of_the_first_frame() {
        let dir = tempfile::tempdir().unwrap();
        test_run::write(dir.path(), Format::Pc2, Precision::F32, &[positions(1), positions(0)]);
        test_run::write(dir.path(), Format::Obj, Precision::F32, &[positions(1)]);
        let mesh = fs::read_to_string(dir.path().join("a_sheet.obj")).unwrap();
        assert_eq!(mesh, fs::read_to_string(dir.path().join("obj/a_sheet_0003.obj")).unwrap());
    }
}

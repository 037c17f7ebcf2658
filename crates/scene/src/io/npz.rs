//! NPZ: `NumPy` arrays in a ZIP file, stored without compression.
//!
//! | array | type | shape |
//! |---|---|---|
//! | `x` | f32 or f64, positions \[m\] | frames, vertices, 3 |
//! | `triangles` | u32 | triangles, 3 |
//! | `fps` | f64 | none |
//! | `first_frame` | i64 | none |
//! | `hash` | u64 | frames |

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use muslin_sim::Model;
use npyz::{DType, WriteOptions, WriterBuilder};
use zip::write::FileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::io::little_endian::{write_points, write_triangles};
use crate::io::pending::{PendingFile, commit};
use crate::io::sidecar::Sidecar;
use crate::io::{Frame, FrameWriter, Precision, RunInfo, WriteError};

/// Writes `NAME.npz` and `NAME.npz.json`.
pub struct NpzWriter {
    file: PendingFile,
    /// Frames so far, in a file without a name: the head of an array must say their number.
    frames: BufWriter<File>,
    triangles: Vec<[u32; 3]>,
    fps: f64,
    first_frame: i64,
    precision: Precision,
    sidecar: Sidecar,
}

impl NpzWriter {
    /// Starts an NPZ in the folder `dir`.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn create(dir: &Path, info: &RunInfo, model: &Model, precision: Precision) -> Result<Self, WriteError> {
        let file = PendingFile::create(dir.join(format!("{}.npz", info.file_stem())))?;
        let frames = tempfile::tempfile_in(dir).map_err(WriteError::file(file.path()))?;
        Ok(Self {
            file,
            frames: BufWriter::with_capacity(1 << 16, frames),
            triangles: model.triangles.clone(),
            fps: info.fps,
            first_frame: info.first_frame,
            precision,
            sidecar: Sidecar::new(info, model, precision),
        })
    }

    fn write_arrays(&mut self, x_bytes: u64) -> io::Result<()> {
        let mut frames = self.frames.get_ref().take(x_bytes);
        let samples = self.sidecar.samples();
        let mut archive = Archive(ZipWriter::new(&mut self.file));
        archive.add("x", self.precision.dtype(), &self.sidecar.shape(), x_bytes, |output| {
            io::copy(&mut frames, output).map(|_| ())
        })?;
        let triangle_count = self.triangles.len() as u64;
        archive.add("triangles", "<u4", &[triangle_count, 3], 12 * triangle_count, |output| {
            // the archive checks and counts each write: better few of them
            let mut output = BufWriter::with_capacity(1 << 16, output);
            write_triangles(&mut output, &self.triangles)?;
            output.flush()
        })?;
        archive.add("fps", "<f8", &[], 8, |output| output.write_all(&self.fps.to_le_bytes()))?;
        archive.add("first_frame", "<i8", &[], 8, |output| output.write_all(&self.first_frame.to_le_bytes()))?;
        archive.add("hash", "<u8", &[samples], 8 * samples, |output| {
            self.sidecar.hashes().iter().try_for_each(|hash| output.write_all(&hash.to_le_bytes()))
        })?;
        archive.0.finish()?;
        Ok(())
    }
}

impl FrameWriter for NpzWriter {
    fn write_frame(&mut self, frame: &Frame) -> Result<(), WriteError> {
        self.sidecar.check(frame, self.file.path())?;
        write_points(&mut self.frames, frame.x, self.precision).map_err(WriteError::file(self.file.path()))?;
        self.sidecar.record(frame);
        Ok(())
    }

    fn finish(mut self: Box<Self>, interrupted: bool) -> Result<Vec<PathBuf>, WriteError> {
        if self.sidecar.samples() == 0 {
            return Ok(Vec::new());
        }
        let path = self.file.path().to_owned();
        let failed = WriteError::file(&path);
        let x_bytes = self.sidecar.samples() * self.sidecar.frame_bytes();
        if self.frames.stream_position().map_err(&failed)? != x_bytes {
            return Err(WriteError::Incomplete { path });
        }
        self.frames.rewind().map_err(&failed)?; // flushes first
        self.write_arrays(x_bytes).map_err(&failed)?;
        let sidecar = self.sidecar.into_file(path.with_extension("npz.json"), interrupted)?;
        commit([self.file, sidecar])
    }
}

struct Archive<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Archive<W> {
    /// Adds an array of `bytes` bytes that `write` puts out.
    fn add(
        &mut self,
        name: &str,
        dtype: &str,
        shape: &[u64],
        bytes: u64,
        write: impl FnOnce(&mut ZipWriter<W>) -> io::Result<()>,
    ) -> io::Result<()> {
        /// More than the head of any array of three axes.
        const HEAD_BYTES: u64 = 1024;
        let options = FileOptions::default()
            .compression_method(CompressionMethod::Stored)
            // the same run is to give the same bytes
            .last_modified_time(DateTime::default())
            .large_file(bytes + HEAD_BYTES > u64::from(u32::MAX));
        self.0.start_file(format!("{name}.npy"), options)?;
        let dtype = DType::Plain(dtype.parse().map_err(io::Error::other)?);
        WriteOptions::new_header_only().dtype(dtype).shape(shape).writer(&mut self.0).write_header_only()?;
        write(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use npyz::NpyFile;
    use zip::ZipArchive;

    use super::*;
    use crate::io::Format;
    use crate::io::test_run::{self, model, positions};

    fn write(precision: Precision) -> ZipArchive<File> {
        let dir = tempfile::tempdir().unwrap();
        test_run::write(dir.path(), Format::Npz, precision, &[positions(0), positions(1)]);
        ZipArchive::new(File::open(dir.path().join("a_sheet.npz")).unwrap()).unwrap()
    }

    fn array<T: npyz::Deserialize>(archive: &mut ZipArchive<File>, name: &str) -> (Vec<u64>, Vec<T>) {
        let array = NpyFile::new(archive.by_name(&format!("{name}.npy")).unwrap()).unwrap();
        (array.shape().to_vec(), array.into_vec().unwrap())
    }

    fn coordinates() -> Vec<f64> {
        [positions(0), positions(1)]
            .iter()
            .flat_map(|x| x.iter().flat_map(|p| p.to_array()).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn arrays_in_64_bits_come_back() {
        let mut archive = write(Precision::F64);
        assert_eq!(array::<f64>(&mut archive, "x"), (vec![2, 12, 3], coordinates()));
        let triangles = model().triangles.concat();
        assert_eq!(array::<u32>(&mut archive, "triangles"), (vec![12, 3], triangles));
        assert_eq!(array::<f64>(&mut archive, "fps"), (vec![], vec![24.0]));
        assert_eq!(array::<i64>(&mut archive, "first_frame"), (vec![], vec![3]));
        let hashes = vec![0xFEDC_BA98_7654_3210, 0xFEDC_BA98_7654_3211];
        assert_eq!(array::<u64>(&mut archive, "hash"), (vec![2], hashes));
    }

    #[test]
    fn positions_in_32_bits_come_back_rounded() {
        let x = coordinates().into_iter().map(|coordinate| coordinate as f32).collect();
        assert_eq!(array::<f32>(&mut write(Precision::F32), "x"), (vec![2, 12, 3], x));
    }
}

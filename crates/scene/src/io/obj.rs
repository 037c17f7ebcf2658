//! Wavefront OBJ: a mesh as text, one file a frame.
//!
//! Vertex i of the model is the i-th `v`, `vt` and `vn` of the file; faces are the model's triangles in order.
//! Positions are in the fewest digits that read back to the same number.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use muslin_geom::area_weighted_normals;
use muslin_sim::Model;
use tempfile::TempDir;

use crate::io::pending::pending_folder;
use crate::io::sidecar::Sidecar;
use crate::io::{Frame, FrameWriter, Precision, RunInfo, WriteError};

const SIDECAR_NAME: &str = "sequence.json";

/// Writes the folder `obj`: one OBJ a frame and `sequence.json`.
pub struct ObjWriter {
    temporary: TempDir,
    folder: PathBuf,
    mesh: Mesh,
    precision: Precision,
    sidecar: Sidecar,
}

impl ObjWriter {
    /// Starts a sequence in the folder `dir`.
    ///
    /// # Errors
    /// If the folder cannot be written to, or holds an `obj` folder with other things than a Muslin sequence.
    pub fn create(dir: &Path, info: &RunInfo, model: &Model, precision: Precision) -> Result<Self, WriteError> {
        let folder = dir.join("obj");
        check_replaceable(&folder)?;
        Ok(Self {
            temporary: pending_folder(dir)?,
            folder,
            mesh: Mesh::new(info, model),
            precision,
            sidecar: Sidecar::new(info, model, precision),
        })
    }
}

impl FrameWriter for ObjWriter {
    fn write_frame(&mut self, frame: &Frame) -> Result<(), WriteError> {
        let name = format!("{}_{:04}.obj", self.mesh.stem, frame.number);
        let place = self.folder.join(&name);
        self.sidecar.check(frame, &place)?;
        let path = self.temporary.path().join(name);
        let written = write_file(&path, |output| self.mesh.write(output, frame, self.precision));
        if let Err(reason) = written {
            // half a file must not come into the sequence; that it could not be written is the error to report
            let _ = fs::remove_file(&path);
            return Err(WriteError::File { reason, path: place });
        }
        self.sidecar.record(frame);
        Ok(())
    }

    fn finish(self: Box<Self>, interrupted: bool) -> Result<Vec<PathBuf>, WriteError> {
        let Self { temporary, folder, sidecar, .. } = *self;
        if sidecar.samples() == 0 {
            return Ok(Vec::new());
        }
        write_file(&temporary.path().join(SIDECAR_NAME), |output| sidecar.write(output, interrupted))
            .map_err(WriteError::file(&folder.join(SIDECAR_NAME)))?;
        replace_folder(temporary, &folder)?;
        Ok(vec![folder])
    }
}

fn write_file(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(1 << 16, File::create(path)?);
    write(&mut output)?;
    output.flush()
}

/// Refuses to replace a folder that holds anything that this module does not write: a folder named `obj` may well be
/// the user's own.
fn check_replaceable(folder: &Path) -> Result<(), WriteError> {
    let failed = WriteError::file(folder);
    let entries = match fs::read_dir(folder) {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(&failed)?,
    };
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let names: Vec<String> = names.collect::<io::Result<_>>().map_err(&failed)?;
    let has_sidecar = names.iter().any(|name| name == SIDECAR_NAME);
    if names.is_empty() || has_sidecar && names.iter().all(|name| is_ours(name)) {
        Ok(())
    } else {
        Err(WriteError::ForeignFolder { path: folder.to_owned() })
    }
}

fn is_ours(name: &str) -> bool {
    let number = name.strip_suffix(".obj").and_then(|stem| stem.rsplit_once('_')).map(|(_, number)| number);
    name == SIDECAR_NAME || number.is_some_and(|number| number.len() >= 4 && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Puts `temporary` in the place of `folder`, whole, so that no frame of a longer sequence stays.
fn replace_folder(temporary: TempDir, folder: &Path) -> Result<(), WriteError> {
    let failed = WriteError::file(folder);
    check_replaceable(folder)?;
    // a full folder cannot be renamed over: the older one steps aside first and is removed when `aside` is dropped
    let aside = pending_folder(folder.parent().unwrap_or(Path::new(".")))?;
    let older = aside.path().join("older");
    let has_older = folder.exists();
    if has_older {
        fs::rename(folder, &older).map_err(&failed)?;
    }
    if let Err(reason) = fs::rename(temporary.path(), folder) {
        if has_older && fs::rename(&older, folder).is_err() {
            // better a folder of an odd name than a lost result
            let _ = aside.keep();
        }
        return Err(failed(reason));
    }
    let _ = temporary.keep();
    Ok(())
}

/// What all frames have in common.
pub(super) struct Mesh {
    scene: String,
    stem: String,
    triangles: Vec<[u32; 3]>,
    uv: Vec<[f32; 2]>,
}

impl Mesh {
    /// The mesh of all cloths, named after the run.
    pub(super) fn new(info: &RunInfo, model: &Model) -> Self {
        Self {
            // a line break would end the comment that the name is in
            scene: info.name.replace(char::is_control, " "),
            stem: info.file_stem(),
            triangles: model.triangles.clone(),
            uv: model.uv_rest.clone(),
        }
    }

    /// Writes the mesh as it is in `frame`, whose positions are finite.
    pub(super) fn write(&self, output: &mut impl Write, frame: &Frame, precision: Precision) -> io::Result<()> {
        let Self { scene, stem, .. } = self;
        writeln!(output, "# Muslin {}, scene {scene}, frame {}", env!("CARGO_PKG_VERSION"), frame.number)?;
        writeln!(output, "# unit metre, Y up, right-handed\no {stem}")?;
        for point in frame.x.iter() {
            write_line(output, "v", point.to_array(), precision)?;
        }
        for uv in &self.uv {
            write_line(output, "vt", uv.map(f64::from), Precision::F32)?;
        }
        for normal in area_weighted_normals(frame.x, &self.triangles).iter() {
            write_line(output, "vn", normal.to_array(), Precision::F32)?;
        }
        for [a, b, c] in self.triangles.iter().map(|triangle| triangle.map(|vertex| vertex + 1)) {
            writeln!(output, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}")?;
        }
        Ok(())
    }
}

/// Writes a line of numbers. Rust writes the fewest digits that read back to the same bits, never an exponent.
fn write_line<const N: usize>(
    output: &mut impl Write,
    keyword: &str,
    numbers: [f64; N],
    precision: Precision,
) -> io::Result<()> {
    output.write_all(keyword.as_bytes())?;
    for number in numbers {
        // + 0 turns −0 into 0; after rounding, which can make a −0
        match precision {
            Precision::F32 => write!(output, " {}", number as f32 + 0.0)?,
            Precision::F64 => write!(output, " {}", number + 0.0)?,
        }
    }
    output.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::test_run::{self, info, model, positions};
    use crate::io::{Format, open};

    fn numbers<T: std::str::FromStr>(text: &str, keyword: &str) -> Vec<Vec<T>> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(keyword)?.strip_prefix(' '));
        lines.map(|line| line.split([' ', '/']).map(|word| word.parse().ok().unwrap()).collect()).collect()
    }

    fn write(dir: &Path, precision: Precision, frame_count: usize) -> PathBuf {
        let frames: Vec<_> = (0..frame_count).map(positions).collect();
        test_run::write(dir, Format::Obj, precision, &frames).swap_remove(0)
    }

    #[test]
    fn positions_faces_and_texture_come_back_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let folder = write(dir.path(), Precision::F32, 2);
        let text = fs::read_to_string(folder.join("a_sheet_0004.obj")).unwrap();
        let x: Vec<_> = positions(1).iter().map(|point| point.as_vec3().to_array().to_vec()).collect();
        assert_eq!(numbers::<f32>(&text, "v"), x);
        let uv: Vec<_> = model().uv_rest.iter().map(|uv| uv.to_vec()).collect();
        assert_eq!(numbers::<f32>(&text, "vt"), uv);
        let faces: Vec<_> = model().triangles.iter().map(|t| t.iter().flat_map(|v| [v + 1; 3]).collect()).collect();
        assert_eq!(numbers::<u32>(&text, "f"), faces as Vec<Vec<u32>>);
        assert!(text.starts_with("# Muslin "));
        assert!(text.contains("\no a_sheet\n"));
    }

    #[test]
    fn normals_are_unit_vectors() {
        let dir = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(write(dir.path(), Precision::F32, 2).join("a_sheet_0004.obj")).unwrap();
        let normals = numbers::<f64>(&text, "vn");
        assert_eq!(normals.len(), 12);
        assert!(normals.iter().all(|n| (n.iter().map(|c| c * c).sum::<f64>() - 1.0).abs() < 1e-6));
    }

    #[test]
    fn positions_in_64_bits_come_back_to_the_last_digit() {
        let dir = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(write(dir.path(), Precision::F64, 1).join("a_sheet_0003.obj")).unwrap();
        let x: Vec<_> = positions(0).iter().map(|point| point.to_array().to_vec()).collect();
        assert_eq!(numbers::<f64>(&text, "v"), x);
    }

    #[test]
    fn no_number_is_written_in_a_way_that_readers_trip_over() {
        let dir = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(write(dir.path(), Precision::F32, 1).join("a_sheet_0003.obj")).unwrap();
        assert!(!text.contains('\r'));
        for line in text.lines().filter(|line| line.starts_with('v')) {
            for word in line.split(' ').skip(1) {
                let digits = word.trim_start_matches('-').replace('.', "");
                assert!(word != "-0" && digits.bytes().all(|b| b.is_ascii_digit()), "{word}");
                assert!(digits.trim_start_matches('0').trim_end_matches('0').len() <= 9, "{word}");
            }
        }
    }

    #[test]
    fn a_shorter_sequence_replaces_a_longer_one() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), Precision::F32, 3);
        let folder = write(dir.path(), Precision::F32, 1);
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a_sheet_0003.obj", "sequence.json"]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1); // nothing of the older one beside it
    }

    #[test]
    fn a_folder_with_other_things_is_not_replaced() {
        for name in ["body.obj", "notes_12.obj"] {
            let dir = tempfile::tempdir().unwrap();
            let folder = write(dir.path(), Precision::F32, 1);
            fs::write(folder.join(name), "").unwrap();
            let opened = open(Format::Obj, dir.path(), &info(), &model(), Precision::F32);
            assert!(matches!(opened.err(), Some(WriteError::ForeignFolder { .. })));
            assert_eq!(fs::read_dir(folder).unwrap().count(), 3);
        }
    }
}

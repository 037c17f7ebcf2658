//! A state on disk, from which a run goes on as if it had never stopped.
//!
//! Little-endian: `MUSLINS1`, u32 version (1), 32 bytes scene hash, u64 number of vertices, u64 step, f64 time [s];
//! then x and, after it, `x_prev`: x, y, z of each vertex [m] as f64. Of methods with velocities then those [m/s], of `impulse` with
//! warm starts the impulses [kg m/s], of `descent` the velocities a sub-step ago, and a byte a cloth, 1 if it sleeps.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use muslin_geom::Points;
use muslin_sim::{Model, State};

use crate::io::little_endian::{read_bytes, read_f64, read_points, read_u32, read_u64, write_points};
use crate::io::pending::{PendingFile, commit};
use crate::io::{Precision, ReadError, WriteError};

const MAGIC: [u8; 8] = *b"MUSLINS1";
const VERSION: u32 = 1;
const HEADER_BYTES: u64 = 68;

/// Saves `state` of the scene with `scene_hash` (64 hexadecimal digits) as `path`.
///
/// # Errors
/// If the file cannot be written, the hash is none, or a position is not finite.
pub fn write_state(path: &Path, state: &State, scene_hash: &str) -> Result<(), WriteError> {
    let scene_hash = blake3::Hash::from_hex(scene_hash)
        .map_err(|_| WriteError::SceneHash { found: scene_hash.to_owned(), path: path.to_owned() })?;
    let not_finite = |x: &Points| x.iter().position(|point| !point.is_finite());
    let points = [&state.x, &state.x_prev, &state.v, &state.impulses, &state.v_prev];
    if let Some(vertex) = points.into_iter().find_map(not_finite) {
        return Err(WriteError::StateNotFinite { vertex, step: state.step, path: path.to_owned() });
    }
    let mut file = PendingFile::create(path.to_owned())?;
    write(&mut file, state, &scene_hash).map_err(WriteError::file(path))?;
    commit([file])?;
    Ok(())
}

fn write(output: &mut impl Write, state: &State, scene_hash: &blake3::Hash) -> io::Result<()> {
    output.write_all(&MAGIC)?;
    output.write_all(&VERSION.to_le_bytes())?;
    output.write_all(scene_hash.as_bytes())?;
    output.write_all(&(state.x.len() as u64).to_le_bytes())?;
    output.write_all(&state.step.to_le_bytes())?;
    output.write_all(&state.time.to_le_bytes())?;
    write_points(output, &state.x, Precision::F64)?;
    for points in [&state.x_prev, &state.v, &state.impulses, &state.v_prev] {
        write_points(output, points, Precision::F64)?;
    }
    if !state.v.is_empty() {
        output.write_all(&state.asleep.iter().copied().map(u8::from).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Reads a state of `model`, whose scene has `expected_scene_hash`.
///
/// # Errors
/// If the file cannot be read, is no state, is of another scene, or is not whole.
pub fn read_state(path: &Path, expected_scene_hash: &str, model: &Model) -> Result<State, ReadError> {
    let failed = ReadError::file(path);
    let file = File::open(path).map_err(&failed)?;
    let length = file.metadata().map_err(&failed)?.len();
    let mut input = BufReader::with_capacity(1 << 16, file);
    check_kind(&mut input, expected_scene_hash, path)?;
    let vertex_count = read_u64(&mut input).map_err(&failed)?;
    check_size(vertex_count, length, model, path)?;
    let step = read_u64(&mut input).map_err(&failed)?;
    let time = read_f64(&mut input).map_err(&failed)?;
    let mut state = State { time, step, ..State::new(model) };
    for points in [&mut state.x, &mut state.x_prev, &mut state.v, &mut state.impulses, &mut state.v_prev] {
        *points = read_points(&mut input, points.len(), Precision::F64).map_err(&failed)?;
    }
    for asleep in state.asleep.iter_mut().filter(|_| !state.v.is_empty()) {
        *asleep = read_bytes::<1>(&mut input).map_err(&failed)? != [0];
    }
    let damaged = |field| ReadError::Damaged { field, path: path.to_owned() };
    if !(time >= 0.0 && time.is_finite()) {
        return Err(damaged("the time"));
    }
    if !(state.x.is_finite() && state.x_prev.is_finite()) {
        return Err(damaged("a position"));
    }
    if !(state.v.is_finite() && state.impulses.is_finite() && state.v_prev.is_finite()) {
        return Err(damaged("a velocity"));
    }
    Ok(state)
}

fn check_kind(input: &mut impl Read, expected_scene_hash: &str, path: &Path) -> Result<(), ReadError> {
    let failed = ReadError::file(path);
    if read_bytes(input).map_err(&failed)? != MAGIC {
        return Err(ReadError::WrongKind { expected: "a saved state of Muslin", path: path.to_owned() });
    }
    let found = read_u32(input).map_err(&failed)?;
    if found != VERSION {
        return Err(ReadError::Version { found, known: VERSION, path: path.to_owned() });
    }
    let scene_hash = blake3::Hash::from_bytes(read_bytes(input).map_err(&failed)?);
    let found = scene_hash.to_hex().to_string();
    if !found.eq_ignore_ascii_case(expected_scene_hash) {
        return Err(ReadError::OtherScene { expected: expected_scene_hash.to_owned(), found, path: path.to_owned() });
    }
    Ok(())
}

fn check_size(vertex_count: u64, length: u64, model: &Model, path: &Path) -> Result<(), ReadError> {
    let path = path.to_owned();
    let expected = model.vertex_count() as u64;
    if vertex_count != expected {
        return Err(ReadError::VertexCount { expected, found: vertex_count, path });
    }
    let start = State::new(model);
    let points = start.x.len() + start.x_prev.len() + start.v.len() + start.impulses.len() + start.v_prev.len();
    let sleep = if start.v.is_empty() { 0 } else { start.asleep.len() };
    let expected = HEADER_BYTES + 24 * points as u64 + sleep as u64;
    if length < expected {
        return Err(ReadError::Truncated { path });
    }
    if length > expected {
        return Err(ReadError::TrailingBytes { extra: length - expected, path });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;
    use tempfile::TempDir;

    use super::*;
    use crate::io::test_run::{model, positions};

    fn scene_hash() -> String {
        "0123456789abcdef".repeat(4)
    }

    fn state() -> State {
        State { x: positions(1), x_prev: positions(0), time: 1.0 / 3.0, step: 20, ..State::new(&model()) }
    }

    /// A folder with the state in it, and the bytes of the file.
    fn saved() -> (TempDir, Vec<u8>) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.state");
        write_state(&path, &state(), &scene_hash()).unwrap();
        let bytes = fs::read(path).unwrap();
        (dir, bytes)
    }

    fn read(dir: &TempDir, bytes: &[u8]) -> Result<State, ReadError> {
        let path = dir.path().join("b.state");
        fs::write(&path, bytes).unwrap();
        read_state(&path, &scene_hash(), &model())
    }

    #[test]
    fn a_state_comes_back_to_the_bit() {
        let (dir, bytes) = saved();
        let back = read(&dir, &bytes).unwrap();
        assert_eq!(back, state());
        assert_eq!(back.hash(), state().hash()); // unlike ==, tells the two zeros apart
        assert!(back.x.xs[4].is_sign_negative() && back.x_prev.xs[4].is_sign_negative());
    }

    #[test]
    fn a_state_of_another_scene_is_refused_by_name() {
        let (dir, _) = saved();
        let path = dir.path().join("a.state");
        let error = read_state(&path, &"f".repeat(64), &model()).unwrap_err();
        assert!(error.to_string().contains("scene 0123456789ab, this is scene ffffffffffff,"), "{error}");
        assert!(error.to_string().ends_with(&path.display().to_string()), "{error}");
    }

    #[test]
    fn a_state_cut_at_any_byte_is_an_error() {
        let (dir, bytes) = saved();
        for cut in 0..bytes.len() {
            let error = read(&dir, &bytes[..cut]).unwrap_err();
            assert!(matches!(error, ReadError::Truncated { .. }), "{error}");
        }
        let error = read(&dir, &[&bytes[..], &[0]].concat()).unwrap_err();
        assert!(matches!(error, ReadError::TrailingBytes { extra: 1, .. }), "{error}");
    }

    #[test]
    fn a_wrong_field_is_named() {
        let (dir, bytes) = saved();
        let changed = |at: usize, new: &[u8]| {
            let mut bytes = bytes.clone();
            bytes[at..at + new.len()].copy_from_slice(new);
            read(&dir, &bytes).unwrap_err()
        };
        assert!(matches!(changed(0, b"POINTCAC"), ReadError::WrongKind { .. }));
        assert!(matches!(changed(8, &[2]), ReadError::Version { found: 2, known: 1, .. }));
        assert!(matches!(changed(44, &[13]), ReadError::VertexCount { expected: 12, found: 13, .. }));
        assert!(matches!(changed(60, &f64::NAN.to_le_bytes()), ReadError::Damaged { field: "the time", .. }));
        assert!(matches!(changed(68, &f64::NAN.to_le_bytes()), ReadError::Damaged { field: "a position", .. }));
    }

    #[test]
    fn a_state_that_could_not_be_read_is_not_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.state");
        let mut bad = state();
        bad.x_prev.zs[3] = f64::INFINITY;
        assert!(matches!(write_state(&path, &bad, &scene_hash()), Err(WriteError::StateNotFinite { vertex: 3, .. })));
        assert!(matches!(write_state(&path, &state(), "12"), Err(WriteError::SceneHash { .. })));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_changed_byte_never_panics(place in any::<proptest::sample::Index>(), value: u8) {
            let (dir, mut bytes) = saved();
            let place = place.index(bytes.len());
            bytes[place] = value;
            let _ = read(&dir, &bytes);
        }

        #[test]
        fn bytes_that_are_no_state_are_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..700)) {
            let dir = tempfile::tempdir().unwrap();
            prop_assert!(read(&dir, &bytes).is_err());
            prop_assert!(read(&dir, &[b"MUSLINS1\x01\0\0\0", &bytes[..]].concat()).is_err());
        }
    }
}

use std::fs;
use std::path::{Path, PathBuf};

use glam::DVec3;
use muslin_geom::Points;
use proptest::prelude::*;

use super::CacheReader;
use crate::io::test_run::{self, model, positions};
use crate::io::{Format, Precision, ReadError};

fn write(dir: &Path, precision: Precision, frames: &[Points]) -> PathBuf {
    test_run::write(dir, Format::Cache, precision, frames).swap_remove(0)
}

/// Opens `bytes` as a cache and reads all frames.
fn read_all(dir: &Path, bytes: &[u8]) -> Result<Vec<Points>, ReadError> {
    let path = dir.join("damaged.muslin");
    fs::write(&path, bytes).unwrap();
    let mut cache = CacheReader::open(&path)?;
    (0..cache.frame_count()).map(|index| cache.read_frame(index)).collect()
}

fn bits(x: &Points) -> Vec<[u64; 3]> {
    x.iter().map(|point| point.to_array().map(f64::to_bits)).collect()
}

fn in_f32(x: &Points) -> Points {
    x.iter().map(|point| point.as_vec3().as_dvec3()).collect()
}

fn frames(coordinate: impl Strategy<Value = f64>) -> impl Strategy<Value = Vec<Points>> {
    let point = proptest::array::uniform3(coordinate).prop_map(DVec3::from_array);
    let frame = proptest::collection::vec(point, 12).prop_map(Points::from_iter);
    proptest::collection::vec(frame, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn positions_in_64_bits_come_back_to_the_bit(
        frames in frames(proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL | proptest::num::f64::ZERO),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let mut cache = CacheReader::open(&write(dir.path(), Precision::F64, &frames)).unwrap();
        for (x, index) in frames.iter().zip(0..) {
            prop_assert_eq!(bits(&cache.read_frame(index).unwrap()), bits(x));
        }
    }

    #[test]
    fn positions_in_32_bits_come_back_rounded_once(frames in frames(-1e30..1e30_f64)) {
        let dir = tempfile::tempdir().unwrap();
        let mut cache = CacheReader::open(&write(dir.path(), Precision::F32, &frames)).unwrap();
        for (x, index) in frames.iter().zip(0..) {
            prop_assert_eq!(bits(&cache.read_frame(index).unwrap()), bits(&in_f32(x)));
        }
    }

    #[test]
    fn bytes_that_are_no_cache_are_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let dir = tempfile::tempdir().unwrap();
        prop_assert!(read_all(dir.path(), &bytes).is_err());
        let bytes = [b"MUSLINC1\x50\0\0\0\x04\0\0\0", &bytes[..]].concat();
        prop_assert!(read_all(dir.path(), &bytes).is_err());
    }

    #[test]
    fn a_changed_byte_never_panics(place in any::<proptest::sample::Index>(), in_header: bool, value: u8) {
        let dir = tempfile::tempdir().unwrap();
        let mut bytes = fs::read(write(dir.path(), Precision::F32, &[positions(0), positions(1)])).unwrap();
        let place = place.index(if in_header { 80 } else { bytes.len() });
        bytes[place] = value;
        let _ = read_all(dir.path(), &bytes);
    }
}

#[test]
fn the_mesh_and_the_numbers_of_the_run_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let cache = CacheReader::open(&write(dir.path(), Precision::F32, &[positions(0), positions(1)])).unwrap();
    let model = model();
    assert_eq!(cache.vertex_count(), 12);
    assert_eq!(cache.frame_count(), 2); // of a run that was stopped
    assert_eq!(cache.first_frame(), 3);
    assert_eq!(cache.fps(), 24.0);
    assert_eq!(cache.precision(), Precision::F32);
    assert_eq!(cache.triangles(), model.triangles);
    assert_eq!(cache.uv(), model.uv_rest);
}

#[test]
fn a_cache_cut_at_any_byte_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = fs::read(write(dir.path(), Precision::F32, &[positions(0), positions(1)])).unwrap();
    for cut in 0..bytes.len() {
        let error = read_all(dir.path(), &bytes[..cut]).unwrap_err();
        assert!(matches!(error, ReadError::Truncated { .. } | ReadError::MissingFrames { claimed: 2, .. }), "{error}");
    }
    let error = read_all(dir.path(), &[&bytes[..], &[0, 0]].concat()).unwrap_err();
    assert!(matches!(error, ReadError::TrailingBytes { extra: 2, .. }), "{error}");
}

#[test]
fn a_cache_that_claims_too_many_frames_says_how_many_there_are() {
    let dir = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(write(dir.path(), Precision::F64, &[positions(0), positions(1)])).unwrap();
    for claimed in [3, u64::MAX] {
        bytes[32..40].copy_from_slice(&claimed.to_le_bytes());
        let error = read_all(dir.path(), &bytes).unwrap_err();
        assert!(matches!(error, ReadError::MissingFrames { claimed: c, present: 2, .. } if c == claimed), "{error}");
    }
}

#[test]
fn another_file_is_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let error = read_all(dir.path(), b"POINTCACHE2\0 and more").unwrap_err();
    let path = dir.path().join("damaged.muslin");
    assert_eq!(error.to_string(), format!("this is not a Muslin cache: {}", path.display()));
}

#[test]
fn a_frame_past_the_end_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let mut cache = CacheReader::open(&write(dir.path(), Precision::F32, &[positions(0)])).unwrap();
    assert!(matches!(cache.read_frame(1), Err(ReadError::NoFrame { frame: 1, frame_count: 1, .. })));
}

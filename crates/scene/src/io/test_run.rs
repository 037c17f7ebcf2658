//! A small run for the tests of this module.

use std::path::{Path, PathBuf};

use glam::DVec3;
use muslin_geom::{Grid, Orientation, Points};
use muslin_sim::{Cloth, Model, Settings};

use crate::io::{Format, Frame, Precision, RunInfo, open};

/// All formats.
pub(super) const FORMATS: [Format; 4] = [Format::Cache, Format::Obj, Format::Pc2, Format::Npz];
/// Where each format has its JSON.
pub(super) const SIDECARS: [&str; 4] = ["cache.json", "obj/sequence.json", "a_sheet.pc2.json", "a_sheet.npz.json"];

/// A sheet of 4 × 3 vertices.
pub(super) fn model() -> Model {
    let grid = Grid::new(4, 3);
    let cloth = Cloth::new(grid, 1.0, 0.5, grid.positions(1.0, 0.5, Orientation::Horizontal));
    Model::new(vec![cloth], vec![], Settings::default()).unwrap()
}

/// What the run's files say.
pub(super) fn info() -> RunInfo {
    RunInfo { name: "a sheet".to_owned(), scene_hash: "ab".repeat(32), fps: 24.0, first_frame: 3 }
}

/// Positions of the model's vertices that differ by frame: long fractions, both zeros, tiny and large numbers.
pub(super) fn positions(frame: usize) -> Points {
    let mut x: Points =
        model().x_rest.iter().map(|x| x / 3.0 + DVec3::new(0.1, -0.7, 1.0 / 7.0) * frame as f64).collect();
    x.set(4, DVec3::new(-0.0, 0.0, -1e-300));
    x.set(7, DVec3::new(1.0e7 / 3.0, -1e-9, 16_777_217.0));
    x
}

/// Runs `frames` through a writer, stopped early, and returns what `finish` does.
pub(super) fn write(dir: &Path, format: Format, precision: Precision, frames: &[Points]) -> Vec<PathBuf> {
    let mut writer = open(format, dir, &info(), &model(), precision).unwrap();
    for (x, k) in frames.iter().zip(0..) {
        writer.write_frame(&Frame { number: 3 + k, x, hash: 0xFEDC_BA98_7654_3210 + k }).unwrap();
    }
    writer.finish(true).unwrap()
}

/// The JSON at `path`.
pub(super) fn read_json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

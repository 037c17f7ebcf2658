//! Small versions of the example scenes.

use std::path::Path;

use muslin_geom::Points;
use muslin_scene::load;
use muslin_sim::step;
use muslin_sim::{Model, State, Workspace};

/// A scene of the repository with `points` points a side, after `frames` frames.
pub fn scene(name: &str, points: u32, frames: u32) -> (Model, Points) {
    let last = points - 1;
    let mut overrides = vec![
        format!("cloth.0.grid.columns={points}"),
        format!("cloth.0.grid.rows={points}"),
        format!("cloth.0.material.thickness={}", 0.0095 * 49.0 / f64::from(last)),
    ];
    if name == "pinned2" {
        overrides.push(format!("cloth.0.pins=[[0,0],[{last},0]]"));
    }
    let model = load_scene(name, &overrides);
    let x = frame_of(&model, frames);
    (model, x)
}

/// A scene of the repository.
pub fn load_scene(name: &str, overrides: &[String]) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}/scene.toml"));
    load(&path, overrides).expect("a scene of the repository").model
}

/// The positions after so many frames.
pub fn frame_of(model: &Model, frames: u32) -> Points {
    let mut state = State::new(model);
    let mut workspace = Workspace::new(model);
    for _ in 0..frames {
        step::advance_frame(model, &mut state, &mut workspace);
    }
    state.x
}

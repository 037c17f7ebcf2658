//! The relaxation cloth moves as its document's program moves it.
//!
//! `tests/truth/relaxation/` was recorded from a C program written from the text of the document. Up to the first contact the
//! positions are held to rounding; then the sheet buckles over a ball and doubles every difference, so that two correct
//! programs that round differently agree to 2e-5 at worst up to frame 600 and part after frame 1000.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use glam::DVec3;
use muslin_geom::Grid;
use muslin_sim::{
    Cloth, Collider, Method, Model, Plane, Settings, Shape, Sphere, SpringKinds, State, Wave, WaveForm, Workspace, step,
};
use serde_json::Value;

/// Center, amplitude, rate, phase and form of the document's five balls.
const BALLS: [([f64; 3], f64, f64, f64, WaveForm); 5] = [
    ([0.9, -0.7, 0.9], -1.16, -0.000_772_2, -0.5947, WaveForm::Cos),
    ([0.2, -0.4, -0.8], -1.67, -0.000_622_4, 0.1344, WaveForm::Cos),
    ([-0.4, -0.3, 0.6], -1.42, -0.000_462_9, 0.6143, WaveForm::Sin),
    ([-0.3, -1.7, -0.7], 1.55, -0.000_372_6, -0.8941, WaveForm::Cos),
    ([-0.6, -1.2, -0.3], -1.71, -0.000_172_2, -0.7228, WaveForm::Cos),
];

/// The document's own value for a half turn, not the closest one.
#[allow(clippy::approx_constant)]
const PI: f64 = 3.14159;

/// The document's floor and balls.
pub fn document_colliders() -> Vec<Collider> {
    let floor = Plane::new(DVec3::new(0.0, -2.999, 0.0), DVec3::Y, 0.0);
    let balls = BALLS.map(|(center, amplitude, rate, phase, form)| Collider {
        shape: Shape::Sphere(Sphere { center: center.into(), radius: 0.5, friction: 0.0 }),
        wave: Some(Wave { amplitude: [0.0, amplitude, 0.0], rate, phase, form, pi: PI }),
    });
    [Collider::from(floor)].into_iter().chain(balls).collect()
}

/// The document's settings.
pub fn document_settings() -> Settings {
    Settings { fps: 60.0, substeps: 15, gravity: [0.0, -0.001, 0.0], ..Settings::default() }
}

/// A level sheet with the document's spacing and height, whatever its number of points.
pub fn document_cloth(grid: Grid) -> Cloth {
    let place = |index: usize, count: usize| (index as f64 - (count / 2) as f64) * 0.1;
    let x_rest = (0..grid.vertex_count())
        .map(|v| DVec3::new(place(v % grid.columns, grid.columns), 1.5, place(v / grid.columns, grid.rows)))
        .collect();
    let [width, height] = [grid.columns, grid.rows].map(|count| (count - 1) as f64 * 0.1);
    Cloth { springs: SpringKinds { bending: false, ..SpringKinds::ALL }, ..Cloth::new(grid, width, height, x_rest) }
}

/// The document's program.
pub fn document_model() -> Model {
    let cloth = document_cloth(Grid::new(32, 32));
    Model::with_method(Method::Relaxation, vec![cloth], document_colliders(), document_settings()).unwrap()
}

fn truth_file(name: &str) -> BufReader<File> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/truth/relaxation").join(name);
    BufReader::new(File::open(path).expect("the recording is in the repository"))
}

/// Runs to each of `frames` and calls `visit` there.
fn visit_frames(frames: impl IntoIterator<Item = u64>, mut visit: impl FnMut(usize, u64, &Model, &State)) {
    let model = document_model();
    let mut state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    for (index, frame) in frames.into_iter().enumerate() {
        while state.step < 15 * frame {
            step::advance_frame(&model, &mut state, &mut workspace);
        }
        visit(index, frame, &model, &state);
    }
}

#[test]
fn every_vertex_is_where_the_document_s_program_has_it() {
    let array = npyz::NpyFile::new(truth_file("positions.npy")).expect("an npy file");
    let values: Vec<f64> = array.into_vec().expect("f64 positions");
    let recordings: Vec<&[f64]> = values.chunks_exact(3 * 1024).collect();
    visit_frames([1, 150, 300, 600], |index, frame, _, state| {
        let recorded = recordings[index].chunks_exact(3).map(DVec3::from_slice);
        let worst = state.x.iter().zip(recorded).map(|(a, b)| (a - b).length()).fold(0.0, f64::max);
        println!("relaxation frame {frame}: largest deviation {worst:.1e} m");
        let tolerance = if frame <= 150 { 1e-10 } else { 1e-4 };
        assert!(worst <= tolerance, "frame {frame}: {worst:e}");
    });
}

#[test]
fn balls_and_the_middle_of_the_cloth_move_as_recorded() {
    let moments: Value = serde_json::from_reader(truth_file("moments.json")).expect("the recording is JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    let frames = |key: &str| {
        let mut frames: Vec<u64> = moments[key].as_object().unwrap().keys().map(|key| key.parse().unwrap()).collect();
        frames.sort_unstable();
        frames
    };
    visit_frames(frames("centroid").into_iter().filter(|&frame| frame <= 600), |_, frame, model, state| {
        let tolerance = if frame <= 150 { 1e-10 } else { 1e-4 };
        let recorded = &moments["centroid"][frame.to_string()];
        let recorded = DVec3::new(number(&recorded[0]), number(&recorded[1]), number(&recorded[2]));
        let distance = (state.x.centroid() - recorded).length();
        assert!(distance <= tolerance, "centroid at frame {frame}: {distance:e}");
        assert_eq!(model.frame_of_step(state.step), frame as f64);
    });
    let model = document_model();
    for frame in frames("sphere_center_y") {
        let centers = model.colliders_at(frame as f64).filter_map(|shape| match shape {
            Shape::Sphere(ball) => Some(ball.center),
            Shape::Plane(_) | Shape::Boxes(_) => None,
        });
        let mut worst: f64 = 0.0;
        for ((center, recorded), (rest, ..)) in
            centers.zip(moments["sphere_center_y"][frame.to_string()].as_array().unwrap()).zip(BALLS)
        {
            worst = worst.max((center.y - number(recorded)).abs());
            assert_eq!([center.x, center.z], [rest[0], rest[2]]);
        }
        println!("balls at frame {frame}: largest deviation {worst:.1e} m");
        assert!(worst <= 1e-15, "frame {frame}: {worst:e}");
    }
}

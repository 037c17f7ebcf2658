//! The impulse method beside recordings of the engine that its document uses: nine runs of the document's cloth, two of its
//! slideshow's, and the noise of its wind.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use glam::DVec3;
use muslin_geom::{Grid, Points, Simplex};
use muslin_sim::constraint::distance_links::{self, DistanceLinks};
use muslin_sim::force::{weight, wind};
use muslin_sim::{Cloth, Effect, Method, Model, Settings, State, Wind, Workspace, semi_implicit_euler, step};
use serde_json::Value;

const POINTS: usize = 9;
const FRAMES: [&str; 4] = ["1", "10", "60", "300"];

fn truth(name: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/truth/impulse").join(name);
    serde_json::from_reader(BufReader::new(File::open(path).unwrap())).unwrap()
}

/// A sheet that hangs flat around the origin, its first row on top.
fn sheet(points: usize, width: f64, height: f64, mass: f64) -> Cloth {
    let grid = Grid::new(points, points);
    let mut x = Points::default();
    for row in 0..points {
        for column in 0..points {
            let [s, t] = [column, row].map(|index| index as f64 / (points - 1) as f64);
            x.push(DVec3::new((s - 0.5) * width, (0.5 - t) * height, 0.0));
        }
    }
    let mut cloth = Cloth::new(grid, width, height, x);
    cloth.areal_density = mass * (points * points) as f64 / (width * height);
    cloth.damping = 80.0;
    cloth
}

fn settings() -> Settings {
    Settings { compat: true, sweeps: 10, ..Settings::of(Method::Impulse) }
}

fn model(cloth: Cloth, settings: Settings) -> Model {
    Model::with_method(Method::Impulse, vec![cloth], vec![], settings).unwrap()
}

/// The document's cloth.
fn document(init: &str) -> (Model, State) {
    let mut cloth = sheet(POINTS, 400.0, 300.0, 1.0 / 81.0);
    cloth.pins = (0..POINTS).collect();
    if init != "zero" {
        cloth.velocity = DVec3::new(0.0, 0.0, -300.0);
    }
    let model = model(cloth, settings());
    let mut state = State::new(&model);
    if init == "kick_free" {
        (0..POINTS).for_each(|pin| state.v.set(pin, DVec3::ZERO));
    }
    (model, state)
}

/// The slideshow's cloth.
fn demo() -> (Model, State) {
    let mut cloth = sheet(POINTS, 456.0, 594.0, 1.0 / 32.0);
    cloth.hanger_length = Some(100.0);
    let model = model(cloth, Settings { fps: 50.0, gravity: [0.0, -800.0, 0.0], ..settings() });
    let state = State::new(&model);
    (model, state)
}

/// One step with a force of the test's own on every free vertex.
fn step_with(model: &Model, state: &mut State, links: &mut [DistanceLinks], own: impl Fn(usize) -> DVec3) {
    let mut force = Points::zeros(model.vertex_count());
    weight::apply(model, &mut force);
    wind::apply(model, state, &mut force);
    if state.step > 0 {
        (0..model.vertex_count()).for_each(|vertex| force.set(vertex, force.get(vertex) + own(vertex)));
    }
    distance_links::solve(model, &force, links, state);
    semi_implicit_euler::advance(model, &force, state);
    state.step += 1;
}

fn largest_difference(state: &State, recorded: &Value) -> f64 {
    let read = |key: &str| -> Vec<DVec3> {
        let rows = recorded[key].as_array().unwrap().iter();
        rows.map(|row| DVec3::from_array([0, 1, 2].map(|axis| row[axis].as_f64().unwrap()))).collect()
    };
    let (pos, vel) = (read("pos"), read("vel"));
    assert_eq!(pos.len(), state.x.len());
    let differences = state.x.iter().zip(pos).chain(state.v.iter().zip(vel)).map(|(a, b)| (a - b).abs().max_element());
    differences.fold(0.0, f64::max)
}

/// Compares a run at the recorded frames; the steps are made by `advance`, which gets their number from 1.
fn compare(scenario: &Value, mut state: State, mut advance: impl FnMut(u32, &mut State)) {
    let frames = scenario["frames"].as_object().unwrap();
    let mut compared = 0;
    for frame in 1..=300_u32 {
        advance(frame, &mut state);
        if let Some(recorded) = frames.get(&frame.to_string()) {
            let difference = largest_difference(&state, recorded);
            assert!(difference < 1e-9, "{}, frame {frame}: {difference:e}", scenario["name"]);
            compared += 1;
        }
    }
    assert_eq!(compared, frames.len());
}

#[test]
fn every_run_of_the_documents_cloth_is_the_recorded_one() {
    for file in ["cloth.json", "cloth_es.json"] {
        for scenario in truth(file)["scenarios"].as_array().unwrap() {
            let name = scenario["name"].as_str().unwrap();
            let (init, wind) = name.split_once('/').unwrap();
            let (model, state) = document(init);
            let mut links = [DistanceLinks::new(&model.cloths[0])];
            let blown = DVec3::new(0.5, 0.0, -1.0) * (2000.0 / 81.0);
            compare(scenario, state, |frame, state| {
                let t = f64::from(frame - 1) / 60.0;
                step_with(&model, state, &mut links, |vertex| {
                    let (row, column) = ((vertex / POINTS) as f64, (vertex % POINTS) as f64);
                    match wind {
                        "none" => DVec3::ZERO,
                        "const" => blown,
                        "field" => blown * (0.5 + 0.5 * libm::sin(row * 0.05 + column * 0.05 * 2.0 + t)),
                        _ => panic!("unknown wind {wind}"),
                    }
                });
            });
        }
    }
}

#[test]
fn the_whole_step_makes_the_same_of_the_documents_cloth() {
    let recordings = truth("cloth.json");
    assert!(FRAMES.iter().all(|frame| recordings["scenarios"][0]["frames"].get(frame).is_some()));
    for scenario in recordings["scenarios"].as_array().unwrap() {
        let wind = scenario["wind"].as_str().unwrap();
        if wind == "field" {
            continue;
        }
        let (mut model, state) = document(scenario["init"].as_str().unwrap());
        if wind == "const" {
            let direction = DVec3::new(0.5, 0.0, -1.0);
            let wind = Wind { direction, strength: 2000.0, effect: Effect::Body, gusts: None };
            model = model.with_wind(wind).unwrap();
        }
        let mut workspace = Workspace::new(&model);
        compare(scenario, state, |_, state| _ = step::step(&model, state, &mut workspace));
    }
}

#[test]
fn the_slideshows_cloth_on_hangers_is_the_recorded_one() {
    for scenario in truth("cloth_demo.json")["scenarios"].as_array().unwrap() {
        let is_windy = scenario["wind"] != "none";
        let (model, state) = demo();
        let mut links = [DistanceLinks::new(&model.cloths[0])];
        compare(scenario, state, |frame, state| {
            let t = f64::from(frame - 1) / 60.0;
            step_with(&model, state, &mut links, |vertex| {
                let (row, column) = ((vertex / 8) as f64, (vertex % 8) as f64);
                let s = libm::sin(row * 0.1 + column * 0.2 + 2.0 * t);
                let force = -4.0 + 44.0 * (s + 1.0) / 2.0;
                if is_windy { DVec3::new(0.5 * force, 0.0, -force) } else { DVec3::ZERO }
            });
        });
    }
}

#[test]
fn noise_is_exactly_the_recorded_one() {
    let truth = truth("simplex.json");
    let mut compared = 0;
    let table = |set: &Value| {
        let table: Vec<u8> = set["perm"].as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as u8).collect();
        Simplex::with_table(table.try_into().unwrap())
    };
    for set in truth["sets"].as_array().unwrap() {
        let noise = table(set);
        for row in set["noise3D"].as_array().unwrap() {
            let [x, y, z, value] = [0, 1, 2, 3].map(|i| row[i].as_f64().unwrap());
            let difference = (noise.at([x, y, z]) - value).abs();
            assert!(difference <= 1e-15, "{} at {x}, {y}, {z}: {difference:e}", set["name"]);
            compared += 1;
        }
    }
    let identity = table(&truth["sets"][0]);
    for (key, scale, t) in [("off_0p05_t0", 0.05, 0.0), ("off_0p05_t1p5", 0.05, 1.5), ("off_0p1_t1p5", 0.1, 1.5)] {
        for (i, value) in truth["field"][key].as_array().unwrap().iter().enumerate() {
            let (row, column) = ((i / 9) as f64, (i % 9) as f64);
            assert!((identity.at([row * scale, column * scale, t]) - value.as_f64().unwrap()).abs() <= 1e-15);
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 20 + 3 * 81);
}

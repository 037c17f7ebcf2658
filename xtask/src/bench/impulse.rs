//! How long a step of the impulse method takes, and how far a picture that hangs at rest stretches.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, anyhow};
use glam::DVec3;
use muslin_geom::{Grid, Points};
use muslin_sim::force::spring::SpringKind;
use muslin_sim::{Cloth, Method, Model, Settings, State, Workspace, measure, step};

use super::{cpu_time, median, processor};

/// Segments along each side.
const SEGMENTS: [usize; 4] = [8, 16, 32, 64];
const RUNS: usize = 9;
/// Steps until a picture hangs still: 20 s.
const SETTLING: usize = 1200;
const CSV: &str = "docs/bench/impulse.csv";

/// As the engine of the document, and with the settings that are Muslin's own.
fn variants() -> [(&'static str, Settings); 2] {
    let physical = Settings::of(Method::Impulse);
    [("compat", Settings { compat: true, sweeps: 10, ..physical.clone() }), ("physical", physical)]
}

/// Times all sizes, prints the table and writes it as CSV.
///
/// # Errors
/// If a model cannot be made or the table not be written.
pub fn run() -> Result<()> {
    println!("CPU time, one thread, median of {RUNS} runs; largest stretch after {SETTLING} steps");
    println!("{:9} {:>8} {:>10} {:>10} {:>8}  hash", "settings", "segments", "us/step", "ns/link", "stretch");
    let mut csv = String::from("settings,segments,us_per_step,ns_per_link_and_sweep,stretch,hash\n");
    for segments in SEGMENTS {
        for (name, settings) in variants() {
            let sweeps = settings.sweeps;
            let model = picture(segments, settings)?;
            let (us, hash) = time(&model, 40_000 / (segments * segments) + 20);
            let links = 2 * segments * (segments + 1);
            let ns = us * 1e3 / links as f64 / f64::from(sweeps);
            let stretch = rest_stretch(&model);
            println!("{name:9} {segments:8} {us:10.2} {ns:10.2} {:7.2}%  {hash:016x}", 100.0 * stretch);
            writeln!(csv, "{name},{segments},{us:.3},{ns:.3},{stretch:.5},{hash:016x}")?;
        }
    }
    fs::write(CSV, csv).with_context(|| format!("cannot write {CSV}"))?;
    println!("wrote {CSV} ({})", processor());
    Ok(())
}

/// The document's picture of 400 x 300, held along its top, with more points.
fn picture(segments: usize, settings: Settings) -> Result<Model> {
    let points = segments + 1;
    let (width, height) = (400.0, 300.0);
    let mut x = Points::default();
    for row in 0..points {
        for column in 0..points {
            let [s, t] = [column, row].map(|index| index as f64 / segments as f64);
            x.push(DVec3::new((s - 0.5) * width, (0.5 - t) * height, 0.0));
        }
    }
    let mut cloth = Cloth::new(Grid::new(points, points), width, height, x);
    cloth.areal_density = 1.0 / (width * height);
    cloth.damping = 80.0;
    cloth.pins = (0..points).collect();
    Model::with_method(Method::Impulse, vec![cloth], vec![], settings).map_err(|errors| anyhow!("{errors}"))
}

/// Median time of a step [µs], and the hash that all runs end with.
fn time(model: &Model, steps: usize) -> (f64, u64) {
    let mut hash = 0;
    let times = (0..RUNS).map(|_| {
        let (mut state, mut workspace) = (State::new(model), Workspace::new(model));
        let ms = cpu_time::milliseconds(|| (0..steps).for_each(|_| _ = step::step(model, &mut state, &mut workspace)));
        hash = state.hash();
        ms * 1e3 / steps as f64
    });
    (median(times.collect()), hash)
}

fn rest_stretch(model: &Model) -> f64 {
    let (mut state, mut workspace) = (State::new(model), Workspace::new(model));
    (0..SETTLING).for_each(|_| _ = step::step(model, &mut state, &mut workspace));
    measure::strain_of(SpringKind::Structural, model, &state).max
}

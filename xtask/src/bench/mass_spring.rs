//! How long a frame of the mass-spring method takes, beside the course project's reference core.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use muslin_sim::step;
use muslin_sim::{Model, State, Workspace};

use super::calibration::{self, calibrate};
use super::{cpu_time, load_model, median, processor};

/// One scene to be timed, and what the reference core needs for it.
struct Case {
    scene: &'static str,
    /// Vertices along each side.
    points: u32,
    /// Frames from the start over which the time is averaged: as many as the reference's figure covers.
    frames: u32,
    /// CPU time of the reference core a frame [ms], optimised, one thread.
    reference_ms: f64,
}

const fn case(scene: &'static str, points: u32, frames: u32, reference_ms: f64) -> Case {
    Case { scene, points, frames, reference_ms }
}

const CASES: [Case; 8] = [
    case("pinned2", 50, 90, 28.7),
    case("pinned4", 50, 90, 29.0),
    case("sphere", 50, 90, 28.9),
    case("plane", 50, 90, 27.7),
    case("self_collision", 50, 90, 31.4),
    case("pinned2", 64, 20, 46.9),
    case("pinned2", 128, 10, 208.0),
    case("pinned2", 256, 4, 951.0),
];

const RUNS: usize = 5;
const CSV: &str = "docs/bench/mass_spring.csv";

/// What was measured of one case.
struct Row {
    name: String,
    points: u32,
    /// Median CPU time a frame [ms].
    ms: f64,
    reference_ms: f64,
    /// Median, over runs, of the time of the calibration frame on this machine over that on the reference's.
    machine: f64,
    /// Median, over runs, of the reference's time, scaled to this machine by that run's calibration, over ours.
    ratio: f64,
    /// CPU time a vertex and sub-step [ns].
    point_ns: f64,
    /// State hash at the end: a time without its hash does not count.
    hash: u64,
}

/// Times all cases, prints the table and writes it as CSV.
///
/// # Errors
/// If a scene cannot be loaded or the table not be written.
pub fn run() -> Result<()> {
    println!("CPU time, one thread, median of {RUNS} runs; reference scaled by the calibration frame of the same run");
    println!(
        "{:18} {:>9} {:>10} {:>8} {:>7} {:>9}  hash",
        "scene", "ms/frame", "reference", "machine", "ratio", "ns/point"
    );
    let mut csv = String::from("scene,points,ms_per_frame,reference_ms,machine,ratio,ns_per_point_and_substep,hash\n");
    for case in &CASES {
        let row = measure(case)?;
        println!(
            "{:18} {:9.3} {:10.1} {:8.3} {:7.2} {:9.1}  {:016x}",
            row.name, row.ms, row.reference_ms, row.machine, row.ratio, row.point_ns, row.hash
        );
        let Row { name, points, ms, reference_ms, machine, ratio, point_ns, hash } = row;
        writeln!(csv, "{name},{points},{ms:.4},{reference_ms},{machine:.4},{ratio:.3},{point_ns:.2},{hash:016x}")?;
    }
    let folder = Path::new(CSV).parent().context("a file in a folder")?;
    fs::create_dir_all(folder)?;
    fs::write(CSV, csv).with_context(|| format!("cannot write {CSV}"))?;
    println!("wrote {CSV} ({})", processor());
    Ok(())
}

fn measure(case: &Case) -> Result<Row> {
    let model = model_of(case)?;
    let mut hash = 0;
    let (mut times, mut machines, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let before = calibrate();
        let mut state = State::new(&model);
        let mut workspace = Workspace::new(&model);
        let ms = cpu_time::milliseconds(|| {
            for _ in 0..case.frames {
                step::advance_frame(&model, &mut state, &mut workspace);
            }
        }) / f64::from(case.frames);
        let machine = f64::midpoint(before, calibrate()) / calibration::REFERENCE_MS;
        hash = state.hash();
        times.push(ms);
        machines.push(machine);
        ratios.push(case.reference_ms * machine / ms);
    }
    let ms = median(times);
    Ok(Row {
        name: format!("{} {}x{}", case.scene, case.points, case.points),
        points: case.points,
        ms,
        reference_ms: case.reference_ms,
        machine: median(machines),
        ratio: median(ratios),
        point_ns: ms * 1e6 / f64::from(model.settings.substeps) / model.vertex_count() as f64,
        hash,
    })
}

fn model_of(case: &Case) -> Result<Model> {
    let path = format!("scenes/{}/scene.toml", case.scene);
    let last = case.points - 1;
    let mut overrides = Vec::new();
    if case.points != 50 {
        // thinner as the grid gets finer, so that neighbours at rest do not touch
        let thickness = 0.0095 * 49.0 / f64::from(last);
        overrides.push(format!("cloth.0.grid.columns={}", case.points));
        overrides.push(format!("cloth.0.grid.rows={}", case.points));
        overrides.push(format!("cloth.0.pins=[[0,0],[{last},0]]"));
        overrides.push(format!("cloth.0.material.thickness={thickness}"));
    }
    load_model(&path, &overrides)
}

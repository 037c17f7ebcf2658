//! How long a frame of the relaxation method takes, beside its document's program written plainly.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};
use muslin_sim::{Model, State, Workspace, step};

use super::calibration::plain;
use super::{cpu_time, load_model, median, processor};

/// A sheet that is timed.
struct Size {
    /// Along each side.
    points: u32,
    /// Over so many frames.
    frames: usize,
    /// CPU time a frame of the document's program with as many points [ms].
    plain: fn() -> f64,
}

/// The document's arrays have room for twice the points, those of the larger sheets for a cache line more.
const SIZES: [Size; 3] = [
    Size { points: 32, frames: 150, plain: || plain::<64>(32, 150) },
    Size { points: 128, frames: 60, plain: || plain::<136>(128, 60) },
    Size { points: 512, frames: 12, plain: || plain::<520>(512, 12) },
];

const RUNS: usize = 9;
const CSV: &str = "docs/bench/relaxation.csv";

/// What was measured of one size.
struct Row {
    points: u32,
    /// Median CPU time a frame [ms].
    ms: f64,
    /// Median CPU time of a frame of the document's program with as many points [ms].
    plain_ms: f64,
    /// Median, over runs, of the plain program's time over ours.
    ratio: f64,
    /// CPU time a point and pass [ns].
    point_ns: f64,
    /// State hash at the end: a time without its hash does not count.
    hash: u64,
}

/// Times all sizes, prints the table and writes it as CSV.
///
/// # Errors
/// If the scene cannot be loaded or the table not be written.
pub fn run() -> Result<()> {
    println!(
        "CPU time, one thread, median of {RUNS} runs; plain: the document's program with as many points, in the same run"
    );
    println!("{:9} {:>9} {:>9} {:>7} {:>9}  hash", "points", "ms/frame", "plain", "ratio", "ns/point");
    let mut csv = String::from("points,ms_per_frame,plain_ms,ratio,ns_per_point_and_pass,hash\n");
    for size in &SIZES {
        let Row { points, ms, plain_ms, ratio, point_ns, hash } = measure(size)?;
        let name = format!("{points}x{points}");
        println!("{name:9} {ms:9.4} {plain_ms:9.3} {ratio:7.2} {point_ns:9.2}  {hash:016x}");
        writeln!(csv, "{name},{ms:.4},{plain_ms:.4},{ratio:.3},{point_ns:.3},{hash:016x}")?;
    }
    fs::write(CSV, csv).with_context(|| format!("cannot write {CSV}"))?;
    println!("wrote {CSV} ({})", processor());
    Ok(())
}

fn measure(&Size { points, frames, plain }: &Size) -> Result<Row> {
    let model = model_of(points)?;
    let mut hash = 0;
    let (mut times, mut plain_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let before = plain();
        let mut state = State::new(&model);
        let mut workspace = Workspace::new(&model);
        let ms = cpu_time::milliseconds(|| {
            for _ in 0..frames {
                step::advance_frame(&model, &mut state, &mut workspace);
            }
        }) / frames as f64;
        let plain_ms = f64::midpoint(before, plain());
        hash = state.hash();
        times.push(ms);
        plain_times.push(plain_ms);
        ratios.push(plain_ms / ms);
    }
    let ms = median(times);
    Ok(Row {
        points,
        ms,
        plain_ms: median(plain_times),
        ratio: median(ratios),
        point_ns: ms * 1e6 / f64::from(model.settings.substeps) / model.vertex_count() as f64,
        hash,
    })
}

/// The document's scene with more points at the same distance.
fn model_of(points: u32) -> Result<Model> {
    let size = f64::from(points - 1) / 10.0;
    let middle = points / 2;
    let overrides = [
        format!("cloth.0.grid.columns={points}"),
        format!("cloth.0.grid.rows={points}"),
        format!("cloth.0.grid.width={size}"),
        format!("cloth.0.grid.height={size}"),
        format!("cloth.0.grid.origin_point=[{middle},{middle}]"),
    ];
    load_model("scenes/relaxation/scene.toml", &overrides)
}

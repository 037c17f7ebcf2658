//! How long a 256 x 256 cloth takes from new positions to the device, beside a step of its simulation.
//!
//! `cargo run --release --package muslin-render --example update_time`

// a measurement speaks to the person at the terminal
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::{Duration, Instant};

use muslin_geom::{Grid, Orientation};
use muslin_render::{Gpu, SphereResolution, Stage};
use muslin_sim::step::mass_spring;
use muslin_sim::{Cloth, Model, Settings, State, Workspace};

const POINTS: usize = 256;
const RUNS: usize = 41;

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Grid::new(POINTS, POINTS);
    let mut cloth = Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal));
    cloth.pins = vec![0, POINTS - 1];
    cloth.thickness = 0.0095 * 49.0 / (POINTS - 1) as f64;
    let model = Model::new(vec![cloth], vec![], Settings::default())?;
    let gpu = Gpu::headless()?;
    let mut stage = Stage::new(&gpu, &model, SphereResolution::default());
    let mut state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    let (mut updates, mut steps) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let start = Instant::now();
        mass_spring::step(&model, &mut state, &mut workspace);
        steps.push(start.elapsed());
        let start = Instant::now();
        stage.update(&gpu, &model, &state.x);
        updates.push(start.elapsed());
        // the copies wait for the device otherwise
        gpu.queue.submit([]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely())?;
    }
    let (update, step) = (median(updates), median(steps));
    println!("{}: update {:.2} ms, step {:.2} ms, ratio {:.2}", gpu.name, ms(update), ms(step), ms(update) / ms(step));
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

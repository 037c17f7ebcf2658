//! How long pictures take: `cargo xtask bench picture`.
//!
//! First from new positions of a 256 x 256 cloth to the device, beside a step of its simulation; then pictures of the
//! 50 x 50 sheet that is held at two corners, in every look, while another thread simulates it in real time.

// a measurement speaks to the person at the terminal
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use muslin_geom::{Grid, Orientation, Points};
use muslin_render::{Camera, Gpu, Look, Renderer, SphereResolution, Stage, Style, Target};
use muslin_sim::step;
use muslin_sim::{Cloth, Model, Settings, State, Workspace};

/// Columns and rows of the cloth whose update is timed.
const LARGE: usize = 256;
const UPDATES: usize = 41;
/// Columns and rows of the sheet that is drawn.
const SHEET: usize = 50;
/// Pictures of it: what the window shows at its first size, and what it makes do with while things move and a program
/// plays the graphics card.
const PICTURES: [Picture; 2] =
    [Picture { size: [780, 650], shadow_size: 2048 }, Picture { size: [390, 325], shadow_size: 1024 }];
/// How long each look is drawn.
const SPAN: Duration = Duration::from_secs(2);

/// Size of a picture [px], and side of its shadow map [texels].
struct Picture {
    size: [u32; 2],
    shadow_size: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let gpu = Gpu::headless()?;
    println!("{}", gpu.name);
    time_update(&gpu)?;
    time_looks(&gpu)
}

fn held_at_two_corners(points: usize) -> Result<Model, Box<dyn Error>> {
    let grid = Grid::new(points, points);
    let mut cloth = Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal));
    cloth.pins = vec![0, points - 1];
    cloth.thickness = 0.0095 * 49.0 / (points - 1) as f64;
    Ok(Model::new(vec![cloth], vec![], Settings::default())?)
}

fn time_update(gpu: &Gpu) -> Result<(), Box<dyn Error>> {
    let model = held_at_two_corners(LARGE)?;
    let mut stage = Stage::new(gpu, &model, SphereResolution::default());
    let mut state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    let (mut updates, mut steps) = (Vec::new(), Vec::new());
    for _ in 0..UPDATES {
        let start = Instant::now();
        step::step(&model, &mut state, &mut workspace);
        steps.push(start.elapsed());
        let start = Instant::now();
        stage.update(gpu, &model, &state.x, 0.0);
        updates.push(start.elapsed());
        // the copies wait for the device otherwise
        gpu.queue.submit([]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely())?;
    }
    let (update, step) = (median(updates), median(steps));
    let ratio = update / step;
    println!("{LARGE} x {LARGE}: update {update:.2} ms, step {step:.2} ms, ratio {ratio:.2}");
    Ok(())
}

fn time_looks(gpu: &Gpu) -> Result<(), Box<dyn Error>> {
    let model = held_at_two_corners(SHEET)?;
    let shared = Arc::new(Mutex::new(model.x_rest.clone()));
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| simulate(&model, &shared, &over));
        let drawn = PICTURES.iter().try_for_each(|picture| draw_looks(gpu, &model, &shared, picture));
        over.store(true, Ordering::Relaxed);
        drawn
    })
}

/// In real time, as the window's thread does.
fn simulate(model: &Model, shared: &Mutex<Points>, over: &AtomicBool) {
    let (mut state, mut workspace) = (State::new(model), Workspace::new(model));
    let start = Instant::now();
    while !over.load(Ordering::Relaxed) {
        step::advance_frame(model, &mut state, &mut workspace);
        shared.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&state.x);
        let ahead = Duration::from_secs_f64(state.time).saturating_sub(start.elapsed());
        std::thread::sleep(ahead);
    }
}

fn draw_looks(
    gpu: &Gpu,
    model: &Model,
    shared: &Mutex<Points>,
    &Picture { size, shadow_size }: &Picture,
) -> Result<(), Box<dyn Error>> {
    println!("{SHEET} x {SHEET}, {} x {} pixels:", size[0], size[1]);
    // as the window does: no smooth edges where a program plays the graphics card
    let samples = if gpu.device.adapter_info().device_type == wgpu::DeviceType::Cpu { 1 } else { 4 };
    let target = Target::new(gpu, size, samples);
    let mut renderer = Renderer::with_shadow_size(gpu, shadow_size);
    let mut stage = Stage::new(gpu, model, SphereResolution::default());
    let camera = Camera::framing(stage.bounds().0, stage.bounds().1, target.aspect());
    for look in Look::ALL {
        let style = Style::of(look);
        let mut times = Vec::new();
        let start = Instant::now();
        while start.elapsed() < SPAN {
            let picture = Instant::now();
            let x = shared.lock().unwrap_or_else(PoisonError::into_inner).clone();
            stage.update(gpu, model, &x, 0.0);
            renderer.draw_frame(gpu, &stage, &camera, &style, &target)?;
            gpu.device.poll(wgpu::PollType::wait_indefinitely())?;
            times.push(picture.elapsed());
        }
        // the first one compiles the shaders
        let time = median(times.split_off(1));
        println!("  {}: {time:.1} ms a picture, {:.0} a second", look.name(), 1e3 / time);
    }
    Ok(())
}

/// In milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

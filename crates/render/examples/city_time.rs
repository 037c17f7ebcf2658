//! How long pictures of a city take: `cargo run --release -p muslin-render --example city_time`.
//!
// a measurement speaks to the person at the terminal
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::{Duration, Instant};

use muslin_city::{City, CityParams};
use muslin_render::city::{CityLook, CityRenderer, CityStage, FlyCamera};
use muslin_render::{Gpu, Target};

const SEED: u32 = 0xA749_F86C;
const SIZE: [u32; 2] = [1280, 720];
/// How long each city is drawn.
const SPAN: Duration = Duration::from_secs(2);

fn main() -> Result<(), Box<dyn Error>> {
    let gpu = Gpu::headless()?;
    println!("{}, {} x {}", gpu.name, SIZE[0], SIZE[1]);
    // as the window does: no smooth edges where a program plays the graphics card
    let samples = if gpu.device.adapter_info().device_type == wgpu::DeviceType::Cpu { 1 } else { 4 };
    let target = Target::new(&gpu, SIZE, samples);
    for grid in [1, 5, 100] {
        let city = City::generate(SEED, &CityParams { grid: [grid; 2], ..CityParams::default() })?;
        let start = Instant::now();
        let stage = CityStage::new(&gpu, &city)?;
        finish(&gpu)?;
        println!("{grid} x {grid}: {} boxes, {:.1} ms to the device", city.counts().boxes, ms(start.elapsed()));
        for look in CityLook::ALL {
            time(&gpu, &stage, look, &target)?;
        }
    }
    Ok(())
}

/// From where the camera starts, and from a street.
fn time(gpu: &Gpu, stage: &CityStage, look: CityLook, target: &Target) -> Result<(), Box<dyn Error>> {
    let mut renderer = CityRenderer::new(gpu);
    let street = FlyCamera { position: glam::DVec3::new(0.0, 12.0, 240.0), yaw_deg: 10.0, pitch_deg: 0.0 };
    for (name, camera) in [("start", FlyCamera::default()), ("street", street)] {
        let mut times = Vec::new();
        let start = Instant::now();
        while times.len() < 2 || start.elapsed() < SPAN {
            let picture = Instant::now();
            renderer.draw_frame(gpu, stage, &camera, look, target);
            finish(gpu)?;
            times.push(ms(picture.elapsed()));
        }
        let first = times.remove(0);
        times.sort_by(f64::total_cmp);
        println!("  {look}, {name}: first {first:.1} ms, then {:.1} ms", times[times.len() / 2]);
    }
    Ok(())
}

fn finish(gpu: &Gpu) -> Result<(), wgpu::PollError> {
    gpu.queue.submit([]);
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).map(|_| ())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

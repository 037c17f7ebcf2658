//! How long cities take: `cargo xtask bench city`.
#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use muslin_city::export::{Fallback, write_glb, write_json, write_obj};
use muslin_city::{City, CityParams, ExportError, Instance, Plan};

/// Writes a city into memory.
type Writer = fn(&City, &mut Vec<u8>) -> Result<(), ExportError>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = 0xA749_F86C;
    let default = CityParams::default();

    let plan = Plan::new(seed, &default)?;
    let stream = fastest(2000, || {
        plan.for_each_box(|one| {
            black_box(one);
        })
    });
    println!("default city, boxes as a stream: {:.1} us", stream.as_secs_f64() * 1e6);
    let kept = fastest(2000, || City::generate(seed, &default));
    println!("default city, kept:              {:.1} us", kept.as_secs_f64() * 1e6);

    let params = CityParams { grid: [100, 100], ..default.clone() };
    let large = City::generate(seed, &params)?;
    let boxes = large.counts().boxes;
    println!("100 x 100 cities: {boxes} boxes, {} MB", boxes * size_of::<Instance>() / 1_000_000);
    drop(large);
    println!("on all cores: {:.2} s", fastest(3, || City::generate(seed, &params)).as_secs_f64());
    let terrain = CityParams { terrain: Some(40.0), ..params };
    println!("with terrain: {:.2} s", fastest(1, || City::generate(seed, &terrain)).as_secs_f64());

    let city = City::generate(seed, &CityParams { grid: [20, 20], ..default })?;
    let boxes = city.counts().boxes;
    let writers: [(&str, Writer); 4] = [
        ("json", |city, out| write_json(city, out)),
        ("obj", |city, out| write_obj(city, None, out)),
        ("glb, instanced", |city, out| write_glb(city, Fallback::None, out)),
        ("glb, plain", |city, out| write_glb(city, Fallback::Plain, out)),
    ];
    for (name, write) in writers {
        let start = Instant::now();
        let mut out = Vec::new();
        write(&city, &mut out)?;
        println!("{name} of {boxes} boxes: {:.2} s, {} MB", start.elapsed().as_secs_f64(), out.len() / 1_000_000);
    }
    Ok(())
}

/// The fastest of several runs.
fn fastest<T>(runs: u32, mut run: impl FnMut() -> T) -> Duration {
    let times = (0..runs).map(|_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

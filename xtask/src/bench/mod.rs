//! `cargo xtask bench WHAT`: how long a frame takes.

mod calibration;
mod cpu_time;
pub mod impulse;
pub mod mass_spring;
pub mod relaxation;
pub mod window;

use std::path::Path;
use std::{env, fs};

use anyhow::{Result, anyhow};
use muslin_scene::load;
use muslin_sim::Model;

/// The middle one of an odd number of values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The model of a scene file with overrides.
fn load_model(path: &str, overrides: &[String]) -> Result<Model> {
    let loaded = load(Path::new(path), overrides).map_err(|error| {
        anyhow!("{}", error.problems().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    })?;
    Ok(loaded.model)
}

/// Name of the processor, where the system tells it.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

//! `cargo xtask bench METHOD`: how long a frame takes.

mod calibration;
mod cpu_time;
pub mod mass_spring;

/// The middle one of an odd number of values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

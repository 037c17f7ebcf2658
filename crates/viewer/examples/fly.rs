//! Opens the window of a flight: `cargo run -p muslin-viewer --example fly -- SEED`.

use muslin_city::{CityParams, parse_seed};
use muslin_viewer::{FlyOptions, fly};

const SEED: u32 = 0xA749_F86C;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(SEED), |text| parse_seed(&text))?;
    let lose_device_at = std::env::var("MUSLIN_VIEW_LOSE_DEVICE_AT").ok().and_then(|picture| picture.parse().ok());
    Ok(fly(seed, &CityParams::default(), &FlyOptions { lose_device_at, ..FlyOptions::default() })?)
}

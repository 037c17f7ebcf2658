//! A procedural city: one 32-bit number to streets, blocks and towers, all of them boxes.
//!
//! Everything is a function of a seed and a piece of ground, and hands fresh seeds down to its parts: city, suburb, block,
//! building. Nothing has to be stored, since the same seed makes the same bytes again on every machine.
//!
//! ```
//! use muslin_city::{City, CityParams, parse_seed};
//!
//! let city = City::generate(parse_seed("0xA749F86C")?, &CityParams::default())?;
//! assert_eq!((city.counts().buildings, city.counts().boxes), (213, 656));
//! assert!(city.tallest(1)[0].height > 100.0);
//!
//! let mut obj = Vec::new();
//! muslin_city::export::write_obj(&city, Some("city.mtl"), &mut obj)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what is in it |
//! |---|---|
//! | [`seed`] | a seed as a person writes it |
//! | [`params`] | [`CityParams`]: size, grid, options |
//! | [`plan`] | [`Plan`]: seed and checked parameters; makes exact boxes one after the other |
//! | [`city`] | [`City`]: all boxes at 32 bytes each, made on all cores |
//! | [`city_box`] | [`CityBox`]: a box, its [`Kind`] and its [`Place`] in the tree of the city |
//! | [`instance`] | [`Instance`]: a box as a renderer wants it |
//! | [`counts`], [`bounds`], [`tallest`] | what can be asked of a city |
//! | [`terrain`] | [`Terrain`]: fractal ground under it |
//! | [`rng`] | [`CityRng`]: the generator of random numbers that the city's bytes depend on |
//! | [`export`] | JSON, OBJ and binary glTF |
//!
//! Space is right-handed with y up, in metres. Colours are as displayed, without any light. Whoever draws a city adds what
//! depends on where it is seen from: the shade of a box's sides, and the darkening with distance.

pub mod bounds;
pub mod city;
pub mod city_box;
pub mod counts;
pub mod export;
mod grow;
pub mod instance;
mod noise;
pub mod params;
pub mod plan;
mod rect;
pub mod rng;
pub mod seed;
pub mod tallest;
pub mod terrain;

pub use bounds::Bounds;
pub use city::City;
pub use city_box::{CityBox, Kind, Place};
pub use counts::Counts;
pub use export::ExportError;
pub use instance::Instance;
pub use params::{CityParams, ParamError};
pub use plan::Plan;
pub use rng::CityRng;
pub use seed::{SeedError, parse_seed};
pub use tallest::Tower;
pub use terrain::Terrain;

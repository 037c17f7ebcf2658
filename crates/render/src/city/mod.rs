//! Pictures of a procedural city, seen by a camera that flies.
//!
//! ```no_run
//! use muslin_city::{City, CityParams};
//! use muslin_render::Gpu;
//! use muslin_render::city::{CityLook, FlyCamera, draw_city};
//!
//! let city = City::generate(0xA749_F86C, &CityParams::default())?;
//! let picture = draw_city(&Gpu::headless()?, &city, &FlyCamera::default(), CityLook::Studio, [1280, 720], 4)?;
//! picture.save("city.png".as_ref())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what is in it |
//! |---|---|
//! | [`fly_camera`] | [`FlyCamera`]: turns by the mouse, flies where it looks |
//! | [`look`] | [`CityLook`], [`CityStyle`]: what the picture looks like |
//! | [`stage`] | [`CityStage`]: the boxes and the ground on the device |
//! | [`renderer`] | [`CityRenderer`]: draws a stage to a target |
//! | [`draw`] | [`draw_city`]: from a city to a picture, in one call |
//!
//! Boxes are drawn from the 32 bytes each that the city keeps. Their corners are made by the shader, of which a box seen
//! from outside needs seven.

mod bindings;
mod boxes;
mod chunk;
pub mod draw;
pub mod fly_camera;
mod frustum;
mod ground;
pub mod look;
mod pipeline;
mod region;
pub mod renderer;
mod sky_heights;
pub mod stage;
mod uniform;

pub use draw::draw_city;
pub use fly_camera::FlyCamera;
pub use look::{CityLook, CityStyle, UnknownCityLook};
pub use renderer::CityRenderer;
pub use stage::{CityStage, StageError};

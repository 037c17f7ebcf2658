//! Pictures of cloth, and of a procedural city: a renderer that draws to a texture, without a window.
//!
//! | module | what is in it |
//! |---|---|
//! | [`gpu`] | [`Gpu`]: the device that draws |
//! | [`stage`] | [`Stage`]: what is in the picture of a scene |
//! | [`drawable`] | the shapes, one file each |
//! | [`camera`] | [`Camera`]: turns, pans, zooms |
//! | [`style`], [`look`] | [`Style`], [`Look`]: what the picture looks like |
//! | [`renderer`] | [`Renderer`]: draws a stage to a target |
//! | [`target`] | [`Target`]: the picture on the device |
//! | [`texture`] | pictures in memory, and those that are made here |
//! | [`city`] | boxes of a procedural city, a camera that flies |
//! | [`film`] | pictures one after the other, to files |
//! | [`label`], [`colormap`] | text, legends, contact sheets |

mod bindings;
pub mod camera;
pub mod city;
pub mod colormap;
pub mod drawable;
pub mod film;
pub mod gpu;
pub mod label;
pub mod look;
pub mod mesh;
mod pipeline;
pub mod renderer;
pub mod stage;
pub mod style;
pub mod target;
pub mod texture;
mod uniform;

pub use camera::Camera;
pub use drawable::sphere::SphereResolution;
pub use gpu::{Gpu, GpuError};
pub use look::{Look, UnknownLook};
pub use pipeline::ShaderError;
pub use renderer::Renderer;
pub use stage::Stage;
pub use style::{Background, HeightMap, LightParts, Style};
pub use target::Target;

//! The window: simulate, look, take hold of the cloth.
//!
//! | module | what is in it |
//! |---|---|
//! | [`native`], [`waker`] | [`run`]: opens the window, and another one when the graphics device is lost |
//! | `web`, `built_in` | the same in a page, with scenes that need no files |
//! | [`mod@fly`] | [`fly()`]: a window with a city, to fly through |
//! | [`app`] | [`Viewer`]: brings simulation, picture and panels together |
//! | [`simulation`], [`player`], [`pace`] | the thread that simulates, in real time |
//! | [`mailbox`], [`playback`] | whole frames on their way to the window |
//! | [`event`], [`world`], [`hand`] | what a user does to a simulation |
//! | [`session`] | [`Session`], [`replay`]: what was done, repeated to the bit |
//! | [`panels`], [`layout`] | what stands around the picture |
//! | [`picture`], [`picking`], [`screen`], [`canvas`], [`resolution`], [`home`] | the picture, the mouse in it, the device that draws it |
//! | [`controls`], [`history`], [`parameters`] | values that are changed, undo |
//! | [`recorder`], [`reel`], [`user_shader`], [`status`] | pictures and films to files, the user's shader, what tests read |

pub mod app;
pub mod appearance;
#[cfg(target_arch = "wasm32")]
pub mod built_in;
pub mod canvas;
pub mod catalogue;
mod content;
pub mod controls;
pub mod error;
pub mod event;
#[cfg(test)]
mod fixture;
#[cfg(not(target_arch = "wasm32"))]
pub mod fly;
pub mod hand;
pub mod history;
pub mod home;
pub mod keys;
pub mod layout;
pub mod mailbox;
pub mod messages;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
pub mod options;
pub mod pace;
pub mod pane;
pub mod panels;
pub mod parameters;
pub mod picking;
pub mod picture;
pub mod playback;
pub mod player;
pub mod reading;
pub mod recorder;
pub mod reel;
pub mod resolution;
mod scene_problem;
pub mod screen;
pub mod session;
pub mod shader_file;
pub mod simulation;
pub mod status;
pub mod user_shader;
pub mod waker;
#[cfg(target_arch = "wasm32")]
pub mod web;
#[cfg(not(target_arch = "wasm32"))]
mod windows;
pub mod wish;
pub mod world;

pub use app::Viewer;
pub use error::ViewerError;
pub use event::Event;
#[cfg(not(target_arch = "wasm32"))]
pub use fly::{FlyOptions, fly};
#[cfg(not(target_arch = "wasm32"))]
pub use native::run;
pub use options::Options;
pub use parameters::Parameters;
pub use session::{ReplayError, Session, replay};

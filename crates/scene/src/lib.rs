//! What a user writes and what Muslin reads and writes.
//!
//! ```
//! use muslin_scene::load_str;
//!
//! let text = r#"
//!     version = 1
//!     [[cloth]]
//!     pins = [[0, 0], [19, 0]]
//!     grid = { width = 1.0, height = 1.0, columns = 20, rows = 20 }
//!     [[collider]]
//!     shape = "sphere"
//!     center = [0.5, 0.2, 0.5]
//!     radius = 0.2
//!     friction = 0.3
//! "#;
//! let loaded = load_str("hanging.toml", text, &["cloth.material.thickness=0.02".to_owned()])?;
//! assert_eq!(loaded.scene.name.as_deref(), Some("hanging"));
//! assert_eq!(loaded.model.vertex_count(), 400);
//!
//! let error = load_str("bad.toml", &text.replace("friction", "frictoin"), &[]).unwrap_err();
//! assert_eq!(error.problems()[0].to_string(), "bad.toml:10:5: unknown key: frictoin, did you mean friction?");
//! # Ok::<(), muslin_scene::SceneError>(())
//! ```
//!
//! | module | what is in it |
//! |---|---|
//! | [`scene`] | [`Scene`]: the scene file as plain data |
//! | [`load`](mod@load) | file or text, and overrides, to a [`LoadedScene`] that can run |
//! | [`build`](mod@build) | [`Scene`] to [`muslin_sim::Model`], and warnings |
//! | [`overrides`] | `key=value` beside a scene |
//! | [`schema`](mod@schema) | the JSON schemas of the scene file and of the check file |
//! | [`check`] | [`Check`]: what must hold at the end of a scene |
//! | [`problem`] | [`Problem`], [`SceneError`]: what is wrong, where, what to do |
//! | [`io`] | caches and meshes |

pub mod build;
pub mod check;
mod course;
mod document;
mod file;
#[cfg(feature = "files")]
pub mod io;
pub mod load;
mod method_keys;
pub mod overrides;
pub mod problem;
pub mod scene;
pub mod schema;
mod schema_walk;
mod validate;

pub use build::build;
pub use check::Check;
pub use load::{Format, LoadedScene, load, load_str};
pub use problem::{Problem, Problems, SceneError, Severity};
pub use scene::Scene;
pub use schema::{check_schema_text, schema, schema_text};

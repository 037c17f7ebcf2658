//! The cloth simulator of Muslin: what never changes in a run ([`Model`]), what changes every step ([`State`]),
//! scratch ([`Workspace`]), and one function a method that shows its time step in order.
//!
//! ```
//! use muslin_geom::{Grid, Orientation};
//! use muslin_sim::{Cloth, Model, Settings, State, Workspace, step};
//!
//! // a sheet of 20 × 20 vertices, 1 m wide, held at two corners
//! let grid = Grid::new(20, 20);
//! let mut cloth = Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal));
//! cloth.pins = vec![0, 19];
//! cloth.thickness = 0.02;
//! let model = Model::new(vec![cloth], vec![], Settings::default())?;
//!
//! let mut state = State::new(&model);
//! let mut workspace = Workspace::new(&model);
//! for _frame in 0..10 {
//!     step::advance_frame(&model, &mut state, &mut workspace);
//! }
//! assert!(state.x.get(399).y < -0.01); // the free corner has fallen
//! assert_eq!(state.x.get(0), model.x_rest.get(0)); // the pinned one has not
//! println!("{:016x}", state.hash()); // the same on every machine
//! # Ok::<(), muslin_sim::ModelErrors>(())
//! ```
//!
//! | module | what is in it |
//! |---|---|
//! | [`model`] | [`Model`] and its parts, validated once |
//! | [`state`] | [`State`] and its hash |
//! | [`step`] | one file a method, and which one a model goes by |
//! | [`force`] | springs, weight, wind |
//! | [`shell`], [`fabric`] | cloths of any mesh and what they are made of |
//! | [`energy`] | what a shell resists: one file an energy |
//! | [`contact`] | self-collision by spatial hashing |
//! | [`collider`] | sphere, plane, how they move |
//! | [`measure`] | energies, strains: numbers about a state |

pub mod collider;
pub mod constraint;
pub mod contact;
pub mod descent;
pub mod energy;
pub mod fabric;
pub mod force;
#[cfg(feature = "newton")]
pub mod incremental_potential;
pub mod linear;
pub mod measure;
pub mod method;
#[cfg(feature = "newton")]
pub mod minimiser;
pub mod model;
pub mod quarantine;
pub mod report;
pub mod rounded;
pub mod semi_implicit_euler;
pub mod settings;
pub mod shell;
pub mod state;
pub mod step;
pub mod verlet;
pub mod workspace;

pub use collider::{AxisBox, Boxes, Collider, Plane, Shape, Sphere, Wave, WaveForm};
pub use fabric::Fabric;
pub use force::spring::{SpringKind, SpringKinds};
pub use force::wind::{Effect, Gusts, Wind};
pub use method::Method;
pub use model::{Cloth, Model, ModelError, ModelErrors};
pub use report::StepReport;
pub use settings::{Bending, CellRule, Membrane, Settings};
pub use shell::{Sheet, Shell};
pub use state::State;
pub use workspace::Workspace;

//! Geometry for Muslin: what a cloth is made of before any physics. No I/O, no threads.
//!
//! ```
//! use muslin_geom::{Grid, Orientation, area_weighted_normals};
//!
//! let grid = Grid::new(3, 2);
//! let x = grid.positions(2.0, 1.0, Orientation::Horizontal);
//! let triangles = grid.triangles();
//! assert_eq!(triangles.len(), 4);
//! assert_eq!(area_weighted_normals(&x, &triangles).get(0).to_array(), [0.0, 1.0, 0.0]);
//! ```
//!
//! | module | what is in it |
//! |---|---|
//! | [`points`] | [`Points`]: positions or forces as three arrays |
//! | [`grid`] | [`Grid`]: the rectangular cloth's indices, triangles, texture coordinates, positions |
//! | [`topology`] | how triangles hang together: edges, hinges, rings, boundary loops |
//! | [`generate`] | flat meshes and a tube |
//! | [`colouring`] | colours for vertices that can move at the same time |
//! | [`hierarchy`] | coarser and coarser versions of a mesh |
//! | [`rows`] | [`Rows`]: a list for each of many things |
//! | [`real`], [`vector3`] | numbers, vectors and matrices of kernels |
//! | [`normals`] | vertex normals: area-weighted, and the course project's single-triangle form |
//! | [`hash_rng`] | random numbers as a function of (seed, stream, index) |
//! | [`simplex`] | [`Simplex`]: noise in three dimensions |

pub mod colouring;
pub mod generate;
pub mod grid;
pub mod hash_rng;
pub mod hierarchy;
pub mod normals;
pub mod points;
pub mod real;
pub mod rows;
pub mod simplex;
pub mod topology;
pub mod vector3;

pub use generate::FlatMesh;
pub use grid::{Grid, Orientation};
pub use normals::{area_weighted_normals, single_triangle_normals};
pub use points::Points;
pub use real::Real;
pub use rows::Rows;
pub use simplex::Simplex;
pub use topology::Topology;
pub use vector3::{Matrix3, Vector3};

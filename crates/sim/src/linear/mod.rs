//! Linear equations with a 3 × 3 block for each pair of vertices.

pub mod block_matrix;
#[cfg(feature = "newton")]
pub mod cholesky;
pub mod conjugate_gradient;
pub mod dense;
pub mod multigrid;

pub use block_matrix::{BlockMatrix, Pattern};
#[cfg(feature = "newton")]
pub use cholesky::Cholesky;
pub use dense::Dense;
pub use multigrid::Multigrid;

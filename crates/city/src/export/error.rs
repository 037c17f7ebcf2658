//! Why a city could not be written.

use std::io;

use thiserror::Error;

/// Why a city could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The output could not be written to.
    #[error("the city could not be written")]
    Write(#[from] io::Error),
    /// The city is too large for an OBJ file that anything could open.
    #[error(
        "an OBJ file of this city would have {vertices} vertices: expected at most {limit}; binary glTF holds more"
    )]
    ObjTooLarge {
        /// How many there would be.
        vertices: u64,
        /// How many there may be.
        limit: u64,
    },
    /// The city is too large for the length that the format can state.
    #[error("a GLB file of this city would have {bytes} bytes, and the format ends at {}{hint}", u32::MAX)]
    GlbTooLarge {
        /// How long it would be.
        bytes: u64,
        /// What would help.
        hint: &'static str,
    },
}

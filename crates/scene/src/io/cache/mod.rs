//! Muslin's own cache: all frames in one binary file that can be mapped into memory.
//!
//! All numbers are little-endian. Header:
//!
//! | byte | type | meaning |
//! |---|---|---|
//! | 0 | 8 bytes | `MUSLINC1` |
//! | 8 | u32 | bytes of the header, 80; a later version may append fields |
//! | 12 | u32 | bytes of a coordinate, 4 or 8 (a float of that size) |
//! | 16 | u64 | number of vertices |
//! | 24 | u64 | number of triangles |
//! | 32 | u64 | number of frames |
//! | 40 | i64 | number of the first frame |
//! | 48 | f64 | frames per second |
//! | 56 | u64 | first byte of the triangles: 3 u32 each, vertex indices from 0, counter-clockwise front |
//! | 64 | u64 | first byte of the texture coordinates: 2 f32 a vertex |
//! | 72 | u64 | first byte of the frames: x, y, z of each vertex [m], frame after frame to the end of the file |
//!
//! Each part begins at a multiple of 64 bytes; the gaps are zeros.

mod header;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use reader::CacheReader;
pub use writer::CacheWriter;

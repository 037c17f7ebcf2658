//! The first bytes of a cache.

use std::io::{self, Read, Write};
use std::path::Path;

use muslin_sim::model::MAX_VERTEX_COUNT;

use crate::io::little_endian::{read_bytes, read_u32, read_u64};
use crate::io::{Precision, ReadError};

const MAGIC: [u8; 8] = *b"MUSLINC1";
const HEADER_BYTES: u32 = 80;

/// The header's fields, in the order of the table in the module's documentation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    /// Size of the header [bytes].
    pub(super) size: u32,
    pub(super) precision: Precision,
    pub(super) vertex_count: u64,
    pub(super) triangle_count: u64,
    pub(super) frame_count: u64,
    pub(super) first_frame: i64,
    pub(super) fps: f64,
    pub(super) triangles_offset: u64,
    pub(super) uv_offset: u64,
    pub(super) frames_offset: u64,
}

impl Header {
    /// Lays out a file that has no frame yet.
    pub(super) fn new(
        precision: Precision,
        vertex_count: usize,
        triangle_count: usize,
        first_frame: i64,
        fps: f64,
    ) -> Self {
        let (vertex_count, triangle_count) = (vertex_count as u64, triangle_count as u64);
        let triangles_offset = u64::from(HEADER_BYTES).next_multiple_of(64);
        let uv_offset = (triangles_offset + 12 * triangle_count).next_multiple_of(64);
        let frames_offset = (uv_offset + 8 * vertex_count).next_multiple_of(64);
        Self {
            size: HEADER_BYTES,
            precision,
            vertex_count,
            triangle_count,
            frame_count: 0,
            first_frame,
            fps,
            triangles_offset,
            uv_offset,
            frames_offset,
        }
    }

    /// Size of a frame [bytes].
    pub(super) fn frame_bytes(&self) -> u64 {
        3 * self.precision.bytes() * self.vertex_count
    }

    /// Writes the header.
    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&MAGIC)?;
        output.write_all(&self.size.to_le_bytes())?;
        output.write_all(&(self.precision.bytes() as u32).to_le_bytes())?;
        for count in [self.vertex_count, self.triangle_count, self.frame_count] {
            output.write_all(&count.to_le_bytes())?;
        }
        output.write_all(&self.first_frame.to_le_bytes())?;
        output.write_all(&self.fps.to_le_bytes())?;
        for offset in [self.triangles_offset, self.uv_offset, self.frames_offset] {
            output.write_all(&offset.to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads a header and checks it against the `length` [bytes] of the file, so that what it says can be trusted.
    pub(super) fn read(input: &mut impl Read, length: u64, path: &Path) -> Result<Self, ReadError> {
        let failed = ReadError::file(path);
        if read_bytes(input).map_err(&failed)? != MAGIC {
            return Err(ReadError::WrongKind { expected: "a Muslin cache", path: path.to_owned() });
        }
        let size = read_u32(input).map_err(&failed)?;
        let precision = match read_u32(input).map_err(&failed)? {
            4 => Precision::F32,
            8 => Precision::F64,
            _ => return Err(ReadError::Damaged { field: "the size of a coordinate", path: path.to_owned() }),
        };
        let mut word = || read_u64(input).map_err(&failed);
        let header = Self {
            size,
            precision,
            vertex_count: word()?,
            triangle_count: word()?,
            frame_count: word()?,
            first_frame: word()?.cast_signed(),
            fps: f64::from_bits(word()?),
            triangles_offset: word()?,
            uv_offset: word()?,
            frames_offset: word()?,
        };
        header.check(length, path)?;
        Ok(header)
    }

    fn check(&self, length: u64, path: &Path) -> Result<(), ReadError> {
        let damaged = |field| Err(ReadError::Damaged { field, path: path.to_owned() });
        if self.size < HEADER_BYTES {
            return damaged("the size of the header");
        }
        if !(1..=MAX_VERTEX_COUNT as u64).contains(&self.vertex_count) {
            return damaged("the number of vertices");
        }
        if !(self.fps > 0.0 && self.fps.is_finite()) {
            return damaged("the number of frames per second");
        }
        // 128 bits: nothing that the header can claim overflows
        let end = |offset: u64, count: u64, bytes: u64| u128::from(offset) + u128::from(count) * u128::from(bytes);
        if self.triangles_offset < u64::from(self.size)
            || u128::from(self.uv_offset) < end(self.triangles_offset, self.triangle_count, 12)
            || u128::from(self.frames_offset) < end(self.uv_offset, self.vertex_count, 8)
        {
            return damaged("the layout");
        }
        self.check_length(length, end(self.frames_offset, self.frame_count, self.frame_bytes()), path)
    }

    fn check_length(&self, length: u64, expected: u128, path: &Path) -> Result<(), ReadError> {
        let path = path.to_owned();
        if u128::from(length) > expected {
            return Err(ReadError::TrailingBytes { extra: (u128::from(length) - expected) as u64, path });
        }
        if u128::from(length) == expected {
            return Ok(());
        }
        match length.checked_sub(self.frames_offset) {
            Some(rest) => {
                let present = rest / self.frame_bytes();
                Err(ReadError::MissingFrames { claimed: self.frame_count, present, path })
            }
            None => Err(ReadError::Truncated { path }),
        }
    }
}

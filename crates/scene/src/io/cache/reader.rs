//! Reads a cache.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use muslin_geom::Points;

use super::header::Header;
use crate::io::little_endian::{read_bytes, read_points, read_u32};
use crate::io::{Precision, ReadError};

/// An open cache: its mesh in memory, its frames on disk.
#[derive(Debug)]
pub struct CacheReader {
    input: BufReader<File>,
    path: PathBuf,
    header: Header,
    triangles: Vec<[u32; 3]>,
    uv: Vec<[f32; 2]>,
}

impl CacheReader {
    /// Opens the `.muslin` file at `path` and reads all but the frames.
    ///
    /// # Errors
    /// If the file cannot be read, is no cache, or is not whole.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let failed = ReadError::file(path);
        let file = File::open(path).map_err(&failed)?;
        let length = file.metadata().map_err(&failed)?.len();
        let mut input = BufReader::with_capacity(1 << 16, file);
        let header = Header::read(&mut input, length, path)?;
        // the header fits the length of the file, so that neither array is larger than it
        let triangles = read_triangles(&mut input, &header).map_err(&failed)?;
        let uv = read_uv(&mut input, &header).map_err(&failed)?;
        if triangles.iter().flatten().any(|&vertex| u64::from(vertex) >= header.vertex_count) {
            return Err(ReadError::Damaged { field: "a vertex of a triangle", path: path.to_owned() });
        }
        if uv.iter().flatten().any(|coordinate| !coordinate.is_finite()) {
            return Err(ReadError::Damaged { field: "a texture coordinate", path: path.to_owned() });
        }
        Ok(Self { input, path: path.to_owned(), header, triangles, uv })
    }

    /// Vertex positions [m] of the frame at `index`, counted from 0.
    ///
    /// # Errors
    /// If there is no such frame or it cannot be read.
    pub fn read_frame(&mut self, index: u64) -> Result<Points, ReadError> {
        let frame_count = self.header.frame_count;
        if index >= frame_count {
            return Err(ReadError::NoFrame { frame: index, frame_count, path: self.path.clone() });
        }
        let offset = self.header.frames_offset + index * self.header.frame_bytes();
        let failed = ReadError::file(&self.path);
        let (vertex_count, precision) = (self.vertex_count(), self.precision());
        self.input.seek(SeekFrom::Start(offset)).map_err(&failed)?;
        let x = read_points(&mut self.input, vertex_count, precision).map_err(&failed)?;
        if x.is_finite() { Ok(x) } else { Err(ReadError::Damaged { field: "a position", path: self.path.clone() }) }
    }

    /// Where the cache is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.header.vertex_count as usize
    }

    /// Number of frames.
    pub fn frame_count(&self) -> u64 {
        self.header.frame_count
    }

    /// Number of the frame at index 0.
    pub fn first_frame(&self) -> i64 {
        self.header.first_frame
    }

    /// Frames per second.
    pub fn fps(&self) -> f64 {
        self.header.fps
    }

    /// How exact the positions are.
    pub fn precision(&self) -> Precision {
        self.header.precision
    }

    /// Triangles as vertex indices, counter-clockwise seen from the front.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Texture coordinates, one pair per vertex.
    pub fn uv(&self) -> &[[f32; 2]] {
        &self.uv
    }
}

fn read_triangles(input: &mut (impl Read + Seek), header: &Header) -> io::Result<Vec<[u32; 3]>> {
    input.seek(SeekFrom::Start(header.triangles_offset))?;
    (0..header.triangle_count).map(|_| Ok([read_u32(input)?, read_u32(input)?, read_u32(input)?])).collect()
}

fn read_uv(input: &mut (impl Read + Seek), header: &Header) -> io::Result<Vec<[f32; 2]>> {
    input.seek(SeekFrom::Start(header.uv_offset))?;
    let coordinate = |input: &mut _| read_bytes(input).map(f32::from_le_bytes);
    (0..header.vertex_count).map(|_| Ok([coordinate(input)?, coordinate(input)?])).collect()
}

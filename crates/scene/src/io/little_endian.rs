//! Numbers and points as little-endian bytes.

use std::io::{self, Read, Write};

use muslin_geom::Points;

use crate::io::Precision;

/// The next `N` bytes.
pub(super) fn read_bytes<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The next 4 bytes as a number.
pub(super) fn read_u32(input: &mut impl Read) -> io::Result<u32> {
    read_bytes(input).map(u32::from_le_bytes)
}

/// The next 8 bytes as a number.
pub(super) fn read_u64(input: &mut impl Read) -> io::Result<u64> {
    read_bytes(input).map(u64::from_le_bytes)
}

/// The next 8 bytes as a float.
pub(super) fn read_f64(input: &mut impl Read) -> io::Result<f64> {
    read_bytes(input).map(f64::from_le_bytes)
}

/// The next `count` points: x, y, z of each in order.
pub(super) fn read_points(input: &mut impl Read, count: usize, precision: Precision) -> io::Result<Points> {
    let mut points = Points::zeros(count);
    for i in 0..count {
        for axis in [&mut points.xs, &mut points.ys, &mut points.zs] {
            axis[i] = match precision {
                Precision::F32 => f64::from(f32::from_le_bytes(read_bytes(input)?)),
                Precision::F64 => read_f64(input)?,
            };
        }
    }
    Ok(points)
}

/// Writes x, y, z of each point in order.
pub(super) fn write_points(output: &mut impl Write, points: &Points, precision: Precision) -> io::Result<()> {
    for point in points.iter() {
        for coordinate in point.to_array() {
            match precision {
                Precision::F32 => output.write_all(&(coordinate as f32).to_le_bytes())?,
                Precision::F64 => output.write_all(&coordinate.to_le_bytes())?,
            }
        }
    }
    Ok(())
}

/// Writes triangles as vertex indices, 32 bits each.
pub(super) fn write_triangles(output: &mut impl Write, triangles: &[[u32; 3]]) -> io::Result<()> {
    triangles.iter().flatten().try_for_each(|index| output.write_all(&index.to_le_bytes()))
}

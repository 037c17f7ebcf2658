//! The corners and faces of a box.
//!
//! ```text
//!        6───────7
//!       ╱│      ╱│
//!      2───────3 │      corner = x + 2 y + 4 z, each 0 or 1
//!      │ 4─────│─5
//!      │╱      │╱
//!      0───────1
//! ```

use crate::city_box::CityBox;

/// The corners of each face, counter-clockwise seen from outside: at the smallest x, the largest x, then y, then z.
pub const FACES: [[u32; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// The two triangles of each face.
pub fn triangles() -> impl Iterator<Item = [u32; 3]> {
    FACES.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
}

/// The direction out of a face.
pub fn normal(face: usize) -> [f32; 3] {
    let mut normal = [0.0; 3];
    normal[face / 2] = if face.is_multiple_of(2) { -1.0 } else { 1.0 };
    normal
}

/// Positions of the corners [m].
pub fn corners(of: &CityBox) -> [[f64; 3]; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7]
        .map(|corner| [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { of.min[axis] } else { of.max[axis] }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city_box::{Kind, Place};

    #[test]
    fn every_face_is_counter_clockwise_seen_from_outside() {
        let one = CityBox { min: [-1.0; 3], max: [1.0; 3], color: [0.5; 3], kind: Kind::Body, place: Place::default() };
        let corners = corners(&one);
        for (number, face) in FACES.iter().enumerate() {
            let [a, b, c, d] = face.map(|corner| corners[corner as usize]);
            let normal = normal(number).map(f64::from);
            let edge = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|axis| q[axis] - p[axis]);
            for [p, q, r] in [[a, b, c], [b, c, d], [c, d, a], [d, a, b]] {
                let [u, v] = [edge(p, q), edge(q, r)];
                let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
                assert_eq!(cross, normal.map(|axis| 4.0 * axis), "face {number}");
            }
            assert!([a, b, c, d].iter().all(|p| (0..3).all(|axis| normal[axis] == 0.0 || p[axis] == normal[axis])));
        }
    }
}

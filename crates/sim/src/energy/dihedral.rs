//! The angle between two triangles over their common edge.

use muslin_geom::{Real, Vector3};

/// The angle θ at the edge x2–x3 between the triangles (x0, x2, x3) and (x1, x3, x2) [rad]: 0 where they are flat, positive where
/// their fronts look away from each other; and its derivative by each vertex [1/m]. Nothing where a triangle has no area.
#[inline(always)]
pub fn angle_and_gradient<R: Real>(x: &[Vector3<R>; 4]) -> Option<(R, [Vector3<R>; 4])> {
    let [x0, x1, x2, x3] = *x;
    let e = x3 - x2;
    let (from2, from3) = (x0 - x2, x0 - x3);
    let (other2, other3) = (x1 - x2, x1 - x3);
    let n0 = from2.cross(from3);
    let n1 = other3.cross(other2);
    let (n0_squared, n1_squared, e_squared) = (n0.length_squared(), n1.length_squared(), e.length_squared());
    // below it, rounding decides where a normal points
    let least = e_squared * e_squared * R::of(1e-12);
    if !(n0_squared > least && n1_squared > least) {
        return None;
    }
    let l = e_squared.sqrt();
    let theta = (n0.cross(n1).dot(e) / l).atan2(n0.dot(n1));
    let p = n0 * (R::of(1.0) / n0_squared);
    let q = n1 * (R::of(1.0) / n1_squared);
    let gradient = [
        p * -l,
        q * -l,
        -(p * (from3.dot(e) / l) + q * (other3.dot(e) / l)),
        p * (from2.dot(e) / l) + q * (other2.dot(e) / l),
    ];
    Some((theta, gradient))
}

/// The difference of two angles, within (−π, π] [rad].
#[inline(always)]
pub fn difference<R: Real>(a: R, b: R) -> R {
    let (pi, turn) = (R::of(std::f64::consts::PI), R::of(std::f64::consts::TAU));
    let d = a - b;
    if d > pi {
        d - turn
    } else if d <= -pi {
        d + turn
    } else {
        d
    }
}

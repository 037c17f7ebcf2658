//! What a link is in a step: its direction, and the change that is wanted.

use super::sweep::{Link, Owned};
use super::wavefronts::{Lanes, Ring, Vectors, Wavefronts};

/// What of L links of one direction no step changes, while the same vertices are held.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const L: usize> {
    /// ℓ [m].
    pub rest_length: Lanes<L>,
    /// s = √(m w), which turns n into `Link::n`; 0 for what is no link.
    pub scale: Lanes<L>,
    /// m / s, which turns B into `Link::wanted`.
    pub gain: Lanes<L>,
}

/// Of the links that a group of vertices owns.
#[derive(Clone, Copy, Debug)]
pub struct FixedOwned<const L: usize> {
    /// Of those to the vertices on the right.
    pub right: Fixed<L>,
    /// Of those to the vertices below.
    pub down: Fixed<L>,
}

impl<const L: usize> Fixed<L> {
    /// Of no links.
    pub const NONE: Self = Self { rest_length: [0.0; L], scale: [0.0; L], gain: [0.0; L] };
}

impl<const L: usize> FixedOwned<L> {
    /// Of no links.
    pub const NONE: Self = Self { right: Fixed::NONE, down: Fixed::NONE };
}

/// Prepares all links (docs/model.md, I1 and I2) with positions `x` [m] and `z` = b v + h w f [m/s] at their ends, `a` of (I2)
/// [1/s], and no impulse yet. Whether all that came out are finite numbers.
#[inline(always)]
pub fn prepare<const L: usize>(
    wavefronts: Wavefronts<L>,
    [x, z]: [&Ring<L>; 2],
    fixed: &[FixedOwned<L>],
    owned: &mut [Owned<L>],
    a: f64,
) -> bool {
    let mut zero = [0.0; L];
    for row in 0..wavefronts.period() {
        let (count, right) = (wavefronts.owners(row), wavefronts.to_right(row));
        let start = row * wavefronts.width();
        let (fixed, owned) = (&fixed[start..][..count], &mut owned[start..][..count]);
        let [x, x_next, x_down] = x.rows(row);
        let [z, z_next, z_down] = z.rows(row);
        let (x, x_right, x_down) = (&x[..count], &x_next[right..][..count], &x_down[..count]);
        let (z, z_right, z_down) = (&z[..count], &z_next[right..][..count], &z_down[..count]);
        for j in 0..count {
            prepare_link(
                &mut owned[j].right,
                &fixed[j].right,
                [&x[j], &x_right[j]],
                [&z[j], &z_right[j]],
                a,
                &mut zero,
            );
            prepare_link(&mut owned[j].down, &fixed[j].down, [&x[j], &x_down[j]], [&z[j], &z_down[j]], a, &mut zero);
        }
    }
    zero.iter().all(|&zero| zero == 0.0)
}

/// `zero` becomes NaN if what is wanted is infinite or no number.
#[inline(always)]
fn prepare_link<const L: usize>(
    link: &mut Link<L>,
    fixed: &Fixed<L>,
    x: [&Vectors<L>; 2],
    z: [&Vectors<L>; 2],
    a: f64,
    zero: &mut Lanes<L>,
) {
    let mut inverse = [0.0; L];
    let mut length = [0.0; L];
    let mut way = [[0.0; L]; 3];
    for axis in 0..3 {
        for i in 0..L {
            way[axis][i] = x[1][axis][i] - x[0][axis][i];
        }
    }
    for i in 0..L {
        length[i] = (way[0][i] * way[0][i] + way[1][i] * way[1][i] + way[2][i] * way[2][i]).sqrt();
        // two vertices at one place pull in no direction
        inverse[i] = if length[i] > 0.0 { 1.0 / length[i] } else { 0.0 };
    }
    let mut apart = [0.0; L];
    for axis in 0..3 {
        for i in 0..L {
            let n = way[axis][i] * inverse[i];
            apart[i] += n * (z[1][axis][i] - z[0][axis][i]);
            link.n[axis][i] = n * fixed.scale[i];
        }
    }
    for i in 0..L {
        link.wanted[i] = ((fixed.rest_length[i] - length[i]) * a - apart[i]) * fixed.gain[i];
        zero[i] += link.wanted[i] * 0.0;
        link.impulse[i] = 0.0;
    }
}

//! How fast this machine is: frames of the relaxation cloth as its document writes them, plainly.
//!
//! 32 × 32 points in arrays of 64 × 64, 15 passes a frame; in a pass each point is moved by gravity and by springs to its
//! up to eight neighbours, with rest lengths from a table, then clamped to the floor and pushed out of five balls. The
//! machine of the reference figures needs 1.3 ms a frame.

// written like the document: loops over indices, one array an axis
#![allow(clippy::needless_range_loop)]

use super::cpu_time;

/// Milliseconds of one frame on the machine of the reference figures.
pub const REFERENCE_MS: f64 = 1.3;

/// Frames that are timed: the sheet falls onto the balls and folds over them.
const FRAMES: usize = 150;

const POINTS: usize = 32;
const ARRAY: usize = 64;
type Axis<const N: usize> = [[f64; N]; N];

/// A sheet of N × N points at one coordinate.
#[allow(clippy::unnecessary_box_returns)] // 2 MB are more than a stack should take
fn zeros<const N: usize>() -> Box<Axis<N>> {
    vec![[0.0; N]; N].try_into().unwrap_or_else(|_| unreachable!("N rows"))
}

/// Milliseconds of one frame on this machine.
pub fn calibrate() -> f64 {
    plain::<ARRAY>(POINTS, FRAMES)
}

/// Milliseconds of one frame of `points` × `points` points in arrays of N × N, over so many frames.
pub fn plain<const N: usize>(points: usize, frames: usize) -> f64 {
    let mut sheet = Relaxation::<N>::new(points);
    let total = cpu_time::milliseconds(|| (0..frames).for_each(|_| sheet.advance()));
    std::hint::black_box(&sheet);
    total / frames as f64
}

/// The sheet, the table of rest lengths and the balls.
struct Relaxation<const N: usize> {
    points: usize,
    x: [Box<Axis<N>>; 3],
    new: [Box<Axis<N>>; 3],
    rest: [[f64; 5]; 5],
    counter: f64,
    balls: [[f64; 3]; 5],
}

/// Where the balls rest.
const BALLS: [[f64; 3]; 5] =
    [[0.9, -0.7, 0.9], [0.2, -0.4, -0.8], [-0.4, -0.3, 0.6], [-0.3, -1.7, -0.7], [-0.6, -1.2, -0.3]];
const RADIUS: f64 = 0.5;
/// The document's own value, not the closest one.
#[allow(clippy::approx_constant)]
const PI: f64 = 3.14159;

impl<const N: usize> Relaxation<N> {
    /// The flat sheet above the balls.
    fn new(points: usize) -> Self {
        let sheet = || std::array::from_fn(|_| zeros());
        let mut sheet = Self { points, x: sheet(), new: sheet(), rest: [[0.0; 5]; 5], counter: 0.0, balls: BALLS };
        let middle = (points / 2) as f64;
        for j in 0..points {
            for i in 0..points {
                sheet.x[0][j][i] = (i as f64 - middle) * 0.1;
                sheet.x[1][j][i] = 1.5;
                sheet.x[2][j][i] = (j as f64 - middle) * 0.1;
            }
        }
        for j in 0..5 {
            for i in 0..5 {
                let (di, dj) = (2.0 - i as f64, 2.0 - j as f64);
                sheet.rest[j][i] = (di * di + dj * dj).sqrt();
            }
        }
        sheet
    }

    /// One frame.
    fn advance(&mut self) {
        self.counter += 1.0;
        let angle = -self.counter * PI;
        self.balls = BALLS;
        self.balls[0][1] -= 1.16 * libm::cos(angle * 0.000_772_2 - 0.5947);
        self.balls[1][1] -= 1.67 * libm::cos(angle * 0.000_622_4 + 0.1344);
        self.balls[2][1] -= 1.42 * libm::sin(angle * 0.000_462_9 + 0.6143);
        self.balls[3][1] += 1.55 * libm::cos(angle * 0.000_372_6 - 0.8941);
        self.balls[4][1] -= 1.71 * libm::cos(angle * 0.000_172_2 - 0.7228);
        for _pass in 0..15 {
            for j in 0..self.points {
                for i in 0..self.points {
                    self.relax(j, i);
                    self.collide(j, i);
                }
            }
            for axis in 0..3 {
                for j in 0..self.points {
                    for i in 0..self.points {
                        self.x[axis][j][i] = self.new[axis][j][i];
                    }
                }
            }
        }
    }

    fn relax(&mut self, j: usize, i: usize) {
        let [x, y, z] = &self.x;
        let (mut mx, mut my, mut mz) = (0.0, -0.001, 0.0);
        // indices moved up by one, so that the row before the first has one too
        for jj in j..=j + 2 {
            if !(1..=self.points).contains(&jj) {
                continue;
            }
            for ii in i..=i + 2 {
                if !(1..=self.points).contains(&ii) || (ii == i + 1 && jj == j + 1) {
                    continue;
                }
                let rest = self.rest[1 + jj - j][1 + ii - i];
                let (jj, ii) = (jj - 1, ii - 1);
                let (vx, vy, vz) = (x[jj][ii] - x[j][i], y[jj][ii] - y[j][i], z[jj][ii] - z[j][i]);
                let d = vx * vx + vy * vy + vz * vz;
                let dd = 0.03 * (d.sqrt() - 0.1 * rest) / d;
                mx += vx * dd;
                my += vy * dd;
                mz += vz * dd;
            }
        }
        let moved = [x[j][i] + mx, y[j][i] + my, z[j][i] + mz];
        for (new, moved) in self.new.iter_mut().zip(moved) {
            new[j][i] = moved;
        }
    }

    fn collide(&mut self, j: usize, i: usize) {
        let [x, y, z] = &mut self.new;
        let (x, y, z) = (&mut x[j][i], &mut y[j][i], &mut z[j][i]);
        if *y < -2.999 {
            *y = -2.999;
        }
        for [bx, by, bz] in self.balls {
            let (dx, dy, dz) = (*x - bx, *y - by, *z - bz);
            let d = dx * dx + dy * dy + dz * dz;
            if d < RADIUS * RADIUS {
                let scale = RADIUS / d.sqrt();
                (*x, *y, *z) = (dx * scale + bx, dy * scale + by, dz * scale + bz);
            }
        }
    }
}

//! How fast this machine is: one frame of the relaxation cloth, written plainly.
//!
//! 32 × 32 points, 15 Jacobi passes of gravity and springs to the eight neighbours, a floor and five balls on waves. The
//! reference figures were taken on a machine where a plain build of it needs 1.3 ms a frame.

/// Milliseconds of one frame on the machine of the reference figures.
pub const REFERENCE_MS: f64 = 1.3;

/// Frames that are timed: the sheet falls, reaches the balls and folds over them.
pub const FRAMES: usize = 150;

const N: usize = 32;
type Sheet = [[[f64; 3]; N]; N];

/// Start, height, amplitude, rate and phase of the balls' waves, and whether it is a sine.
const BALLS: [([f64; 3], f64, f64, f64, bool); 5] = [
    ([0.9, -0.7, 0.9], -1.16, -0.000_772_2, -0.5947, false),
    ([0.2, -0.4, -0.8], -1.67, -0.000_622_4, 0.1344, false),
    ([-0.4, -0.3, 0.6], -1.42, -0.000_462_9, 0.6143, true),
    ([-0.3, -1.7, -0.7], 1.55, -0.000_372_6, -0.8941, false),
    ([-0.6, -1.2, -0.3], -1.71, -0.000_172_2, -0.7228, false),
];

/// The flat sheet at the start.
pub fn start() -> Sheet {
    let mut x = [[[0.0; 3]; N]; N];
    for (j, row) in x.iter_mut().enumerate() {
        for (i, point) in row.iter_mut().enumerate() {
            *point = [(i as f64 - 16.0) * 0.1, 1.5, (j as f64 - 16.0) * 0.1];
        }
    }
    x
}

/// Moves the sheet by frame number `frame`, counted from 1.
pub fn advance(x: &mut Sheet, frame: usize) {
    let balls = BALLS.map(|([bx, by, bz], amplitude, rate, phase, sine)| {
        let angle = rate * frame as f64 * 3.14159 + phase;
        let wave = if sine { libm::sin(angle) } else { libm::cos(angle) };
        [bx, by + amplitude * wave, bz]
    });
    for _pass in 0..15 {
        let mut next = *x;
        for j in 0..N {
            for i in 0..N {
                next[j][i] = collide(relax(x, j, i), &balls);
            }
        }
        *x = next;
    }
}

fn relax(x: &Sheet, j: usize, i: usize) -> [f64; 3] {
    let own = x[j][i];
    let mut moved = [0.0, -0.001, 0.0];
    for jj in j.saturating_sub(1)..=(j + 1).min(N - 1) {
        for ii in i.saturating_sub(1)..=(i + 1).min(N - 1) {
            if (jj, ii) == (j, i) {
                continue;
            }
            let d = [x[jj][ii][0] - own[0], x[jj][ii][1] - own[1], x[jj][ii][2] - own[2]];
            let length_sq = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            let diagonal = if jj != j && ii != i { std::f64::consts::SQRT_2 } else { 1.0 };
            let pull = 0.03 * (length_sq.sqrt() - 0.1 * diagonal) / length_sq;
            for axis in 0..3 {
                moved[axis] += d[axis] * pull;
            }
        }
    }
    [own[0] + moved[0], own[1] + moved[1], own[2] + moved[2]]
}

fn collide(mut x: [f64; 3], balls: &[[f64; 3]; 5]) -> [f64; 3] {
    x[1] = x[1].max(-2.999);
    for ball in balls {
        let d = [x[0] - ball[0], x[1] - ball[1], x[2] - ball[2]];
        let distance_sq = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        if distance_sq < 0.25 {
            let scale = 0.5 / distance_sq.sqrt();
            x = [d[0] * scale + ball[0], d[1] * scale + ball[1], d[2] * scale + ball[2]];
        }
    }
    x
}

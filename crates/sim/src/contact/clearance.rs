//! How far apart vertices are that are not neighbours in the grid, remembered from sub-step to sub-step.

use std::iter::repeat_n;
use std::ops::Range;

use multiversion::multiversion;
use muslin_geom::points::{Aligned, aligned};

use super::bins::Bins;
use crate::model::ClothModel;
use crate::rounded::Rounded;

/// A lower bound on the distance of any two vertices of a cloth that are not neighbours in its grid (side by side in row,
/// column or diagonal).
///
/// Where a cloth does not fold onto itself this bound shows for many sub-steps that only neighbours can touch: it shrinks by
/// no more than what the vertices moved relative to each other since it was measured.
#[derive(Debug)]
pub struct Clearance {
    vertices: Range<usize>,
    columns: usize,
    /// Distance up to which a measurement looks [m].
    horizon: f64,
    /// Lower bound when it was measured [m]; 0 where there is none.
    distance: f64,
    /// Rounded positions when it was measured [m].
    measured: [Aligned<f32>; 3],
    /// Sub-steps since it was measured.
    age: u32,
    /// Sub-steps to let pass before the next measurement.
    wait: u32,
    /// What `wait` becomes when a measurement is of no use.
    next_wait: u32,
    bins: Bins,
}

/// A bound that lasts for fewer sub-steps does not pay for its measurement.
const WORTHWHILE: u32 = 8;

/// Least and most sub-steps between measurements of no use.
const WAIT: [u32; 2] = [8, 128];

impl Clearance {
    /// No bound yet for the vertices of `cloth`, to be asked about distances of about `reach` [m].
    pub fn new(reach: f64, cloth: &ClothModel) -> Self {
        let count = cloth.vertices.len();
        Self {
            vertices: cloth.vertices.clone(),
            columns: cloth.grid.columns,
            horizon: reach + cloth.rest_lengths.shortest,
            distance: 0.0,
            measured: std::array::from_fn(|_| aligned(repeat_n(0.0, count))),
            age: 0,
            wait: 0,
            next_wait: WAIT[0],
            bins: Bins::new(count),
        }
    }

    /// Whether only neighbours in the grid can be closer than `reach` [m]: never true when two other vertices are.
    pub fn exceeds(&mut self, reach: f64, rounded: &Rounded) -> bool {
        let now = rounded.slice(self.vertices.clone());
        if self.distance > 0.0 {
            self.age += 1;
            let motion = relative_motion(now, self.measured.each_ref().map(|axis| &**axis));
            if self.distance - motion - rounded.error > reach {
                return true;
            }
            self.distance = 0.0;
            self.next_wait = if self.age < WORTHWHILE { (2 * self.next_wait).min(WAIT[1]) } else { WAIT[0] };
            self.wait = if self.age < WORTHWHILE { self.next_wait } else { 0 };
        }
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        let needed = reach + rounded.error;
        if !needed.is_finite() || needed >= self.horizon {
            return false;
        }
        let distance = self.bins.shortest_distance(now, self.columns, needed, self.horizon);
        if distance <= needed {
            self.wait = self.next_wait;
            self.next_wait = (2 * self.next_wait).min(WAIT[1]);
            return false;
        }
        self.distance = distance;
        self.age = 0;
        for (measured, now) in self.measured.iter_mut().zip(now) {
            measured.copy_from_slice(now);
        }
        true
    }
}

/// Bound on how much the distance of any two vertices changed between two sets of rounded positions [m]; NaN or infinite if
/// one is not a number. A motion of the whole does not count.
fn relative_motion(now: [&[f32]; 3], before: [&[f32]; 3]) -> f64 {
    let widths = std::array::from_fn::<_, 3, _>(|axis| f64::from(width_of_motion(now[axis], before[axis])));
    let [x, y, z] = widths;
    // the differences were rounded to single precision
    (x * x + y * y + z * z).sqrt() * (1.0 + 1e-6)
}

/// Largest minus smallest displacement along one axis.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn width_of_motion(now: &[f32], before: &[f32]) -> f32 {
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    for (now, before) in now.iter().zip(before) {
        let motion = order(now - before);
        low = low.min(motion);
        high = high.max(motion);
    }
    unorder(high) - unorder(low)
}

/// A whole number that orders as `value` does: the smallest of many is found wide among these, but not among numbers of which
/// some might be NaN.
#[inline(always)]
fn order(value: f32) -> i32 {
    let bits = value.to_bits().cast_signed();
    // the bits of negative numbers order the wrong way round
    bits ^ ((bits >> 31) & i32::MAX)
}

/// The number of which `order` is the [`order`].
fn unorder(order: i32) -> f32 {
    f32::from_bits((order ^ ((order >> 31) & i32::MAX)).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3};
    use muslin_geom::{Grid, Orientation, Points};
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Cloth, Model};
    use crate::settings::Settings;

    const COLUMNS: usize = 13;
    const ROWS: usize = 9;

    fn model(thickness: f64) -> Model {
        let grid = Grid::new(COLUMNS, ROWS);
        let mut cloth = Cloth::new(grid, 1.2, 0.8, grid.positions(1.2, 0.8, Orientation::Horizontal));
        cloth.thickness = thickness;
        Model::new(vec![cloth], vec![], Settings::default()).unwrap()
    }

    /// Shortest distance of two vertices that are no neighbours [m].
    fn shortest_distance(x: &Points) -> f64 {
        let mut shortest = f64::INFINITY;
        for i in 0..x.len() {
            for j in 0..i {
                let (columns, rows) = ((i % COLUMNS).abs_diff(j % COLUMNS), (i / COLUMNS).abs_diff(j / COLUMNS));
                if columns > 1 || rows > 1 {
                    shortest = shortest.min((x.get(i) - x.get(j)).length());
                }
            }
        }
        shortest
    }

    /// The sheet, rolled about its middle column by up to a full turn, each vertex moved at random by up to `noise`.
    fn rolled(turn: f64, noise: f64, offsets: &[[f64; 3]]) -> Points {
        let rest = Grid::new(COLUMNS, ROWS).positions(1.2, 0.8, Orientation::Horizontal);
        let radius = 1.2 / turn;
        rest.iter()
            .zip(offsets)
            .map(|(x, &offset)| {
                let around = radius * DVec2::from_angle((x.x - 0.6) / radius);
                let rolled = DVec3::new(around.y, radius - around.x, x.z);
                rolled + noise * DVec3::from_array(offset) + DVec3::new(3.0, -2.0, 50.0)
            })
            .collect()
    }

    fn offsets() -> impl Strategy<Value = Vec<[f64; 3]>> {
        prop::collection::vec(prop::array::uniform3(-1.0..1.0), COLUMNS * ROWS)
    }

    proptest! {
        #[test]
        fn it_is_never_claimed_that_others_are_further_apart_than_they_are(
            thickness in 0.01..0.09,
            motion in prop::collection::vec((0.1..7.0, 0.0..0.1, offsets()), 1..12),
            glide in 0.0..1.0,
        ) {
            let model = model(thickness);
            let reach = 2.0 * thickness;
            let mut clearance = Clearance::new(2.0 * model.cloths[0].thickness, &model.cloths[0]);
            let mut rounded = Rounded::new(model.vertex_count());
            let (first_turn, first_noise, first_offsets) = &motion[0];
            for (turn, noise, offsets) in &motion {
                // from the first pose towards each of the others, so that what was measured is of use now and then
                let turn = first_turn + glide * glide * (turn - first_turn);
                let noise = first_noise + glide * (noise - first_noise);
                let offsets: Vec<_> = first_offsets
                    .iter()
                    .zip(offsets)
                    .map(|(a, b)| std::array::from_fn(|axis| a[axis] + glide * (b[axis] - a[axis])))
                    .collect();
                let x = rolled(turn, noise, &offsets);
                rounded.update(&x);
                if clearance.exceeds(reach, &rounded) {
                    let shortest = shortest_distance(&x);
                    prop_assert!(shortest >= reach, "{shortest} < {reach}");
                }
            }
        }
    }

    #[test]
    fn a_flat_sheet_keeps_its_bound_while_it_moves_as_a_whole_and_loses_it_when_it_folds() {
        let model = model(0.03);
        let mut clearance = Clearance::new(2.0 * model.cloths[0].thickness, &model.cloths[0]);
        let mut rounded = Rounded::new(model.vertex_count());
        let mut x = model.x_rest.clone();
        for _ in 0..100 {
            for axis in [&mut x.xs, &mut x.ys] {
                axis.iter_mut().for_each(|x| *x += 0.5);
            }
            rounded.update(&x);
            assert!(clearance.exceeds(0.06, &rounded));
        }
        assert_eq!(clearance.age, 99);

        for vertex in 0..x.len() / 2 {
            x.set(vertex, x.get(x.len() - 1 - vertex) + DVec3::Y * 0.05);
        }
        rounded.update(&x);
        assert!(!clearance.exceeds(0.06, &rounded));
        assert!(clearance.exceeds(0.04, &rounded) || clearance.wait > 0);
    }

    #[test]
    fn a_position_that_is_not_a_number_leaves_no_bound() {
        let model = model(0.03);
        let mut clearance = Clearance::new(2.0 * model.cloths[0].thickness, &model.cloths[0]);
        let mut rounded = Rounded::new(model.vertex_count());
        let mut x = model.x_rest.clone();
        rounded.update(&x);
        assert!(clearance.exceeds(0.06, &rounded));
        x.xs[40] = f64::NAN;
        rounded.update(&x);
        assert!(!clearance.exceeds(0.06, &rounded));
    }

    #[test]
    fn measurements_of_no_use_become_rare() {
        let model = model(0.03);
        let mut clearance = Clearance::new(2.0 * model.cloths[0].thickness, &model.cloths[0]);
        let mut rounded = Rounded::new(model.vertex_count());
        rounded.update(&rolled(7.0, 0.0, &[[0.0; 3]; COLUMNS * ROWS]));
        let mut measurements = 0;
        for _ in 0..1000 {
            measurements += u32::from(clearance.wait == 0);
            assert!(!clearance.exceeds(0.06, &rounded));
        }
        assert!((8..16).contains(&measurements), "{measurements}");
    }
}

//! Fractal noise at the nodes of a grid: a sum of octaves of value noise, each half as long as the one before and less
//! high.

use muslin_geom::hash_rng;

/// Length of the longest octave [m].
const LONGEST: f64 = 640.0;
/// How many octaves there are: the shortest is [`LONGEST`] / 16, less than a block.
const OCTAVES: u32 = 5;
/// Height of an octave as a share of the one before. More would make single blocks steep.
const GAIN: f64 = 0.4;
/// Streams of [`hash_rng`] for the octaves, from here on.
const STREAM: u64 = 0x7E88_A100;

/// Noise at the nodes of a grid. Each value depends on the seed and the node's own x and z alone.
pub(crate) struct Noise {
    octaves: Vec<Octave>,
    columns: usize,
    rows: usize,
}

/// Noise that has a random value at every corner of square cells and is smooth between them.
struct Octave {
    /// Height as a share of the whole.
    height: f64,
    /// Where the nodes lie along x and along z.
    stops: [Vec<Stop>; 2],
    /// Values of the corners around the nodes, row after row along z, in each along x.
    corners: Vec<f64>,
    /// Corners in a row.
    stride: usize,
}

/// Where a node lies along an axis.
#[derive(Clone, Copy)]
struct Stop {
    /// Corners before the node, from the first one on, less 1.
    before: usize,
    /// How near the node is to the next corner, 0 to 1.
    share: f64,
}

impl Noise {
    /// Noise at all nodes with one of the coordinates `x` and one of `z` [m], both in ascending order.
    pub fn new(seed: u64, x: &[f64], z: &[f64]) -> Self {
        let mut octaves = Vec::new();
        let [mut height, mut length, mut total] = [1.0, LONGEST, 0.0];
        for octave in 0..OCTAVES {
            octaves.push(Octave::new([seed, STREAM + u64::from(octave)], height, length, [x, z]));
            total += height;
            height *= GAIN;
            length /= 2.0;
        }
        for octave in &mut octaves {
            octave.height /= total;
        }
        Self { octaves, columns: x.len(), rows: z.len() }
    }

    /// The values, 0 to 1, row after row along z, in each along x.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        let nodes = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| [column, row]));
        nodes.map(|node| self.octaves.iter().map(|octave| octave.height * octave.value(node)).sum())
    }
}

impl Octave {
    fn new([seed, stream]: [u64; 2], height: f64, length: f64, axes: [&[f64]; 2]) -> Self {
        let cell_of = |at: f64| (at / length).floor() as i32;
        let [columns, rows] = axes.map(|axis| cell_of(axis[0])..=cell_of(axis[axis.len() - 1]) + 1);
        let stride = columns.clone().count();
        let corners = rows.flat_map(|row| columns.clone().map(move |column| [column, row].map(i32::cast_unsigned)));
        let corner = |[column, row]: [u32; 2]| hash_rng::unit(seed, stream, u64::from(column) << 32 | u64::from(row));
        Self {
            height,
            stops: axes.map(|axis| axis.iter().map(|at| Stop::new(*at / length, cell_of(axis[0]))).collect()),
            corners: corners.map(corner).collect(),
            stride,
        }
    }

    fn value(&self, [column, row]: [usize; 2]) -> f64 {
        let [x, z] = [self.stops[0][column], self.stops[1][row]];
        let first = z.before * self.stride + x.before;
        let [upper, lower] = [first, first + self.stride]
            .map(|corner| self.corners[corner] + (self.corners[corner + 1] - self.corners[corner]) * x.share);
        upper + (lower - upper) * z.share
    }
}

impl Stop {
    /// The place `at`, in cells, where `first` is the first corner.
    #[allow(clippy::cast_sign_loss)] // no node lies before the first corner
    fn new(at: f64, first: i32) -> Self {
        let cell = at.floor();
        Self { before: (cell as i32 - first) as usize, share: fade(at - cell) }
    }
}

/// From 0 to 1 with neither slope nor curvature at the ends.
fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_depends_on_its_own_place_alone() {
        let places: Vec<f64> = (-40..40).map(|node| f64::from(node) * 31.7).collect();
        let whole: Vec<f64> = Noise::new(1, &places, &places).values().collect();
        for [column, row] in [[0, 0], [79, 79], [13, 60], [40, 2]] {
            let one: Vec<f64> = Noise::new(1, &places[column..=column], &places[row..=row]).values().collect();
            assert_eq!(one, [whole[80 * row + column]]);
        }
        assert!(whole.iter().all(|value| (0.0..=1.0).contains(value)));
    }

    #[test]
    fn noise_is_smooth_from_cell_to_cell() {
        let places: Vec<f64> = (-2000..2000).map(|node| f64::from(node) * 0.5).collect();
        let values: Vec<f64> = Noise::new(2, &places, &[17.0]).values().collect();
        let steepest = values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
        assert!(steepest < 0.5 * 0.006, "{steepest}");
        // one twice as far is at most about twice as high: no jump anywhere
        let bend = values.windows(3).map(|w| (w[2] - 2.0 * w[1] + w[0]).abs()).fold(0.0, f64::max);
        assert!(bend < 0.2 * steepest, "{bend} {steepest}");
    }

    #[test]
    fn other_seeds_make_other_land() {
        let value = |seed| Noise::new(seed, &[100.0], &[200.0]).values().sum::<f64>();
        assert!(value(1) != value(2));
    }
}

//! The shortest distance between vertices of a cloth that are not neighbours in its grid.

use std::ops::Range;

use multiversion::multiversion;

use crate::rounded::DISTANCE_SQ_ERROR;

/// Vertices sorted into square columns of space, along the two axes in which they are spread most; scratch of the search.
#[derive(Debug)]
pub struct Bins {
    /// Most columns of space along one axis.
    side: usize,
    /// Bin of each vertex.
    of_vertex: Vec<u32>,
    /// Where each bin begins in `sorted`, and where the last ends.
    starts: Vec<u32>,
    sorted: Sorted,
}

/// What the search reads of the vertices, in the order of their bins, and behind the last one [`LANES`] that are far away.
#[derive(Debug)]
struct Sorted {
    x: [Vec<f32>; 3],
    column: Vec<f32>,
    row: Vec<f32>,
}

/// Vertices that are compared at once.
const LANES: usize = 8;

impl Bins {
    /// Scratch for `count` vertices.
    pub fn new(count: usize) -> Self {
        let side = count.isqrt() + 2;
        let far = || vec![f32::INFINITY; count + LANES];
        Self {
            side,
            of_vertex: vec![0; count],
            starts: vec![0; side * side + 1],
            sorted: Sorted { x: std::array::from_fn(|_| far()), column: far(), row: far() },
        }
    }

    /// A lower bound, up to `horizon` [m], on the distances between the positions `x` of the vertices of a grid with
    /// `columns` columns, leaving out those of neighbours; it is exact but for rounding, unless it is at most `enough` [m], where
    /// the search stops.
    pub fn shortest_distance(&mut self, x: [&[f32]; 3], columns: usize, enough: f64, horizon: f64) -> f64 {
        let layout = Layout::new(x, horizon, self.side);
        self.sort(x, columns, &layout);
        let stop_sq = (enough * enough) as f32;
        let horizon_sq = (horizon * horizon) as f32;
        let shortest_sq = shortest_distance_sq(&self.sorted, &self.starts, layout.counts, stop_sq, horizon_sq);
        f64::from(shortest_sq).sqrt() * (1.0 - DISTANCE_SQ_ERROR)
    }

    /// Sorts the vertices by bin (a counting sort).
    fn sort(&mut self, x: [&[f32]; 3], columns: usize, layout: &Layout) {
        let [u, v] = layout.axes.map(|axis| x[axis]);
        let starts = &mut self.starts[..=layout.counts[0] * layout.counts[1]];
        starts.fill(0);
        for (bin, (&u, &v)) in self.of_vertex.iter_mut().zip(u.iter().zip(v)) {
            *bin = layout.bin(u, v);
            starts[*bin as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut *starts {
            sum += *start;
            *start = sum;
        }
        // each start moves on to the next one's place while the bins fill, and is moved back at the end
        let sorted = &mut self.sorted;
        for (vertex, &bin) in self.of_vertex.iter().enumerate() {
            let place = starts[bin as usize] as usize;
            starts[bin as usize] += 1;
            for (sorted, x) in sorted.x.iter_mut().zip(x) {
                sorted[place] = x[vertex];
            }
            sorted.column[place] = (vertex % columns) as f32;
            sorted.row[place] = (vertex / columns) as f32;
        }
        starts.copy_within(..starts.len() - 1, 1);
        starts[0] = 0;
    }
}

/// Where the bins lie.
#[derive(Debug)]
struct Layout {
    /// The two axes that are divided.
    axes: [usize; 2],
    /// Lower end along each [m].
    low: [f32; 2],
    /// One over the width of a bin along each [1/m].
    inv_width: [f32; 2],
    /// Bins along each.
    counts: [usize; 2],
}

impl Layout {
    /// Bins for `x` that are wider than `horizon` [m], so that vertices closer than that lie in the same or in adjacent
    /// bins; at most `side` along each axis.
    fn new(x: [&[f32]; 3], horizon: f64, side: usize) -> Self {
        let bounds = x.map(bounds);
        let mut by_extent = [0, 1, 2];
        by_extent.sort_by(|&a, &b| (bounds[b][1] - bounds[b][0]).total_cmp(&(bounds[a][1] - bounds[a][0])));
        let axes = [by_extent[0], by_extent[1]];
        let extents = axes.map(|axis| bounds[axis][1] - bounds[axis][0]);
        // wider by more than rounding can take
        let width = extents.map(|extent| (horizon as f32).max(extent / (side - 1) as f32) * 1.001);
        Self {
            axes,
            low: axes.map(|axis| bounds[axis][0]),
            inv_width: width.map(|width| 1.0 / width),
            counts: std::array::from_fn(|i| (whole(extents[i] / width[i]) + 1).min(side)),
        }
    }

    fn bin(&self, u: f32, v: f32) -> u32 {
        let [i, j]: [usize; 2] = std::array::from_fn(|axis| {
            let along = ([u, v][axis] - self.low[axis]) * self.inv_width[axis];
            whole(along).min(self.counts[axis] - 1)
        });
        (j * self.counts[0] + i) as u32
    }
}

/// Largest whole number not above `value`, which is not negative.
#[allow(clippy::cast_sign_loss)]
fn whole(value: f32) -> usize {
    value as usize
}

/// Smallest and largest of `values`.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn bounds(values: &[f32]) -> [f32; 2] {
    let (blocks, rest) = values.as_chunks::<LANES>();
    let mut low = [f32::INFINITY; LANES];
    let mut high = [f32::NEG_INFINITY; LANES];
    for block in blocks.iter().map(|block| &block[..]).chain([rest]) {
        for (lane, &value) in block.iter().enumerate() {
            low[lane] = if value < low[lane] { value } else { low[lane] };
            high[lane] = if value > high[lane] { value } else { high[lane] };
        }
    }
    [low.into_iter().fold(f32::INFINITY, f32::min), high.into_iter().fold(f32::NEG_INFINITY, f32::max)]
}

/// The smallest squared distance of two sorted vertices that are no neighbours, up to `horizon_sq`; the search stops where it
/// finds one that is at most `stop_sq`.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn shortest_distance_sq(
    sorted: &Sorted,
    starts: &[u32],
    [width, height]: [usize; 2],
    stop_sq: f32,
    horizon_sq: f32,
) -> f32 {
    let mut shortest = [horizon_sq; LANES];
    for j in 0..height {
        for i in 0..width {
            let bin = j * width + i;
            let row_end = (j + 1) * width;
            let members = starts[bin] as usize..starts[bin + 1] as usize;
            if members.is_empty() {
                continue;
            }
            // the rest of this bin and the next one, then the three bins of the next row
            let beside = starts[(bin + 2).min(row_end)] as usize;
            let below = if j + 1 < height {
                let first = bin + width - i.min(1);
                starts[first] as usize..starts[(bin + width + 2).min(row_end + width)] as usize
            } else {
                0..0
            };
            for own in members {
                compare(&mut shortest, sorted, own, own + 1..beside);
                compare(&mut shortest, sorted, own, below.clone());
            }
        }
        if shortest.iter().any(|&distance_sq| distance_sq <= stop_sq) {
            break;
        }
    }
    shortest.into_iter().fold(horizon_sq, f32::min)
}

/// Compares `own` with `others`, and with up to [`LANES`] behind them, which does no harm.
#[inline(always)]
fn compare(shortest: &mut [f32; LANES], sorted: &Sorted, own: usize, others: Range<usize>) {
    let Sorted { x: [xs, ys, zs], column, row } = sorted;
    for start in others.step_by(LANES) {
        let [x, y, z, c, r] =
            [block(xs, start), block(ys, start), block(zs, start), block(column, start), block(row, start)];
        for lane in 0..LANES {
            let (dx, dy, dz) = (x[lane] - xs[own], y[lane] - ys[own], z[lane] - zs[own]);
            let distance_sq = dx * dx + dy * dy + dz * dz;
            let apart = ((c[lane] - column[own]).abs() > 1.0) | ((r[lane] - row[own]).abs() > 1.0);
            let distance_sq = if apart { distance_sq } else { f32::INFINITY };
            shortest[lane] = if distance_sq < shortest[lane] { distance_sq } else { shortest[lane] };
        }
    }
}

#[inline(always)]
fn block(values: &[f32], start: usize) -> &[f32; LANES] {
    let (block, _) = values[start..].split_first_chunk().expect("a block behind the last vertex");
    block
}

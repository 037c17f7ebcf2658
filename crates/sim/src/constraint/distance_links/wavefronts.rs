//! Where a vertex of a grid is in arrays that go by wavefronts, so that several sweeps over it run side by side.
//!
//! Vertex (c, r) and the links it owns, to the right and down, meet no other vertex of the same front f = c + 2 r, nor of the
//! fronts P before and after it if P is 4 or more. So sweep s may visit it at time f + P s: at each time a front of the first sweep,
//! the front P before it of the second, and so on, with every link after those that it has to wait for. Time t finds fronts
//! t mod P, t mod P + P, ... ; they are row t mod P of the arrays, one in each lane.

use muslin_geom::Grid;

/// L numbers, one a lane.
pub type Lanes<const L: usize> = [f64; L];
/// L vectors.
pub type Vectors<const L: usize> = [Lanes<L>; 3];

/// a + b in each lane.
#[inline(always)]
pub fn sum<const L: usize>(a: &Lanes<L>, b: &Lanes<L>) -> Lanes<L> {
    let mut result = [0.0; L];
    for i in 0..L {
        result[i] = a[i] + b[i];
    }
    result
}

/// a − b in each lane.
#[inline(always)]
pub fn difference<const L: usize>(a: &Lanes<L>, b: &Lanes<L>) -> Lanes<L> {
    let mut result = [0.0; L];
    for i in 0..L {
        result[i] = a[i] - b[i];
    }
    result
}

/// a b in each lane.
#[inline(always)]
pub fn product<const L: usize>(a: &Lanes<L>, b: &Lanes<L>) -> Lanes<L> {
    let mut result = [0.0; L];
    for i in 0..L {
        result[i] = a[i] * b[i];
    }
    result
}

/// The layout for a grid: rows of groups of L lanes.
#[derive(Clone, Copy, Debug)]
pub struct Wavefronts<const L: usize> {
    grid: Grid,
}

/// Where a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index of its group, row by row.
    pub group: usize,
    /// Its lane there.
    pub lane: usize,
}

impl<const L: usize> Wavefronts<L> {
    /// For a grid.
    pub fn new(grid: Grid) -> Self {
        Self { grid }
    }

    /// Column and row of all vertices.
    pub fn vertices(self) -> impl Iterator<Item = (usize, usize)> {
        let Grid { columns, rows } = self.grid;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// Whether the grid has such a vertex.
    pub fn is_there(self, column: usize, row: usize) -> bool {
        column < self.grid.columns && row < self.grid.rows
    }

    /// Rows, P: even, for what is right and down of a vertex to be in the same lane of the same or the next group; and so many that
    /// two rows more than the grid has find places of their own, where links end that are none.
    pub fn period(self) -> usize {
        2 * (self.grid.rows + 1).div_ceil(L).max(2)
    }

    /// Groups in a row.
    pub fn width(self) -> usize {
        self.grid.columns / 2 + 1
    }

    /// Groups of a row that own links.
    pub fn owners(self, row: usize) -> usize {
        (self.grid.columns + 1 - row % 2) / 2
    }

    /// How many groups further the vertices to the right are, in the row after.
    pub fn to_right(self, row: usize) -> usize {
        row % 2
    }

    /// When the first sweep visits a vertex.
    pub fn start(self, column: usize, row: usize) -> usize {
        column + 2 * row
    }

    /// When so many sweeps have visited all.
    pub fn end(self, sweeps: usize) -> usize {
        self.start(self.grid.columns - 1, self.grid.rows - 1) + 1 + self.period() * sweeps.saturating_sub(1)
    }

    /// Where a vertex is, or the end below or to the right of the grid that a link which is none has.
    pub fn place(self, column: usize, row: usize) -> Place {
        let front = self.start(column, row);
        let period = self.period();
        Place { group: front % period * self.width() + column / 2, lane: front / period % L }
    }
}

/// A vector for each vertex, and below the last row the first two again, moved by a lane: what follows the last row.
#[derive(Debug)]
pub struct Ring<const L: usize> {
    period: usize,
    width: usize,
    groups: Vec<Vectors<L>>,
}

impl<const L: usize> Ring<L> {
    /// All 0.
    pub fn new(wavefronts: Wavefronts<L>) -> Self {
        let (period, width) = (wavefronts.period(), wavefronts.width());
        Self { period, width, groups: vec![[[0.0; L]; 3]; (period + 2) * width] }
    }

    /// Makes all 0.
    pub fn clear(&mut self) {
        self.groups.fill([[0.0; L]; 3]);
    }

    /// All numbers in one: component `axis` of the vertex in group g and lane l is at (3 g + axis) L + l.
    pub fn numbers(&mut self) -> &mut [f64] {
        self.groups.as_flattened_mut().as_flattened_mut()
    }

    /// The vector of a vertex.
    pub fn get(&self, place: Place) -> [f64; 3] {
        self.groups[place.group].map(|lanes| lanes[place.lane])
    }

    /// Changes the vector of a vertex.
    pub fn set(&mut self, place: Place, vector: [f64; 3]) {
        for (lanes, value) in self.groups[place.group].iter_mut().zip(vector) {
            lanes[place.lane] = value;
        }
    }

    /// A row and the two after it.
    #[inline(always)]
    pub fn rows(&self, row: usize) -> [&[Vectors<L>]; 3] {
        let (own, after) = self.groups[row * self.width..][..3 * self.width].split_at(self.width);
        let (next, next_but_one) = after.split_at(self.width);
        [own, next, next_but_one]
    }

    /// A row and the two after it.
    #[inline(always)]
    pub fn rows_mut(&mut self, row: usize) -> [&mut [Vectors<L>]; 3] {
        let (own, after) = self.groups[row * self.width..][..3 * self.width].split_at_mut(self.width);
        let (next, next_but_one) = after.split_at_mut(self.width);
        [own, next, next_but_one]
    }

    /// Puts what the first two rows have below the last.
    #[inline(always)]
    pub fn close(&mut self) {
        let (rows, copy) = self.groups.split_at_mut(self.period * self.width);
        for (copy, group) in copy.iter_mut().zip(rows) {
            *copy = group.map(|lanes| std::array::from_fn(|lane| lanes[(lane + 1) % L]));
        }
    }

    /// Puts what is below the last row back to the first two.
    #[inline(always)]
    pub fn open(&mut self) {
        let (rows, copy) = self.groups.split_at_mut(self.period * self.width);
        for (group, copy) in rows.iter_mut().zip(&*copy) {
            *group = copy.map(|lanes| std::array::from_fn(|lane| lanes[(lane + L - 1) % L]));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn check<const L: usize>(grid: Grid) {
        let wavefronts = Wavefronts::<L>::new(grid);
        let mut owner = BTreeMap::new();
        // with the ends of links that are none
        for row in 0..=grid.rows {
            for column in 0..=grid.columns {
                let Place { group, lane } = wavefronts.place(column, row);
                let before = owner.insert((group, lane), (column, row));
                assert_eq!(before, None, "place of {column}, {row}");
            }
        }
        let mut ring = Ring::<L>::new(wavefronts);
        for (&(group, lane), &(column, row)) in &owner {
            ring.set(Place { group, lane }, [column as f64, row as f64, 1.0]);
        }
        ring.close();
        let width = wavefronts.width();
        for (&(group, lane), &(column, row)) in &owner {
            let (k, j) = (group / width, group % width);
            if column == grid.columns || row == grid.rows {
                continue;
            }
            assert!(j < wavefronts.owners(k));
            let [_, next, next_but_one] = ring.rows(k);
            let right = next[j + wavefronts.to_right(k)].map(|lanes| lanes[lane]);
            assert_eq!(right, [(column + 1) as f64, row as f64, 1.0]);
            let down = next_but_one[j].map(|lanes| lanes[lane]);
            assert_eq!(down, [column as f64, (row + 1) as f64, 1.0]);
        }
        let before = ring.numbers().to_vec();
        ring.open();
        assert_eq!(ring.numbers(), before);
    }

    proptest! {
        #[test]
        fn every_vertex_has_a_place_and_its_neighbours_are_in_its_lane_below(columns in 2_usize..40, rows in 2_usize..40) {
            let grid = Grid::new(columns, rows);
            check::<1>(grid);
            check::<2>(grid);
            check::<4>(grid);
            check::<8>(grid);
        }
    }
}

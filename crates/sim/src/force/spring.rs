//! Springs of the rectangular cloth.

use std::iter::repeat_n;

use muslin_geom::points::{Aligned, aligned};
use muslin_geom::{Grid, Points};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::constraint::stretch_limit::rounded_limit_sq;

/// What a spring is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpringKind {
    /// To the neighbour in the row and in the column: resists stretch.
    Structural,
    /// To the diagonal neighbours: resists shear.
    Shearing,
    /// Two vertices away in row and column: resists bending, with a fifth of the spring constant.
    Bending,
}

/// A set of spring kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpringKinds {
    /// Whether structural springs are in it.
    pub structural: bool,
    /// Whether shearing springs are in it.
    pub shearing: bool,
    /// Whether bending springs are in it.
    pub bending: bool,
}

impl SpringKinds {
    /// Every kind.
    pub const ALL: Self = Self { structural: true, shearing: true, bending: true };
    /// No kind.
    pub const NONE: Self = Self { structural: false, shearing: false, bending: false };

    /// Whether `kind` is in the set.
    pub fn contains(self, kind: SpringKind) -> bool {
        match kind {
            SpringKind::Structural => self.structural,
            SpringKind::Shearing => self.shearing,
            SpringKind::Bending => self.bending,
        }
    }
}

impl FromIterator<SpringKind> for SpringKinds {
    fn from_iter<I: IntoIterator<Item = SpringKind>>(kinds: I) -> Self {
        let mut set = Self::NONE;
        for kind in kinds {
            match kind {
                SpringKind::Structural => set.structural = true,
                SpringKind::Shearing => set.shearing = true,
                SpringKind::Bending => set.bending = true,
            }
        }
        set
    }
}

/// Bending springs have this share of the cloth's spring constant.
pub const BENDING_SHARE: f64 = 0.2;

/// A bundle of springs: every vertex of the grid has one to the vertex `columns` and `rows` further, where that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpringSet {
    /// What they are there for.
    pub kind: SpringKind,
    /// Columns from a vertex to its partner.
    pub columns: isize,
    /// Rows from a vertex to its partner, never positive.
    pub rows: isize,
}

/// The six bundles in the order in which a vertex visits its springs (the course project's order): left, up, upper left,
/// upper right, two left, two up. The sequential stretch limit depends on it.
pub const SPRING_SETS: [SpringSet; 6] = [
    SpringSet { kind: SpringKind::Structural, columns: -1, rows: 0 },
    SpringSet { kind: SpringKind::Structural, columns: 0, rows: -1 },
    SpringSet { kind: SpringKind::Shearing, columns: -1, rows: -1 },
    SpringSet { kind: SpringKind::Shearing, columns: 1, rows: -1 },
    SpringSet { kind: SpringKind::Bending, columns: -2, rows: 0 },
    SpringSet { kind: SpringKind::Bending, columns: 0, rows: -2 },
];

/// One spring between two vertices of a cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// What it is there for.
    pub kind: SpringKind,
    /// The vertex that it belongs to and its partner, as indices in the cloth.
    pub vertices: [usize; 2],
    /// Length without force [m].
    pub rest_length: f64,
}

impl SpringSet {
    /// How far before a vertex its partner is in row order.
    pub fn back(self, grid: Grid) -> usize {
        (-self.rows * grid.columns.cast_signed() - self.columns).cast_unsigned()
    }

    /// Length in a flat grid with the given distance of neighbours in a row, and of rows [m]. Where the two are equal, it is
    /// that distance times the length in grid units, rounded as the relaxation cloth's document does it.
    pub fn length_in(self, spacing: [f64; 2]) -> f64 {
        let columns = self.columns as f64;
        let rows = self.rows as f64 * (spacing[1] / spacing[0]);
        spacing[0] * (columns * columns + rows * rows).sqrt()
    }

    /// Index of the partner of the vertex at (`column`, `row`), if there is one.
    pub fn partner(self, grid: Grid, column: usize, row: usize) -> Option<usize> {
        let partner_row = row.checked_add_signed(self.rows)?;
        let partner_column = column.checked_add_signed(self.columns).filter(|&c| c < grid.columns)?;
        Some(grid.index(partner_column, partner_row))
    }
}

/// Stands in [`RestLengths`] for a spring that is not there: so long that no stretch test ever takes it for too long, and
/// its square is still a number.
pub const NO_SPRING: f64 = 1e150;

/// Rest length [m] of every spring: one array a [`SPRING_SETS`] entry, indexed by the owning vertex;
/// [`NO_SPRING`] where a vertex has no such spring.
#[derive(Clone, Debug, PartialEq)]
pub struct RestLengths {
    /// Rest lengths [m].
    pub sets: [Aligned<f64>; 6],
    /// Squares of the lengths at which the stretch limit acts [m²], rounded down.
    pub(crate) limits_sq: [Aligned<f32>; 6],
    /// Shortest rest length [m].
    pub(crate) shortest: f64,
}

impl RestLengths {
    /// The lengths that the springs have at `x_rest`.
    pub fn measure(grid: Grid, x_rest: &Points) -> Self {
        Self::of(grid, |_, owner, partner| (x_rest.get(owner) - x_rest.get(partner)).length())
    }

    /// The lengths that the springs have in a flat grid with the given distance of neighbours in a row, and of rows [m].
    pub fn of_spacing(grid: Grid, spacing: [f64; 2]) -> Self {
        Self::of(grid, |set, _, _| set.length_in(spacing))
    }

    fn of(grid: Grid, length: impl Fn(SpringSet, usize, usize) -> f64) -> Self {
        let sets = SPRING_SETS.map(|set| {
            let mut lengths = aligned(repeat_n(NO_SPRING, grid.vertex_count()));
            for row in 0..grid.rows {
                for column in 0..grid.columns {
                    let owner = grid.index(column, row);
                    if let Some(partner) = set.partner(grid, column, row) {
                        lengths[owner] = length(set, owner, partner);
                    }
                }
            }
            lengths
        });
        let limits_sq = sets.each_ref().map(|lengths| aligned(lengths.iter().copied().map(rounded_limit_sq)));
        let shortest = sets.iter().flat_map(|lengths| lengths.iter().copied()).fold(NO_SPRING, f64::min);
        Self { sets, limits_sq, shortest }
    }

    /// All springs, vertex by vertex in row order, the springs of a vertex in the order of [`SPRING_SETS`].
    pub fn springs(&self, grid: Grid) -> impl Iterator<Item = Spring> + '_ {
        let vertices = (0..grid.rows).flat_map(move |row| (0..grid.columns).map(move |column| (column, row)));
        vertices.flat_map(move |(column, row)| {
            SPRING_SETS.iter().zip(&self.sets).filter_map(move |(set, lengths)| {
                let owner = grid.index(column, row);
                let partner = set.partner(grid, column, row)?;
                Some(Spring { kind: set.kind, vertices: [owner, partner], rest_length: lengths[owner] })
            })
        })
    }
}

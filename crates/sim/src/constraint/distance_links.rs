//! Stage 2 of the impulse method: links between neighbours that keep their length, by the Gauss-Seidel method.
//!
//! A sweep visits the vertices row by row, and for each its link to the right, the one down, and the one to its hanger. A link
//! changes what the next one at the same vertex sees, so the order is part of the result. But vertex (c, r) and the links it owns
//! meet no vertex of (c − 2, r + 1) and its links: all vertices with the same c + 2 r, a front, can be done at once, and the bits
//! are those of the order row by row. Arrays here go by fronts, so that a front lies in one piece and runs wide.

use std::ops::Range;

use glam::DVec3;
use multiversion::multiversion;
use muslin_geom::{Grid, Points};

use super::spook::{FROZEN_STEP, Spook};
use crate::model::{ClothModel, Model};
use crate::state::State;

/// Links that are visited at once; what is left of a front of these, is one or two or both.
const LANES: usize = 4;
const HALF: usize = 2;

/// Largest impulse of a link [kg m/s].
const MAX_IMPULSE: f64 = 1e6;

/// The links of one cloth and what is known of its vertices in this step, in the order of fronts.
#[derive(Debug)]
pub struct DistanceLinks {
    fronts: Fronts,
    /// Positions [m], velocities [m/s] and accelerations by forces [m/s²] at the start of the step.
    x: Points,
    v: Points,
    a: Points,
    /// Inverse masses [1/kg], 0 for what is held.
    w: Vec<f64>,
    /// Changes of velocity so far [m/s].
    dv: Points,
    right: Links,
    down: Links,
    /// To hangers; these go by columns of the first row.
    hangers: Links,
}

/// Links of one direction, indexed by the vertex that owns them.
#[derive(Debug)]
struct Links {
    rest_length: Vec<f64>,
    /// Unit vectors from the owner to the other end.
    n: Points,
    /// Change of the velocity along the link that is wanted [m/s].
    wanted: Vec<f64>,
    /// 1 / (w + w + ε) [kg].
    effective_mass: Vec<f64>,
    /// Impulses [kg m/s].
    impulse: Vec<f64>,
}

/// Where a vertex of the grid is in arrays that go by fronts: front c + 2 r, place r.
#[derive(Clone, Copy, Debug)]
struct Fronts {
    grid: Grid,
}

impl Fronts {
    fn count(self) -> usize {
        self.grid.columns + 2 * self.grid.rows
    }

    fn len(self) -> usize {
        self.count() * self.grid.rows
    }

    fn at(self, column: usize, row: usize) -> usize {
        (column + 2 * row) * self.grid.rows + row
    }

    /// From a vertex to the next in its row, and in its column.
    fn to_right(self) -> usize {
        self.grid.rows
    }

    fn to_down(self) -> usize {
        2 * self.grid.rows + 1
    }

    /// The vertices of a front that have a link to the right.
    fn owners_of_right(self, front: usize) -> Range<usize> {
        let Grid { columns, rows } = self.grid;
        self.range(front, (front + 2).saturating_sub(columns).div_ceil(2), rows)
    }

    /// The vertices of a front that have a link down.
    fn owners_of_down(self, front: usize) -> Range<usize> {
        let Grid { columns, rows } = self.grid;
        self.range(front, (front + 1).saturating_sub(columns).div_ceil(2), rows - 1)
    }

    /// The vertices of a front from a row on, of the first so many rows.
    fn range(self, front: usize, first: usize, rows: usize) -> Range<usize> {
        let end = (front / 2 + 1).min(rows).max(first);
        front * self.grid.rows + first..front * self.grid.rows + end
    }

    /// Puts what is made of values by vertices of the grid where the fronts have them.
    fn spread<T>(self, to: &mut [f64], from: &[T], make: impl Fn(&T) -> f64) {
        let Grid { columns, rows } = self.grid;
        for (row, from) in from.chunks_exact(columns).enumerate() {
            for (to, from) in to[2 * row * rows + row..].iter_mut().step_by(rows).zip(from) {
                *to = make(from);
            }
        }
    }

    /// Each vertex of a row, as index of the grid and of the fronts.
    fn row(self, row: usize) -> impl Iterator<Item = (usize, usize)> {
        let Grid { columns, rows } = self.grid;
        (row * columns..(row + 1) * columns).zip((2 * row * rows + row..).step_by(rows))
    }
}

impl Links {
    fn new(count: usize) -> Self {
        Self {
            rest_length: vec![0.0; count],
            n: Points::zeros(count),
            wanted: vec![0.0; count],
            effective_mass: vec![0.0; count],
            impulse: vec![0.0; count],
        }
    }
}

/// Changes the velocities by what the links of each cloth that is awake do in this sub-step; `force` is what acts on each
/// vertex [N].
pub fn solve(model: &Model, force: &Points, links: &mut [DistanceLinks], state: &mut State) {
    let h = if model.settings.compat { FROZEN_STEP } else { model.settings.h() };
    let spook = Spook::of_step(h);
    for (index, (cloth, links)) in model.cloths.iter().zip(links).enumerate() {
        if !state.asleep[index] {
            links.solve(model, cloth, force, state, spook);
        }
    }
}

impl DistanceLinks {
    /// The links of a cloth.
    pub fn new(cloth: &ClothModel) -> Self {
        let fronts = Fronts { grid: cloth.grid };
        let Grid { columns, rows } = cloth.grid;
        let count = fronts.len();
        let mut links = Self {
            fronts,
            x: Points::zeros(count),
            v: Points::zeros(count),
            a: Points::zeros(count),
            w: vec![0.0; count],
            dv: Points::zeros(count),
            right: Links::new(count),
            down: Links::new(count),
            hangers: Links::new(if cloth.hangers.is_empty() { 0 } else { columns }),
        };
        // rest lengths belong to the later of two vertices
        let [left, up, ..] = &cloth.rest_lengths.sets;
        for row in 0..rows {
            for column in 0..columns {
                let at = fronts.at(column, row);
                if column + 1 < columns {
                    links.right.rest_length[at] = left[cloth.grid.index(column + 1, row)];
                }
                if row + 1 < rows {
                    links.down.rest_length[at] = up[cloth.grid.index(column, row + 1)];
                }
            }
        }
        for (hanger, length) in cloth.hangers.iter().zip(&mut links.hangers.rest_length) {
            *length = hanger.length;
        }
        links
    }

    fn solve(&mut self, model: &Model, cloth: &ClothModel, force: &Points, state: &mut State, spook: Spook) {
        self.gather(model, cloth, force, state);
        self.prepare(cloth, model.settings.h(), spook);
        if !state.impulses.is_empty() {
            self.warm(cloth, state, model.settings.warm_start);
        }
        for _sweep in 0..model.settings.sweeps {
            self.sweep(spook.eps);
        }
        self.scatter(cloth, state);
    }

    fn gather(&mut self, model: &Model, cloth: &ClothModel, force: &Points, state: &State) {
        let Self { fronts, x, v, a, w, dv, right, down, hangers } = self;
        let range = cloth.vertices.clone();
        let inverse = 1.0 / cloth.vertex_mass;
        let pinned = &model.pinned[range.clone()];
        fronts.spread(w, pinned, |&pinned| if pinned { 0.0 } else { inverse });
        for (to, from) in [(x, &state.x), (v, &state.v), (a, force)] {
            for (to, from) in [(&mut to.xs, &from.xs), (&mut to.ys, &from.ys), (&mut to.zs, &from.zs)] {
                fronts.spread(to, &from[range.clone()], |value| *value);
            }
        }
        let a = &mut self.a;
        for axis in [&mut a.xs, &mut a.ys, &mut a.zs] {
            for (a, w) in axis.iter_mut().zip(&*w) {
                *a *= w;
            }
        }
        for axis in [&mut dv.xs, &mut dv.ys, &mut dv.zs] {
            axis.fill(0.0);
        }
        for links in [right, down, hangers] {
            links.impulse.fill(0.0);
        }
    }

    /// Directions, masses and wanted changes of velocity of all links, from where the vertices are and how they move at the
    /// start of the step.
    fn prepare(&mut self, cloth: &ClothModel, h: f64, spook: Spook) {
        let Self { fronts, x, v, a, w, right, down, hangers, .. } = self;
        prepare(*fronts, [x, v, a], w, right, down, h, spook);
        for (column, hanger) in cloth.hangers.iter().enumerate() {
            let at = fronts.at(column, 0);
            let way = hanger.anchor - x.get(at);
            let length = way.length();
            let n = if length > 0.0 { way / length } else { DVec3::ZERO };
            let stretch = length - hangers.rest_length[column];
            let (approach, pull) = (-n.dot(v.get(at)), -n.dot(a.get(at)));
            hangers.n.set(column, n);
            hangers.wanted[column] = -stretch * spook.a - approach * spook.b - h * pull;
            hangers.effective_mass[column] = 1.0 / (w[at] + spook.eps);
        }
    }

    /// Begins with a part of the impulses of the step before.
    fn warm(&mut self, cloth: &ClothModel, state: &State, part: f64) {
        let Self { fronts, w, dv, right, down, hangers, .. } = self;
        let stride = fronts.grid.rows;
        let Grid { columns, rows } = fronts.grid;
        for row in 0..rows {
            for (index, at) in fronts.row(row) {
                let vertex = cloth.vertices.start + index;
                let column = index - row * columns;
                if column + 1 < columns {
                    right.impulse[at] = part * state.impulses.xs[vertex];
                    push(dv, w, right.n.get(at) * right.impulse[at], at, at + stride);
                }
                if row + 1 < rows {
                    down.impulse[at] = part * state.impulses.ys[vertex];
                    push(dv, w, down.n.get(at) * down.impulse[at], at, at + 2 * stride + 1);
                }
                if row == 0 && column < hangers.impulse.len() {
                    hangers.impulse[column] = part * state.impulses.zs[vertex];
                    let change = hangers.n.get(column) * (hangers.impulse[column] * w[at]);
                    dv.set(at, dv.get(at) - change);
                }
            }
        }
    }

    fn sweep(&mut self, eps: f64) {
        let Self { fronts, w, dv, right, down, hangers, .. } = self;
        sweep(*fronts, w, dv, right, down, hangers, eps);
    }

    fn scatter(&self, cloth: &ClothModel, state: &mut State) {
        let start = cloth.vertices.start;
        for row in 0..self.fronts.grid.rows {
            for (index, at) in self.fronts.row(row) {
                let vertex = start + index;
                state.v.xs[vertex] += self.dv.xs[at];
                state.v.ys[vertex] += self.dv.ys[at];
                state.v.zs[vertex] += self.dv.zs[at];
                if !state.impulses.is_empty() {
                    state.impulses.xs[vertex] = self.right.impulse[at];
                    state.impulses.ys[vertex] = self.down.impulse[at];
                }
            }
        }
        if !state.impulses.is_empty() {
            state.impulses.zs[start..start + self.hangers.impulse.len()].copy_from_slice(&self.hangers.impulse);
        }
    }
}

/// Two vertices get what an impulse along a link from the first to the second does.
fn push(dv: &mut Points, w: &[f64], impulse: DVec3, from: usize, to: usize) {
    dv.set(from, dv.get(from) - impulse * w[from]);
    dv.set(to, dv.get(to) + impulse * w[to]);
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn prepare(
    fronts: Fronts,
    vertices: [&Points; 3],
    w: &[f64],
    right: &mut Links,
    down: &mut Links,
    h: f64,
    spook: Spook,
) {
    for front in 0..fronts.count() {
        let owners = fronts.owners_of_right(front);
        prepare_front(right, vertices, w, owners, fronts.to_right(), h, spook);
        let owners = fronts.owners_of_down(front);
        prepare_front(down, vertices, w, owners, fronts.to_down(), h, spook);
    }
}

/// Prepares the links of vertices of a front, `owners`, to those `ahead` further.
#[inline(always)]
fn prepare_front(
    links: &mut Links,
    vertices: [&Points; 3],
    w: &[f64],
    owners: Range<usize>,
    ahead: usize,
    h: f64,
    spook: Spook,
) {
    let mut own = owners.start;
    while own + LANES <= owners.end {
        prepare_links::<LANES>(links, vertices, w, own, ahead, h, spook);
        own += LANES;
    }
    while own < owners.end {
        prepare_links::<1>(links, vertices, w, own, ahead, h, spook);
        own += 1;
    }
}

/// Prepares L links of a front (docs/model.md, I1 and I2).
#[inline(always)]
fn prepare_links<const L: usize>(
    links: &mut Links,
    [x, v, a]: [&Points; 3],
    w: &[f64],
    own: usize,
    ahead: usize,
    h: f64,
    spook: Spook,
) {
    let (way, approach, pull) = (between::<L>(x, own, ahead), between::<L>(v, own, ahead), between::<L>(a, own, ahead));
    let (w_from, w_to) = (load::<L>(w, own), load::<L>(w, own + ahead));
    let rest_length = load::<L>(&links.rest_length, own);
    let (mut n, mut wanted, mut mass) = ([[0.0; L]; 3], [0.0; L], [0.0; L]);
    for i in 0..L {
        let length = (way[0][i] * way[0][i] + way[1][i] * way[1][i] + way[2][i] * way[2][i]).sqrt();
        // two vertices at one place pull in no direction
        let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
        for axis in 0..3 {
            n[axis][i] = way[axis][i] * inverse;
        }
        let approach = n[0][i] * approach[0][i] + n[1][i] * approach[1][i] + n[2][i] * approach[2][i];
        let pull = n[0][i] * pull[0][i] + n[1][i] * pull[1][i] + n[2][i] * pull[2][i];
        wanted[i] = (rest_length[i] - length) * spook.a - approach * spook.b - h * pull;
        mass[i] = 1.0 / (w_from[i] + w_to[i] + spook.eps);
    }
    store(&mut links.n.xs, own, n[0]);
    store(&mut links.n.ys, own, n[1]);
    store(&mut links.n.zs, own, n[2]);
    store(&mut links.wanted, own, wanted);
    store(&mut links.effective_mass, own, mass);
}

#[inline(always)]
fn between<const L: usize>(of: &Points, own: usize, ahead: usize) -> [[f64; L]; 3] {
    let minus = |axis: &[f64]| {
        let (from, to) = (load::<L>(axis, own), load::<L>(axis, own + ahead));
        std::array::from_fn(|i| to[i] - from[i])
    };
    [minus(&of.xs), minus(&of.ys), minus(&of.zs)]
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn sweep(
    fronts: Fronts,
    w: &[f64],
    dv: &mut Points,
    right: &mut Links,
    down: &mut Links,
    hangers: &mut Links,
    eps: f64,
) {
    for front in 0..fronts.count() {
        solve_front(right, w, dv, fronts.owners_of_right(front), fronts.to_right(), eps);
        solve_front(down, w, dv, fronts.owners_of_down(front), fronts.to_down(), eps);
        if front < hangers.impulse.len() {
            let at = fronts.at(front, 0);
            solve_hanger(hangers, front, w[at], dv, at, eps);
        }
    }
}

/// One visit to the links of vertices of a front, `owners`, to those `ahead` further.
#[inline(always)]
fn solve_front(links: &mut Links, w: &[f64], dv: &mut Points, owners: Range<usize>, ahead: usize, eps: f64) {
    let (own, count) = (owners.start, owners.len());
    if count == 0 {
        return;
    }
    let [ax, bx] = pair(&mut dv.xs, own, own + ahead, count);
    let [ay, by] = pair(&mut dv.ys, own, own + ahead, count);
    let [az, bz] = pair(&mut dv.zs, own, own + ahead, count);
    let mut front = Front {
        n: [&links.n.xs[own..][..count], &links.n.ys[own..][..count], &links.n.zs[own..][..count]],
        wanted: &links.wanted[own..][..count],
        mass: &links.effective_mass[own..][..count],
        impulse: &mut links.impulse[own..][..count],
        w: [&w[own..][..count], &w[own + ahead..][..count]],
        from: [ax, ay, az],
        to: [bx, by, bz],
    };
    front.visit::<LANES>(eps);
    front.visit::<HALF>(eps);
    front.visit::<1>(eps);
}

/// The links of a front that are still to be visited, and the changes of velocity at their ends.
struct Front<'a> {
    n: [&'a [f64]; 3],
    wanted: &'a [f64],
    mass: &'a [f64],
    impulse: &'a mut [f64],
    w: [&'a [f64]; 2],
    from: [&'a mut [f64]; 3],
    to: [&'a mut [f64]; 3],
}

impl Front<'_> {
    /// Visits as many links as there are in whole groups of L, all of a group at once (docs/model.md, I3), and leaves the rest.
    #[inline(always)]
    fn visit<const L: usize>(&mut self, eps: f64) {
        // arrays that are known to have one length need no check for each
        let count = self.wanted.len() / L;
        let n = self.n.each_mut().map(|axis| groups::<L>(axis, count));
        let (wanted, mass) = (groups::<L>(&mut self.wanted, count), groups::<L>(&mut self.mass, count));
        let impulse = groups_mut::<L>(&mut self.impulse, count);
        let w = self.w.each_mut().map(|w| groups::<L>(w, count));
        let from = self.from.each_mut().map(|axis| groups_mut::<L>(axis, count));
        let to = self.to.each_mut().map(|axis| groups_mut::<L>(axis, count));
        for k in 0..count {
            let n = [n[0][k], n[1][k], n[2][k]];
            let (mut a, mut b) = ([from[0][k], from[1][k], from[2][k]], [to[0][k], to[1][k], to[2][k]]);
            let mut lambda = impulse[k];
            let (mut more, mut largest) = ([0.0; L], 0.0);
            for i in 0..L {
                let apart =
                    n[0][i] * (b[0][i] - a[0][i]) + n[1][i] * (b[1][i] - a[1][i]) + n[2][i] * (b[2][i] - a[2][i]);
                more[i] = mass[k][i] * (wanted[k][i] - apart - eps * lambda[i]);
                largest += (lambda[i] + more[i]).abs();
            }
            // cheaper than to ask for each: hardly any is so large
            if !(largest <= MAX_IMPULSE) {
                for i in 0..L {
                    more[i] = limited(lambda[i], more[i]);
                }
            }
            for i in 0..L {
                lambda[i] += more[i];
                let (back, forth) = (w[0][k][i] * more[i], w[1][k][i] * more[i]);
                for axis in 0..3 {
                    a[axis][i] -= n[axis][i] * back;
                    b[axis][i] += n[axis][i] * forth;
                }
            }
            impulse[k] = lambda;
            for axis in 0..3 {
                from[axis][k] = a[axis];
                to[axis][k] = b[axis];
            }
        }
    }
}

/// The first `count` groups of L of an array, which keeps the rest.
#[inline(always)]
fn groups<'a, const L: usize>(array: &mut &'a [f64], count: usize) -> &'a [[f64; L]] {
    let (groups, rest) = array.as_chunks::<L>();
    *array = rest;
    &groups[..count]
}

#[inline(always)]
#[allow(clippy::mut_mut)] // it takes the part away from where it is kept
fn groups_mut<'a, const L: usize>(array: &mut &'a mut [f64], count: usize) -> &'a mut [[f64; L]] {
    let (groups, rest) = std::mem::take(array).as_chunks_mut::<L>();
    *array = rest;
    &mut groups[..count]
}

/// Two parts of an array of `count` each, the first before the second.
#[inline(always)]
fn pair(axis: &mut [f64], first: usize, second: usize, count: usize) -> [&mut [f64]; 2] {
    let (before, from) = axis.split_at_mut(second);
    [&mut before[first..][..count], &mut from[..count]]
}

#[inline(always)]
fn load<const L: usize>(array: &[f64], at: usize) -> [f64; L] {
    let mut part = [0.0; L];
    part.copy_from_slice(&array[at..at + L]);
    part
}

#[inline(always)]
fn store<const L: usize>(array: &mut [f64], at: usize, part: [f64; L]) {
    array[at..at + L].copy_from_slice(&part);
}

fn solve_hanger(links: &mut Links, column: usize, w: f64, dv: &mut Points, at: usize, eps: f64) {
    let n = links.n.get(column);
    let apart = -n.dot(dv.get(at));
    let impulse = &mut links.impulse[column];
    let more = limited(*impulse, links.effective_mass[column] * (links.wanted[column] - apart - eps * *impulse));
    *impulse += more;
    dv.set(at, dv.get(at) - n * (w * more));
}

/// What of `more` the impulse of a link may grow by.
#[inline(always)]
fn limited(impulse: f64, more: f64) -> f64 {
    let sum = impulse + more;
    let more = if sum > MAX_IMPULSE { MAX_IMPULSE - impulse } else { more };
    if sum < -MAX_IMPULSE { -MAX_IMPULSE - impulse } else { more }
}

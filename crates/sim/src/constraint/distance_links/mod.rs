//! Stage 2 of the impulse method: links between neighbours that keep their length, by the Gauss-Seidel method.
//!
//! A sweep visits the vertices row by row, and for each its link to the right, the one down, and the one to its hanger. A link
//! changes what the next one at the same vertex sees, so the order is part of the result. Many links have nothing to wait for, in
//! this sweep and in the ones after it: these are done at once, several a vector, and the bits are those of the order row by row
//! whatever the width.

pub mod hanger;
pub mod prepare;
pub mod schedule;
pub mod sweep;
pub mod wavefronts;

use glam::DVec3;
use multiversion::multiversion;
use muslin_geom::{Grid, Points};

use self::hanger::HangerLink;
use self::prepare::{Fixed, FixedOwned, prepare};
use self::schedule::Schedule;
use self::sweep::{Link, MAX_IMPULSE, Owned, Sweeps};
use self::wavefronts::{Place, Ring, Wavefronts};
use super::spook::{FROZEN_STEP, Spook};
use crate::model::{ClothModel, Model};
use crate::state::State;

/// Links that are visited at once: as many as are fastest.
const LANES: usize = if cfg!(target_family = "wasm") { 2 } else { 4 };

/// The links of one cloth, and what is known of its vertices in this step.
#[derive(Debug)]
pub struct DistanceLinks<const L: usize = LANES> {
    wavefronts: Wavefronts<L>,
    /// Where each vertex of the cloth is, for [`Ring::numbers`].
    at: Vec<u32>,
    /// Positions at the start of the step [m].
    x: Ring<L>,
    /// b v + h w f at the start of the step [m/s].
    z: Ring<L>,
    /// Changes of momentum so far [kg m/s]; 0 for what is held.
    y: Ring<L>,
    fixed: Vec<FixedOwned<L>>,
    schedule: Schedule<L>,
    owned: Vec<Owned<L>>,
    /// By columns of the first row; none if it does not hang.
    hangers: Vec<HangerLink>,
    /// For what `fixed` and `schedule` are made: inverse mass, ε, and which vertices are held.
    w: f64,
    eps: f64,
    pinned: Vec<bool>,
}

/// Changes the velocities by what the links of each cloth that is awake do in this sub-step; `force` is what acts on each
/// vertex [N].
pub fn solve(model: &Model, force: &Points, links: &mut [DistanceLinks], state: &mut State) {
    let h = if model.settings.compat { FROZEN_STEP } else { model.settings.h() };
    let spook = Spook::of_step(h);
    for (index, (cloth, links)) in model.cloths.iter().zip(links).enumerate() {
        if !state.asleep[index] {
            links.fit(model, cloth, spook);
            links.gather(model, cloth, force, state, spook);
            run(links, model, cloth, state, spook);
            links.scatter(cloth, state);
        }
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn run(links: &mut DistanceLinks, model: &Model, cloth: &ClothModel, state: &State, spook: Spook) {
    links.run(model, cloth, state, spook);
}

impl<const L: usize> DistanceLinks<L> {
    /// The links of a cloth.
    pub fn new(cloth: &ClothModel) -> Self {
        let wavefronts = Wavefronts::new(cloth.grid);
        let groups = wavefronts.period() * wavefronts.width();
        let Grid { columns, rows } = cloth.grid;
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| wavefronts.place(column, row)));
        let place = |column| wavefronts.place(column, 0);
        let hanger = |column| HangerLink { place: place(column), w: 0.0, n: DVec3::ZERO, wanted: 0.0, impulse: 0.0 };
        Self {
            wavefronts,
            at: places.map(|Place { group, lane }| (3 * group * L + lane) as u32).collect(),
            x: Ring::new(wavefronts),
            z: Ring::new(wavefronts),
            y: Ring::new(wavefronts),
            fixed: vec![FixedOwned::NONE; groups],
            schedule: Schedule::new(wavefronts, |_, _| false),
            owned: vec![Owned::NONE; groups],
            hangers: (0..cloth.hangers.len()).map(hanger).collect(),
            w: 0.0,
            eps: 0.0,
            pinned: Vec::new(),
        }
    }

    /// Makes what depends on masses and on which vertices are held, if these are others than in the step before.
    fn fit(&mut self, model: &Model, cloth: &ClothModel, spook: Spook) {
        let w = 1.0 / cloth.vertex_mass;
        let pinned = &model.pinned[cloth.vertices.clone()];
        if self.w == w && self.eps == spook.eps && self.pinned == pinned {
            return;
        }
        (self.w, self.eps) = (w, spook.eps);
        self.pinned.clear();
        self.pinned.extend_from_slice(pinned);
        self.schedule = Schedule::new(self.wavefronts, |column, row| pinned[cloth.grid.index(column, row)]);
        // rest lengths belong to the later of two vertices
        let [left, up, ..] = &cloth.rest_lengths.sets;
        for (column, row) in self.wavefronts.vertices() {
            let Place { group, lane } = self.wavefronts.place(column, row);
            let (fixed, owned) = (&mut self.fixed[group], &mut self.owned[group]);
            let own = cloth.grid.index(column, row);
            for ((column, row), rest_lengths, fixed, link) in [
                ((column + 1, row), left, &mut fixed.right, &mut owned.right),
                ((column, row + 1), up, &mut fixed.down, &mut owned.down),
            ] {
                if self.wavefronts.is_there(column, row) {
                    let other = cloth.grid.index(column, row);
                    let w = [own, other].map(|vertex| if pinned[vertex] { 0.0 } else { w });
                    fit_link(fixed, link, lane, rest_lengths[other], w, spook.eps);
                }
            }
        }
        for (hanger, &pinned) in self.hangers.iter_mut().zip(pinned) {
            hanger.w = if pinned { 0.0 } else { w };
        }
    }

    /// Puts positions, velocities and forces where the wavefronts have them.
    fn gather(&mut self, model: &Model, cloth: &ClothModel, force: &Points, state: &State, spook: Spook) {
        let range = cloth.vertices.clone();
        let hw = model.settings.h() * self.w;
        let axes = [&state.x, &state.v, force].map(|of| [&of.xs, &of.ys, &of.zs].map(|axis| &axis[range.clone()]));
        let (to_x, to_z) = (self.x.numbers(), self.z.numbers());
        for axis in 0..3 {
            let [x, v, force] = axes.map(|of| of[axis]);
            let vertices = self.at.iter().zip(&self.pinned).zip(x.iter().zip(v).zip(force));
            for ((&at, &is_held), ((&x, &v), &force)) in vertices {
                let at = at as usize + axis * L;
                let pull = if is_held { 0.0 } else { hw * force };
                to_x[at] = x;
                to_z[at] = spook.b * v + pull;
            }
        }
    }

    #[inline(always)]
    fn run(&mut self, model: &Model, cloth: &ClothModel, state: &State, spook: Spook) {
        self.x.close();
        self.z.close();
        let count = model.settings.sweeps as usize;
        let is_finite = self.begin(model, cloth, state, spook);
        // hardly any step has so large an impulse: cheaper than to ask at each visit
        if !(is_finite && self.sweeps(spook).run::<false>(count) <= MAX_IMPULSE) {
            self.begin(model, cloth, state, spook);
            self.sweeps(spook).run::<true>(count);
        }
    }

    #[inline(always)]
    fn sweeps(&mut self, spook: Spook) -> Sweeps<'_, L> {
        let Self { wavefronts, schedule, fixed, owned, hangers, y, .. } = self;
        Sweeps { wavefronts: *wavefronts, schedule, fixed, owned, hangers, y, spook }
    }

    /// Everything as it is before the first sweep. Whether all of it are finite numbers.
    #[inline(always)]
    fn begin(&mut self, model: &Model, cloth: &ClothModel, state: &State, spook: Spook) -> bool {
        let is_finite = prepare(self.wavefronts, [&self.x, &self.z], &self.fixed, &mut self.owned, spook.a);
        for (link, hanger) in self.hangers.iter_mut().zip(&cloth.hangers) {
            let [x, z] = [&self.x, &self.z].map(|of| DVec3::from_array(of.get(link.place)));
            link.prepare(hanger, x, z, spook.a);
            link.impulse = 0.0;
        }
        self.y.clear();
        if !state.impulses.is_empty() {
            self.warm(cloth, state, model.settings.warm_start);
        }
        is_finite
    }

    /// Begins with a part of the impulses of the step before.
    fn warm(&mut self, cloth: &ClothModel, state: &State, part: f64) {
        let Self { wavefronts, y, fixed, schedule, owned, hangers, .. } = self;
        let Grid { columns, rows } = cloth.grid;
        for row in 0..rows {
            for column in 0..columns {
                let vertex = cloth.vertices.start + cloth.grid.index(column, row);
                let impulses = state.impulses.get(vertex) * part;
                let own = wavefronts.place(column, row);
                let (fixed, owned) = (&fixed[own.group], &mut owned[own.group]);
                let [free, free_right, free_down] = schedule.free[own.group].map(|free| free[own.lane] > 0.0);
                if column + 1 < columns {
                    let right = wavefronts.place(column + 1, row);
                    warm_link(&mut owned.right, &fixed.right, impulses.x, [own, right], [free, free_right], y);
                }
                if row + 1 < rows {
                    let down = wavefronts.place(column, row + 1);
                    warm_link(&mut owned.down, &fixed.down, impulses.y, [own, down], [free, free_down], y);
                }
                if row == 0 && column < hangers.len() {
                    hangers[column].warm(impulses.z, y);
                }
            }
        }
    }

    fn scatter(&mut self, cloth: &ClothModel, state: &mut State) {
        let range = cloth.vertices.clone();
        let y = self.y.numbers();
        for (axis, v) in [&mut state.v.xs, &mut state.v.ys, &mut state.v.zs].into_iter().enumerate() {
            for (v, &at) in v[range.clone()].iter_mut().zip(&self.at) {
                *v += self.w * y[at as usize + axis * L];
            }
        }
        if state.impulses.is_empty() {
            return;
        }
        for row in 0..cloth.grid.rows {
            for column in 0..cloth.grid.columns {
                let Place { group, lane } = self.wavefronts.place(column, row);
                let vertex = range.start + cloth.grid.index(column, row);
                let (fixed, owned) = (&self.fixed[group], &self.owned[group]);
                state.impulses.xs[vertex] = fixed.right.scale[lane] * owned.right.impulse[lane];
                state.impulses.ys[vertex] = fixed.down.scale[lane] * owned.down.impulse[lane];
            }
        }
        for (impulse, hanger) in state.impulses.zs[range].iter_mut().zip(&self.hangers) {
            *impulse = hanger.impulse;
        }
    }
}

/// The constants of a link between vertices of inverse masses `w` [1/kg], of which a held one has 0.
fn fit_link<const L: usize>(
    fixed: &mut Fixed<L>,
    link: &mut Link<L>,
    lane: usize,
    rest_length: f64,
    [w_from, w_to]: [f64; 2],
    eps: f64,
) {
    let effective_mass = 1.0 / (w_from + w_to + eps);
    let scale = (effective_mass * w_from.max(w_to)).sqrt();
    fixed.rest_length[lane] = rest_length;
    fixed.scale[lane] = scale;
    // nothing moves between two held vertices
    fixed.gain[lane] = if scale > 0.0 { effective_mass / scale } else { 0.0 };
    link.softness[lane] = if scale > 0.0 { effective_mass * eps } else { 0.0 };
}

/// Begins with an impulse [kg m/s] of a link, between vertices at two places of which those that are free move.
fn warm_link<const L: usize>(
    link: &mut Link<L>,
    fixed: &Fixed<L>,
    impulse: f64,
    places: [Place; 2],
    is_free: [bool; 2],
    y: &mut Ring<L>,
) {
    let lane = places[0].lane;
    let scale = fixed.scale[lane];
    // + 0: from −0 on, a visit at another time could change the sign
    let impulse = if scale > 0.0 { impulse / scale + 0.0 } else { 0.0 };
    link.impulse[lane] = impulse;
    for ((place, _), sign) in places.into_iter().zip(is_free).zip([-1.0, 1.0]).filter(|&((_, is_free), _)| is_free) {
        let before = y.get(place);
        y.set(place, std::array::from_fn(|axis| before[axis] + sign * (link.n[axis][lane] * impulse)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::method::Method;
    use crate::model::Cloth;
    use crate::settings::Settings;

    /// A step's changes of velocity, with so many lanes.
    fn velocities<const L: usize>(model: &Model, force: &Points, state: &State) -> State {
        let mut state = state.clone();
        let cloth = &model.cloths[0];
        let mut links = DistanceLinks::<L>::new(cloth);
        let spook = Spook::of_step(model.settings.h());
        links.fit(model, cloth, spook);
        for _ in 0..2 {
            links.gather(model, cloth, force, &state, spook);
            links.run(model, cloth, &state, spook);
            links.scatter(cloth, &mut state);
        }
        state
    }

    proptest! {
        #[test]
        fn no_bit_depends_on_how_many_links_are_visited_at_once(
            columns in 2_usize..14, rows in 2_usize..14, is_hung in any::<bool>(), seed in any::<u64>(),
            warm_start in prop::sample::select(vec![0.0, 0.7]), sweeps in 1_u32..6,
            pins in prop::collection::vec(0_usize..400, 0..5), speed in prop::sample::select(vec![1.0, 1e9]),
            not_finite in prop::option::of(0_usize..400),
        ) {
            let random = |stream, index: usize| muslin_geom::hash_rng::unit(seed, stream, index as u64) - 0.5;
            let count = columns * rows;
            let mut x = Points::zeros(count);
            for i in 0..count {
                let place = DVec3::new((i % columns) as f64, -((i / columns) as f64), 0.0);
                x.set(i, place + DVec3::new(random(0, i), random(1, i), random(2, i)));
            }
            let mut cloth = Cloth::new(Grid::new(columns, rows), columns as f64, rows as f64, x);
            cloth.pins = pins.into_iter().map(|pin| pin % count).collect();
            cloth.hanger_length = is_hung.then_some(1.0);
            let settings = Settings { sweeps, warm_start, ..Settings::of(Method::Impulse) };
            let model = Model::with_method(Method::Impulse, vec![cloth], vec![], settings).unwrap();
            let mut state = State::new(&model);
            let mut force = Points::zeros(count);
            for i in 0..count {
                state.v.set(i, DVec3::new(random(3, i), random(4, i), random(5, i)) * speed);
                force.set(i, DVec3::new(random(6, i), random(7, i), random(8, i)) * 100.0);
            }
            if let Some(vertex) = not_finite {
                state.v.set(vertex % count, DVec3::splat(f64::NAN));
            }
            let bits = |state: &State| -> Vec<u64> {
                let all = state.v.iter().chain(state.impulses.iter()).flat_map(|v| v.to_array());
                // all that are no number are alike
                all.map(|number| if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() }).collect()
            };
            let one = bits(&velocities::<1>(&model, &force, &state));
            prop_assert_eq!(&one, &bits(&velocities::<2>(&model, &force, &state)));
            prop_assert_eq!(&one, &bits(&velocities::<4>(&model, &force, &state)));
            prop_assert_eq!(&one, &bits(&velocities::<8>(&model, &force, &state)));
        }
    }
}

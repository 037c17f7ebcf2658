//! What the impulse method promises, apart from its recordings.

use glam::DVec3;
use muslin_geom::{Grid, Points, Simplex};
use muslin_sim::constraint::spook::{FROZEN_STEP, Spook};
use muslin_sim::force::spring::SpringKind;
use muslin_sim::{
    Cloth, Collider, Effect, Gusts, Method, Model, Settings, Shape, Sphere, State, Wind, Workspace, measure, step,
};
use proptest::prelude::*;

/// A sheet of 400 x 300 that hangs flat around the origin, its first row on top.
fn sheet(columns: usize, rows: usize) -> Cloth {
    let mut x = Points::default();
    for row in 0..rows {
        for column in 0..columns {
            let (s, t) = (column as f64 / (columns - 1) as f64, row as f64 / (rows - 1) as f64);
            x.push(DVec3::new((s - 0.5) * 400.0, (0.5 - t) * 300.0, 0.0));
        }
    }
    let mut cloth = Cloth::new(Grid::new(columns, rows), 400.0, 300.0, x);
    cloth.areal_density = 1.0 / (400.0 * 300.0);
    cloth.damping = 80.0;
    cloth
}

fn held_on_top(columns: usize, rows: usize) -> Cloth {
    Cloth { pins: (0..columns).collect(), ..sheet(columns, rows) }
}

fn compat() -> Settings {
    Settings { compat: true, sweeps: 10, ..Settings::of(Method::Impulse) }
}

fn model(cloth: Cloth, settings: Settings) -> Model {
    Model::with_method(Method::Impulse, vec![cloth], vec![], settings).unwrap()
}

fn gusty() -> Wind {
    let gusts = Gusts { noise: Simplex::of_seed(5), scale: 0.05, frequency: 1.0, low: 0.0, row_points: None };
    Wind { direction: DVec3::new(0.5, 0.0, -1.0), strength: 2000.0, effect: Effect::Body, gusts: Some(gusts) }
}

fn run(model: &Model, steps: usize) -> State {
    let (mut state, mut workspace) = (State::new(model), Workspace::new(model));
    (0..steps).for_each(|_| _ = step::step(model, &mut state, &mut workspace));
    state
}

fn stretch(model: &Model, state: &State) -> f64 {
    measure::strain_of(SpringKind::Structural, model, state).max
}

/// The method written plainly: one list of links, one after the other.
struct Plain {
    links: Vec<(usize, Option<usize>, f64, DVec3)>,
    x: Vec<DVec3>,
    v: Vec<DVec3>,
    impulses: Vec<f64>,
}

impl Plain {
    fn new(model: &Model) -> Self {
        let cloth = &model.cloths[0];
        let Grid { columns, rows } = cloth.grid;
        let x: Vec<DVec3> = model.x_rest.iter().collect();
        let mut links = Vec::new();
        for i in 0..columns * rows {
            let mut link = |j: usize| links.push((i, Some(j), (x[j] - x[i]).length(), DVec3::ZERO));
            if i % columns + 1 < columns {
                link(i + 1);
            }
            if i / columns + 1 < rows {
                link(i + columns);
            }
            if i < cloth.hangers.len() {
                links.push((i, None, cloth.hangers[i].length, cloth.hangers[i].anchor));
            }
        }
        Self { v: vec![cloth.velocity; x.len()], impulses: vec![0.0; links.len()], x, links }
    }

    fn step(&mut self, model: &Model, wind: DVec3) {
        let cloth = &model.cloths[0];
        let h = model.settings.h();
        let Spook { a, b, eps } = Spook::of_step(if model.settings.compat { FROZEN_STEP } else { h });
        let inverse = |i: usize| if model.pinned[i] { 0.0 } else { 1.0 / cloth.vertex_mass };
        let force = DVec3::from_array(model.settings.gravity) * cloth.vertex_mass + wind * cloth.vertex_mass;
        let end = |of: &[DVec3], j: Option<usize>, anchor: DVec3| j.map_or(anchor, |j| of[j]);
        let mut known = Vec::new();
        for &(i, j, rest, anchor) in &self.links {
            let way = end(&self.x, j, anchor) - self.x[i];
            let n = way * (1.0 / way.length());
            let (w_i, w_j) = (inverse(i), j.map_or(0.0, inverse));
            let approach = n.dot(end(&self.v, j, DVec3::ZERO) - self.v[i]);
            let pull = n.dot(force * w_j - force * w_i);
            known.push((n, (rest - way.length()) * a - approach * b - h * pull, 1.0 / (w_i + w_j + eps), w_i, w_j));
        }
        let mut dv = vec![DVec3::ZERO; self.x.len()];
        let apply = |dv: &mut Vec<DVec3>, link: usize, more: f64| {
            let ((n, _, _, w_i, w_j), (i, j, ..)) = (known[link], self.links[link]);
            dv[i] -= n * (w_i * more);
            if let Some(j) = j {
                dv[j] += n * (w_j * more);
            }
        };
        for link in 0..self.links.len() {
            self.impulses[link] *= model.settings.warm_start;
            apply(&mut dv, link, self.impulses[link]);
        }
        for _ in 0..model.settings.sweeps {
            for (link, &(i, j, ..)) in self.links.iter().enumerate() {
                let (n, wanted, mass, ..) = known[link];
                let apart = n.dot(end(&dv, j, DVec3::ZERO) - dv[i]);
                let more = mass * (wanted - apart - eps * self.impulses[link]);
                self.impulses[link] += more;
                apply(&mut dv, link, more);
            }
        }
        let kept = libm::pow(1.0 - cloth.damping / 100.0, h);
        for i in (0..self.x.len()).filter(|&i| !model.pinned[i]) {
            self.v[i] = (self.v[i] + dv[i]) * kept + force * (1.0 / cloth.vertex_mass) * h;
            self.x[i] += self.v[i] * h;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn links_solved_by_fronts_move_every_point_as_links_solved_one_after_the_other(
        columns in 2_usize..14, rows in 2_usize..14, is_hung in any::<bool>(), warm_start in prop::sample::select(vec![0.0, 0.7]),
        pins in prop::collection::vec((0_usize..14, 0_usize..14), 0..5), velocity in prop::array::uniform3(-300.0..300.0),
        wind in prop::array::uniform3(-900.0..900.0),
    ) {
        let mut cloth = sheet(columns, rows);
        cloth.hanger_length = is_hung.then_some(100.0);
        cloth.pins = pins.into_iter().map(|(column, row)| (row % rows) * columns + column % columns).collect();
        cloth.velocity = velocity.into();
        let wind = Wind { direction: wind.into(), strength: 1.0, effect: Effect::Body, gusts: None };
        let model = model(cloth, Settings { warm_start, ..compat() }).with_wind(wind.clone()).unwrap();
        let mut plain = Plain::new(&model);
        let (mut state, mut workspace) = (State::new(&model), Workspace::new(&model));
        for step in 0..40 {
            plain.step(&model, if step == 0 { DVec3::ZERO } else { wind.direction });
            step::step(&model, &mut state, &mut workspace);
            for vertex in 0..model.vertex_count() {
                let (fronts, one_by_one) = (state.x.get(vertex), plain.x[vertex]);
                prop_assert!((fronts - one_by_one).length() < 1e-9, "step {step}, vertex {vertex}: {fronts}, {one_by_one}");
            }
        }
    }

    #[test]
    fn without_gravity_pins_and_damping_momentum_stays(
        columns in 2_usize..10, rows in 2_usize..10, seed in 0_u64..1000,
    ) {
        let cloth = Cloth { damping: 0.0, ..sheet(columns, rows) };
        let model = model(cloth, Settings { gravity: [0.0; 3], ..Settings::of(Method::Impulse) });
        let (mut state, mut workspace) = (State::new(&model), Workspace::new(&model));
        for vertex in 0..model.vertex_count() {
            let random = |axis| muslin_geom::hash_rng::unit(seed, axis, vertex as u64) * 200.0 - 100.0;
            state.v.set(vertex, DVec3::new(random(0), random(1), random(2)));
        }
        let momentum = |state: &State| state.v.iter().fold(DVec3::ZERO, |sum, v| sum + v);
        let before = momentum(&state);
        (0..60).for_each(|_| _ = step::step(&model, &mut state, &mut workspace));
        prop_assert!((momentum(&state) - before).length() < 1e-7);
    }
}

#[test]
fn converged_links_keep_the_stretch_that_the_equations_say() {
    // s = (g h (1 / D - 1) + eps lambda) / a, 0.0321 of each link's length: 0.0856 % with 8 segments
    for (segments, expected) in [(8, 0.000_856), (16, 0.001_71)] {
        let model = model(held_on_top(segments + 1, segments + 1), Settings { sweeps: 1500, ..compat() });
        let found = stretch(&model, &run(&model, 500));
        assert!((found - expected).abs() < 1e-5, "{segments}: {found}");
    }
}

#[test]
fn ten_cold_sweeps_stretch_a_fine_picture_by_a_third_and_tethers_do_not_let_it() {
    let documents = model(held_on_top(33, 33), compat());
    let found = stretch(&documents, &run(&documents, 1200));
    assert!((found - 0.383).abs() < 0.002, "{found}");
    let ours = model(held_on_top(33, 33), Settings::of(Method::Impulse));
    let mut state = State::new(&ours);
    let mut workspace = Workspace::new(&ours);
    let mut largest = 0.0_f64;
    for _ in 0..1200 {
        step::step(&ours, &mut state, &mut workspace);
        largest = largest.max(stretch(&ours, &state));
    }
    assert!(stretch(&ours, &state) < 0.02, "at rest {}", stretch(&ours, &state));
    assert!(largest < 0.02, "on the way {largest}");
}

#[test]
fn in_gusts_a_picture_on_hangers_comes_no_farther_down_than_its_tethers_reach() {
    let mut cloth = sheet(17, 17);
    cloth.hanger_length = Some(100.0);
    let model = model(cloth, Settings::of(Method::Impulse)).with_wind(gusty()).unwrap();
    let (mut state, mut workspace) = (State::new(&model), Workspace::new(&model));
    let mut swings = 0.0_f64;
    for _ in 0..600 {
        step::step(&model, &mut state, &mut workspace);
        swings = state.x.zs.iter().fold(swings, |least, &z| least.min(z));
        for vertex in 0..model.vertex_count() {
            let hanger = model.cloths[0].hangers[vertex % 17];
            let reach = hanger.length + (vertex / 17) as f64 * 300.0 / 16.0;
            assert!(state.x.get(vertex).distance(hanger.anchor) < reach * (1.0 + 1e-9));
        }
    }
    assert!(swings < -50.0, "the wind moves it: {swings}");
}

#[test]
fn a_sleeping_cloth_stays_as_it_is_and_goes_on_when_it_is_woken() {
    let model = model(held_on_top(9, 9), Settings::of(Method::Impulse)).with_wind(gusty()).unwrap();
    let mut workspace = Workspace::new(&model);
    let mut state = run(&model, 60);
    state.put_to_sleep(&model, 0);
    let still = state.x.clone();
    (0..60).for_each(|_| _ = step::step(&model, &mut state, &mut workspace));
    assert_eq!(state.x, still);
    assert_eq!(state.step, 120);
    state.wake(0);
    (0..10).for_each(|_| _ = step::step(&model, &mut state, &mut workspace));
    assert_ne!(state.x, still);
}

#[test]
fn a_copied_state_goes_on_to_the_same_bits_with_new_scratch() {
    let settings = Settings { warm_start: 0.6, ..Settings::of(Method::Impulse) };
    let model = model(held_on_top(12, 7), settings).with_wind(gusty()).unwrap();
    let mut state = run(&model, 100);
    let mut copy = state.clone();
    let mut workspace = Workspace::new(&model);
    (0..50).for_each(|_| _ = step::step(&model, &mut state, &mut workspace));
    (0..50).for_each(|_| _ = step::step(&model, &mut copy, &mut Workspace::new(&model)));
    assert_eq!(state.hash(), copy.hash());
    assert_eq!(state, copy);
}

#[test]
fn a_ball_keeps_the_cloth_out_and_stops_what_hits_it() {
    let ball = Sphere { center: DVec3::new(0.0, -40.0, -60.0), radius: 50.0, friction: 0.0 };
    let collider = Collider { shape: Shape::Sphere(ball), wave: None };
    let cloth = Cloth { velocity: DVec3::new(0.0, 0.0, -300.0), ..held_on_top(33, 33) };
    let settings = Settings::of(Method::Impulse);
    let model = Model::with_method(Method::Impulse, vec![cloth], vec![collider], settings).unwrap();
    let (mut state, mut workspace) = (State::new(&model), Workspace::new(&model));
    let mut contacts = 0;
    for _ in 0..300 {
        contacts += step::step(&model, &mut state, &mut workspace).collider_contacts;
        let deepest = state.x.iter().map(|x| ball.radius - x.distance(ball.center)).fold(f64::MIN, f64::max);
        assert!(deepest < 1e-9, "{deepest}");
    }
    assert!(contacts > 100);
}

#[test]
fn what_is_no_number_is_put_back_and_counted_and_the_rest_goes_on() {
    let model = model(held_on_top(9, 9), Settings { warm_start: 0.5, ..Settings::of(Method::Impulse) });
    let (mut state, mut workspace) = (run(&model, 10), Workspace::new(&model));
    state.v.set(40, DVec3::splat(f64::NAN));
    let report = step::step(&model, &mut state, &mut workspace);
    assert!(report.non_finite > 0);
    for _ in 0..200 {
        step::step(&model, &mut state, &mut workspace);
        assert!(state.x.is_finite() && state.v.is_finite() && state.impulses.is_finite());
    }
    assert!(stretch(&model, &state) < 0.05);
}

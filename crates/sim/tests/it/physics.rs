//! Closed forms that the method must meet.

use glam::DVec3;
use muslin_geom::{Grid, Orientation};
use muslin_sim::step;
use muslin_sim::{Cloth, Model, ModelError, Settings, SpringKinds, State, Workspace};

fn falling(areal_density: f64, damping: f64) -> Model {
    let grid = Grid::new(6, 5);
    let cloth = Cloth {
        areal_density,
        damping,
        thickness: 0.01,
        ..Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal))
    };
    Model::new(vec![cloth], vec![], Settings::default()).unwrap()
}

#[test]
fn without_damping_every_density_falls_the_same_parabola() {
    for areal_density in [0.01, 0.1, 1.0, 10.0, 150.0] {
        let model = falling(areal_density, 0.0);
        let mut state = State::new(&model);
        let mut workspace = Workspace::new(&model);
        for _ in 0..90 {
            step::advance_frame(&model, &mut state, &mut workspace);
        }
        // Verlet from rest after n steps of h: n (n + 1) h² g / 2, which tends to g t² / 2
        let (n, h) = (state.step as f64, model.settings.h());
        let fall = 9.8 * h * h * n * (n + 1.0) / 2.0;
        for x in state.x.iter() {
            assert!((x.y + fall).abs() < 1e-9, "density {areal_density}: {} against {fall}", -x.y);
        }
        assert!((fall - 4.9).abs() < 0.005 * 4.9);
    }
}

#[test]
fn damping_brings_a_fall_to_its_terminal_velocity() {
    // per step v' = (1 - d) v + g h, so v tends to g h / d
    let model = falling(150.0, 0.5);
    let mut state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    for _ in 0..300 {
        step::advance_frame(&model, &mut state, &mut workspace);
    }
    let h = model.settings.h();
    let velocity = (state.x.get(7).y - state.x_prev.get(7).y) / h;
    assert!((velocity + 9.8 * h / 0.005).abs() < 1e-6, "{velocity}");
}

#[test]
fn a_hanging_strip_comes_to_rest_at_hooke_s_length() {
    // two columns of three rows: each vertical spring pair carries the weight below it, the bending springs help
    let grid = Grid::new(2, 2);
    let mut cloth = Cloth::new(grid, 0.5, 0.5, grid.positions(0.5, 0.5, Orientation::Vertical));
    cloth.pins = vec![2, 3];
    cloth.springs = SpringKinds { structural: true, shearing: false, bending: false };
    cloth.thickness = 0.0;
    let model = Model::new(vec![cloth], vec![], Settings::default()).unwrap();
    let mut state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    for _ in 0..900 {
        step::advance_frame(&model, &mut state, &mut workspace);
    }
    let weight = model.cloths[0].vertex_mass * 9.8;
    let expected = 0.5 + weight / model.cloths[0].ks;
    assert!((state.x.get(2).y - state.x.get(0).y - expected).abs() < 1e-9);
}

#[test]
fn scaling_stiffness_and_density_together_changes_nothing_but_rounding() {
    let model = |scale: f64| {
        let mut cloth = falling(150.0, 0.2).cloths[0].clone();
        let grid = cloth.grid;
        cloth.ks *= scale;
        let cloth = Cloth {
            areal_density: 150.0 * scale,
            ks: cloth.ks,
            pins: vec![0, 5],
            thickness: 0.01,
            ..Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal))
        };
        Model::new(vec![cloth], vec![], Settings::default()).unwrap()
    };
    let run = |model: &Model| {
        let mut state = State::new(model);
        let mut workspace = Workspace::new(model);
        for _ in 0..60 {
            step::advance_frame(model, &mut state, &mut workspace);
        }
        state
    };
    let (one, ten) = (run(&model(1.0)), run(&model(10.0)));
    let worst = one.x.iter().zip(ten.x.iter()).map(|(a, b)| (a - b).length()).fold(0.0, f64::max);
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn a_run_far_beyond_stability_stays_finite_and_says_so() {
    let grid = Grid::new(10, 10);
    let mut cloth = Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal));
    cloth.pins = vec![0];
    cloth.areal_density = 1e-12;
    cloth.ks = 1e300;
    let model = Model::new(vec![cloth], vec![], Settings::default()).unwrap();
    assert!(model.cloths[0].ks > model.cloths[0].max_stable_ks(model.settings.h()));
    let mut state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    let mut non_finite = 0;
    for _ in 0..60 {
        non_finite += step::advance_frame(&model, &mut state, &mut workspace).non_finite;
    }
    assert!(state.x.is_finite() && state.x_prev.is_finite());
    assert!(non_finite > 0);
}

#[test]
fn a_model_lists_everything_that_is_wrong_with_it() {
    let grid = Grid::new(3, 3);
    let good = Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal));
    let mut bad = Cloth { areal_density: 0.0, thickness: -1.0, ks: f64::NAN, pins: vec![2, 9], ..good.clone() };
    bad.x_rest.set(4, DVec3::NAN);
    let settings = Settings { fps: 0.0, substeps: 0, ..Settings::default() };
    let errors = Model::new(vec![good, bad], vec![], settings).unwrap_err().0;
    assert!(errors.contains(&ModelError::PinOutOfRange { cloth: 1, pin: 1, vertex: 9, vertex_count: 9 }));
    assert!(errors.contains(&ModelError::PositionNotFinite { cloth: 1, vertex: 4 }));
    let named: Vec<_> = errors
        .iter()
        .filter_map(|error| match error {
            ModelError::ClothValue { key, .. } | ModelError::SettingValue { key, .. } => Some(*key),
            _ => None,
        })
        .collect();
    assert_eq!(named, ["areal_density", "thickness", "ks", "fps", "substeps"]);
    assert_eq!(Model::new(vec![], vec![], Settings::default()).unwrap_err().0, [ModelError::NoCloth]);
    let huge = Cloth { grid: Grid::new(1_000_000, 1_000_000), ..bad_free() };
    assert!(matches!(
        Model::new(vec![huge], vec![], Settings::default()).unwrap_err().0[..],
        [ModelError::TooManyVertices { vertex_count: 1_000_000_000_000 }]
    ));
}

fn bad_free() -> Cloth {
    let grid = Grid::new(2, 2);
    Cloth::new(grid, 1.0, 1.0, grid.positions(1.0, 1.0, Orientation::Horizontal))
}

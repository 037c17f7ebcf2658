//! What the relaxation method promises beside its document's bits.

use glam::DVec3;
use muslin_geom::{Grid, Orientation, Points};
use muslin_sim::{
    Cloth, Collider, Method, Model, Plane, Settings, Shape, Sphere, SpringKinds, State, StepReport, Wave, WaveForm,
    Workspace, step,
};
use proptest::prelude::*;

use crate::relaxation_truth::{document_cloth, document_colliders, document_model, document_settings};

fn run(model: &Model, passes: usize) -> (State, StepReport) {
    let mut state = State::new(model);
    let mut workspace = Workspace::new(model);
    let mut report = StepReport::default();
    for _ in 0..passes {
        report.add(step::step(model, &mut state, &mut workspace));
    }
    (state, report)
}

fn relaxed(cloth: Cloth, colliders: Vec<Collider>) -> Model {
    Model::with_method(Method::Relaxation, vec![cloth], colliders, document_settings()).unwrap()
}

#[test]
fn the_example_scene_is_the_document_s_program() {
    // the golden hash of scenes/relaxation at frame 60
    assert_eq!(format!("{:016x}", run(&document_model(), 15 * 60).0.hash()), "3b78f64b4d85a1a6");
}

#[test]
fn in_a_hanging_strip_the_kth_spring_from_the_bottom_carries_k_gravities() {
    // two columns without springs between: two strips of ten points, held at the top
    let grid = Grid::new(2, 10);
    let mut cloth = Cloth::new(grid, 10.0, 0.9, grid.positions(10.0, 0.9, Orientation::Vertical));
    // ten metres apart the two strips pull at each other by almost nothing when at rest, and along x only
    cloth.springs = SpringKinds { structural: true, shearing: false, bending: false };
    cloth.pins = vec![18, 19];
    let model = relaxed(cloth, vec![]);
    let (state, _) = run(&model, 30_000);
    for k in 1..10 {
        let length = state.x.get(2 * k).y - state.x.get(2 * (k - 1)).y;
        let pull = 0.03 * (length - 0.1) / length;
        assert!((pull - 0.001 * k as f64).abs() < 1e-9, "spring {k} of {length} m pulls {pull} m");
    }
}

#[test]
fn nothing_speeds_up_a_level_sheet_falls_one_gravity_a_pass() {
    let model = relaxed(document_cloth(Grid::new(12, 9)), vec![]);
    let (state, _) = run(&model, 300);
    for (x, rest) in state.x.iter().zip(model.x_rest.iter()) {
        assert!((x.y - rest.y + 0.3).abs() < 1e-12);
    }
}

#[test]
fn springs_two_points_away_hold_a_fold_open() {
    let height = |bending: bool| {
        let mut cloth = document_cloth(Grid::new(20, 8));
        cloth.springs.bending = bending;
        // a shelf: two columns held, the rest hangs over
        cloth.pins = (0..8).flat_map(|row| [20 * row, 20 * row + 1]).collect();
        run(&relaxed(cloth, vec![]), 3000).0.x.get(19).y
    };
    assert!(height(true) > height(false) + 0.01, "{} and {}", height(true), height(false));
}

#[test]
fn points_on_the_floor_are_exactly_on_it() {
    let floor = Plane::new(DVec3::new(0.3, 1.3, -0.7), DVec3::Y, 0.0);
    let (state, report) = run(&relaxed(document_cloth(Grid::new(9, 9)), vec![floor.into()]), 300);
    assert!(state.x.ys.iter().all(|&y| y == 1.3) && report.collider_contacts > 81);
}

#[test]
fn friction_slows_a_slide_and_full_friction_stops_it() {
    let slide = |friction: f64| {
        let slope = Plane::new(DVec3::Y * 1.45, DVec3::new(1.0, 2.0, 0.0), friction);
        let (state, _) = run(&relaxed(document_cloth(Grid::new(6, 6)), vec![slope.into()]), 3000);
        state.x.centroid().x
    };
    let [free, half, stuck] = [0.0, 0.5, 1.0].map(slide);
    assert!(free > half + 0.1 && half > stuck + 0.1, "{free}, {half}, {stuck}");
    assert!(stuck < 0.2, "{stuck}");
}

#[test]
fn pins_hold_against_springs_and_colliders() {
    let mut cloth = document_cloth(Grid::new(32, 32));
    cloth.pins = vec![0, 31, 528];
    let ball = Sphere { center: DVec3::new(0.0, 1.5, 0.0), radius: 0.4, friction: 0.0 };
    let model = relaxed(cloth, vec![ball.into()]);
    let (state, _) = run(&model, 300);
    for &pin in &model.pins {
        assert_eq!(state.x.get(pin), model.x_rest.get(pin));
    }
}

#[test]
fn a_run_resumed_at_any_frame_has_the_same_hash() {
    let model = document_model();
    let (expected, _) = run(&model, 15 * 140);
    for frame in [1, 60, 127, 139] {
        let (state, _) = run(&model, 15 * frame);
        let mut resumed = State { ..state };
        for _ in frame..140 {
            step::advance_frame(&model, &mut resumed, &mut Workspace::default());
        }
        assert_eq!((resumed.hash(), resumed.time), (expected.hash(), expected.time), "resumed after frame {frame}");
    }
}

#[test]
fn a_ball_on_a_wave_lifts_cloth_of_either_method() {
    let wave =
        Wave { amplitude: [0.0, 0.3, 0.0], rate: 0.01, phase: 0.0, form: WaveForm::Sin, pi: std::f64::consts::PI };
    let ball = Sphere { center: DVec3::new(0.0, 0.9, 0.0), radius: 0.5, friction: 0.0 };
    let collider = Collider { shape: Shape::Sphere(ball), wave: Some(wave) };
    for method in [Method::MassSpring, Method::Relaxation] {
        let mut cloth = document_cloth(Grid::new(20, 20));
        cloth.pins = vec![0, 19, 380, 399];
        let settings = Settings { gravity: [0.0; 3], ..Settings::of(method) };
        let model = Model::with_method(method, vec![cloth], vec![collider.clone()], settings).unwrap();
        let (state, report) = run(&model, 50 * model.settings.substeps as usize);
        assert!(report.collider_contacts > 0);
        assert!((state.x.get(210).y - 1.7).abs() < 0.02, "{method:?}: {}", state.x.get(210));
    }
}

#[test]
fn coincident_points_are_left_alone_and_stay_finite() {
    let mut cloth = document_cloth(Grid::new(5, 4));
    cloth.x_rest = std::iter::repeat_n(DVec3::ONE, 20).collect();
    let ball = Sphere { center: DVec3::ONE, radius: 0.1, friction: 0.5 };
    let (state, report) = run(&relaxed(cloth, vec![ball.into()]), 30);
    assert!(state.x.is_finite());
    assert_eq!(report.non_finite, 0);
}

#[test]
fn whatever_blows_up_stays_finite_and_is_reported() {
    for (stiffness, gravity, blows_up) in
        [(1e150, -0.001, true), (1e12, -0.001, true), (0.03, 1e10, true), (0.06, -0.001, false)]
    {
        let mut cloth = document_cloth(Grid::new(10, 10));
        cloth.relaxation_stiffness = stiffness;
        cloth.pins = vec![0];
        let settings = Settings { gravity: [0.0, gravity, 0.0], ..document_settings() };
        let model = Model::with_method(Method::Relaxation, vec![cloth], document_colliders(), settings).unwrap();
        let (state, report) = run(&model, 600);
        assert!(state.x.is_finite() && state.x_prev.is_finite());
        assert_eq!(report.non_finite > 0, blows_up, "stiffness {stiffness}, gravity {gravity}: {report:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn no_free_point_is_inside_of_a_ball_or_below_the_floor_after_a_pass(
        columns in 4_usize..24,
        rows in 4_usize..24,
        height in 0.2..0.6,
        radius in 0.1..0.4,
        friction in prop_oneof![Just(0.0), 0.0..1.0, Just(1.0)],
        offsets in prop::collection::vec(-0.04..0.04, 24 * 24),
    ) {
        let mut cloth = document_cloth(Grid::new(columns, rows));
        let x_rest: Points = cloth.x_rest.iter().zip(&offsets).map(|(x, y)| x + DVec3::Y * (y - 1.5 + height)).collect();
        cloth.x_rest = x_rest;
        // two balls that touch neither each other nor the floor: where solids overlap, the last one has its way
        let balls = [-0.5, 0.5].map(|x| Sphere { center: DVec3::new(x, 0.0, 0.1), radius, friction });
        let floor = Plane::new(DVec3::Y * -0.5, DVec3::Y, friction);
        let model = relaxed(cloth, [floor.into()].into_iter().chain(balls.map(Collider::from)).collect());
        let mut state = State::new(&model);
        let mut workspace = Workspace::new(&model);
        for _ in 0..500 {
            step::step(&model, &mut state, &mut workspace);
            for x in state.x.iter() {
                prop_assert!(x.y >= -0.5);
                prop_assert!(balls.iter().all(|ball| x.distance(ball.center) >= radius * (1.0 - 1e-15)), "{x}");
            }
        }
    }
}

//! The method `newton`: physics that has closed forms.

use glam::DVec3;
use muslin_geom::{FlatMesh, generate};
use muslin_sim::{Bending, Fabric, Membrane, Method, Model, Settings, Sheet, State, Workspace, measure, step};

/// Precision at which what is left is rounding.
fn exact() -> Settings {
    Settings { tolerance: 1e-9, ..Settings::of(Method::Newton) }
}

fn model(sheets: &[Sheet], settings: Settings) -> Model {
    Model::of_sheets(Method::Newton, sheets, vec![], settings).unwrap()
}

fn run(model: &Model, frames: u32) -> State {
    let (mut state, mut workspace) = (State::new(model), Workspace::new(model));
    for _ in 0..frames {
        let report = step::advance_frame(model, &mut state, &mut workspace);
        assert_eq!((report.unconverged, report.non_finite), (0, 0), "at step {}", state.step);
    }
    state
}

fn damped() -> Fabric {
    Fabric { damping_time: 1e-2, ..Fabric::COTTON_SHIRTING }
}

#[test]
fn a_free_sheet_falls_as_implicit_euler_says() {
    for (bending, membrane) in [
        (Bending::Hinge, Membrane::Stvk),
        (Bending::Quadratic, Membrane::BaraffWitkin),
        (Bending::ShapeOperator, Membrane::Stvk),
    ] {
        let sheet = Sheet::of_flat(generate::delaunay(120, 1.0, 1.0, 3), damped(), |p| DVec3::new(p.x, 0.0, p.y));
        let model = model(&[sheet], Settings { bending, membrane, ..exact() });
        let state = run(&model, 60);
        let h = model.settings.h();
        let fallen = 9.81 * h * h * 60.0 * 61.0 / 2.0;
        for (x, start) in state.x.iter().zip(model.x_rest.iter()) {
            assert!((x - (start - DVec3::Y * fallen)).length() < 1e-9, "{x} from {start}");
        }
    }
}

/// A sheet that is bent, stretched and thrown, with nothing to hold it.
fn thrown(bending: Bending) -> (Model, State) {
    let place = |p: glam::DVec2| DVec3::new(1.02 * p.x, 0.1 * libm::sin(5.0 * p.x) * p.y, p.y);
    let sheet = Sheet::of_flat(generate::delaunay(100, 0.5, 0.4, 7), Fabric::COTTON_SHIRTING, place);
    let model = model(&[sheet], Settings { gravity: [0.0; 3], bending, ..exact() });
    let mut state = State::new(&model);
    for vertex in 0..model.vertex_count() {
        let x = model.x_rest.get(vertex);
        state.v.set(vertex, DVec3::new(0.5, 0.2, -0.1) + DVec3::new(0.3, 2.0, 1.0).cross(x));
    }
    (model, state)
}

fn momentum(model: &Model, state: &State) -> DVec3 {
    model.shell.vertex_mass.iter().zip(state.v.iter()).map(|(&mass, v)| v * mass).sum()
}

#[test]
fn what_nothing_pushes_keeps_its_momentum() {
    for bending in [Bending::Hinge, Bending::Quadratic, Bending::ShapeOperator] {
        let (model, mut state) = thrown(bending);
        let mut workspace = Workspace::new(&model);
        let before = momentum(&model, &state);
        for _ in 0..100 {
            step::advance_frame(&model, &mut state, &mut workspace);
        }
        let change = (momentum(&model, &state) - before).length();
        assert!(change < 1e-12 * before.length() * 100.0, "{bending:?}: {change}");
    }
}

#[test]
fn a_step_never_gains_energy() {
    for bending in [Bending::Hinge, Bending::Quadratic, Bending::ShapeOperator] {
        let (mut model, mut state) = thrown(bending);
        model.settings.gravity = [0.0, -9.81, 0.0];
        let mut workspace = Workspace::new(&model);
        let energy = |state: &State| measure::kinetic_energy(&model, state) + measure::potential_energy(&model, state);
        let mut before = energy(&state);
        for _ in 0..60 {
            step::advance_frame(&model, &mut state, &mut workspace);
            let after = energy(&state);
            assert!(after <= before + 1e-6 * before.abs(), "{bending:?}: {after} after {before}");
            before = after;
        }
    }
}

/// A strip that hangs by its upper edge at rest.
fn hanging(mesh: FlatMesh, fabric: Fabric, settings: &Settings) -> (Model, State) {
    let top = mesh.points.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
    let pins = mesh.vertices_where(|p| p.x < top + 1e-9);
    let mut sheet = Sheet::of_flat(mesh, fabric, |p| DVec3::new(p.y, -p.x, 0.0));
    sheet.pins = pins;
    let model = model(&[sheet], Settings { fps: 10.0, ..settings.clone() });
    let state = run(&model, 150);
    (model, state)
}

fn lowest(state: &State) -> f64 {
    -state.x.ys.iter().copied().fold(f64::INFINITY, f64::min)
}

#[test]
fn a_hanging_strip_is_longer_by_half_of_what_its_weight_would_stretch_it() {
    let (k, density, length) = (200.0, 0.5, 1.0);
    let mut fabric = Fabric { areal_density: density, bending: [0.0; 2], ..Fabric::COTTON_SHIRTING };
    fabric.membrane.warp = k;
    fabric.membrane.weft = k;
    for (columns, rows) in [(9, 3), (33, 9)] {
        let mesh = generate::grid(columns, rows, length, 0.2);
        let (_, state) = hanging(mesh, fabric, &Settings { membrane: Membrane::BaraffWitkin, ..exact() });
        let expected = density * 9.81 * length / k / 2.0;
        let found = lowest(&state) / length - 1.0;
        assert!((found / expected - 1.0).abs() < 1e-5, "{columns} x {rows}: {found} is not {expected}");
    }
}

//! A step allocates nothing after the first.

// SAFETY of the allocator below: it counts and passes every call on to the system's allocator unchanged.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use glam::DVec3;
use muslin_geom::{Grid, Orientation, Simplex};
use muslin_sim::{
    Cloth, Collider, Effect, Gusts, Method, Model, Plane, Settings, Sphere, State, Wind, Workspace, step,
};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_step_allocates_nothing_even_while_cloths_fall_fold_and_explode() {
    let grid = Grid::new(30, 30);
    let fallen = |ks: f64| {
        let mut x_rest = grid.positions(1.0, 1.0, Orientation::Vertical);
        for (vertex, z) in x_rest.zs.iter_mut().enumerate() {
            *z = (vertex * 7919 % 2001) as f64 * 1e-6;
        }
        Cloth { ks, thickness: 0.01, ..Cloth::new(grid, 1.0, 1.0, x_rest) }
    };
    let ball = Sphere { center: DVec3::new(0.5, -0.2, 0.0), radius: 0.3, friction: 0.3 };
    let ground = Plane::new(DVec3::new(0.0, -0.4, 0.0), DVec3::Y, 0.5);
    let colliders = vec![Collider::from(ball), Collider::from(ground)];
    for (ks, cloths) in [(5000.0, 1), (5000.0, 2), (5e7, 1)] {
        let model = Model::new(vec![fallen(ks); cloths], colliders.clone(), Settings::default()).unwrap();
        assert_allocates_nothing(&model, &format!("ks {ks}, {cloths} cloths"));
    }
    for stiffness in [0.01, 1e12] {
        let cloth = Cloth { relaxation_stiffness: stiffness, ..fallen(0.0) };
        let settings = Settings::of(Method::Relaxation);
        let model = Model::with_method(Method::Relaxation, vec![cloth; 2], colliders.clone(), settings).unwrap();
        assert_allocates_nothing(&model, &format!("relaxation, stiffness {stiffness}"));
    }
    for warm_start in [0.0, 0.5, 1.0] {
        let cloth = Cloth { pins: vec![0, 29], hanger_length: Some(0.1), ..fallen(0.0) };
        let settings = Settings { gravity: [0.0, -9.8, 0.0], warm_start, ..Settings::of(Method::Impulse) };
        let model = Model::with_method(Method::Impulse, vec![cloth; 2], colliders.clone(), settings).unwrap();
        let gusts = Gusts { noise: Simplex::of_seed(1), scale: 0.1, frequency: 1.0, low: 0.0, row_points: None };
        let effect = Effect::Surface { air_density: 1.2, drag: 1.0, lift: 0.5 };
        let wind = Wind { direction: DVec3::X, strength: 10.0, effect, gusts: Some(gusts) };
        let model = model.with_wind(wind).unwrap();
        assert_allocates_nothing(&model, &format!("impulse, warm start {warm_start}"));
    }
}

fn assert_allocates_nothing(model: &Model, name: &str) {
    let mut state = State::new(model);
    let mut workspace = Workspace::new(model);
    step::step(model, &mut state, &mut workspace);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    for _ in 0..60 * 30 {
        step::step(model, &mut state, &mut workspace);
    }
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed), before, "{name}");
}

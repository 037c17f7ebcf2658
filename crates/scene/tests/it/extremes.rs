//! The values that people try: stiff, soft, heavy, light. Whatever comes of it, no position stops being a number, and
//! what the step cannot follow is said before it runs.

use std::thread;

use crate::run::{Run, load_scene};

const FRAMES: u64 = 300;

/// A run that blew up puts most vertices back in every step, which takes long without optimisation: there the first
/// frames must do. `cargo xtask test` runs all of them in the release profile.
const FRAMES_OF_UNSTABLE: u64 = if cfg!(debug_assertions) { 30 } else { FRAMES };

/// What loading says about it.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    Nothing,
    /// That `ks` is beyond what the step is stable for.
    Unstable,
}

#[test]
fn a_folding_sheet_stays_finite() {
    run_all(
        "self_collision",
        &[
            (&["ks=5000", "areal_density=1"], Says::Unstable),
            (&["ks=5000", "areal_density=100"], Says::Nothing),
            (&["ks=75000", "areal_density=15"], Says::Unstable),
            (&["ks=10", "areal_density=15"], Says::Nothing),
            (&["ks=5e6", "areal_density=100"], Says::Unstable),
        ],
    );
}

#[test]
fn a_hanging_sheet_stays_finite() {
    run_all(
        "pinned2",
        &[
            (&["ks=1e-5"], Says::Nothing),
            (&["ks=1e5"], Says::Nothing),
            (&["areal_density=1"], Says::Unstable),
            (&["areal_density=10000"], Says::Nothing),
            (&["damping=0"], Says::Nothing),
            (&["damping=1"], Says::Nothing),
        ],
    );
}

fn run_all(scene: &str, extremes: &[(&[&str], Says)]) {
    thread::scope(|scope| {
        for &(overrides, says) in extremes {
            scope.spawn(move || run(scene, overrides, says));
        }
    });
}

fn run(scene: &str, overrides: &[&str], says: Says) {
    let loaded = load_scene(scene, overrides);
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    match says {
        Says::Nothing => assert!(warnings.is_empty(), "{overrides:?}: {warnings:?}"),
        Says::Unstable => {
            assert_eq!(warnings.len(), 1, "{overrides:?}: {warnings:?}");
            assert!(warnings[0].contains("ks is") && warnings[0].contains("is stable up to"), "{}", warnings[0]);
        }
    }
    let mut run = Run::new(&loaded.model);
    let frames = if says == Says::Unstable { FRAMES_OF_UNSTABLE } else { FRAMES };
    for frame in 1..=frames {
        run.advance_to(frame);
        assert!(run.state.x.is_finite() && run.state.x_prev.is_finite(), "{scene} {overrides:?} at frame {frame}");
    }
    // what is said beforehand is what happens
    assert_eq!(run.report.non_finite > 0, says == Says::Unstable, "{scene} {overrides:?}: {:?}", run.report);
}

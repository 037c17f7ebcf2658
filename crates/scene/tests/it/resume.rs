//! A run that was stopped and goes on is the run that was never stopped, to the bit.

use muslin_scene::io::{read_state, write_state};
use muslin_scene::{LoadedScene, load_str};

use crate::run::Run;

const LAST_FRAME: u64 = 60;

/// A sheet of 20 × 20 points that folds onto itself and the ground.
fn folding_sheet() -> LoadedScene {
    let text = "version = 1\n[[cloth]]\n\
        grid = { width = 1, height = 1, columns = 20, rows = 20, orientation = 'vertical', jitter = 0.01 }\n\
        material = { thickness = 0.02 }\n\
        [[collider]]\nshape = 'plane'\npoint = [0, 0, 0]\nnormal = [0, 1, 0]\nfriction = 0.5\n";
    load_str("fold.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn hash_of_uninterrupted_run(loaded: &LoadedScene) -> u64 {
    let mut run = Run::new(&loaded.model);
    run.advance_to(LAST_FRAME);
    // else this module would prove little
    assert!(run.report.self_corrections > 0 && run.report.collider_contacts > 0 && run.report.stretch_corrections > 0);
    run.state.hash()
}

#[test]
fn a_saved_run_goes_on_as_if_it_had_never_stopped() {
    let loaded = folding_sheet();
    let expected = hash_of_uninterrupted_run(&loaded);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("fold.state");
    for frame in [1, 7, 30] {
        let mut run = Run::new(&loaded.model);
        run.advance_to(frame);
        write_state(&path, &run.state, &loaded.hash).unwrap();
        let mut resumed = Run::resume(&loaded.model, read_state(&path, &loaded.hash, &loaded.model).unwrap());
        resumed.advance_to(LAST_FRAME);
        assert_eq!(resumed.state.hash(), expected, "resumed after frame {frame}");
    }
}

#[test]
fn scratch_memory_may_be_dropped_at_any_time() {
    let loaded = folding_sheet();
    let mut run = Run::new(&loaded.model);
    for frame in 1..=LAST_FRAME {
        run.drop_workspace();
        run.advance_to(frame);
    }
    assert_eq!(run.state.hash(), hash_of_uninterrupted_run(&loaded));
}

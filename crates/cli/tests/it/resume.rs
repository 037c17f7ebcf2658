//! A run that goes on is the run that never stopped.

use muslin_scene::io::write_state;
use muslin_sim::State;
use serde_json::Value;

use crate::place::{Place, hashes};

#[test]
fn a_run_resumed_at_any_frame_has_the_hashes_of_one_that_never_stopped() {
    let place = Place::new();
    let whole = hashes(&place.done("run flag.toml --frames 12 --hash --no-preview --out whole"));
    for k in [1, 2, 5, 11_u32] {
        place.done(&format!("run flag.toml --frames {k} --no-preview --out part"));
        let words = "run flag.toml --resume part/state.muslin --frames 12 --hash --no-preview --out rest";
        assert_eq!(hashes(&place.done(words)), whole[k as usize..], "from frame {k}");
        let cache = place.cache("rest");
        assert_eq!((cache.first_frame(), cache.frame_count()), (i64::from(k), u64::from(13 - k)));
        assert_eq!(place.bytes("rest/state.muslin"), place.bytes("whole/state.muslin"));
    }
}

#[test]
fn a_run_can_go_on_in_its_own_folder() {
    let place = Place::new();
    place.done("run flag.toml --frames 2 --no-preview");
    let words = "run flag.toml --resume out/flag/state.muslin --json --no-preview";
    let summary: Value = serde_json::from_str(&place.done(words)).unwrap();
    assert_eq!([&summary["first_frame"], &summary["last_frame"]], [2, 5]);
    let answer = place.muslin(words);
    assert_eq!(answer.code, Some(1));
    let errors: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert!(errors["errors"][0]["message"].as_str().unwrap().contains("nothing is left"), "{errors}");
    assert!(errors["errors"][0]["help"].as_str().unwrap().contains("--frames"), "{errors}");
}

#[test]
fn a_state_that_does_not_fit_is_refused() {
    let place = Place::new();
    place.done("run flag.toml --frames 2 --no-preview");
    for (words, expected) in [
        ("--resume out/flag/state.muslin --set ks=7", "run the scene that it was saved from"),
        ("--resume flag.toml", "this is not a saved state"),
        ("--resume no.state", "cannot read"),
        ("--resume out/flag/state.muslin --frames 2", "nothing is left"),
    ] {
        let answer = place.muslin(&format!("run flag.toml --out none {words}"));
        assert_eq!(answer.code, Some(1), "{words}");
        assert!(answer.stderr.contains(expected), "{words}: {}", answer.stderr);
        assert_eq!(place.names("none").len(), 0, "{words}");
    }
}

#[test]
fn a_state_within_a_frame_is_refused() {
    let place = Place::new();
    let loaded = muslin_scene::load(&place.path("flag.toml"), &[]).unwrap();
    let state = State { step: 12, ..State::new(&loaded.model) };
    write_state(&place.path("odd.state"), &state, &loaded.hash).unwrap();
    let answer = place.muslin("run flag.toml --resume odd.state");
    assert_eq!(answer.code, Some(1));
    assert!(answer.stderr.contains("after step 12, within a frame: a frame has 8 steps"), "{}", answer.stderr);
}

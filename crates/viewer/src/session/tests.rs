//! Tests of sessions.

use super::*;
use crate::fixture::hanging;
use crate::parameters::Parameters;

fn events() -> Vec<Recorded> {
    let parameters = Parameters { gravity: [0.3, -1.6, 1e-17], ..Parameters::of(&hanging().scene) };
    let event = |frame, event| Recorded { frame, event };
    vec![
        event(0, Event::Pin { vertex: 77, held: true }),
        event(3, Event::Pull { vertex: 140, goal: [0.1, 1.2, 1.0 / 3.0] }),
        event(9, Event::Parameters(parameters)),
        event(9, Event::LetGo),
        event(12, Event::Reset),
    ]
}

fn session() -> Session {
    Session { frames: 15, events: events(), ..Session::new(&hanging()) }
}

#[test]
fn a_session_survives_its_file() {
    let folder = std::env::temp_dir().join(format!("muslin-session-{}", std::process::id()));
    let path = folder.join("a/session.json");
    session().save(&path).unwrap();
    assert_eq!(Session::load(&path).unwrap(), session());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_session_of_another_scene_is_refused() {
    let other = muslin_scene::load_str("other.toml", crate::fixture::HANGING, &["ks=1".to_owned()]).unwrap();
    let error = replay(&other, &session()).unwrap_err();
    assert!(matches!(error, ReplayError::OtherScene { .. }), "{error}");
}

#[test]
fn a_session_that_asks_for_the_impossible_says_where() {
    let mut broken = session();
    broken.events[1].event = Event::Pin { vertex: 999, held: true };
    let error = replay(&hanging(), &broken).unwrap_err().to_string();
    assert!(error.contains("event 1, at frame 3") && error.contains("999"), "{error}");
    let mut unsorted = session();
    unsorted.events[2].frame = 1;
    assert!(matches!(replay(&hanging(), &unsorted), Err(ReplayError::Order { index: 2, frame: 1 })));
    let mut late = session();
    late.frames = 11;
    assert!(matches!(replay(&hanging(), &late), Err(ReplayError::Order { index: 4, frame: 12 })));
    let newer = Session { version: 2, ..session() };
    assert!(matches!(replay(&hanging(), &newer), Err(ReplayError::Version(2))));
}

#[test]
fn a_file_that_is_no_session_is_refused() {
    let path = std::env::temp_dir().join(format!("muslin-no-session-{}.json", std::process::id()));
    std::fs::write(&path, "{\"version\": 1}").unwrap();
    assert!(matches!(Session::load(&path), Err(ReplayError::Parse { .. })));
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(Session::load(&path), Err(ReplayError::Read { .. })));
}

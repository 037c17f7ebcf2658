//! Tests of the thread.

use std::time::{Duration, Instant};

use super::*;
use crate::fixture::hanging;
use crate::mailbox::Snapshot;
use crate::parameters::Parameters;
use crate::session::replay;

const PATIENCE: Duration = Duration::from_mins(1);

fn start() -> Simulation {
    Simulation::start(hanging(), || ()).expect("a thread")
}

/// The newest snapshot that `wanted` holds for.
fn wait_for(simulation: &Simulation, wanted: impl Fn(&Snapshot) -> bool) -> Snapshot {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(snapshot) = simulation.fetch().snapshot.filter(&wanted) {
            return snapshot;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no such frame came");
}

fn session(simulation: &Simulation) -> Session {
    simulation.session().recv_timeout(PATIENCE).unwrap()
}

#[test]
fn it_starts_paused_and_stays_so() {
    let simulation = start();
    let first = wait_for(&simulation, |_| true);
    assert!(!first.running && first.reading.frame == 0);
    std::thread::sleep(Duration::from_millis(100));
    assert!(simulation.fetch().snapshot.is_none());
}

#[test]
fn it_runs_in_real_time_until_it_is_stopped() {
    let simulation = start();
    simulation.run(true);
    let running = wait_for(&simulation, |snapshot| snapshot.reading.frame >= 20);
    assert!(running.running);
    simulation.run(false);
    let stopped = wait_for(&simulation, |snapshot| !snapshot.running);
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(session(&simulation).frames, stopped.reading.frame);
}

#[test]
fn frames_that_are_asked_for_come_one_by_one() {
    let simulation = start();
    simulation.frames(1);
    wait_for(&simulation, |snapshot| snapshot.reading.frame == 1 && !snapshot.running);
    simulation.frames(4);
    let last = wait_for(&simulation, |snapshot| snapshot.reading.frame == 5 && !snapshot.running);
    assert!(last.reading.ms > 0.0 && last.reading.step_ms > 0.0);
}

/// A user at work: runs, pulls, pins, changes values, resets, at frames that the clock decides.
fn use_the_window(simulation: &Simulation) {
    let pull = |x: f64| simulation.act(Event::Pull { vertex: 140, goal: [0.5 + x, 1.1, 0.9 - x / 3.0] });
    simulation.run(true);
    for step in 0..12 {
        pull(f64::from(step) / 40.0);
        std::thread::sleep(Duration::from_millis(7));
    }
    simulation.act(Event::Pin { vertex: 70, held: true });
    simulation.act(Event::LetGo);
    let mut parameters = Parameters::of(&hanging().scene);
    parameters.materials[0].ks = 3000.0;
    parameters.substeps = 40;
    parameters.gravity = [0.1, -9.0, 0.2];
    simulation.act(Event::Parameters(parameters.clone()));
    std::thread::sleep(Duration::from_millis(60));
    simulation.act(Event::Reset);
    parameters.fps = 60.0;
    simulation.act(Event::Parameters(parameters));
    simulation.frames(7);
    std::thread::sleep(Duration::from_millis(60));
    simulation.act(Event::Pin { vertex: 70, held: false });
    simulation.run(false);
    simulation.frames(3);
}

#[test]
fn a_recorded_use_of_the_window_is_repeated_to_the_same_bits() {
    let simulation = start();
    use_the_window(&simulation);
    let shown = wait_for(&simulation, |snapshot| !snapshot.running && snapshot.reading.frame > 10);
    let session = session(&simulation);
    assert!(session.events.len() > 6 && session.frames > 10, "{session:?}");
    assert_eq!(session.hash, shown.reading.hash);
    let text = serde_json::to_string(&session).unwrap();
    let read: Session = serde_json::from_str(&text).unwrap();
    let state = replay(&hanging(), &read).unwrap();
    assert_eq!(crate::session::hexadecimal(state.hash()), shown.reading.hash);
}

#[test]
fn a_scene_that_cannot_be_opened_leaves_the_old_one() {
    let simulation = start();
    simulation.frames(2);
    wait_for(&simulation, |snapshot| snapshot.reading.frame == 2);
    simulation.open(PathBuf::from("/no/such/scene.toml"));
    let deadline = Instant::now() + PATIENCE;
    let note = loop {
        let mail = simulation.fetch();
        if let Some(note) = mail.notes.first() {
            break note.clone();
        }
        assert!(Instant::now() < deadline);
    };
    assert!(note.text.contains("/no/such/scene.toml"), "{}", note.text);
    assert_eq!(session(&simulation).frames, 2);
    simulation.frames(1);
    assert_eq!(wait_for(&simulation, |snapshot| snapshot.reading.frame == 3).scene, 0);
}

#[test]
fn a_slider_that_moves_fast_is_one_event() {
    let simulation = start();
    let parameters = Parameters::of(&hanging().scene);
    // the thread is busy while these come in
    simulation.frames(40);
    for ks in 0..200 {
        let mut parameters = parameters.clone();
        parameters.materials[0].ks = f64::from(ks);
        simulation.act(Event::Parameters(parameters));
    }
    let last = wait_for(&simulation, |snapshot| snapshot.parameters.materials[0].ks == 199.0);
    assert!(session(&simulation).events.len() < 150, "{}", last.serial);
}

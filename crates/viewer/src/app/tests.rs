//! The whole window, without a display: keys, mouse, files that are dropped.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use eframe::egui::accesskit::Role;
use eframe::egui::{
    DroppedFile, Event as Input, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase,
    Vec2,
};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use muslin_render::Camera;

use super::*;
use crate::fixture::hanging;
use crate::picking;

const SIZE: [f32; 2] = [1280.0, 860.0];

type Window = Harness<'static, Viewer>;

fn window() -> Window {
    let options = Options { folder: std::env::temp_dir().join("muslin-app-tests"), ..Options::default() };
    // the harness draws whenever a test asks: nothing needs to wake it
    let viewer = Viewer::new(&Context::default(), None, hanging(), Vec::new(), &options).unwrap();
    let frame = |ui: &mut Ui, viewer: &mut Viewer| {
        viewer.update(ui.ctx());
        viewer.show(ui);
    };
    let mut window = Harness::builder().with_size(SIZE).build_ui_state(frame, viewer);
    wait(&mut window, "the first frame", |viewer| viewer.picture.camera.is_some());
    window
}

/// Lets the window go on until `wanted` holds.
fn wait(window: &mut Window, what: &str, wanted: impl Fn(&Viewer) -> bool) {
    let start = Instant::now();
    while !wanted(window.state()) {
        assert!(start.elapsed() < Duration::from_mins(1), "{what} did not come");
        std::thread::sleep(Duration::from_millis(2));
        window.step();
    }
}

fn frame(viewer: &Viewer) -> u64 {
    viewer.snapshot().unwrap().reading.frame
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.step();
}

fn camera(window: &Window) -> Camera {
    window.state().picture.camera.unwrap()
}

/// Where a vertex is in the window.
fn position(window: &Window, vertex: usize) -> Pos2 {
    let viewer = window.state();
    let rect = viewer.picture.rect.unwrap();
    let point = viewer.snapshot().unwrap().x.get(vertex);
    let place = picking::place_of(point, &viewer.picture.camera.unwrap(), rect.aspect_ratio()).unwrap();
    rect.min + rect.size() * Vec2::new(0.5 + 0.5 * place.x, 0.5 - 0.5 * place.y)
}

fn button(window: &mut Window, at: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    window.event_modifiers(Input::PointerMoved(at), modifiers);
    window.event_modifiers(Input::PointerButton { pos: at, button, pressed, modifiers }, modifiers);
    window.step();
}

fn drag(window: &mut Window, from: Pos2, by: Vec2, which: PointerButton, modifiers: Modifiers) {
    button(window, from, which, true, modifiers);
    for part in [0.3, 0.6, 1.0] {
        window.event_modifiers(Input::PointerMoved(from + by * part), modifiers);
        window.step();
    }
    button(window, from + by, which, false, modifiers);
    window.step();
}

#[test]
fn it_starts_paused_and_p_runs_and_stops_it() {
    let mut window = window();
    assert!(!window.state().playback.running());
    press(&mut window, Key::P);
    wait(&mut window, "frame 5", |viewer| frame(viewer) >= 5);
    press(&mut window, Key::P);
    wait(&mut window, "the pause", |viewer| !viewer.snapshot().unwrap().running);
    let stopped = frame(window.state());
    std::thread::sleep(Duration::from_millis(80));
    window.step();
    assert_eq!(frame(window.state()), stopped);
}

#[test]
fn n_simulates_one_frame_and_r_goes_back() {
    let mut window = window();
    let start = window.state().snapshot().unwrap().reading.hash.clone();
    for expected in 1..4 {
        press(&mut window, Key::N);
        wait(&mut window, "the next frame", |viewer| frame(viewer) == expected);
    }
    press(&mut window, Key::R);
    wait(&mut window, "the start", |viewer| frame(viewer) == 0);
    assert_eq!(window.state().snapshot().unwrap().reading.hash, start);
    assert!(!window.state().playback.running());
}

#[test]
fn the_mouse_turns_moves_and_zooms_and_space_undoes_all_of_it() {
    let mut window = window();
    let home = camera(&window);
    let middle = window.state().picture.rect.unwrap().center();
    drag(&mut window, middle, Vec2::new(90.0, 40.0), PointerButton::Primary, Modifiers::NONE);
    let turned = camera(&window);
    assert!(turned.theta != home.theta && turned.phi != home.phi && turned.target == home.target);
    drag(&mut window, middle, Vec2::new(50.0, 0.0), PointerButton::Secondary, Modifiers::NONE);
    let moved = camera(&window);
    assert!(moved.target != home.target && moved.theta == turned.theta);
    drag(&mut window, middle, Vec2::new(0.0, 30.0), PointerButton::Primary, Modifiers::COMMAND);
    assert!(camera(&window).target != moved.target && camera(&window).theta == turned.theta);
    let (unit, delta, phase) = (MouseWheelUnit::Line, Vec2::new(0.0, 3.0), TouchPhase::Move);
    let (modifiers, source) = (Modifiers::NONE, MouseWheelSource::Wheel);
    window.event(Input::MouseWheel { unit, delta, phase, modifiers, source });
    for _ in 0..10 {
        window.step();
    }
    assert!(camera(&window).distance < home.distance);
    press(&mut window, Key::Space);
    window.step();
    assert_eq!(camera(&window), home);
}

#[test]
fn shift_and_drag_pulls_the_vertex_under_the_mouse_until_the_button_is_up() {
    let mut window = window();
    press(&mut window, Key::P);
    let from = position(&window, 137);
    button(&mut window, from, PointerButton::Primary, true, Modifiers::SHIFT);
    for x in 1..20_u8 {
        let at = from + Vec2::new(f32::from(x) * 4.0, -f32::from(x) * 4.0);
        window.event_modifiers(Input::PointerMoved(at), Modifiers::SHIFT);
        window.step();
    }
    wait(&mut window, "the grip", |viewer| viewer.snapshot().unwrap().in_hand.is_some());
    button(&mut window, from, PointerButton::Primary, false, Modifiers::SHIFT);
    wait(&mut window, "the end of the grip", |viewer| viewer.snapshot().unwrap().in_hand.is_none());
    window.state_mut().playback.ask_for_session();
    let session = loop {
        if let Some(session) = window.state_mut().playback.fetch().session {
            break session;
        }
    };
    assert!(session.events.iter().any(|one| matches!(one.event, Event::Pull { .. })));
    assert!(matches!(session.events.last().map(|one| &one.event), Some(Event::LetGo)));
}

#[test]
fn shift_and_click_pins_a_vertex_and_lets_it_go() {
    let mut window = window();
    let at = position(&window, 137);
    for expected in [vec![0, 11, 137], vec![0, 11]] {
        button(&mut window, at, PointerButton::Primary, true, Modifiers::SHIFT);
        button(&mut window, at, PointerButton::Primary, false, Modifiers::SHIFT);
        wait(&mut window, "the pin", |viewer| viewer.snapshot().unwrap().model.pins == expected);
    }
}

#[test]
fn a_click_without_shift_pins_nothing() {
    let mut window = window();
    let at = position(&window, 137);
    button(&mut window, at, PointerButton::Primary, true, Modifiers::NONE);
    button(&mut window, at, PointerButton::Primary, false, Modifiers::NONE);
    press(&mut window, Key::N);
    wait(&mut window, "the frame", |viewer| frame(viewer) == 1);
    assert_eq!(window.state().snapshot().unwrap().model.pins, [0, 11]);
}

#[test]
fn keys_do_nothing_while_a_number_is_typed() {
    let mut window = window();
    window.get_by_role_and_label(Role::SpinButton, "density").click();
    window.step();
    window.step();
    press(&mut window, Key::P);
    press(&mut window, Key::N);
    press(&mut window, Key::Escape);
    window.step();
    assert!(!window.state().playback.running() && frame(window.state()) == 0);
    press(&mut window, Key::P);
    assert!(window.state().playback.running());
}

#[test]
fn a_change_acts_at_once_and_ctrl_z_takes_it_back() {
    let mut window = window();
    let ks = |viewer: &Viewer| viewer.snapshot().unwrap().parameters.materials[0].ks;
    let node = window.get_by_role_and_label(Role::SpinButton, "ks");
    node.set_value_accesskit(800.0);
    wait(&mut window, "the change", |viewer| ks(viewer) == 800.0);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    wait(&mut window, "the undo", |viewer| ks(viewer) == 5000.0);
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    wait(&mut window, "the redo", |viewer| ks(viewer) == 800.0);
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("not used".to_owned())
    }
}

fn drop_file(window: &mut Window, path: &Path) {
    window.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    window.step();
}

#[test]
fn a_scene_that_is_dropped_is_opened_and_a_broken_one_is_told() {
    let folder = std::env::temp_dir().join(format!("muslin-dropped-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (broken, good) = (folder.join("broken.toml"), folder.join("good.toml"));
    std::fs::write(&broken, "version = 1\ncloths = 3\n").unwrap();
    std::fs::write(&good, crate::fixture::HANGING.replace("columns = 12", "columns = 15")).unwrap();
    let mut window = window();
    drop_file(&mut window, &broken);
    wait(&mut window, "the message", |viewer| viewer.messages.titles().count() == 1);
    assert_eq!(window.state().snapshot().unwrap().name, "hanging");
    window.step();
    window.get_by_label_contains("broken.toml:2:1");
    window.get_by_label("Close").click();
    window.step();
    drop_file(&mut window, &good);
    wait(&mut window, "the scene", |viewer| viewer.snapshot().unwrap().name == "good");
    assert_eq!(window.state().snapshot().unwrap().model.vertex_count(), 180);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_window_of_any_size_survives() {
    let mut window = window();
    press(&mut window, Key::P);
    for size in [[1.0, 1.0], [0.0, 0.0], [300.0, 20.0], [20.0, 300.0], SIZE] {
        window.set_size(size.into());
        for _ in 0..3 {
            window.step();
        }
    }
    let last = frame(window.state());
    wait(&mut window, "another frame", |viewer| frame(viewer) > last);
    assert!(camera(&window).distance.is_finite());
}

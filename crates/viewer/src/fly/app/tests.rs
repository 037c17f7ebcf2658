//! The whole window of a flight, without a display.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::Harness;
use muslin_city::CityParams;

use super::*;

const SEED: u32 = 0xA749_F86C;

type Window = Harness<'static, Flight>;

fn window() -> Window {
    let town = Town::new(SEED, &CityParams::default()).unwrap();
    let flight = Flight::new(None, town, &FlyOptions::default()).unwrap();
    let frame = |ui: &mut Ui, flight: &mut Flight| {
        flight.update(ui.ctx());
        flight.show(ui);
    };
    let mut window = Harness::builder().with_size([800.0, 600.0]).build_ui_state(frame, flight);
    window.step();
    window
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.step();
}

fn move_to(window: &mut Window, at: Pos2) {
    window.event(Event::PointerMoved(at));
    window.step();
}

fn button(window: &mut Window, button: PointerButton, pressed: bool) {
    window.event(Event::PointerButton { pos: pos2(400.0, 300.0), button, pressed, modifiers: Modifiers::NONE });
    window.step();
}

fn camera(window: &Window) -> FlyCamera {
    window.state().camera
}

#[test]
fn the_mouse_turns_by_a_fifth_of_a_degree_a_pixel() {
    let mut window = window();
    assert_eq!(camera(&window), FlyCamera::default());
    move_to(&mut window, pos2(400.0, 300.0));
    assert_eq!(camera(&window), FlyCamera::default());
    move_to(&mut window, pos2(450.0, 310.0));
    let turned = camera(&window);
    assert!((turned.yaw_deg - 10.0).abs() < 1e-6 && (turned.pitch_deg + 48.0).abs() < 1e-6, "{turned:?}");
    assert_eq!(turned.position, FlyCamera::default().position);
}

#[test]
fn holding_left_flies_where_the_camera_looks_and_right_back() {
    let mut window = window();
    move_to(&mut window, pos2(400.0, 300.0));
    button(&mut window, PointerButton::Primary, true);
    assert_eq!(camera(&window), FlyCamera::default(), "nothing has passed yet");
    for _ in 0..30 {
        window.step();
    }
    let moved = camera(&window).position - FlyCamera::default().position;
    assert!(moved.length() > 1.0 && (moved.normalize() - camera(&window).forward()).length() < 1e-9, "{moved}");
    button(&mut window, PointerButton::Primary, false);
    let stopped = camera(&window);
    window.step();
    assert_eq!(camera(&window), stopped);
    button(&mut window, PointerButton::Secondary, true);
    window.step();
    let back = camera(&window).position - stopped.position;
    assert!(back.dot(camera(&window).forward()) < 0.0);
    button(&mut window, PointerButton::Secondary, false);
    press(&mut window, Key::Space);
    assert_eq!(camera(&window), FlyCamera::default());
}

#[test]
fn keys_fly_and_do_not_flow_into_each_other() {
    let mut window = window();
    window.key_down(Key::W);
    window.step();
    window.step();
    let forward = camera(&window).position - FlyCamera::default().position;
    assert!(forward.dot(camera(&window).forward()) > 0.0);
    window.key_up(Key::W);
    window.key_down(Key::S);
    window.step();
    let turned_back = camera(&window);
    window.step();
    assert!((camera(&window).position - turned_back.position).dot(turned_back.forward()) < 0.0);
}

#[test]
fn look_grid_seed_and_help_are_a_key_each() {
    let mut window = window();
    assert_eq!(window.state().style.look, CityLook::Studio);
    press(&mut window, Key::L);
    assert_eq!(window.state().style.look, CityLook::Original);
    press(&mut window, Key::G);
    assert_eq!(window.state().status().cubes, 18_431);
    press(&mut window, Key::G);
    assert_eq!(window.state().status().cubes, 656);
    press(&mut window, Key::CloseBracket);
    assert_eq!(window.state().status().seed, SEED + 1);
    press(&mut window, Key::OpenBracket);
    press(&mut window, Key::OpenBracket);
    assert_eq!(window.state().status().seed, SEED - 1);
    press(&mut window, Key::H);
    assert!(!window.state().help);
    assert!(help::text(&window.state().town).ends_with("seed 0xA749F86B"));
}

#[test]
fn a_moving_seed_grows_another_city_every_picture() {
    let mut window = window();
    press(&mut window, Key::A);
    let before = window.state().status();
    for _ in 0..10 {
        window.step();
    }
    let after = window.state().status();
    assert!(after.advance > before.advance && after.seed == before.seed);
    assert!(help::text(&window.state().town).ends_with(&format!(" + {}", after.advance)));
    press(&mut window, Key::A);
    let stopped = window.state().status();
    window.step();
    assert_eq!(window.state().status(), stopped);
}

#[test]
fn while_there_is_a_message_the_mouse_does_not_steer() {
    let mut window = window();
    window.state_mut().say_device_was_lost();
    move_to(&mut window, pos2(400.0, 300.0));
    button(&mut window, PointerButton::Primary, true);
    move_to(&mut window, pos2(450.0, 300.0));
    window.step();
    assert_eq!(camera(&window), FlyCamera::default());
    assert_eq!(window.state().status().messages, ["The graphics device was lost"]);
}

//! The panels, used as a user does.

use std::path::PathBuf;

use eframe::egui::accesskit::Role;
use eframe::egui::{Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use muslin_render::{Background, HeightMap, Look};
use muslin_scene::load_str;
use muslin_sim::SpringKind;
use muslin_viewer::Parameters;
use muslin_viewer::appearance::Appearance;
use muslin_viewer::catalogue::Entry;
use muslin_viewer::controls::Controls;
use muslin_viewer::messages::Messages;
use muslin_viewer::panels::scenes::Scenes;
use muslin_viewer::panels::toolbar::{Going, Toolbar};
use muslin_viewer::panels::{appearance, plots, simulation};
use muslin_viewer::reading::{Reading, Readings};
use muslin_viewer::wish::Wish;

const TWO_CLOTHS: &str = "
version = 1
[[cloth]]
grid = { width = 1, height = 1, columns = 4, rows = 4 }
[[cloth]]
grid = { width = 1, height = 1, columns = 4, rows = 4, origin = [0, 3, 0] }
";

fn controls() -> Controls {
    Controls::new(Parameters::of(&load_str("two.toml", TWO_CLOTHS, &[]).expect("a right scene").scene))
}

/// The simulation panel with what it shows and what was asked for.
fn simulation_panel(warnings: &'static [&'static str]) -> Harness<'static, (Controls, Vec<Wish>)> {
    let warnings: Vec<String> = warnings.iter().map(|&text| text.to_owned()).collect();
    let show = move |ui: &mut eframe::egui::Ui, (controls, wishes): &mut (Controls, Vec<Wish>)| {
        wishes.extend(simulation::show(ui, controls, &warnings));
    };
    Harness::builder().with_size([300.0, 600.0]).build_ui_state(show, (controls(), Vec::new()))
}

fn appearance_panel() -> Harness<'static, Appearance> {
    let show = |ui: &mut eframe::egui::Ui, state: &mut Appearance| appearance::show(ui, state);
    Harness::builder().with_size([300.0, 700.0]).build_ui_state(show, Appearance::default())
}

#[test]
fn a_spring_type_is_switched_off_and_on_again() {
    let mut harness = simulation_panel(&[]);
    let springs = |harness: &Harness<(Controls, Vec<Wish>)>| harness.state().0.parameters.materials[0].springs.clone();
    let all = springs(&harness);
    harness.get_by_label("shearing").click();
    harness.run();
    assert_eq!(springs(&harness), [SpringKind::Structural, SpringKind::Bending]);
    harness.get_by_label("shearing").click();
    harness.run();
    assert_eq!(springs(&harness), all);
}

#[test]
fn every_number_can_be_changed() {
    let mut harness = simulation_panel(&[]);
    let fields = ["density", "ks", "thickness", "frames/s", "steps/frame", "gravity x", "gravity y", "gravity z"];
    for field in fields {
        let before = harness.state().0.parameters.clone();
        harness.get_by_role_and_label(Role::SpinButton, field).set_value_accesskit(3.0);
        harness.run();
        assert_ne!(harness.state().0.parameters, before, "{field}");
    }
    let parameters = &harness.state().0.parameters;
    assert_eq!((parameters.fps, parameters.substeps, parameters.gravity), (3.0, 3, [3.0; 3]));
    assert_eq!((parameters.materials[0].areal_density, parameters.materials[0].ks), (3.0, 3.0));
}

#[test]
fn a_value_that_is_not_possible_cannot_be_entered() {
    let mut harness = simulation_panel(&[]);
    for field in ["density", "ks", "thickness", "frames/s", "steps/frame"] {
        harness.get_by_role_and_label(Role::SpinButton, field).set_value_accesskit(-5.0);
        harness.run();
    }
    let scene = load_str("two.toml", TWO_CLOTHS, &[]).expect("a right scene").scene;
    let changed = harness.state().0.parameters.put_into(&scene).unwrap();
    assert!(muslin_scene::build(&changed).is_ok(), "{:?}", harness.state().0.parameters);
}

#[test]
fn a_drag_over_a_number_is_one_change_and_is_undone_at_once() {
    let mut harness = simulation_panel(&[]);
    let start = harness.get_by_role_and_label(Role::SpinButton, "ks").rect().center();
    harness.drag_at(start);
    for x in 1..10_u8 {
        harness.hover_at(start + Vec2::new(f32::from(x) * 8.0, 0.0));
        harness.step();
    }
    harness.drop_at(start + Vec2::new(80.0, 0.0));
    harness.run();
    assert!(harness.state().0.parameters.materials[0].ks > 5000.0);
    assert!(harness.state_mut().0.undo());
    assert_eq!(harness.state().0.parameters, controls().parameters);
    assert!(!harness.state_mut().0.undo());
    assert!(harness.state_mut().0.redo());
    assert!(harness.state().0.parameters.materials[0].ks > 5000.0);
}

#[test]
fn undo_can_be_clicked_once_something_was_changed() {
    let mut harness = simulation_panel(&[]);
    harness.get_by_label("Undo").click();
    harness.run();
    assert!(harness.state().1.is_empty());
    harness.get_by_label("bending").click();
    harness.run();
    harness.get_by_label("Undo").click();
    harness.run();
    assert_eq!(harness.state().1, [Wish::Undo]);
}

#[test]
fn the_material_is_that_of_the_cloth_that_was_picked() {
    let mut harness = simulation_panel(&[]);
    harness.get_by_role(Role::ComboBox).click();
    harness.run();
    harness.get_by_label("cloth 2").click();
    harness.run();
    harness.get_by_role_and_label(Role::SpinButton, "ks").set_value_accesskit(77.0);
    harness.run();
    let stiffness = |cloth: usize| harness.state().0.parameters.materials[cloth].ks;
    assert_eq!((stiffness(0), stiffness(1)), (5000.0, 77.0));
}

#[test]
fn a_warning_is_shown() {
    let harness = simulation_panel(&["too stiff for its steps"]);
    harness.get_by_label("too stiff for its steps");
}

#[test]
fn a_look_is_picked_and_brings_its_own_values() {
    let mut harness = appearance_panel();
    assert!(harness.query_by_label("specular").is_none());
    harness.get_by_role_and_label(Role::ComboBox, "look").click();
    harness.run();
    harness.get_by_label("bump").click();
    harness.run();
    assert_eq!((harness.state().style.look, harness.state().version), (Look::Bump, 1));
    harness.get_by_label("specular").click();
    harness.run();
    harness.get_by_label("cobblestones").click();
    harness.run();
    harness.get_by_role_and_label(Role::Slider, "height").set_value_accesskit(0.25);
    harness.run();
    let style = &harness.state().style;
    assert!(!style.light.specular && style.light.diffuse && matches!(style.height_map, HeightMap::Cobble));
    assert_eq!(style.height_scaling, 0.25);
    harness.get_by_label("Look's own values").click();
    harness.run();
    assert!(harness.state().style.light.specular && harness.state().style.look == Look::Bump);
}

#[test]
fn colour_background_and_flatness_are_chosen() {
    let mut harness = appearance_panel();
    harness.get_by_label("own colour").click();
    harness.run();
    harness.get_by_label("flat").click();
    harness.run();
    harness.get_by_role_and_label(Role::ComboBox, "background").click();
    harness.run();
    harness.get_by_label("sky").click();
    harness.run();
    let Appearance { style, version } = harness.state();
    assert!(style.color.is_some() && style.flat && style.background == Background::Sky);
    assert_eq!(*version, 3);
}

#[test]
fn curves_are_drawn_for_any_number_of_readings_and_any_size() {
    for count in [0, 1, 500] {
        let mut readings = Readings::default();
        for frame in 0..count {
            let strain = [0.1, f64::NAN, f64::INFINITY, 1e300][frame as usize % 4];
            readings.push(Reading { frame, time: frame as f64 / 90.0, strain, ..Reading::default() });
        }
        for size in [[900.0, 150.0], [30.0, 20.0]] {
            let show = |ui: &mut eframe::egui::Ui, readings: &mut Readings| plots::show(ui, readings);
            let mut harness = Harness::builder().with_size(size).build_ui_state(show, readings.clone());
            harness.run();
            harness.get_by_label("ms per step");
        }
    }
}

#[test]
fn a_scene_is_picked_though_its_thumbnail_is_broken() {
    let broken = std::env::temp_dir().join(format!("muslin-thumbnail-{}.png", std::process::id()));
    std::fs::write(&broken, "no picture").unwrap();
    let entry = |name: &str, thumbnail| Entry { name: name.to_owned(), scene: PathBuf::from(name), thumbnail };
    let entries = vec![entry("flag", Some(broken.clone())), entry("towel", Some("/no/such.png".into()))];
    let show = |ui: &mut eframe::egui::Ui, (scenes, picked): &mut (Scenes, Vec<PathBuf>)| {
        picked.extend(scenes.show(ui, "flag"));
    };
    let mut harness = Harness::new_ui_state(show, (Scenes::new(entries), Vec::new()));
    for name in ["towel", "flag"] {
        harness.get_by_label(name).click();
        harness.run();
    }
    assert_eq!(harness.state().1, [PathBuf::from("towel"), PathBuf::from("flag")]);
    std::fs::remove_file(broken).unwrap();
}

/// The buttons, how the simulation goes, and what was clicked.
type ToolbarState = (Toolbar, Going, Vec<Wish>);

fn toolbar(going: Going) -> Harness<'static, ToolbarState> {
    let show = |ui: &mut eframe::egui::Ui, (toolbar, going, wishes): &mut ToolbarState| {
        wishes.extend(toolbar.show(ui, *going));
    };
    Harness::builder().with_size([1200.0, 60.0]).build_ui_state(show, (Toolbar::default(), going, Vec::new()))
}

#[test]
fn every_button_asks_for_what_it_says() {
    let mut harness = toolbar(Going::default());
    let buttons = [
        ("Run", Wish::TogglePause),
        ("One frame", Wish::Frames(1)),
        ("90 frames", Wish::Frames(90)),
        ("Reset cloth", Wish::ResetCloth),
        ("Reset camera", Wish::ResetCamera),
        ("Screenshot", Wish::Screenshot),
        ("Record", Wish::ToggleRecording),
        ("Save session", Wish::SaveSession),
    ];
    for (label, _) in buttons {
        harness.get_by_label(label).click();
        harness.run();
    }
    assert_eq!(harness.state().2, buttons.map(|(_, wish)| wish));
}

#[test]
fn while_it_runs_single_frames_are_off_and_a_slow_machine_is_told() {
    let mut harness = toolbar(Going { running: true, rate: Some(0.62), recorded: None });
    harness.get_by_label("simulation runs at 0.6 of real time");
    harness.get_by_label("One frame").click();
    harness.run();
    assert!(harness.state().2.is_empty());
    harness.get_by_label("Pause");
    let fast = toolbar(Going { running: true, rate: Some(0.99), recorded: None });
    assert!(fast.query_by_label_contains("real time").is_none());
}

#[test]
fn messages_are_shown_one_after_the_other_until_they_are_closed() {
    let mut messages = Messages::default();
    for text in ["first", "second", "second"] {
        messages.say("It did not work", text);
    }
    let show = |ui: &mut eframe::egui::Ui, messages: &mut Messages| messages.show(ui.ctx());
    let mut harness = Harness::new_ui_state(show, messages);
    harness.run();
    harness.get_by_label("first");
    harness.get_by_label("Close, 1 more").click();
    harness.run();
    harness.get_by_label("second");
    harness.get_by_label("Close").click();
    harness.run();
    assert_eq!(harness.state().titles().count(), 0);
    harness.hover_at(Pos2::ZERO);
}

//! Tests of the world.

use muslin_sim::measure;

use super::*;
use crate::fixture::hanging;

const FREE: usize = 140;

fn advance(world: &mut World, frames: usize) {
    for _ in 0..frames {
        world.advance();
    }
}

#[test]
fn without_a_user_it_is_the_plain_simulation() {
    let scene = hanging();
    let mut state = State::new(&scene.model);
    let mut workspace = Workspace::new(&scene.model);
    let mut world = World::new(scene.clone());
    for _ in 0..20 {
        step::advance_frame(&scene.model, &mut state, &mut workspace);
        world.advance();
    }
    assert_eq!(world.state().hash(), state.hash());
    assert_eq!(world.frame(), 20);
}

#[test]
fn other_steps_keep_the_velocity() {
    let mut world = World::new(hanging());
    advance(&mut world, 10);
    let before = measure::kinetic_energy(world.model(), world.state());
    let mut parameters = world.parameters();
    parameters.fps = 120.0;
    parameters.substeps = 45;
    world.act(&Event::Parameters(parameters)).unwrap();
    let after = measure::kinetic_energy(world.model(), world.state());
    assert!(before > 1.0 && (after / before - 1.0).abs() < 1e-9, "{before} J became {after} J");
}

#[test]
fn time_goes_on_when_the_frame_rate_changes() {
    let mut world = World::new(hanging());
    advance(&mut world, 9);
    let parameters = Parameters { fps: 45.0, ..world.parameters() };
    world.act(&Event::Parameters(parameters)).unwrap();
    advance(&mut world, 9);
    assert!((world.time() - 0.3).abs() < 1e-12, "{}", world.time());
    assert_eq!(world.frame(), 18);
}

#[test]
fn a_pinned_vertex_stays_where_it_was_pinned_and_falls_when_it_is_let_go() {
    let mut world = World::new(hanging());
    advance(&mut world, 10);
    let place = world.state().x.get(FREE);
    world.act(&Event::Pin { vertex: FREE, held: true }).unwrap();
    advance(&mut world, 10);
    assert_eq!(world.state().x.get(FREE), place);
    world.act(&Event::Pin { vertex: FREE, held: false }).unwrap();
    world.advance();
    assert!(world.state().x.get(FREE).y < place.y);
}

#[test]
fn a_pulled_vertex_comes_to_the_hand_and_its_neighbours_follow() {
    let mut world = World::new(hanging());
    let start = world.state().x.get(FREE);
    let goal = start + DVec3::new(0.0, 0.3, -0.1);
    world.act(&Event::Pull { vertex: FREE, goal: goal.to_array() }).unwrap();
    for _ in 0..30 {
        assert_eq!(world.advance().non_finite, 0);
    }
    assert!((world.state().x.get(FREE) - goal).length() < 1e-9);
    assert!(world.state().x.get(FREE - 1).y > start.y + 0.1);
    world.act(&Event::LetGo).unwrap();
    advance(&mut world, 10);
    assert!(world.state().x.get(FREE).y < goal.y - 0.01);
}

#[test]
fn a_hand_that_jumps_across_the_room_does_not_tear_the_cloth() {
    let mut world = World::new(hanging());
    for goal in [[50.0, 3.0, 0.0], [-50.0, -9.0, 4.0]] {
        world.act(&Event::Pull { vertex: FREE, goal }).unwrap();
        for _ in 0..20 {
            assert_eq!(world.advance().non_finite, 0);
        }
    }
    assert!(world.state().x.is_finite());
}

#[test]
fn a_pin_that_was_pulled_stays_where_it_was_let_go_until_a_reset() {
    let mut world = World::new(hanging());
    let start = world.state().x.get(0);
    let goal = start + DVec3::new(0.1, 0.1, 0.0);
    world.act(&Event::Pull { vertex: 0, goal: goal.to_array() }).unwrap();
    advance(&mut world, 30);
    world.act(&Event::LetGo).unwrap();
    advance(&mut world, 30);
    assert!((world.state().x.get(0) - goal).length() < 1e-9);
    world.act(&Event::Reset).unwrap();
    assert_eq!(world.state().x.get(0), start);
    assert_eq!((world.frame(), world.time()), (0, 0.0));
}

#[test]
fn what_is_not_possible_changes_nothing() {
    let mut world = World::new(hanging());
    advance(&mut world, 3);
    let parameters = world.parameters();
    let mut wrong = parameters.clone();
    wrong.materials[0].areal_density = -1.0;
    let bad = [
        Event::Parameters(wrong),
        Event::Parameters(Parameters { materials: vec![], ..parameters.clone() }),
        Event::Parameters(Parameters { substeps: 0, ..parameters.clone() }),
        Event::Pin { vertex: 144, held: true },
        Event::Pull { vertex: 0, goal: [f64::NAN, 0.0, 0.0] },
    ];
    let hash = world.state().hash();
    for event in bad {
        assert!(world.act(&event).is_err(), "{event:?}");
        assert_eq!((world.parameters(), world.state().hash(), world.in_hand()), (parameters.clone(), hash, None));
    }
}

#[test]
fn a_doubtful_stiffness_is_used_and_warned_of() {
    let mut world = World::new(hanging());
    let mut parameters = world.parameters();
    parameters.materials[0].ks = 1e9;
    world.act(&Event::Parameters(parameters)).unwrap();
    assert!(!world.warnings().is_empty());
}

//! From mouse and keys to turns and flight.

use eframe::egui::{Event, InputState, Key, PointerButton, Pos2, Rect, Vec2};

/// What mouse and keys are doing to the camera.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steering {
    /// Where the mouse was last, where that is known.
    last: Option<Pos2>,
    /// The mouse button that flies: forward 1, back -1.
    moving: f64,
    /// Whether the mouse turns without end, and its arrow is not seen.
    pub captured: bool,
}

/// What the camera is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// By how much it turns, down positive [pixels].
    pub turn: Vec2,
    /// Which way it flies: forward 1, back -1.
    pub direction: f64,
}

impl Steering {
    /// What the input asks for, for a picture at `rect`. While the mouse is `locked` in its place, what it reports is how
    /// it was pushed, not where its arrow is.
    pub fn follow(&mut self, input: &InputState, rect: Rect, locked: bool) -> Course {
        let mut turn = Vec2::ZERO;
        for event in &input.events {
            match *event {
                Event::PointerMoved(at) => turn += self.move_to(at, rect, locked) * input.pixels_per_point(),
                Event::MouseMoved(by) if locked => turn += by,
                Event::PointerGone => self.last = None,
                Event::PointerButton { pos, button, pressed, .. } => self.press(rect.contains(pos), button, pressed),
                // whoever takes the keyboard away also gets the button's release
                Event::WindowFocused(false) => self.moving = 0.0,
                _ => {}
            }
        }
        Course { turn, direction: (self.moving + by_keys(input)).clamp(-1.0, 1.0) }
    }

    /// Whether a mouse button is held.
    pub fn is_held(&self) -> bool {
        self.moving != 0.0
    }

    /// How far the mouse was moved over the picture, or anywhere while a button is held [points].
    fn move_to(&mut self, at: Pos2, rect: Rect, locked: bool) -> Vec2 {
        let last = self.last.replace(at);
        let is_on = |place: Pos2| self.is_held() || rect.contains(place);
        last.filter(|last| !locked && is_on(*last) && is_on(at)).map_or(Vec2::ZERO, |last| at - last)
    }

    fn press(&mut self, is_on: bool, button: PointerButton, pressed: bool) {
        let direction = match button {
            PointerButton::Primary => 1.0,
            PointerButton::Secondary => -1.0,
            _ => return,
        };
        // letting go of either ends the flight
        if !pressed {
            self.moving = 0.0;
        } else if is_on {
            self.moving = direction;
        }
    }
}

fn by_keys(input: &InputState) -> f64 {
    let down = |key| f64::from(u8::from(input.modifiers.is_none() && input.key_down(key)));
    down(Key::W) - down(Key::S)
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Modifiers, pos2, vec2};

    use super::*;

    const RECT: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(100.0, 100.0) };

    fn input(events: Vec<Event>) -> InputState {
        let mut input = InputState::default();
        input.events = events;
        input
    }

    fn moved(x: f32, y: f32) -> Event {
        Event::PointerMoved(pos2(x, y))
    }

    fn button(button: PointerButton, pressed: bool) -> Event {
        Event::PointerButton { pos: pos2(50.0, 50.0), button, pressed, modifiers: Modifiers::NONE }
    }

    fn turn(steering: &mut Steering, events: Vec<Event>) -> Vec2 {
        steering.follow(&input(events), RECT, false).turn
    }

    #[test]
    fn the_mouse_turns_over_the_picture_without_a_button() {
        let mut steering = Steering::default();
        assert_eq!(turn(&mut steering, vec![moved(50.0, 50.0)]), Vec2::ZERO);
        assert_eq!(turn(&mut steering, vec![moved(53.0, 50.0), moved(60.0, 45.0)]), vec2(10.0, -5.0));
        assert_eq!(turn(&mut steering, vec![]), Vec2::ZERO);
    }

    #[test]
    fn a_mouse_that_left_and_came_back_elsewhere_does_not_turn() {
        let mut steering = Steering::default();
        turn(&mut steering, vec![moved(50.0, 50.0)]);
        assert_eq!(turn(&mut steering, vec![moved(120.0, 50.0), moved(90.0, 90.0)]), Vec2::ZERO);
        assert_eq!(turn(&mut steering, vec![Event::PointerGone, moved(10.0, 10.0)]), Vec2::ZERO);
        assert_eq!(turn(&mut steering, vec![moved(11.0, 10.0)]), vec2(1.0, 0.0));
    }

    #[test]
    fn during_a_drag_it_keeps_turning_beyond_the_picture() {
        let mut steering = Steering::default();
        turn(&mut steering, vec![moved(90.0, 50.0), button(PointerButton::Primary, true)]);
        assert_eq!(turn(&mut steering, vec![moved(190.0, 50.0), moved(290.0, 60.0)]), vec2(200.0, 10.0));
    }

    #[test]
    fn a_locked_mouse_turns_by_how_it_is_pushed() {
        let mut steering = Steering::default();
        turn(&mut steering, vec![moved(50.0, 50.0)]);
        let events = vec![Event::MouseMoved(vec2(7.0, 2.0)), moved(99.0, 99.0)];
        assert_eq!(steering.follow(&input(events.clone()), RECT, true).turn, vec2(7.0, 2.0));
        assert_eq!(turn(&mut steering, events), Vec2::ZERO);
    }

    #[test]
    fn left_flies_forward_right_back_and_letting_go_of_either_ends_it() {
        let mut steering = Steering::default();
        let mut direction = |events| steering.follow(&input(events), RECT, false).direction;
        assert_eq!(direction(vec![button(PointerButton::Primary, true)]), 1.0);
        assert_eq!(direction(vec![]), 1.0);
        assert_eq!(direction(vec![button(PointerButton::Secondary, true)]), -1.0);
        assert_eq!(direction(vec![button(PointerButton::Primary, false)]), 0.0);
        assert_eq!(direction(vec![button(PointerButton::Middle, true)]), 0.0);
        assert_eq!(direction(vec![button(PointerButton::Primary, true), Event::WindowFocused(false)]), 0.0);
    }

    #[test]
    fn keys_fly_too_and_no_faster_together_with_the_mouse() {
        let mut steering = Steering::default();
        let mut with_key = input(vec![button(PointerButton::Primary, true)]);
        with_key.keys_down.insert(Key::W);
        assert_eq!(steering.follow(&with_key, RECT, false).direction, 1.0);
        with_key.keys_down.insert(Key::S);
        with_key.events.clear();
        assert_eq!(steering.follow(&with_key, RECT, false).direction, 1.0);
        with_key.keys_down.remove(&Key::W);
        assert_eq!(steering.follow(&with_key, RECT, false).direction, 0.0);
    }
}

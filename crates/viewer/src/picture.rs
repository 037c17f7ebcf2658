//! The picture in the window, and what the mouse does in it.

use eframe::egui::{
    Color32, Event as Input, InputState, Modifiers, PointerButton, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2,
};
use muslin_render::Camera;

use crate::event::Event;
use crate::home;
use crate::mailbox::Snapshot;
use crate::pane::Pane;
use crate::picking::{self, Place, Pull};

/// Wheel travel of one notch [points].
const NOTCH: f32 = 50.0;

const HAND_COLOR: Color32 = Color32::from_rgb(255, 170, 40);
const PIN_COLOR: Color32 = Color32::from_rgb(60, 140, 230);

/// What the mouse is doing in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Drag {
    Rotate,
    Pan,
    Pull(Pull),
}

/// Camera and mouse.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Where it is seen from; none before the first picture.
    pub camera: Option<Camera>,
    /// Where it is in the window.
    pub rect: Option<Rect>,
    drag: Option<Drag>,
    /// Whether the drag has moved a vertex.
    pulled: bool,
    /// The keys that were down when a mouse button last went down. Those that are down now may be others already: a
    /// slow picture shows a click and the key's release at once.
    modifiers: Modifiers,
}

impl Picture {
    /// Puts the camera back to where it starts.
    pub fn reset_camera(&mut self) {
        self.camera = None;
    }

    /// Width and height of the picture [pixels]; none where there is no room for it.
    #[allow(clippy::cast_sign_loss)] // both are 1 or more
    pub fn size(&self, pixels_per_point: f32) -> Option<[u32; 2]> {
        let size = self.rect?.size() * pixels_per_point;
        (size.x >= 1.0 && size.y >= 1.0).then(|| [size.x.round() as u32, size.y.round() as u32])
    }

    /// Takes the room that is left and follows the mouse in it; what the user did to the cloth.
    pub fn respond(&mut self, ui: &mut Ui, snapshot: &Snapshot) -> Vec<Event> {
        let response = ui.allocate_response(ui.available_size(), Sense::click_and_drag());
        let rect = response.rect;
        self.rect = Some(rect);
        if !(rect.width() >= 1.0 && rect.height() >= 1.0) {
            return Vec::new();
        }
        let mut camera = self.camera.unwrap_or_else(|| home::camera(&snapshot.model, rect.aspect_ratio()));
        let events = self.follow(ui, &response, snapshot, &mut camera);
        let wheel = ui.input(|input| input.smooth_scroll_delta().y);
        if wheel != 0.0 && response.contains_pointer() {
            camera.zoom(wheel / NOTCH);
        }
        self.camera = Some(camera);
        events
    }

    fn follow(&mut self, ui: &Ui, response: &Response, snapshot: &Snapshot, camera: &mut Camera) -> Vec<Event> {
        let rect = response.rect;
        let mut events = Vec::new();
        let pointer = response.interact_pointer_pos();
        self.modifiers = ui.input(|input| pressed_with(input).unwrap_or(self.modifiers));
        if response.drag_started() {
            let start = ui.input(|input| input.pointer.press_origin()).or(pointer);
            self.drag = start.and_then(|start| begin(self.modifiers, response, snapshot, camera, place(rect, start)));
        }
        if response.clicked_by(PointerButton::Primary)
            && self.modifiers.shift
            && let Some(vertex) = pointer.and_then(|at| picking::vertex_at(&snapshot.x, camera, place(rect, at)))
        {
            events.push(Event::Pin { vertex, held: !snapshot.model.pinned[vertex] });
        }
        let delta = response.drag_delta();
        match &self.drag {
            Some(Drag::Rotate) => {
                let [x, y] = home::turn(snapshot.model.method, rect.size().into());
                camera.rotate(delta.x * x, delta.y * y);
            }
            Some(Drag::Pan) => camera.pan(delta.x / rect.height(), delta.y / rect.height()),
            Some(Drag::Pull(pull)) => {
                let goal = pointer.filter(|_| delta != Vec2::ZERO).and_then(|at| pull.goal(camera, place(rect, at)));
                self.pulled |= goal.is_some();
                events.extend(goal.map(|goal| Event::Pull { vertex: pull.vertex, goal: goal.to_array() }));
            }
            None => {}
        }
        // also when the button came up where the window did not see it
        if self.drag.is_some() && !response.dragged() {
            // one that went nowhere is a long click
            match self.drag.take() {
                Some(Drag::Pull(_)) if self.pulled => events.push(Event::LetGo),
                Some(Drag::Pull(Pull { vertex, .. })) => {
                    events.push(Event::Pin { vertex, held: !snapshot.model.pinned[vertex] });
                }
                _ => {}
            }
            self.pulled = false;
        }
        events
    }

    /// Shows the drawn picture, and marks what is held.
    pub fn show(&self, ui: &Ui, pane: &Pane, snapshot: &Snapshot) {
        let (Some(rect), Some(camera)) = (self.rect, self.camera) else { return };
        let painter = ui.painter_at(rect);
        painter.add(pane.at(rect));
        let aspect = rect.aspect_ratio();
        let on_screen = |point| picking::place_of(point, &camera, aspect).map(|place| position(rect, place));
        for &pin in &snapshot.model.pins {
            if let Some(at) = on_screen(snapshot.x.get(pin)) {
                painter.circle(at, 4.0, PIN_COLOR, Stroke::new(1.0, Color32::WHITE));
            }
        }
        if let (Some(Drag::Pull(pull)), Some(mouse)) = (&self.drag, ui.input(|input| input.pointer.latest_pos()))
            && let Some(at) = on_screen(snapshot.x.get(pull.vertex.min(snapshot.x.len() - 1)))
        {
            painter.line_segment([at, mouse], Stroke::new(1.5, HAND_COLOR));
            painter.circle(at, 5.0, HAND_COLOR, Stroke::new(1.0, Color32::WHITE));
        }
    }
}

/// What a drag that begins here does.
fn begin(modifiers: Modifiers, response: &Response, snapshot: &Snapshot, camera: &Camera, at: Place) -> Option<Drag> {
    let primary = response.drag_started_by(PointerButton::Primary);
    if response.drag_started_by(PointerButton::Secondary) || (primary && modifiers.command) {
        return Some(Drag::Pan);
    }
    if primary && modifiers.shift {
        let vertex = picking::vertex_at(&snapshot.x, camera, at)?;
        return Some(Drag::Pull(Pull::new(vertex, snapshot.x.get(vertex), camera, at)));
    }
    primary.then_some(Drag::Rotate)
}

/// The keys that were down when a mouse button went down, if one did.
fn pressed_with(input: &InputState) -> Option<Modifiers> {
    let press = |event: &Input| match event {
        Input::PointerButton { pressed: true, modifiers, .. } => Some(*modifiers),
        _ => None,
    };
    input.events.iter().rev().find_map(press)
}

fn place(rect: Rect, at: Pos2) -> Place {
    let part = (at - rect.min) / rect.size();
    Place { x: 2.0 * part.x - 1.0, y: 1.0 - 2.0 * part.y, aspect: rect.aspect_ratio() }
}

fn position(rect: Rect, place: Place) -> Pos2 {
    rect.min + rect.size() * Vec2::new(0.5 + 0.5 * place.x, 0.5 - 0.5 * place.y)
}

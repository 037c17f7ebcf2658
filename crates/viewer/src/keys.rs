//! What keys do.

use eframe::egui::{Context, InputState, Key, Modifiers};

use crate::wish::Wish;

/// What the user asks for by the keys that went down. Nothing while a text field takes them.
pub fn wishes(ctx: &Context, running: bool) -> Vec<Wish> {
    if ctx.text_edit_focused() {
        return Vec::new();
    }
    // Space also presses the button that has the focus
    let space_is_free = ctx.memory(|memory| memory.focused().is_none());
    ctx.input_mut(|input| {
        let mut wishes = undo_redo(input);
        let plain = [
            (Key::P, Wish::TogglePause, true),
            (Key::N, Wish::Frames(1), !running),
            (Key::R, Wish::ResetCloth, true),
            (Key::Space, Wish::ResetCamera, space_is_free),
            (Key::S, Wish::Screenshot, true),
            (Key::V, Wish::ToggleRecording, true),
            (Key::Escape, Wish::Quit, true),
        ];
        let pressed = |key| input.modifiers.is_none() && input.key_pressed(key);
        wishes.extend(plain.into_iter().filter(|&(key, _, does)| does && pressed(key)).map(|(_, wish, _)| wish));
        wishes
    })
}

fn undo_redo(input: &mut InputState) -> Vec<Wish> {
    let mut wishes = Vec::new();
    // the longer one first: the shorter one would take it
    if input.consume_key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || input.consume_key(Modifiers::COMMAND, Key::Y)
    {
        wishes.push(Wish::Redo);
    }
    if input.consume_key(Modifiers::COMMAND, Key::Z) {
        wishes.push(Wish::Undo);
    }
    wishes
}

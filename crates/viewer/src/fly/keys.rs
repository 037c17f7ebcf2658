//! What keys do, beside those that fly.

use eframe::egui::{InputState, Key};

/// What the user asks for by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlyWish {
    /// Back to where the flight began.
    Start,
    /// The other look.
    ToggleLook,
    /// The city of another seed.
    StepSeed(i32),
    /// 5 by 5 cities, or as many as were asked for.
    ToggleGrid,
    /// A moving seed, or one that stands still.
    ToggleAdvance,
    /// The mouse turns without end, or where its arrow is seen.
    ToggleCapture,
    /// The line of help, or none.
    ToggleHelp,
    /// The end.
    Quit,
}

const KEYS: [(Key, FlyWish); 9] = [
    (Key::Space, FlyWish::Start),
    (Key::L, FlyWish::ToggleLook),
    (Key::OpenBracket, FlyWish::StepSeed(-1)),
    (Key::CloseBracket, FlyWish::StepSeed(1)),
    (Key::G, FlyWish::ToggleGrid),
    (Key::A, FlyWish::ToggleAdvance),
    (Key::M, FlyWish::ToggleCapture),
    (Key::H, FlyWish::ToggleHelp),
    (Key::Escape, FlyWish::Quit),
];

/// What is asked for by the keys that went down.
pub fn wishes(input: &InputState) -> Vec<FlyWish> {
    let pressed = |key| input.modifiers.is_none() && input.key_pressed(key);
    KEYS.into_iter().filter(|(key, _)| pressed(*key)).map(|(_, wish)| wish).collect()
}

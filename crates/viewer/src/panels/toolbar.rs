//! The row of buttons above the picture.

use eframe::egui::{Button, DragValue, RichText, Ui};

use crate::wish::Wish;

/// What the buttons show.
#[derive(Clone, Debug)]
pub struct Toolbar {
    /// Frames that "run frames" runs.
    pub frames: u64,
}

impl Default for Toolbar {
    fn default() -> Self {
        Self { frames: 90 }
    }
}

/// How the simulation goes, as far as buttons depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Going {
    /// Whether it runs in real time.
    pub running: bool,
    /// Simulated time over time that passed; none until it was measured.
    pub rate: Option<f64>,
    /// Pictures of the recording in work.
    pub recorded: Option<u64>,
}

/// Below this rate the user is told.
const SLOW: f64 = 0.95;

impl Toolbar {
    /// Shows the buttons; what was clicked.
    pub fn show(&mut self, ui: &mut Ui, going: Going) -> Vec<Wish> {
        let mut wishes = Vec::new();
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, enabled: bool, name: &str, key: &str, wish: Wish| {
                if ui.add_enabled(enabled, Button::new(name)).on_hover_text(key).clicked() {
                    wishes.push(wish);
                }
            };
            let run = if going.running { "Pause" } else { "Run" };
            button(ui, true, run, "P", Wish::TogglePause);
            button(ui, !going.running, "One frame", "N", Wish::Frames(1));
            let label = format!("{} frames", self.frames);
            button(ui, !going.running, &label, "as fast as possible", Wish::Frames(self.frames));
            ui.add(DragValue::new(&mut self.frames).range(1..=100_000).speed(1.0)).on_hover_text("how many");
            ui.separator();
            button(ui, true, "Reset cloth", "R", Wish::ResetCloth);
            button(ui, true, "Reset camera", "Space", Wish::ResetCamera);
            notes(ui, going);
            // a page has no files
            if cfg!(target_arch = "wasm32") {
                return;
            }
            ui.separator();
            button(ui, true, "Screenshot", "S: the picture as a PNG file", Wish::Screenshot);
            let record = if going.recorded.is_some() { "Stop recording" } else { "Record" };
            button(
                ui,
                true,
                record,
                "V: a film of every frame; PNG files where there is no ffmpeg",
                Wish::ToggleRecording,
            );
            button(ui, true, "Save session", "what you did, to be repeated to the bit", Wish::SaveSession);
        });
        wishes
    }
}

fn notes(ui: &mut Ui, going: Going) {
    if let Some(count) = going.recorded {
        ui.label(RichText::new(format!("recording, {count} frames")).color(ui.visuals().error_fg_color));
    } else if let Some(rate) = going.rate.filter(|&rate| rate < SLOW) {
        let text = format!("simulation runs at {rate:.1} of real time");
        ui.colored_label(ui.visuals().warn_fg_color, text).on_hover_text("this machine is too slow for the scene");
    }
}

//! The window that says what did not work.

use eframe::egui::{Align2, Context, Id, ScrollArea, Window};

use crate::mailbox::Note;

/// Notes that are shown at once; older ones go.
const KEPT: usize = 5;

/// What did not work, until the user has seen it.
#[derive(Clone, Debug, Default)]
pub struct Messages(Vec<Note>);

impl Messages {
    /// Shows a note, once.
    pub fn push(&mut self, note: Note) {
        if !self.0.contains(&note) {
            self.0.push(note);
        }
        let surplus = self.0.len().saturating_sub(KEPT);
        self.0.drain(..surplus);
    }

    /// Shows a note, once.
    pub fn say(&mut self, title: impl Into<String>, text: impl Into<String>) {
        self.push(Note { title: title.into(), text: text.into() });
    }

    /// Titles of what is shown.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|note| note.title.as_str())
    }

    /// Shows the window while there is something to say.
    pub fn show(&mut self, ctx: &Context) {
        let Some(first) = self.0.first() else { return };
        let mut close = false;
        let window = Window::new(first.title.clone())
            .id(Id::unique("messages"))
            .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
            .default_width(520.0)
            .collapsible(false)
            .resizable(false);
        window.show(ctx, |ui| {
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| ui.monospace(first.text.as_str()));
            ui.add_space(8.0);
            let more = self.0.len() - 1;
            let label = if more == 0 { "Close".to_owned() } else { format!("Close, {more} more") };
            close = ui.button(label).clicked();
        });
        if close {
            self.0.remove(0);
        }
    }
}

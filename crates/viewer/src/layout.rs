//! Where the panels stand.

use std::path::PathBuf;

use eframe::egui::{Align2, CollapsingHeader, FontId, Panel, Rect, RichText, ScrollArea, Ui};

use crate::appearance::Appearance;
use crate::catalogue::Entry;
use crate::controls::Controls;
use crate::mailbox::Snapshot;
use crate::panels::scenes::Scenes;
use crate::panels::toolbar::{Going, Toolbar};
use crate::panels::{appearance, plots, simulation, state};
use crate::reading::Readings;
use crate::wish::Wish;

const HINT: &str = "Drag: turn · right drag: move · wheel: zoom · Shift+drag: pull the cloth · Shift+click: pin";

/// The panels' own state, and which of them are open.
pub struct Layout {
    toolbar: Toolbar,
    scenes: Scenes,
    plots: bool,
}

impl Layout {
    /// Panels, with `entries` as scenes to pick from.
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { toolbar: Toolbar::default(), scenes: Scenes::new(entries), plots: true }
    }

    /// The buttons at the top; what was clicked.
    pub fn toolbar(&mut self, ui: &mut Ui, going: Going) -> Vec<Wish> {
        let shown = Panel::top("toolbar").show(ui, |ui| {
            ui.add_space(3.0);
            let wishes = self.toolbar.show(ui, going);
            ui.add_space(3.0);
            wishes
        });
        shown.inner
    }

    /// The line at the bottom, with what is wrong with the shader and what was written.
    pub fn footer(&mut self, ui: &mut Ui, shader_error: Option<&str>, written: Option<&str>) {
        Panel::bottom("footer").show(ui, |ui| {
            if let Some(error) = shader_error {
                ui.colored_label(ui.visuals().error_fg_color, error);
            }
            ui.horizontal_wrapped(|ui| {
                ui.toggle_value(&mut self.plots, "Plots");
                match written {
                    Some(written) => ui.label(written),
                    None => ui.weak(HINT),
                }
            });
        });
    }

    /// The curves above it.
    pub fn plots(&self, ui: &mut Ui, readings: &Readings) {
        if self.plots {
            Panel::bottom("plots").resizable(true).default_size(150.0).size_range(120.0..=400.0).show(ui, |ui| {
                plots::show(ui, readings);
            });
        }
    }

    /// Scenes and appearance; the scene that was picked.
    pub fn left(&mut self, ui: &mut Ui, snapshot: &Snapshot, appearance: &mut Appearance) -> Option<PathBuf> {
        let shown = Panel::left("left").resizable(true).default_size(230.0).size_range(180.0..=400.0).show(ui, |ui| {
            let mut picked = None;
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                section(ui, "Scenes", |ui| picked = self.scenes.show(ui, &snapshot.name));
                section(ui, "Appearance", |ui| appearance::show(ui, appearance));
            });
            picked
        });
        shown.inner
    }

    /// Simulation and state; what else was asked for.
    pub fn right(&mut self, ui: &mut Ui, snapshot: &Snapshot, controls: &mut Controls) -> Option<Wish> {
        let shown =
            Panel::right("right").resizable(true).default_size(270.0).size_range(220.0..=420.0).show(ui, |ui| {
                let mut wish = None;
                ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                    section(ui, "Simulation", |ui| wish = simulation::show(ui, controls, &snapshot.warnings));
                    section(ui, "State", |ui| state::show(ui, snapshot));
                });
                wish
            });
        shown.inner
    }

    /// In place of the picture where nothing can draw.
    pub fn no_device(&self, ui: &Ui, rect: Option<Rect>) {
        let center = rect.unwrap_or(ui.max_rect()).center();
        let text = "There is no graphics device to draw with.";
        ui.painter().text(center, Align2::CENTER_CENTER, text, FontId::default(), ui.visuals().text_color());
    }
}

fn section(ui: &mut Ui, title: &str, contents: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(RichText::new(title).size(16.0).strong())
        .id_salt(title)
        .default_open(true)
        .show_unindented(ui, contents);
    ui.add_space(10.0);
}

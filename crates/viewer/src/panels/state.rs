//! The panel of the numbers about the frame that is shown.

use eframe::egui::{Grid, RichText, Ui};

use crate::mailbox::Snapshot;

/// Shows the numbers.
pub fn show(ui: &mut Ui, snapshot: &Snapshot) {
    let reading = &snapshot.reading;
    let report = &reading.report;
    let rows = [
        ("frame", reading.frame.to_string()),
        ("time", format!("{:.3} s", reading.time)),
        ("ms per frame", format!("{:.2}", reading.ms)),
        ("ms per step", format!("{:.4}", reading.step_ms)),
        ("vertices", snapshot.model.vertex_count().to_string()),
        ("held", snapshot.model.pins.len().to_string()),
        ("largest strain", format!("{:.2} %", 100.0 * reading.strain)),
        ("self-contacts", report.self_corrections.to_string()),
        ("collider contacts", report.collider_contacts.to_string()),
        ("stretch limits", report.stretch_corrections.to_string()),
        ("hash", reading.hash.clone()),
    ];
    Grid::new("state").num_columns(2).striped(true).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(name);
            ui.label(RichText::new(value).monospace());
            ui.end_row();
        }
    });
    if report.non_finite > 0 {
        let text = format!("{} positions were no numbers any more: the steps are too long", report.non_finite);
        ui.colored_label(ui.visuals().error_fg_color, text);
    }
}

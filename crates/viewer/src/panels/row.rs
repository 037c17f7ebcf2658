//! A value in a panel: its name to the left, its field to the right.

use eframe::egui::{DragValue, Response, Ui, Widget};

/// A row of a grid of two columns; `hover` says more about the value.
pub fn row(ui: &mut Ui, name: &str, hover: &str, field: impl Widget) -> Response {
    let label = ui.label(name).on_hover_text(hover);
    let response = ui.add(field).labelled_by(label.id).on_hover_text(hover);
    ui.end_row();
    response
}

/// A field for a number from `low` to `high` that shows as many digits as it needs.
pub fn number(value: &mut f64, speed: f64, [low, high]: [f64; 2]) -> DragValue<'_> {
    DragValue::new(value).speed(speed).range(low..=high).max_decimals(7)
}

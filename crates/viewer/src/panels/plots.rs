//! The panel of the curves over time.

use eframe::egui::{Color32, TextStyle, Ui, Vec2b};
use egui_plot::{Line, Plot};

use crate::reading::{Reading, Readings};

/// Narrowest and lowest that a plot is still read [points].
const LEAST: [f32; 2] = [120.0, 90.0];

/// Largest number that a plot shows: its grid of `f32` ends somewhere beyond.
const LARGEST: f64 = 1e30;

/// A curve: its name, its colour and the value that it shows.
type Curve = (&'static str, Color32, fn(&Reading) -> f64);

const RED: Color32 = Color32::from_rgb(230, 96, 80);
const BLUE: Color32 = Color32::from_rgb(96, 150, 235);

/// The plots, by title.
const PLOTS: [(&str, &[Curve]); 4] = [
    (
        "energy [J]",
        &[
            ("motion", RED, |reading| reading.kinetic_energy),
            ("springs and weight", BLUE, |reading| reading.potential_energy),
        ],
    ),
    ("largest strain [%]", &[("", RED, |reading| 100.0 * reading.strain)]),
    ("self-contacts a frame", &[("", RED, |reading| reading.report.self_corrections as f64)]),
    ("ms per step", &[("", RED, |reading| reading.step_ms)]),
];

/// Shows the curves beside each other.
pub fn show(ui: &mut Ui, readings: &Readings) {
    let spacing = ui.spacing().item_spacing.x * (PLOTS.len() - 1) as f32;
    let width = ((ui.available_width() - spacing) / PLOTS.len() as f32).max(LEAST[0]);
    let height = (ui.available_height() - ui.text_style_height(&TextStyle::Body) - 8.0).max(LEAST[1]);
    ui.horizontal(|ui| {
        for (title, curves) in PLOTS {
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.horizontal(|ui| {
                    ui.label(title);
                    // beside the title a name hides no curve
                    for &(name, color, _) in curves {
                        ui.colored_label(color, name);
                    }
                });
                plot(ui, title, curves, readings, [width, height]);
            });
        }
    });
}

fn plot(ui: &mut Ui, title: &str, curves: &[Curve], readings: &Readings, [width, height]: [f32; 2]) {
    let plot = Plot::new(title)
        .width(width)
        .height(height)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .auto_bounds(Vec2b::TRUE)
        .include_y(0.0)
        .show_background(false)
        .y_axis_min_width(36.0);
    plot.show(ui, |plot| {
        for &(name, color, value) in curves {
            // a simulation that got out of hand has numbers that no axis has room for
            let points: Vec<[f64; 2]> = readings
                .iter()
                .map(|reading| [reading.time, value(reading)])
                .filter(|[_, value]| value.abs() <= LARGEST)
                .collect();
            plot.line(Line::new(name, points).color(color));
        }
    });
}

//! The panel of the values that decide how the cloth moves.

use eframe::egui::{Button, ComboBox, DragValue, Grid, Slider, Ui};
use muslin_scene::scene::Material;
use muslin_sim::SpringKind;

use super::row::{number, row};
use crate::controls::Controls;
use crate::wish::Wish;

/// Springs by the names that the panel shows, and what each is there for.
const SPRINGS: [(SpringKind, &str, &str); 3] = [
    (SpringKind::Structural, "structural", "to the neighbours: resist stretch"),
    (SpringKind::Shearing, "shearing", "to the diagonal neighbours: resist shear"),
    (SpringKind::Bending, "bending", "two vertices away: resist bending, with a fifth of the spring constant"),
];

/// Shows the values and lets the user change them; a change is noted in the history. What else the user asks for.
pub fn show(ui: &mut Ui, controls: &mut Controls, warnings: &[String]) -> Option<Wish> {
    let before = controls.parameters.clone();
    let wish = undo_buttons(ui, controls);
    pick_cloth(ui, controls);
    if let Some(material) = controls.parameters.materials.get_mut(controls.cloth) {
        springs(ui, material);
        material_fields(ui, material);
    }
    ui.add_space(6.0);
    ui.strong("Time and gravity");
    time_fields(ui, controls);
    for warning in warnings {
        ui.add_space(4.0);
        ui.colored_label(ui.visuals().warn_fg_color, warning);
    }
    if controls.parameters != before {
        controls.history.change(before);
    }
    if !ui.input(|input| input.pointer.any_down()) && !ui.ctx().text_edit_focused() {
        controls.history.close();
    }
    wish
}

fn undo_buttons(ui: &mut Ui, controls: &Controls) -> Option<Wish> {
    ui.horizontal(|ui| {
        let undo = ui.add_enabled(controls.history.can_undo(), Button::new("Undo")).on_hover_text("Ctrl+Z");
        let redo = ui.add_enabled(controls.history.can_redo(), Button::new("Redo")).on_hover_text("Ctrl+Shift+Z");
        undo.clicked().then_some(Wish::Undo).or(redo.clicked().then_some(Wish::Redo))
    })
    .inner
}

fn pick_cloth(ui: &mut Ui, controls: &mut Controls) {
    let count = controls.parameters.materials.len();
    controls.cloth = controls.cloth.min(count.saturating_sub(1));
    if count > 1 {
        let name = |cloth: usize| format!("cloth {}", cloth + 1);
        ComboBox::from_label("Cloth").selected_text(name(controls.cloth)).show_ui(ui, |ui| {
            for cloth in 0..count {
                ui.selectable_value(&mut controls.cloth, cloth, name(cloth));
            }
        });
    }
}

fn springs(ui: &mut Ui, material: &mut Material) {
    ui.strong("Springs");
    ui.horizontal(|ui| {
        for (kind, name, hover) in SPRINGS {
            let mut acts = material.springs.contains(&kind);
            if ui.toggle_value(&mut acts, name).on_hover_text(hover).changed() {
                material.springs.retain(|&other| other != kind);
                if acts {
                    material.springs.push(kind);
                    // one order, so that the same set is the same value
                    material.springs.sort_unstable();
                }
            }
        }
    });
}

fn material_fields(ui: &mut Ui, material: &mut Material) {
    ui.add_space(6.0);
    ui.strong("Material");
    Grid::new("material").num_columns(2).show(ui, |ui| {
        let density = number(&mut material.areal_density, 1.0, [1e-3, 1e6]).suffix(" kg/m²");
        row(ui, "density", "mass per area", density);
        row(ui, "ks", "spring constant", number(&mut material.ks, 10.0, [0.0, 1e9]).suffix(" N/m"));
        let damping = Slider::new(&mut material.damping, 0.0..=100.0)
            .logarithmic(true)
            .smallest_positive(1e-3)
            .max_decimals(4)
            .suffix(" %");
        row(ui, "damping", "part of the velocity that is lost in each sub-step", damping);
        let thickness = number(&mut material.thickness, 1e-4, [0.0, 10.0]).suffix(" m");
        row(ui, "thickness", "two vertices are kept twice this apart", thickness);
    });
}

fn time_fields(ui: &mut Ui, controls: &mut Controls) {
    let parameters = &mut controls.parameters;
    Grid::new("time").num_columns(2).show(ui, |ui| {
        row(ui, "frames/s", "frames in a simulated second", number(&mut parameters.fps, 1.0, [1.0, 10_000.0]));
        let substeps = DragValue::new(&mut parameters.substeps).speed(0.2).range(1..=1000);
        row(ui, "steps/frame", "sub-steps in a frame", substeps);
        for (axis, component) in ["gravity x", "gravity y", "gravity z"].into_iter().zip(&mut parameters.gravity) {
            row(ui, axis, "acceleration of every free vertex", number(component, 0.1, [-1e3, 1e3]).suffix(" m/s²"));
        }
    });
}

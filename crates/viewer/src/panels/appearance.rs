//! The panel of the values that decide what the picture looks like.

use eframe::egui::{Button, ComboBox, Grid, Slider, Ui};
use muslin_render::{Background, HeightMap, Look, Style};

use super::row::row;
use crate::appearance::Appearance;

/// The colour that is offered when the user wants another one than the look's.
const FIRST_COLOR: [f32; 3] = [0.85, 0.85, 0.85];
const FIRST_BACKGROUND: [u8; 3] = [64; 3];

/// Shows the values and lets the user change them.
pub fn show(ui: &mut Ui, appearance: &mut Appearance) {
    let mut changed = false;
    Grid::new("appearance").num_columns(2).show(ui, |ui| {
        changed |= look(ui, &mut appearance.style);
        changed |= color(ui, &mut appearance.style);
        changed |= background(ui, &mut appearance.style);
    });
    ui.add_space(6.0);
    let style = &mut appearance.style;
    changed |= ui.checkbox(&mut style.flat, "flat").on_hover_text("one normal a triangle").changed();
    if matches!(style.look, Look::Phong | Look::Bump | Look::Displacement) {
        changed |= light(ui, style);
    }
    if matches!(style.look, Look::Bump | Look::Displacement) {
        changed |= height_map(ui, style);
    }
    if style.look == Look::Strain {
        let range = Slider::new(&mut style.strain_range, 0.001..=1.0).logarithmic(true);
        changed |= Grid::new("strain").show(ui, |ui| row(ui, "full colour at", "strain", range).changed()).inner;
    }
    ui.add_space(6.0);
    if ui.add(Button::new("Look's own values")).clicked() {
        appearance.style = Style { shader: appearance.style.shader.take(), ..Style::of(appearance.style.look) };
        changed = true;
    }
    if changed {
        appearance.version += 1;
    }
}

fn look(ui: &mut Ui, style: &mut Style) -> bool {
    let label = ui.label("look");
    let before = style.look;
    let shown = ComboBox::from_id_salt("look").selected_text(words(style.look)).height(400.0).show_ui(ui, |ui| {
        for look in Look::ALL {
            ui.selectable_value(&mut style.look, look, words(look));
        }
    });
    shown.response.labelled_by(label.id);
    ui.end_row();
    style.look != before
}

fn words(look: Look) -> String {
    look.name().replace('_', " ")
}

fn color(ui: &mut Ui, style: &mut Style) -> bool {
    ui.label("colour");
    let changed = ui.horizontal(|ui| {
        let mut own = style.color.is_some();
        let mut changed = ui.checkbox(&mut own, "own colour").changed();
        if changed {
            style.color = own.then_some(FIRST_COLOR);
        }
        if let Some(color) = &mut style.color {
            #[allow(clippy::cast_sign_loss)] // a colour is 0 to 1
            let mut bytes = color.map(|part| (part * 255.0).round() as u8);
            if ui.color_edit_button_srgb(&mut bytes).changed() {
                *color = bytes.map(|part| f32::from(part) / 255.0);
                changed = true;
            }
        }
        changed
    });
    ui.end_row();
    changed.inner
}

fn background(ui: &mut Ui, style: &mut Style) -> bool {
    let label = ui.label("background");
    let name = |background: Background| match background {
        Background::OfLook => "the look's",
        Background::Color(_) => "one colour",
        Background::Sky => "sky",
        Background::Transparent => "transparent",
    };
    let before = style.background;
    ui.horizontal(|ui| {
        let shown = ComboBox::from_id_salt("background").selected_text(name(before)).show_ui(ui, |ui| {
            let color = match before {
                Background::Color(color) => color,
                _ => FIRST_BACKGROUND,
            };
            for choice in [Background::OfLook, Background::Color(color), Background::Sky, Background::Transparent] {
                ui.selectable_value(&mut style.background, choice, name(choice));
            }
        });
        shown.response.labelled_by(label.id);
        if let Background::Color(color) = &mut style.background {
            ui.color_edit_button_srgb(color);
        }
    });
    ui.end_row();
    style.background != before
}

fn light(ui: &mut Ui, style: &mut Style) -> bool {
    ui.strong("Light");
    let parts = &mut style.light;
    let row = ui.horizontal(|ui| {
        [("ambient", &mut parts.ambient), ("diffuse", &mut parts.diffuse), ("specular", &mut parts.specular)]
            .map(|(name, part)| ui.checkbox(part, name).changed())
    });
    row.inner.contains(&true)
}

fn height_map(ui: &mut Ui, style: &mut Style) -> bool {
    ui.strong("Height map");
    let is_brick = matches!(style.height_map, HeightMap::Brick);
    let is_cobble = matches!(style.height_map, HeightMap::Cobble);
    let picked = ui.horizontal(|ui| {
        let brick = ui.radio(is_brick, "bricks").clicked().then_some(HeightMap::Brick);
        let cobble = ui.radio(is_cobble, "cobblestones").clicked().then_some(HeightMap::Cobble);
        brick.or(cobble)
    });
    let mut changed = picked.inner.is_some();
    if let Some(map) = picked.inner {
        style.height_map = map;
    }
    Grid::new("height map").num_columns(2).show(ui, |ui| {
        let normal = Slider::new(&mut style.normal_scaling, 0.0..=10.0);
        changed |= row(ui, "normal", "how much it bends normals", normal).changed();
        let height = Slider::new(&mut style.height_scaling, 0.0..=0.5).suffix(" m");
        changed |= row(ui, "height", "height of its white", height).changed();
    });
    changed
}

//! The line of help over the picture.

use eframe::egui::{Align2, Color32, FontId, Rect, Ui, vec2};

use super::town::Town;

const TEXT: &str = "mouse: look   hold left / W: fly   right / S: back   Space: start   L: look of the picture   \
                    [ ]: seed   G: 5 × 5   A: moving seed   M: keep the mouse   H: hide this   Esc: quit";
const SIZE: f32 = 12.0;
const MARGIN: f32 = 6.0;
const INK: Color32 = Color32::from_gray(225);
const PAPER: Color32 = Color32::from_black_alpha(150);

/// What stands in the line: the keys and the seed.
pub fn text(town: &Town) -> String {
    let advance = if town.is_advancing() || town.params().advance != 0 {
        format!(" + {}", town.params().advance)
    } else {
        String::new()
    };
    format!("{TEXT}   seed 0x{:08X}{advance}", town.seed())
}

/// Shows the line at the lower edge of `rect`, in as many rows as it needs.
pub fn show(ui: &Ui, rect: Rect, town: &Town) {
    let painter = ui.painter_at(rect);
    let width = (rect.width() - 4.0 * MARGIN).max(1.0);
    let galley = painter.layout(text(town), FontId::proportional(SIZE), INK, width);
    let at = rect.left_bottom() + vec2(2.0 * MARGIN, -2.0 * MARGIN);
    let place = Align2::LEFT_BOTTOM.anchor_size(at, galley.size());
    painter.rect_filled(place.expand(MARGIN), 4.0, PAPER);
    painter.galley(place.min, galley, INK);
}

//! Words and numbers on pictures, and the pictures that are made of them: a legend and a contact sheet.

use embedded_graphics::Drawable;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::iso_8859_1::FONT_10X20;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};

use crate::texture::Texture;

/// The colour of labels.
pub const INK: [u8; 3] = [44, 46, 52];
/// The colour of what legends and contact sheets are on.
pub const PAPER: [u8; 3] = [250, 249, 246];

/// Columns and rows of a character at scale 1 [px].
const CHARACTER: [u32; 2] = [FONT_10X20.character_size.width, FONT_10X20.character_size.height];
/// The colour of frames and ticks.
const FRAME: [u8; 3] = [176, 176, 172];
/// The share of spread ink at which the edge of a letter is.
const LEVEL: f32 = 0.45;
/// What stands for the rest of a label that is too long.
const ELLIPSIS: &str = "...";

/// Around the sheet [px].
const MARGIN: u32 = 20;
/// Between cells, and between labels and cells [px].
const GAP: u32 = 12;
/// Between the labels of columns and the first row [px].
const LABEL_GAP: u32 = 6;
/// Most characters of a label of a row.
const ROW_LABEL_CHARACTERS: u32 = 24;

/// Columns and rows that `text` takes at `scale`, as one line [px].
pub fn text_size(text: &str, scale: u32) -> [u32; 2] {
    [text.chars().count() as u32 * CHARACTER[0] * scale, CHARACTER[1] * scale]
}

/// Draws `text` as one line with its upper left corner at `at`, each dot of the font `scale` pixels large and rounded
/// with its neighbours. What is outside of the picture is left out; characters beyond Latin-1 are question marks.
pub fn draw_text(picture: &mut Texture, text: &str, at: [i32; 2], scale: u32, color: [u8; 3]) {
    let dots = Dots::of(text);
    let size = text_size(text, scale);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let share = dots.share([x, y], scale);
            let [column, row] = [(at[0], x), (at[1], y)].map(|(at, i)| u32::try_from(i64::from(at) + i64::from(i)));
            if let (Ok(column), Ok(row)) = (column, row)
                && share > 0.0
                && column < picture.size[0]
                && row < picture.size[1]
            {
                picture.blend(column, row, color, share);
            }
        }
    }
}

/// A horizontal bar of the colours of the values from `low` to `high`, with ticks, numbers and the unit. `color_of`
/// gives the colour of a value.
pub fn legend(color_of: impl Fn(f32) -> [u8; 3], low: f32, high: f32, unit: &str, width: u32) -> Texture {
    const EDGE: u32 = 10;
    const BAR: u32 = 22;
    const TICK: u32 = 6;
    let mut picture = Texture::filled([width, 2 * EDGE + BAR + TICK + 2 + CHARACTER[1]], PAPER);
    let unit_width = if unit.is_empty() { 0 } else { text_size(unit, 1)[0] + EDGE };
    let ends = [low, high].map(|end| text_size(&number(end, decimals((high - low) / 4.0)), 1)[0] / 2);
    let left = EDGE + ends[0];
    let right = width.saturating_sub(EDGE + unit_width.max(ends[1])).max(left + 1);
    let column_of = |value: f32| left as f32 + (value - low) / (high - low) * (right - left - 1) as f32;

    frame(&mut picture, [left, EDGE], [right - left, BAR]);
    for x in left..right.min(width) {
        let color = color_of(low + (high - low) * ((x - left) as f32 + 0.5) / (right - left) as f32);
        fill(&mut picture, [x, EDGE], [1, BAR], color);
    }
    let numbers = (EDGE + BAR + TICK + 2).cast_signed();
    for (value, label) in ticks(low, high, right - left) {
        let column = column_of(value).round() as i32;
        fill(&mut picture, [column.unsigned_abs(), EDGE + BAR + 1], [1, TICK], INK);
        let half = text_size(&label, 1)[0].cast_signed() / 2;
        draw_text(&mut picture, &label, [column - half, numbers], 1, INK);
    }
    let middle = (EDGE + BAR / 2).cast_signed() - CHARACTER[1].cast_signed() / 2;
    draw_text(&mut picture, unit, [(right + EDGE).cast_signed(), middle], 1, INK);
    picture
}

/// A table of pictures with labels left of the rows and above the columns, and a title above all. Cells are as large as
/// the largest picture, smaller ones stand in the middle; labels that are too long are shortened, and missing ones and
/// missing pictures leave their place empty.
pub fn contact_sheet(
    cells: &[Vec<Texture>],
    row_labels: &[String],
    column_labels: &[String],
    title: Option<&str>,
) -> Texture {
    let sheet = Sheet::new(cells, row_labels, column_labels, title);
    let mut picture = Texture::filled(sheet.size(), PAPER);
    if let Some(title) = title {
        let scale = sheet.title_scale(title);
        let title = shortened(title, sheet.inner_width(), scale);
        draw_text(&mut picture, &title, [MARGIN.cast_signed(); 2], scale, INK);
    }
    for (column, label) in column_labels.iter().enumerate().take(sheet.columns as usize) {
        let label = shortened(label, sheet.cell[0], 1);
        let [x, y] = sheet.cell_at(0, column as u32);
        let x = x + (sheet.cell[0] - text_size(&label, 1)[0]) / 2;
        draw_text(&mut picture, &label, [x, y - CHARACTER[1] - LABEL_GAP].map(u32::cast_signed), 1, INK);
    }
    for (row, label) in row_labels.iter().enumerate().take(sheet.rows as usize) {
        let label = shortened(label, sheet.row_label_width, 1);
        let [x, y] = sheet.cell_at(row as u32, 0);
        let x = x - GAP - text_size(&label, 1)[0];
        let y = y + (sheet.cell[1] - CHARACTER[1]) / 2;
        draw_text(&mut picture, &label, [x, y].map(u32::cast_signed), 1, INK);
    }
    for (row, pictures) in cells.iter().enumerate() {
        for (column, cell) in pictures.iter().enumerate() {
            let [x, y] = sheet.cell_at(row as u32, column as u32);
            let inset = [0, 1].map(|i| (sheet.cell[i] - cell.size[i]) / 2);
            paste(&mut picture, cell, [x + inset[0], y + inset[1]]);
        }
    }
    picture
}

/// Where things are on a contact sheet [px].
struct Sheet {
    rows: u32,
    columns: u32,
    /// Columns and rows of a cell.
    cell: [u32; 2],
    /// Of the labels of rows, without the gap.
    row_label_width: u32,
    /// Where the first cell is.
    first: [u32; 2],
}

impl Sheet {
    fn new(cells: &[Vec<Texture>], row_labels: &[String], column_labels: &[String], title: Option<&str>) -> Self {
        let largest = |axis: usize| cells.iter().flatten().map(|cell| cell.size[axis]).max().unwrap_or(0);
        // a row is never lower than its label
        let cell = [largest(0), largest(1).max(CHARACTER[1])];
        let longest = |labels: &[String]| labels.iter().map(|label| label.chars().count() as u32).max().unwrap_or(0);
        let row_label_width = longest(row_labels).min(ROW_LABEL_CHARACTERS) * CHARACTER[0];
        let left = if row_label_width == 0 { MARGIN } else { MARGIN + row_label_width + GAP };
        let above = if longest(column_labels) == 0 { 0 } else { CHARACTER[1] + LABEL_GAP };
        let columns = cells.iter().map(Vec::len).max().unwrap_or(0) as u32;
        let mut sheet =
            Self { rows: cells.len() as u32, columns, cell, row_label_width, first: [left, MARGIN + above] };
        if let Some(title) = title {
            sheet.first[1] += text_size(title, sheet.title_scale(title))[1] + GAP;
        }
        sheet
    }

    /// The upper left corner of a cell.
    fn cell_at(&self, row: u32, column: u32) -> [u32; 2] {
        [self.first[0] + column * (self.cell[0] + GAP), self.first[1] + row * (self.cell[1] + GAP)]
    }

    fn size(&self) -> [u32; 2] {
        let [x, y] = self.cell_at(self.rows, self.columns);
        [x - if self.columns > 0 { GAP } else { 0 } + MARGIN, y - if self.rows > 0 { GAP } else { 0 } + MARGIN]
    }

    fn inner_width(&self) -> u32 {
        self.size()[0] - 2 * MARGIN
    }

    /// Titles are twice as large as labels where there is room.
    fn title_scale(&self, title: &str) -> u32 {
        if text_size(title, 2)[0] <= self.inner_width() { 2 } else { 1 }
    }
}

/// As much of `text` as fits into `width`, with an ellipsis in place of the rest [px].
fn shortened(text: &str, width: u32, scale: u32) -> String {
    let room = (width / (CHARACTER[0] * scale)) as usize;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(ELLIPSIS.len())).collect();
    let dots = &ELLIPSIS[..ELLIPSIS.len().min(room)];
    format!("{}{dots}", kept.trim_end())
}

/// Round values between `low` and `high` with their labels, as close as labels may stand on a bar of `width` columns.
fn ticks(low: f32, high: f32, width: u32) -> Vec<(f32, String)> {
    if !(low < high && (high - low).is_finite()) {
        return Vec::new();
    }
    let finest = 10_f32.powf((high - low).log10().floor() - 2.0);
    let steps = (0..4).flat_map(|tens| [1.0, 2.0, 5.0].map(|digit| digit * 10_f32.powi(tens) * finest));
    let mut labelled = steps.map(|step| ticks_every(step, low, high));
    labelled.find(|ticks| fits(ticks, low, high, width)).unwrap_or_default()
}

/// The multiples of `step` between `low` and `high` with their labels.
fn ticks_every(step: f32, low: f32, high: f32) -> Vec<(f32, String)> {
    // an end that is a multiple must not be lost by rounding
    let [first, last] = [(low / step - 1e-3).ceil() as i32, (high / step + 1e-3).floor() as i32];
    (first..=last).map(|i| i as f32 * step).map(|value| (value, number(value, decimals(step)))).collect()
}

/// Whether labels are at least two characters apart.
fn fits(ticks: &[(f32, String)], low: f32, high: f32, width: u32) -> bool {
    let columns_each = width as f32 / (high - low);
    ticks.windows(2).all(|pair| {
        let taken = u32::midpoint(text_size(&pair[0].1, 1)[0], text_size(&pair[1].1, 1)[0]) + 2 * CHARACTER[0];
        (pair[1].0 - pair[0].0) * columns_each >= taken as f32
    })
}

/// Digits after the point that tell multiples of `step` apart.
fn decimals(step: f32) -> usize {
    let digits = -(step.abs().log10() + 1e-3).floor();
    // no more than a number of this kind has, even for a step of 0
    (digits.clamp(0.0, 9.0) as i32).unsigned_abs() as usize
}

fn number(value: f32, decimals: usize) -> String {
    format!("{value:.decimals$}")
}

/// Fills a rectangle, as far as it is on the picture.
fn fill(picture: &mut Texture, [left, top]: [u32; 2], [width, height]: [u32; 2], color: [u8; 3]) {
    for y in top..(top + height).min(picture.size[1]) {
        for x in left..(left + width).min(picture.size[0]) {
            picture.blend(x, y, color, 1.0);
        }
    }
}

/// Fills a rectangle and a line around it with the colour of frames.
fn frame(picture: &mut Texture, [left, top]: [u32; 2], [width, height]: [u32; 2]) {
    fill(picture, [left.saturating_sub(1), top.saturating_sub(1)], [width + 2, height + 2], FRAME);
}

/// Lays a picture, framed, on another one that is large enough.
fn paste(onto: &mut Texture, picture: &Texture, [left, top]: [u32; 2]) {
    frame(onto, [left, top], picture.size);
    fill(onto, [left, top], picture.size, PAPER);
    for y in 0..picture.size[1] {
        for x in 0..picture.size[0] {
            let [red, green, blue, alpha] = picture.pixel(x, y);
            onto.blend(left + x, top + y, [red, green, blue], f32::from(alpha) / 255.0);
        }
    }
}

/// A line of text as the dots of the font.
struct Dots {
    size: [u32; 2],
    inked: Vec<bool>,
}

impl Dots {
    fn of(text: &str) -> Self {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let size = text_size(&text, 1);
        let mut dots = Self { size, inked: vec![false; (size[0] * size[1]) as usize] };
        let style = MonoTextStyle::new(&FONT_10X20, BinaryColor::On);
        let Ok(_) = Text::with_baseline(&text, Point::zero(), style, Baseline::Top).draw(&mut dots);
        dots
    }

    /// How much of a pixel is inked when each dot is `scale` pixels large, from 0 to 1.
    fn share(&self, [x, y]: [u32; 2], scale: u32) -> f32 {
        if scale == 1 {
            return self.dot(i64::from(x), i64::from(y));
        }
        // Ink spread smoothly over neighbouring dots is cut at one level, so that steps of dots become slants.
        let [column, row] = [x, y].map(|i| i64::from(i / scale));
        let [across, down] = [x, y].map(|i| spread((i % scale) as f32 + 0.5, scale as f32));
        let mut ink = 0.0;
        for (y, share_of_row) in (row - 1..).zip(down) {
            for (x, share_of_column) in (column - 1..).zip(across) {
                ink += self.dot(x, y) * share_of_row * share_of_column;
            }
        }
        ((ink - LEVEL) * scale as f32 + 0.5).clamp(0.0, 1.0)
    }

    fn dot(&self, x: i64, y: i64) -> f32 {
        let inside = |i: i64, size: u32| u32::try_from(i).ok().filter(|i| *i < size);
        let inked = |(x, y)| self.inked[(y * self.size[0] + x) as usize];
        let dot = inside(x, self.size[0]).zip(inside(y, self.size[1]));
        if dot.is_some_and(inked) { 1.0 } else { 0.0 }
    }
}

/// How much a dot, the one before and the one after count at a point of it: the weights of a quadratic B-spline, in the
/// order before, itself, after. `at` is measured from the start of the dot [px].
fn spread(at: f32, scale: f32) -> [f32; 3] {
    let t = at / scale;
    let [before, after] = [0.5 * (1.0 - t) * (1.0 - t), 0.5 * t * t];
    [before, 1.0 - before - after, after]
}

impl OriginDimensions for Dots {
    fn size(&self) -> Size {
        Size::new(self.size[0], self.size[1])
    }
}

impl DrawTarget for Dots {
    type Color = BinaryColor;
    type Error = std::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = embedded_graphics::Pixel<BinaryColor>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Self::Error> {
        let area = Rectangle::new(Point::zero(), OriginDimensions::size(self));
        for embedded_graphics::Pixel(point, color) in pixels {
            if area.contains(point) {
                let index = point.y.unsigned_abs() * self.size[0] + point.x.unsigned_abs();
                self.inked[index as usize] = color.is_on();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colormap::diverging;

    /// The smallest rectangle with all pixels that differ from the paper: left, top, right, bottom.
    fn inked(picture: &Texture) -> Option<[u32; 4]> {
        let [width, height] = picture.size;
        let points = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        points.filter(|(x, y)| picture.pixel(*x, *y)[..3] != PAPER).fold(None, |around, (x, y)| {
            let [left, top, right, bottom] = around.unwrap_or([x, y, x, y]);
            Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        })
    }

    #[test]
    fn text_stays_inside_its_size_at_every_scale() {
        for scale in 1..4 {
            let [width, height] = text_size("Mg|@", scale);
            assert_eq!([width, height], [40 * scale, 20 * scale]);
            let mut picture = Texture::filled([width + 20, height + 20], PAPER);
            draw_text(&mut picture, "Mg|@", [10, 10], scale, INK);
            let [left, top, right, bottom] = inked(&picture).unwrap();
            assert!(left >= 10 && top >= 10 && right < 10 + width && bottom < 10 + height);
            assert!(right - left > width / 2 && bottom - top > height / 2);
        }
    }

    #[test]
    fn text_beyond_the_border_is_left_out() {
        let mut picture = Texture::filled([15, 12], PAPER);
        for at in [[-12, -5], [8, 6], [100, 0], [i32::MIN, i32::MAX]] {
            draw_text(&mut picture, "MM\n\u{4e2d}", at, 2, INK);
        }
        assert!(inked(&picture).is_some());
    }

    #[test]
    fn a_long_label_ends_in_dots() {
        assert_eq!(shortened("mass_spring", 110, 1), "mass_spring");
        assert_eq!(shortened("mass_spring", 109, 1), "mass_sp...");
        assert_eq!(shortened("two words", 70, 1), "two...");
        assert_eq!(shortened("two words", 25, 1), "..");
        assert_eq!(shortened("two words", 60, 3), "..");
        assert_eq!(shortened("two words", 0, 1), "");
    }

    #[test]
    fn ticks_are_round_numbers_and_keep_their_distance() {
        let labels = |low, high, width| ticks(low, high, width).into_iter().map(|tick| tick.1).collect::<Vec<_>>();
        assert_eq!(labels(-10.0, 10.0, 400), ["-10", "-5", "0", "5", "10"]);
        assert_eq!(labels(-0.1, 0.1, 400), ["-0.10", "-0.05", "0.00", "0.05", "0.10"]);
        assert_eq!(labels(0.0, 7.3, 200), ["0", "2", "4", "6"]);
        assert_eq!(labels(0.0, 12_000.0, 300), ["0", "5000", "10000"]);
        assert!(labels(1.0, 1.0, 400).is_empty() && labels(0.0, f32::NAN, 400).is_empty());
    }

    #[test]
    fn a_legend_stays_inside_its_picture() {
        for (low, high, unit) in [(-10.0, 10.0, "%"), (0.0, 12_000.0, "N/m\u{b2}"), (-0.004, 0.001, "")] {
            for width in [200, 480] {
                let picture = legend(|value| diverging(value / 10.0), low, high, unit, width);
                assert_eq!(picture.size, [width, 70]);
                let [left, _, right, bottom] = inked(&picture).unwrap();
                assert!(left >= 4 && right < width - 4 && bottom < 66, "{left} {right} {bottom}");
            }
        }
        assert_eq!(legend(diverging, -1.0, 1.0, "%", 8).size, [8, 70]);
        assert_eq!(legend(diverging, 1.0, 1.0, "%", 300).size, [300, 70]);
    }

    fn sheet(labels: &[&str], title: Option<&str>) -> Texture {
        let cells = vec![vec![Texture::filled([60, 50], PAPER); 3], vec![Texture::filled([60, 50], PAPER); 2]];
        let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
        contact_sheet(&cells, &labels, &labels, title)
    }

    #[test]
    fn a_contact_sheet_is_as_large_as_its_parts() {
        let bare = [2 * MARGIN + 3 * 60 + 2 * GAP, 2 * MARGIN + 2 * 50 + GAP];
        assert_eq!(sheet(&[], None).size, bare);
        let labels = [50 + GAP, 20 + LABEL_GAP];
        assert_eq!(sheet(&["a", "hours"], None).size, [bare[0] + labels[0], bare[1] + labels[1]]);
        assert_eq!(sheet(&[], Some("short")).size, [bare[0], bare[1] + 40 + GAP]);
        assert_eq!(sheet(&[], Some("a title for a small sheet")).size, [bare[0], bare[1] + 20 + GAP]);
        assert_eq!(contact_sheet(&[], &[], &[], None).size, [2 * MARGIN; 2]);
    }

    #[test]
    fn the_labels_of_a_contact_sheet_do_not_touch_each_other_or_the_pictures() {
        let long = "a label far too long for its place";
        let mut picture = sheet(&[long; 3], Some(long));
        let sheet =
            Sheet::new(&vec![vec![Texture::filled([60, 50], PAPER); 3]; 2], &[long.into()], &[long.into()], Some(long));
        assert_eq!(sheet.first[0], MARGIN + ROW_LABEL_CHARACTERS * 10 + GAP);
        // once the pictures and the places of the labels are wiped, nothing may be left
        for row in 0..2 {
            let [_, y] = sheet.cell_at(row, 0);
            fill(&mut picture, [MARGIN, y], [sheet.row_label_width, 50], PAPER);
            for column in 0..3 {
                let [x, y] = sheet.cell_at(row, column);
                fill(&mut picture, [x - 1, y - 1], [62, 52], PAPER);
                fill(&mut picture, [x, sheet.first[1] - LABEL_GAP - 20], [60, 20], PAPER);
            }
        }
        let title_right = picture.size[0] - 2 * MARGIN;
        assert!(inked(&picture).is_some_and(|[_, _, _, bottom]| bottom < MARGIN + 20));
        fill(&mut picture, [MARGIN; 2], [title_right, 20], PAPER);
        assert_eq!(inked(&picture), None);
    }

    #[test]
    fn pictures_stand_in_the_middle_of_their_cells() {
        let cells = [vec![Texture::filled([40, 40], PAPER), Texture::filled([20, 10], [255, 0, 0])]];
        let picture = contact_sheet(&cells, &[], &[], None);
        let [x, y] = [MARGIN + 40 + GAP + 10, MARGIN + 15];
        assert_eq!(picture.pixel(x, y)[..3], [255, 0, 0]);
        assert_eq!(picture.pixel(x + 19, y + 9)[..3], [255, 0, 0]);
        assert_eq!(picture.pixel(x - 1, y - 1)[..3], FRAME);
    }
}

//! A travel poster: an evening in the mountains, with Muslin's name in the sky.

use glam::{Vec2, Vec3};

use super::noise::{Field, unit};
use super::{Texture, byte, smoothstep};
use crate::label::{draw_text, text_size};

/// Columns, and rows, of the poster unless asked otherwise [px].
pub const SIZE: u32 = 512;

// Places and lengths are shares of the poster, with y down.

/// Width of the border.
const BORDER: f32 = 0.045;
/// Where the water begins.
const SHORE: f32 = 0.70;
const SUN: Vec2 = Vec2::new(0.5, 0.50);
const SUN_RADIUS: f32 = 0.205;
/// Below this there are no stars.
const LAST_STAR: f32 = 0.42;
/// Cells a side, of which some have a star.
const STAR_CELLS: f32 = 22.0;
/// Firs that would stand side by side from border to border.
const FIRS: u64 = 22;

const PAPER: Vec3 = Vec3::new(0.965, 0.925, 0.84);
/// The colours of the sky from the top to the shore.
const SKY: [Vec3; 5] = [
    Vec3::new(0.11, 0.12, 0.34),
    Vec3::new(0.34, 0.16, 0.45),
    Vec3::new(0.78, 0.26, 0.42),
    Vec3::new(0.96, 0.52, 0.30),
    Vec3::new(0.99, 0.80, 0.46),
];
/// The colours of mountains, lit and shaded: high ones, and low ones before them.
const HIGH: [Vec3; 2] = [Vec3::new(0.60, 0.27, 0.46), Vec3::new(0.34, 0.17, 0.42)];
const LOW: [Vec3; 2] = [Vec3::new(0.40, 0.20, 0.43), Vec3::new(0.24, 0.135, 0.37)];
const SNOW: [Vec3; 2] = [Vec3::new(1.0, 0.86, 0.76), Vec3::new(0.55, 0.42, 0.66)];
const HILLS: Vec3 = Vec3::new(0.105, 0.085, 0.20);
const FIR: Vec3 = Vec3::new(0.055, 0.05, 0.125);

/// The poster as a square picture; its top is where the name is.
pub fn picture(size: u32) -> Texture {
    let view = View::new(1.0 / size as f32);
    let mut picture = Texture::from_fn([size, size], |x, y| {
        let color = view.color_at((Vec2::new(x as f32, y as f32) + 0.5) * view.pixel);
        [byte(color.x), byte(color.y), byte(color.z), 255]
    });
    centered(&mut picture, "MUSLIN", 0.085, size / 85, PAPER);
    centered(&mut picture, "CLOTH IN MOTION", 0.902, size / 400, PAPER * 0.9);
    picture
}

fn centered(picture: &mut Texture, text: &str, top: f32, scale: u32, color: Vec3) {
    let scale = scale.max(1);
    let [width, height] = picture.size.map(u32::cast_signed);
    let left = (width - text_size(text, scale)[0].cast_signed()) / 2;
    draw_text(picture, text, [left, (top * height as f32) as i32], scale, color.to_array().map(byte));
}

/// What is on the poster.
struct View {
    /// Width of a pixel; edges are as soft.
    pixel: f32,
    far: Field,
    hills: Field,
    peaks: [Peak; 4],
}

/// A mountain: two straight flanks, of which the one toward the sun is lit.
struct Peak {
    top: Vec2,
    /// Widths of the left and the right flank for a unit of height.
    flanks: [f32; 2],
    /// Lit and shaded.
    colors: [Vec3; 2],
    /// How far down the snow goes.
    snow: f32,
    rough: Field,
    crest: Field,
}

impl View {
    fn new(pixel: f32) -> Self {
        let peak = |stream: u64, top: [f32; 2], flanks, colors, snow| Peak {
            top: top.into(),
            flanks,
            colors,
            snow,
            rough: Field::new(80 + stream, [32, 1], 3),
            crest: Field::new(84 + stream, [32, 1], 3),
        };
        Self {
            pixel,
            far: Field::new(88, [16, 1], 4),
            hills: Field::new(89, [16, 1], 4),
            peaks: [
                peak(0, [0.245, 0.405], [0.95, 0.85], HIGH, 0.085),
                peak(1, [0.815, 0.465], [0.80, 1.0], HIGH, 0.065),
                peak(2, [0.06, 0.55], [1.1, 1.25], LOW, 0.0),
                peak(3, [0.64, 0.605], [1.5, 1.7], LOW, 0.0),
            ],
        }
    }

    fn color_at(&self, at: Vec2) -> Vec3 {
        let edge = at.min_element().min(1.0 - at.max_element()) - BORDER;
        if edge < -self.pixel {
            return PAPER;
        }
        let mut color = if at.y < SHORE { self.land(at) } else { self.water(at) };
        if at.y > SHORE - 0.15 {
            color = color.lerp(HILLS, self.above_zero(at.y - self.near_hills(at.x)));
            color = color.lerp(FIR, self.firs(at));
        }
        PAPER.lerp(color, self.above_zero(edge))
    }

    /// 1 where `distance` is above 0 and 0 where it is below, changing over the width of a pixel.
    fn above_zero(&self, distance: f32) -> f32 {
        (distance / self.pixel + 0.5).clamp(0.0, 1.0)
    }

    /// Sky, sun and mountains.
    fn land(&self, at: Vec2) -> Vec3 {
        let mut color = sky(at.y / SHORE).lerp(Vec3::new(1.0, 0.95, 0.85), self.stars(at));
        let sun = Vec3::new(1.0, 0.88, 0.50).lerp(Vec3::new(0.98, 0.36, 0.35), smoothstep(0.28, 0.70, at.y));
        color = color.lerp(sun, self.sun(at));
        let far_ridge = 0.60 + 0.05 * self.far.along(at.x * 6.0);
        let far = Vec3::new(0.80, 0.38, 0.46).lerp(SKY[4], smoothstep(0.58, SHORE, at.y) * 0.5);
        color = color.lerp(far, self.above_zero(at.y - far_ridge));
        for peak in &self.peaks {
            let share = self.above_zero(peak.inside(at));
            if share > 0.0 {
                color = color.lerp(self.peak_color(peak, at), share);
            }
        }
        color
    }

    fn stars(&self, at: Vec2) -> f32 {
        let cell = (at * STAR_CELLS).floor();
        let index = u64::from(((cell.y * STAR_CELLS + cell.x) as i32).unsigned_abs());
        if at.y > LAST_STAR || unit(70, index) > 0.3 {
            return 0.0;
        }
        let middle = (cell + 0.2 + 0.6 * Vec2::new(unit(71, index), unit(72, index))) / STAR_CELLS;
        let radius = 0.0010 + 0.0016 * unit(73, index);
        self.above_zero(radius - at.distance(middle)) * (1.0 - at.y / LAST_STAR) * 0.9
    }

    /// A disc, cut by bands of sky that get wider toward its foot.
    fn sun(&self, at: Vec2) -> f32 {
        const BANDS: f32 = 5.5;
        let disc = self.above_zero(SUN_RADIUS - at.distance(SUN));
        let down = (at.y - SUN.y + 0.04) / SUN_RADIUS;
        if down < 0.0 {
            return disc;
        }
        let cut = 0.10 + 0.16 * down - (down * BANDS).fract();
        disc * (1.0 - self.above_zero(cut * SUN_RADIUS / BANDS))
    }

    fn peak_color(&self, peak: &Peak, at: Vec2) -> Vec3 {
        let offset = at - peak.top;
        // the crest wanders from the top to the foot
        let crest = 0.30 * peak.crest.along(offset.y * 9.0 + 3.0) * offset.y;
        let lit = self.above_zero((offset.x - crest) * (SUN.x - peak.top.x).signum());
        let [color, snow] = [peak.colors, SNOW].map(|[bright, dark]| dark.lerp(bright, lit));
        let teeth = 0.044 * ((offset.x * 26.0 + peak.top.y * 10.0).rem_euclid(1.0) - 0.5).abs();
        let snow_share = if peak.snow > 0.0 { self.above_zero(peak.snow + teeth - 0.02 - offset.y) } else { 0.0 };
        let mist = 0.22 * smoothstep(0.05, 0.0, SHORE - at.y);
        color.lerp(snow, snow_share).lerp(SKY[3], mist)
    }

    /// The sky upside down, with the path of the sun over it.
    fn water(&self, at: Vec2) -> Vec3 {
        let depth = (at.y - SHORE) / (1.0 - SHORE);
        let color = sky(1.0 - depth * 0.95) * 0.80;
        // strips of light get longer, thicker and farther apart toward the viewer
        let line = (depth + 0.02).sqrt() * 26.0;
        let number = u64::from((line as i32).unsigned_abs());
        let half_length = (0.055 + 0.16 * depth) * (0.35 + unit(91, number));
        let middle = SUN.x + (unit(92, number) - 0.5) * 0.10;
        let strip = self.above_zero(half_length - (at.x - middle).abs());
        let thick = smoothstep(0.34, 0.26, (line.fract() - 0.5).abs());
        let bank = smoothstep(0.012, 0.0, at.y - SHORE);
        color.lerp(Vec3::new(1.0, 0.80, 0.50), strip * thick * 0.9).lerp(Vec3::new(0.20, 0.12, 0.32), bank * 0.7)
    }

    /// Where the shore on this side is: high at the left and the right.
    fn near_hills(&self, x: f32) -> f32 {
        let side = (x - 0.5).abs() * 2.0;
        0.882 - 0.10 * smoothstep(0.25, 1.0, side) + 0.012 * self.hills.along(x * 9.0)
    }

    /// Firs on the near shore, taller toward the border.
    fn firs(&self, at: Vec2) -> f32 {
        (0..FIRS).map(|number| self.fir(number, at)).fold(0.0, f32::max)
    }

    fn fir(&self, number: u64, at: Vec2) -> f32 {
        let random = |stream: u64| unit(94 + stream, number);
        let place = (number as f32 + 0.3 + 0.4 * random(0)) / FIRS as f32;
        let side = (place - 0.5).abs() * 2.0;
        if side < 0.42 || (at.x - place).abs() > 0.06 {
            return 0.0;
        }
        let height = (0.07 + 0.09 * random(1)) * (0.35 + 0.85 * side * side);
        let down = (at.y - (self.near_hills(place) + 0.012 - height)) / height;
        if !(0.0..=1.0).contains(&down) {
            return 0.0;
        }
        // tiers of branches, each wider than the one above
        let half_width = height * (0.03 + 0.20 * down + 0.09 * (down * 4.0).fract());
        self.above_zero(half_width - (at.x - place).abs())
    }
}

impl Peak {
    /// How far below its outline a point is; less than 0 above.
    fn inside(&self, at: Vec2) -> f32 {
        let offset = at - self.top;
        let flank = if offset.x < 0.0 { self.flanks[0] } else { self.flanks[1] };
        let below = offset.y - offset.x.abs() / flank;
        if below < -0.03 {
            return below;
        }
        // the top itself stays sharp
        below + 0.022 * self.rough.along(at.x * 14.0 + 5.0) * (offset.x.abs() * 8.0).min(1.0)
    }
}

/// The colour of the sky at a share of the way down to the shore.
fn sky(share: f32) -> Vec3 {
    let at = share.clamp(0.0, 1.0) * (SKY.len() - 1) as f32;
    let first = ((at as i32).unsigned_abs() as usize).min(SKY.len() - 2);
    SKY[first].lerp(SKY[first + 1], at - first as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_poster_is_colourful_and_has_a_top() {
        let picture = picture(128);
        let mean = |rows: std::ops::Range<u32>| {
            let count = (rows.len() as u32 * 100) as f32;
            let pixels = rows.flat_map(|y| (14..114).map(move |x| (x, y))).map(|(x, y)| picture.pixel(x, y));
            pixels.fold(Vec3::ZERO, |sum, [r, g, b, _]| sum + Vec3::new(r.into(), g.into(), b.into())) / count
        };
        let [top, middle, bottom] = [mean(8..12), mean(60..70), mean(114..120)];
        assert!(top.z > top.x * 1.5, "{top}");
        assert!(middle.x > middle.z * 1.3, "{middle}");
        assert!(bottom.max_element() < 100.0, "{bottom}");
    }

    #[test]
    fn the_name_stands_within_the_frame() {
        let picture = picture(256);
        let light = |x: u32, y: u32| picture.pixel(x, y)[..3].iter().all(|level| *level > 200);
        let columns: Vec<u32> = (14..242).filter(|x| (24..80).any(|y| light(*x, y))).collect();
        assert!(columns.len() > 80);
        assert!(columns[0] > 20 && columns[columns.len() - 1] < 236);
    }
}

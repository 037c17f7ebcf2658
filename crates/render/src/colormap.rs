//! The colours of strain: blue-grey where cloth is shorter than at rest, orange to dark red where it is longer, and
//! nearly white between.
//!
//! Each side is a path through Oklab (Ottosson 2020, "A perceptual color space for image processing"), in which equal
//! distances look equally different. Colours are spaced evenly along their path, so no value stands out by itself.

use crate::texture::{Texture, byte};

/// A colour in Oklab: lightness from 0 to 1, green to red, blue to yellow.
type Lab = [f32; 3];

/// Between shortening and stretch.
const MIDDLE: Lab = [0.965, 0.0, 0.0];
/// From the middle to the largest shortening.
const SHORTENING: [Lab; 4] = [MIDDLE, [0.80, -0.018, -0.038], [0.60, -0.022, -0.064], [0.38, -0.014, -0.078]];
/// From the middle to the largest stretch.
const STRETCH: [Lab; 5] =
    [MIDDLE, [0.885, 0.030, 0.082], [0.76, 0.085, 0.128], [0.59, 0.165, 0.108], [0.38, 0.140, 0.062]];

/// The colour of `value`, from -1 (shortest) over 0 (as at rest) to 1 (longest); what is beyond has the colour of the
/// end, and what is no number is black.
pub fn diverging(value: f32) -> [u8; 3] {
    if value.is_nan() {
        return [0; 3];
    }
    let path = if value < 0.0 { &SHORTENING[..] } else { &STRETCH[..] };
    srgb(along(path, value.abs().min(1.0)))
}

/// The colours of `count` values spaced evenly from -1 to 1, a pixel each.
pub fn table(count: u32) -> Texture {
    let last = count.saturating_sub(1).max(1) as f32;
    Texture::from_fn([count, 1], |x, _| {
        let [red, green, blue] = diverging(2.0 * x as f32 / last - 1.0);
        [red, green, blue, 255]
    })
}

/// The point at a share of the length of a path.
fn along(path: &[Lab], share: f32) -> Lab {
    let lengths: Vec<f32> = path.windows(2).map(|ends| distance(ends[0], ends[1])).collect();
    let mut rest = share * lengths.iter().sum::<f32>();
    for (ends, length) in path.windows(2).zip(lengths) {
        if rest <= length {
            return std::array::from_fn(|i| ends[0][i] + (ends[1][i] - ends[0][i]) * (rest / length));
        }
        rest -= length;
    }
    path[path.len() - 1]
}

fn distance(a: Lab, b: Lab) -> f32 {
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f32>().sqrt()
}

fn srgb(lab: Lab) -> [u8; 3] {
    linear_rgb(lab).map(|light| byte(encoded(light)))
}

/// Amounts of red, green and blue light of an Oklab colour, by the matrices of its definition.
fn linear_rgb([lightness, a, b]: Lab) -> [f32; 3] {
    let l = lightness + 0.396_337_78 * a + 0.215_803_76 * b;
    let m = lightness - 0.105_561_346 * a - 0.063_854_17 * b;
    let s = lightness - 0.089_484_18 * a - 1.291_485_5 * b;
    let [l, m, s] = [l * l * l, m * m * m, s * s * s];
    [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
}

/// An amount of light as sRGB stores it.
fn encoded(light: f32) -> f32 {
    if light <= 0.003_130_8 { 12.92 * light.max(0.0) } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a stored colour looks: the lightness of CIE L*, so that the test does not rest on Oklab.
    fn lightness(color: [u8; 3]) -> f32 {
        let linear = color.map(|level| {
            let level = f32::from(level) / 255.0;
            if level <= 0.040_45 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
        });
        116.0 * (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]).cbrt() - 16.0
    }

    #[test]
    fn colours_get_darker_on_both_sides_of_a_white_middle() {
        let middle = diverging(0.0);
        assert!(middle.iter().all(|level| *level > 235), "{middle:?}");
        assert!(middle[0].abs_diff(middle[1]) <= 1 && middle[1].abs_diff(middle[2]) <= 1, "{middle:?}");
        for side in [-1.0, 1.0] {
            let levels: Vec<f32> = (0..=64).map(|i| lightness(diverging(side * i as f32 / 64.0))).collect();
            assert!(levels.windows(2).all(|pair| pair[1] < pair[0]), "{levels:?}");
        }
    }

    #[test]
    fn both_ends_are_equally_dark_and_of_their_colour() {
        let [short, long] = [diverging(-1.0), diverging(1.0)];
        assert!((lightness(short) - lightness(long)).abs() < 5.0, "{short:?} {long:?}");
        assert!(short[2] > short[0] && long[0] > 2 * long[2]);
    }

    #[test]
    fn every_colour_can_be_shown() {
        for (i, path) in [(-1.0, &SHORTENING[..]), (1.0, &STRETCH[..])] {
            for step in 0..=100 {
                let light = linear_rgb(along(path, step as f32 / 100.0));
                assert!(light.iter().all(|part| (-0.002..=1.002).contains(part)), "{i} {step}: {light:?}");
            }
        }
    }

    #[test]
    fn equal_steps_of_strain_are_equal_steps_of_colour() {
        for path in [&SHORTENING[..], &STRETCH[..]] {
            let points: Vec<Lab> = (0..=50).map(|i| along(path, i as f32 / 50.0)).collect();
            let steps: Vec<f32> = points.windows(2).map(|pair| distance(pair[0], pair[1])).collect();
            let [low, high] = [f32::min, f32::max].map(|pick| steps.iter().copied().reduce(pick).unwrap());
            // where the path bends, a step cuts the corner
            assert!(low > 0.9 * high, "{low} {high}");
        }
    }

    #[test]
    fn values_beyond_the_ends_and_no_numbers_have_a_colour() {
        assert_eq!(diverging(7.0), diverging(1.0));
        assert_eq!(diverging(f32::NEG_INFINITY), diverging(-1.0));
        assert_eq!(diverging(f32::NAN), [0; 3]);
    }

    #[test]
    fn the_table_goes_from_end_to_end() {
        let table = table(65);
        assert_eq!(table.size, [65, 1]);
        for (x, value) in [(0, -1.0), (32, 0.0), (64, 1.0)] {
            assert_eq!(table.pixel(x, 0)[..3], diverging(value));
        }
        assert_eq!(super::table(1).pixel(0, 0)[..3], diverging(-1.0));
    }
}

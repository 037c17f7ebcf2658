//! Words on the command line that say what a picture is like.

use std::str::FromStr;

use muslin_render::{Background, LightParts};

/// Smallest and largest side of a picture [px]; the largest is what every graphics card takes.
const SIDES: [u32; 2] = [16, 8192];

/// A word that says nothing here. Whoever shows it says which word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct Unexpected(pub String);

/// `Err`, with what was expected.
fn expected<T>(what: impl Into<String>) -> Result<T, Unexpected> {
    Err(Unexpected(what.into()))
}

/// Width and height [px], `1280x720`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub [u32; 2]);

impl FromStr for Size {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Self, Unexpected> {
        let [least, most] = SIDES;
        let side = |text: &str| text.trim().parse::<u32>().ok().filter(|side| (least..=most).contains(side));
        match text.split_once(['x', 'X', '×']).map(|(width, height)| (side(width), side(height))) {
            Some((Some(width), Some(height))) => Ok(Self([width, height])),
            _ => expected(format!("WIDTHxHEIGHT such as 1280x720, each from {least} to {most}")),
        }
    }
}

/// A colour as displayed, `#c04030`; the `#`, which shells take for a comment, may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

impl FromStr for Color {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Self, Unexpected> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6 && !digits.starts_with('+'));
        match number {
            Some(number) => Ok(Self([(number >> 16) as u8, (number >> 8) as u8, number as u8])),
            None => expected("a colour of six hexadecimal digits, such as c04030"),
        }
    }
}

impl Color {
    /// Red, green, blue from 0 to 1.
    pub fn shares(self) -> [f32; 3] {
        self.0.map(|level| f32::from(level) / 255.0)
    }
}

/// What is behind everything, as a word: `look`, `sky`, `transparent` or a colour.
///
/// # Errors
/// If it is another word.
pub fn background(text: &str) -> Result<Background, Unexpected> {
    match text {
        "look" => Ok(Background::OfLook),
        "sky" => Ok(Background::Sky),
        "transparent" => Ok(Background::Transparent),
        color => match color.parse::<Color>() {
            Ok(Color(color)) => Ok(Background::Color(color)),
            Err(_) => expected("look, sky, transparent, or a colour such as c04030"),
        },
    }
}

/// Parts of the light, with commas or `+` between; `none` is none.
///
/// # Errors
/// If a part is not known.
pub fn light(text: &str) -> Result<LightParts, Unexpected> {
    let mut parts = LightParts { ambient: false, diffuse: false, specular: false };
    for part in text.split([',', '+']).map(str::trim) {
        match part {
            "ambient" => parts.ambient = true,
            "diffuse" => parts.diffuse = true,
            "specular" => parts.specular = true,
            "none" => {}
            _ => return expected("ambient, diffuse, specular, with commas between, or none"),
        }
    }
    Ok(parts)
}

/// A finite number, 0 or more.
///
/// # Errors
/// If it is none.
pub fn scale(text: &str) -> Result<f32, Unexpected> {
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => expected("a number, 0 or more"),
    }
}

/// A finite number above 0.
///
/// # Errors
/// If it is none.
pub fn positive(text: &str) -> Result<f64, Unexpected> {
    match text.parse::<f64>() {
        // so that neither a count nor a time made of it overflows
        Ok(number) if (1e-3..=1e3).contains(&number) => Ok(number),
        _ => expected("a number from 0.001 to 1000"),
    }
}

/// Circles of the mesh of a sphere, or points in one.
///
/// # Errors
/// If it is no number, or one that makes no sphere.
pub fn circles(text: &str) -> Result<u32, Unexpected> {
    match text.parse::<u32>() {
        Ok(count) if (3..=1000).contains(&count) => Ok(count),
        _ => expected("a whole number from 3 to 1000"),
    }
}

/// Frames from one to another, both included; the start or the end of all where one is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRange {
    /// The first.
    pub first: Option<u64>,
    /// The last.
    pub last: Option<u64>,
}

impl FromStr for FrameRange {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Self, Unexpected> {
        let end = |text: &str| if text.is_empty() { Some(None) } else { text.parse::<u64>().ok().map(Some) };
        let ends = text.split_once("..").map(|(first, last)| (end(first), end(last.trim_start_matches('='))));
        match ends {
            Some((Some(first), Some(last))) => Ok(Self { first, last }),
            _ => expected("FIRST..LAST such as 0..300, both included, or --frame for a single one"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_sides_within_limits() {
        assert_eq!("1280x720".parse(), Ok(Size([1280, 720])));
        for text in ["15x99", "99x8193", "1280", "x", "-1x50", "1e3x50", ""] {
            assert!(text.parse::<Size>().unwrap_err().to_string().contains("from 16 to 8192"), "{text}");
        }
    }

    #[test]
    fn a_colour_needs_no_hash_sign() {
        assert_eq!("#c04030".parse(), Ok(Color([0xC0, 0x40, 0x30])));
        assert_eq!("C04030".parse(), Ok(Color([0xC0, 0x40, 0x30])));
        for text in ["red", "#fff", "#c040300", "+04030", ""] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }

    #[test]
    fn parts_of_light_add_up() {
        let parts = light("ambient,specular").unwrap();
        assert_eq!((parts.ambient, parts.diffuse, parts.specular), (true, false, true));
        assert_eq!(light("diffuse+specular+ambient"), Ok(LightParts::ALL));
        assert!(light("none").is_ok_and(|parts| parts != LightParts::ALL) && light("bright").is_err());
    }

    #[test]
    fn a_range_may_leave_out_an_end() {
        assert_eq!("3..12".parse(), Ok(FrameRange { first: Some(3), last: Some(12) }));
        assert_eq!("..12".parse(), Ok(FrameRange { first: None, last: Some(12) }));
        assert_eq!("3..".parse(), Ok(FrameRange { first: Some(3), last: None }));
        for text in ["3", "3-5", "a..b", "-1..3", "1...3"] {
            assert!(text.parse::<FrameRange>().is_err(), "{text}");
        }
    }
}

//! What the picture of a city looks like.

use std::fmt;
use std::str::FromStr;

/// A way to draw a city, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CityLook {
    /// Three shades of each box's colour, flat, on black: as the first program of this kind drew it.
    Original,
    /// Sun with shadows, light from the sky, haze: the picture to show.
    #[default]
    Studio,
}

impl CityLook {
    /// All looks, in the order of a menu.
    pub const ALL: [Self; 2] = [Self::Original, Self::Studio];

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Studio => "studio",
        }
    }
}

impl fmt::Display for CityLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no look of a city.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown look of a city: {0}; there are original, studio")]
pub struct UnknownCityLook(pub String);

impl FromStr for CityLook {
    type Err = UnknownCityLook;

    fn from_str(name: &str) -> Result<Self, UnknownCityLook> {
        Self::ALL.into_iter().find(|look| look.name() == name).ok_or_else(|| UnknownCityLook(name.to_owned()))
    }
}

/// A look and what can be chosen beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CityStyle {
    /// The look.
    pub look: CityLook,
    /// Whether boxes are darker the farther they are from the middle of the grid: black at 2000 m, and beyond that left
    /// out.
    pub darken: bool,
}

impl From<CityLook> for CityStyle {
    fn from(look: CityLook) -> Self {
        Self { look, darken: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_found_by_its_name() {
        for look in CityLook::ALL {
            assert_eq!(look.to_string().parse(), Ok(look));
        }
        let error = "shiny".parse::<CityLook>().unwrap_err().to_string();
        assert!(CityLook::ALL.iter().all(|look| error.contains(look.name())), "{error}");
    }
}

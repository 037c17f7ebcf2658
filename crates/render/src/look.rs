//! How surfaces are drawn, by name.

use std::fmt;
use std::str::FromStr;

/// A way to draw surfaces. All but [`Studio`](Self::Studio) and [`Strain`](Self::Strain) are the course project's or the
/// other documents'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Look {
    /// Key light with soft shadow, light from the sky, woven cloth: the picture to show.
    #[default]
    Studio,
    /// Springs as lines, only those that exert force.
    Wireframe,
    /// The normal as a colour.
    Normal,
    /// Matt.
    Diffuse,
    /// Matt with a highlight (Blinn-Phong).
    Phong,
    /// A picture on the cloth, unlit.
    Texture,
    /// Normals bent by a height map.
    Bump,
    /// Vertices and normals moved by a height map.
    Displacement,
    /// A mirror of the sky.
    Mirror,
    /// Flat checks without light.
    FlatChecks,
    /// Stretch and compression as colours.
    Strain,
}

impl Look {
    /// All looks, in the order of a menu.
    pub const ALL: [Self; 11] = [
        Self::Studio,
        Self::Wireframe,
        Self::Normal,
        Self::Diffuse,
        Self::Phong,
        Self::Texture,
        Self::Bump,
        Self::Displacement,
        Self::Mirror,
        Self::FlatChecks,
        Self::Strain,
    ];

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Wireframe => "wireframe",
            Self::Normal => "normal",
            Self::Diffuse => "diffuse",
            Self::Phong => "phong",
            Self::Texture => "texture",
            Self::Bump => "bump",
            Self::Displacement => "displacement",
            Self::Mirror => "mirror",
            Self::FlatChecks => "flat_checks",
            Self::Strain => "strain",
        }
    }
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no look.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown look: {0}; there are studio, wireframe, normal, diffuse, phong, texture, bump, displacement, mirror, flat_checks, strain"
)]
pub struct UnknownLook(pub String);

impl FromStr for Look {
    type Err = UnknownLook;

    fn from_str(name: &str) -> Result<Self, UnknownLook> {
        Self::ALL.into_iter().find(|look| look.name() == name).ok_or_else(|| UnknownLook(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_found_by_its_name() {
        for look in Look::ALL {
            assert_eq!(look.to_string().parse(), Ok(look));
        }
        let error = "shiny".parse::<Look>().unwrap_err().to_string();
        assert!(Look::ALL.iter().all(|look| error.contains(look.name())), "{error}");
    }
}

//! What a picture looks like, beside what is in it.

use std::sync::Arc;

use crate::look::Look;
use crate::texture::Texture;

/// Look, colours and scales of a picture.
#[derive(Clone, Debug)]
pub struct Style {
    /// How surfaces are drawn.
    pub look: Look,
    /// Colour of the cloth, 0 to 1 as displayed; the look's own where there is none.
    pub color: Option<[f32; 3]>,
    /// What is behind everything.
    pub background: Background,
    /// One normal a triangle instead of smooth ones.
    pub flat: bool,
    /// Parts of the light that `phong`, `bump` and `displacement` add up.
    pub light: LightParts,
    /// How much a height map bends normals (the course project's 2).
    pub normal_scaling: f32,
    /// Height of a height map's white [m] (the course project's 0.1).
    pub height_scaling: f32,
    /// The height map of `bump` and `displacement`.
    pub height_map: HeightMap,
    /// The picture of `texture`, and of `studio` where there is one; a gingham in `texture` otherwise.
    pub picture: Option<Arc<Texture>>,
    /// Strain at the end of the colours of `strain`.
    pub strain_range: f32,
    /// A fragment shader of the user's in place of the look's: WGSL with a function `shade`.
    pub shader: Option<Arc<str>>,
}

/// What is behind everything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Background {
    /// What goes with the look.
    #[default]
    OfLook,
    /// One colour, as displayed.
    Color([u8; 3]),
    /// The sky that `mirror` mirrors.
    Sky,
    /// Nothing: transparent in a PNG.
    Transparent,
}

/// Parts of Blinn-Phong light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LightParts {
    /// The same everywhere.
    pub ambient: bool,
    /// By the angle to the light.
    pub diffuse: bool,
    /// The highlight.
    pub specular: bool,
}

/// A built-in height map, or the user's.
#[derive(Clone, Debug, Default)]
pub enum HeightMap {
    /// A brick wall.
    #[default]
    Brick,
    /// Cobblestones.
    Cobble,
    /// The red channel of a picture.
    Picture(Arc<Texture>),
}

impl LightParts {
    /// All parts.
    pub const ALL: Self = Self { ambient: true, diffuse: true, specular: true };
}

impl Default for Style {
    fn default() -> Self {
        Self {
            look: Look::default(),
            color: None,
            background: Background::default(),
            flat: false,
            light: LightParts::ALL,
            normal_scaling: 2.0,
            height_scaling: 0.1,
            height_map: HeightMap::default(),
            picture: None,
            strain_range: 0.1,
            shader: None,
        }
    }
}

impl Style {
    /// The default style of a look.
    pub fn of(look: Look) -> Self {
        Self { look, ..Self::default() }
    }
}

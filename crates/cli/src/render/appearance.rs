//! What a picture looks like, from the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use miette::{NamedSource, SourceSpan};
use muslin_render::texture::{Texture, gingham, poster};
use muslin_render::{Background, HeightMap, LightParts, Look, ShaderError, SphereResolution, Style};

use crate::render::failure::{BadShader, RenderFailure};
use crate::render::words::{self, Color};

/// The options that say what a picture looks like.
#[derive(Args)]
#[command(next_help_heading = "Appearance")]
pub struct AppearanceArgs {
    /// How surfaces are drawn
    #[arg(long, value_name = "LOOK", default_value = "studio", value_parser = look_parser())]
    look: Look,
    /// What is behind everything: look (what goes with it), sky, transparent, or a colour such as c04030
    #[arg(long, value_name = "BACKGROUND", default_value = "look", value_parser = words::background)]
    background: Background,
    /// Colour of the cloth, such as c04030 [default: the look's]
    #[arg(long, value_name = "RRGGBB")]
    color: Option<Color>,
    /// Picture on the cloth in the looks texture and studio: gingham, poster, or a PNG or JPEG [default: gingham in the
    /// look texture]
    #[arg(long, value_name = "gingham|poster|FILE")]
    texture: Option<String>,
    /// Heights of the looks bump and displacement: brick, cobble, or a picture
    #[arg(long, value_name = "brick|cobble|FILE", default_value = "brick")]
    height_map: String,
    /// How much a height map bends normals [default: 2]
    #[arg(long, value_name = "N", value_parser = words::scale)]
    normal_scale: Option<f32>,
    /// Height of a height map's white, in metres [default: 0.1]
    #[arg(long, value_name = "M", value_parser = words::scale)]
    height_scale: Option<f32>,
    /// One normal a triangle instead of smooth ones
    #[arg(long)]
    flat: bool,
    /// Parts of the light in the looks phong, bump and displacement, with commas between; or none [default: all]
    #[arg(long, value_name = "ambient,diffuse,specular", value_parser = words::light)]
    light: Option<LightParts>,
    /// Circles of latitude of the mesh of a sphere
    #[arg(long, value_name = "N", value_parser = words::circles)]
    sphere_lat: Option<u32>,
    /// Points in each of them
    #[arg(long, value_name = "N", value_parser = words::circles)]
    sphere_long: Option<u32>,
    /// Strain at the end of the colours of the look strain [default: 0.1]
    #[arg(long, value_name = "STRAIN", value_parser = words::positive)]
    strain_range: Option<f64>,
    /// Fragment shader in place of the look's: WGSL with a function `shade`
    #[arg(long, value_name = "FILE.wgsl")]
    shader: Option<PathBuf>,
    /// A legend of the colours, lower left [default: in the look strain, where there is room]
    #[arg(long, overrides_with = "no_legend")]
    legend: bool,
    /// No legend
    #[arg(long)]
    no_legend: bool,
}

/// What a picture looks like.
#[derive(Clone, Debug)]
pub struct Appearance {
    /// Look, colours, scales.
    pub style: Style,
    /// How round the spheres are.
    pub spheres: SphereResolution,
    /// Whether a legend was asked for or refused.
    pub legend: Option<bool>,
    /// Where the style's shader is from.
    shader_path: PathBuf,
}

/// Names of looks.
pub fn look_parser() -> impl TypedValueParser<Value = Look> {
    PossibleValuesParser::new(Look::ALL.map(Look::name)).try_map(|word| word.parse::<Look>())
}

impl AppearanceArgs {
    /// Reads the files that are named.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn load(&self) -> Result<Appearance, RenderFailure> {
        let default = Style::of(self.look);
        let style = Style {
            color: self.color.map(Color::shares),
            background: self.background,
            flat: self.flat,
            light: self.light.unwrap_or(default.light),
            normal_scaling: self.normal_scale.unwrap_or(default.normal_scaling),
            height_scaling: self.height_scale.unwrap_or(default.height_scaling),
            height_map: height_map(&self.height_map)?,
            picture: self.texture.as_deref().map(picture).transpose()?,
            strain_range: self.strain_range.map_or(default.strain_range, |range| range as f32),
            shader: self.shader.as_deref().map(shader).transpose()?,
            ..default
        };
        let round = SphereResolution::default();
        Ok(Appearance {
            style,
            spheres: SphereResolution {
                latitude: self.sphere_lat.unwrap_or(round.latitude),
                longitude: self.sphere_long.unwrap_or(round.longitude),
            },
            legend: if self.no_legend { Some(false) } else { self.legend.then_some(true) },
            shader_path: self.shader.clone().unwrap_or_default(),
        })
    }
}

impl Appearance {
    /// Names that [`set`](Self::set) knows.
    pub const KEYS: [&'static str; 11] = [
        "look",
        "background",
        "color",
        "texture",
        "height_map",
        "normal_scale",
        "height_scale",
        "light",
        "sphere_lat",
        "sphere_long",
        "strain_range",
    ];

    /// Changes one thing by name.
    ///
    /// # Errors
    /// Why the value is none for it.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let style = &mut self.style;
        match key {
            "look" => style.look = said(value.parse())?,
            "background" => style.background = said(words::background(value))?,
            "color" => style.color = Some(said(value.parse::<Color>())?.shares()),
            "texture" => style.picture = Some(said(picture(value))?),
            "height_map" => style.height_map = said(height_map(value))?,
            "normal_scale" => style.normal_scaling = said(words::scale(value))?,
            "height_scale" => style.height_scaling = said(words::scale(value))?,
            "light" => style.light = said(words::light(value))?,
            "sphere_lat" => self.spheres.latitude = said(words::circles(value))?,
            "sphere_long" => self.spheres.longitude = said(words::circles(value))?,
            "strain_range" => style.strain_range = said(words::positive(value))? as f32,
            _ => return Err(format!("{key} is no appearance")),
        }
        Ok(())
    }

    /// Adds the lines of the user's shader to what is wrong with it.
    pub fn shader_failure(&self, error: ShaderError) -> RenderFailure {
        let text = self.style.shader.as_deref().unwrap_or_default();
        let line = error.line.map(|line| span_of_line(text, line));
        let text = NamedSource::new(self.shader_path.display().to_string(), text.to_owned());
        RenderFailure::Shader(Box::new(BadShader { error, text, line }))
    }
}

/// A fault as it is to be read.
fn said<T>(result: Result<T, impl std::fmt::Display>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn picture(word: &str) -> Result<Arc<Texture>, RenderFailure> {
    Ok(Arc::new(match word {
        "gingham" => gingham::picture(gingham::SIZE),
        "poster" => poster::picture(poster::SIZE),
        path => Texture::load(Path::new(path))?,
    }))
}

fn height_map(word: &str) -> Result<HeightMap, RenderFailure> {
    match word {
        "brick" => Ok(HeightMap::Brick),
        "cobble" => Ok(HeightMap::Cobble),
        path => Ok(HeightMap::Picture(Arc::new(Texture::load(Path::new(path))?))),
    }
}

fn shader(path: &Path) -> Result<Arc<str>, RenderFailure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.into()),
        Err(reason) => Err(RenderFailure::ShaderFile { reason, path: path.to_owned() }),
    }
}

/// A line, counted from 1, or the end of the text.
fn span_of_line(text: &str, line: u32) -> SourceSpan {
    let mut start = 0;
    for (number, content) in (1..).zip(text.split_inclusive('\n')) {
        if number == line {
            return SourceSpan::from((start, content.trim_end().len()));
        }
        start += content.len();
    }
    SourceSpan::from((text.trim_end().len(), 0))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        appearance: AppearanceArgs,
    }

    fn appearance(words: &[&str]) -> Appearance {
        Words::try_parse_from([&["muslin"], words].concat()).unwrap().appearance.load().unwrap()
    }

    #[test]
    fn every_key_sets_what_its_option_sets() {
        let values = ["mirror", "sky", "c04030", "poster", "cobble", "3", "0.2", "ambient", "7", "9", "0.5"];
        for (key, value) in Appearance::KEYS.into_iter().zip(values) {
            let mut set = appearance(&[]);
            let before = format!("{set:?}");
            set.set(key, value).unwrap();
            let option = format!("--{}", key.replace('_', "-"));
            let given = appearance(&[&option, value]);
            assert_eq!(format!("{set:?}"), format!("{given:?}"), "{key}");
            assert_ne!(format!("{set:?}"), before, "{key}");
            assert!(set.set(key, "-1").is_err(), "{key}");
        }
    }

    #[test]
    fn the_last_word_about_the_legend_counts() {
        assert_eq!(appearance(&[]).legend, None);
        assert_eq!(appearance(&["--legend"]).legend, Some(true));
        assert_eq!(appearance(&["--no-legend"]).legend, Some(false));
    }

    #[test]
    fn a_line_of_a_shader_is_found() {
        assert_eq!(span_of_line("a\nbcd\ne", 2), SourceSpan::from((2, 3)));
        assert_eq!(span_of_line("a\nb", 7), SourceSpan::from((3, 0)));
    }
}

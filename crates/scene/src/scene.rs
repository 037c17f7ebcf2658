//! The scene file, version 1, as plain data. The doc lines here are the descriptions in the JSON schema.

use muslin_city::CityParams;
pub use muslin_sim::Method;
use muslin_sim::model::DEFAULT_RELAXATION_STIFFNESS;
use muslin_sim::{Settings, SpringKind, Wave};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::document::steps;
use crate::method_keys::UNUSED;

/// Version of the format that this program writes and reads.
pub const VERSION: u32 = 1;

/// Frames of a scene that does not say how many.
pub const DEFAULT_FRAMES: u64 = 300;

/// Largest random offset [m] of the points of a vertical cloth that does not say how large: without any, a cloth that
/// stands in a plane stays in it.
pub const DEFAULT_VERTICAL_JITTER: f64 = 0.001;

/// A Muslin scene. Lengths in metres, time in seconds, mass in kilograms; x right, y up, z toward the viewer. Numbers
/// are finite and at most 1e100 in size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Version of the format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// Name of the scene; that of its file or folder when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How the cloth is simulated.
    #[serde(default)]
    pub method: Method,
    /// Frames to simulate.
    #[serde(default = "default_frames")]
    #[schemars(range(min = 0, max = 10_000_000))]
    pub frames: u64,
    /// Time steps, gravity and the method's choices.
    #[serde(default)]
    pub settings: Settings,
    /// The cloths.
    #[schemars(length(min = 1))]
    pub cloth: Vec<Cloth>,
    /// What the cloths collide with, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collider: Vec<Collider>,
    /// Wind over all cloths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Wind")]
    pub wind: Option<Wind>,
}

/// A rectangular cloth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cloth {
    /// Name of the cloth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Points that are held where they start, each as [column, row] from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<[u32; 2]>,
    /// Its points before it is simulated.
    pub grid: ClothGrid,
    /// What it is made of.
    #[serde(default)]
    pub material: Material,
    /// Velocity of every point at the start [m/s], of `impulse`.
    #[serde(default, skip_serializing_if = "is_zero_vector")]
    pub velocity: [f64; 3],
    /// Length of the links on which the points of the first row hang, each from a point so far above it [m], of `impulse`; they do
    /// not hang when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", extend("exclusiveMinimum" = 0))]
    pub hanger_length: Option<f64>,
}

/// The points of a rectangular cloth before it is simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClothGrid {
    /// Width, along a row [m].
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub width: f64,
    /// Height, from the first row to the last [m].
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub height: f64,
    /// Points in a row.
    #[schemars(range(min = 2))]
    pub columns: u32,
    /// Number of rows.
    #[schemars(range(min = 2))]
    pub rows: u32,
    /// Which way the cloth lies.
    #[serde(default)]
    pub orientation: Orientation,
    /// Where the cloth lies [m]: its first point, or that of `origin_point`; [0, 1, 0] for a horizontal cloth and [0, 0, 0]
    /// for a vertical one when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<[f64; 3]>,
    /// The point that lies at `origin`, as [column, row] from 0; the first one when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "[u32; 2]")]
    pub origin_point: Option<[u32; 2]>,
    /// Largest random offset of a point across the cloth [m]; 0 for a horizontal cloth and 0.001 for a vertical one
    /// when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub jitter: Option<f64>,
    /// Seed of the random offsets.
    #[serde(default)]
    // what a JavaScript number carries, so that a page reads the same scene
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_u64))]
    pub seed: u64,
}

/// Which way a cloth lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// Columns along x, rows along z.
    #[default]
    Horizontal,
    /// Columns along x, rows along y.
    Vertical,
    /// Columns along x, rows downwards, as the points of a picture.
    Hanging,
}

/// What a cloth is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Material {
    /// Mass per area [kg/m²]; for `impulse` what makes the cloth 1 kg when not given.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub areal_density: f64,
    /// Thickness [m]: two points are kept twice this apart.
    #[schemars(range(min = 0))]
    pub thickness: f64,
    /// Spring constant of structural and shearing springs [N/m]; bending springs have a fifth of it.
    #[schemars(range(min = 0))]
    pub ks: f64,
    /// Part of the velocity that is lost in each sub-step [%]; for `impulse` in a second, 80 when not given.
    #[schemars(range(min = 0, max = 100))]
    pub damping: f64,
    /// The most that a stretched spring moves a point in a pass of `relaxation` [m], where bending springs have a fifth of it;
    /// 0.03 when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", range(min = 0))]
    pub relaxation_stiffness: Option<f64>,
    /// Springs that exert force; all when not given, for `relaxation` structural and shearing ones.
    pub springs: Vec<SpringKind>,
}

/// Wind over all cloths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wind {
    /// Where it blows to; its length counts.
    pub direction: [f64; 3],
    /// Acceleration of every free point [m/s²], for `relaxation` its displacement in each pass [m]; with `air` the speed of the
    /// air [m/s].
    pub strength: f64,
    /// What air does to surfaces; every point is accelerated alike when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Air")]
    pub air: Option<Air>,
    /// By what it is stronger here and weaker there; it blows evenly when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Gusts")]
    pub gusts: Option<Gusts>,
}

/// Air that pushes and lifts surfaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Air {
    /// Mass of the air [kg/m³].
    #[schemars(range(min = 0))]
    pub air_density: f64,
    /// Drag coefficient.
    #[schemars(range(min = 0))]
    pub drag: f64,
    /// Lift coefficient.
    #[schemars(range(min = 0))]
    pub lift: f64,
}

impl Default for Air {
    /// At sea level, against a flat plate across the flow; lift as of a flag.
    fn default() -> Self {
        Self { air_density: 1.225, drag: 1.28, lift: 0.5 }
    }
}

/// Noise over the points of each cloth, by which wind is stronger here and weaker there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gusts {
    /// Noise units from a point to the next.
    #[serde(default = "default_gust_scale")]
    pub scale: f64,
    /// Noise units in a second [1/s].
    #[serde(default = "default_gust_frequency")]
    pub frequency: f64,
    /// Least strength, as a part of the whole; below 0 the wind turns.
    #[serde(default)]
    pub low: f64,
    /// Seed of the noise.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_u64))]
    pub seed: u64,
    /// Points in a row of the noise; the cloth's own when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1))]
    pub row_points: Option<u32>,
}

/// Something solid that cloth collides with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "snake_case", deny_unknown_fields)]
pub enum Collider {
    /// A ball.
    Sphere {
        /// Its middle [m].
        center: [f64; 3],
        /// Its radius [m].
        #[schemars(extend("exclusiveMinimum" = 0))]
        radius: f64,
        /// From 0, slides freely, to 1, sticks.
        #[serde(default)]
        #[schemars(range(min = 0, max = 1))]
        friction: f64,
        /// How it moves; it stays in its place when not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Wave")]
        wave: Option<Wave>,
    },
    /// An infinite plane, solid from both sides; for `relaxation`, behind its normal.
    Plane {
        /// A point of it [m].
        point: [f64; 3],
        /// Direction across it, of any length but 0.
        normal: [f64; 3],
        /// From 0, slides freely, to 1, sticks.
        #[serde(default)]
        #[schemars(range(min = 0, max = 1))]
        friction: f64,
        /// How it moves; it stays in its place when not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Wave")]
        wave: Option<Wave>,
    },
    /// A box along the axes.
    Box {
        /// Its middle [m].
        center: [f64; 3],
        /// Its sides along x, y and z [m].
        size: [f64; 3],
        /// From 0, slides freely, to 1, sticks.
        #[serde(default)]
        #[schemars(range(min = 0, max = 1))]
        friction: f64,
        /// How far vertices keep away from it [m].
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(range(min = 0))]
        margin: f64,
        /// How it moves; it stays in its place when not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Wave")]
        wave: Option<Wave>,
    },
    /// A procedural city: all its boxes.
    City {
        /// The number that it grows from; a negative one counts down from 2^32.
        #[schemars(range(min = -2_147_483_648_i64, max = 4_294_967_295_i64))]
        seed: i64,
        /// Length of a side of a city [m].
        #[serde(default = "default_city_size")]
        #[schemars(range(min = 16, max = 10_000))]
        size: f64,
        /// Cities side by side along x and z.
        #[serde(default = "default_city_grid")]
        #[schemars(inner(range(min = 1, max = 1000)))]
        grid: [u32; 2],
        /// Whether it has four different kinds of block, a park among them.
        #[serde(default)]
        block_kinds: bool,
        /// Where the middle of its ground is [m].
        #[serde(default)]
        center: [f64; 3],
        /// From 0, slides freely, to 1, sticks.
        #[serde(default)]
        #[schemars(range(min = 0, max = 1))]
        friction: f64,
        /// How far vertices keep away from it [m].
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(range(min = 0))]
        margin: f64,
    },
}

impl ClothGrid {
    /// Where the first point of the first row lies [m].
    pub fn origin_or_default(&self) -> [f64; 3] {
        self.origin.unwrap_or(match self.orientation {
            Orientation::Horizontal => [0.0, 1.0, 0.0],
            Orientation::Vertical | Orientation::Hanging => [0.0; 3],
        })
    }

    /// Largest random offset of a point across the cloth [m].
    pub fn jitter_or_default(&self) -> f64 {
        self.jitter.unwrap_or(match self.orientation {
            Orientation::Horizontal | Orientation::Hanging => 0.0,
            Orientation::Vertical => DEFAULT_VERTICAL_JITTER,
        })
    }
}

impl Material {
    /// The most that a stretched spring moves a point in a pass of `relaxation` [m].
    pub fn relaxation_stiffness_or_default(&self) -> f64 {
        self.relaxation_stiffness.unwrap_or(DEFAULT_RELAXATION_STIFFNESS)
    }
}

impl Default for Material {
    /// The course project's stock values.
    fn default() -> Self {
        Self {
            areal_density: 150.0,
            thickness: 0.0095,
            ks: 5000.0,
            damping: 0.2,
            relaxation_stiffness: None,
            springs: vec![SpringKind::Structural, SpringKind::Shearing, SpringKind::Bending],
        }
    }
}

impl Scene {
    /// The same scene with the defaults that depend on other values written out.
    #[must_use]
    pub fn with_defaults(&self) -> Self {
        let mut scene = self.clone();
        for cloth in &mut scene.cloth {
            cloth.grid.origin = Some(cloth.grid.origin_or_default());
            cloth.grid.jitter = Some(cloth.grid.jitter_or_default());
            // older scenes have no such key, and no other hash than they had
            cloth.grid.origin_point = cloth.grid.origin_point.filter(|&point| point != [0, 0]);
            if self.method == Method::Relaxation {
                cloth.material.relaxation_stiffness = Some(cloth.material.relaxation_stiffness_or_default());
            }
        }
        scene
    }

    /// The same as JSON, without the values that its method does not use.
    pub(crate) fn to_used_json(&self) -> Json {
        // plain data of numbers, strings and lists: nothing in it that JSON cannot say
        let mut json = serde_json::to_value(self.with_defaults()).unwrap_or_default();
        for unused in UNUSED.iter().filter(|unused| unused.methods.contains(&self.method)) {
            for path in unused.paths(self) {
                let (table, key) = path.rsplit_once('.').unwrap_or_default();
                let table = steps(table).try_fold(&mut json, |json, step| match step.parse::<usize>() {
                    Ok(index) => json.get_mut(index),
                    Err(_) => json.get_mut(step),
                });
                table.and_then(Json::as_object_mut).map(|table| table.remove(key));
            }
        }
        json
    }

    /// blake3 hash, in hexadecimal, of what decides how the scene moves: all but its names, its number of frames and what its
    /// method does not use, defaults written out.
    pub fn hash(&self) -> String {
        let mut scene = Self { name: None, frames: DEFAULT_FRAMES, ..self.clone() };
        for cloth in &mut scene.cloth {
            cloth.name = None;
        }
        let mut json = scene.to_used_json();
        json.sort_all_objects();
        blake3::hash(json.to_string().as_bytes()).to_hex().to_string()
    }
}

fn default_gust_scale() -> f64 {
    0.05
}

fn default_gust_frequency() -> f64 {
    1.0
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

fn is_zero_vector(value: &[f64; 3]) -> bool {
    *value == [0.0; 3]
}

fn default_city_size() -> f64 {
    CityParams::default().size
}

fn default_city_grid() -> [u32; 2] {
    CityParams::default().grid
}

fn default_frames() -> u64 {
    DEFAULT_FRAMES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let text = "version = 1\n[[cloth]]\ngrid = { width = 1, height = 1, columns = 4, rows = 4 }\n";
        toml::from_str(text).unwrap()
    }

    #[test]
    fn a_scene_survives_toml_and_json() {
        let mut scene = scene();
        scene.cloth[0].pins = vec![[0, 3]];
        scene.cloth[0].grid.jitter = Some(0.1);
        scene.collider.push(Collider::Sphere { center: [0.1, -2.5, 1e-9], radius: 0.2, friction: 0.3, wave: None });
        scene.collider.push(Collider::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0], friction: 0.5, wave: None });
        let toml = toml::to_string(&scene).unwrap();
        assert_eq!(toml::from_str::<Scene>(&toml).unwrap(), scene);
        let json = serde_json::to_string(&scene).unwrap();
        assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), scene);
    }

    #[test]
    fn a_longer_run_is_the_same_scene_and_another_stiffness_is_not() {
        let scene = scene();
        let mut same = Scene { frames: 7, name: Some("other".to_owned()), ..scene.clone() };
        same.cloth[0].grid.origin = Some([0.0, 1.0, 0.0]);
        assert_eq!(same.hash(), scene.hash());
        same.cloth[0].material.ks += 1.0;
        assert_ne!(same.hash(), scene.hash());
    }
}

//! The course project's scene files: JSON with one cloth, at most one plane and at most one sphere.

use muslin_sim::{Settings, SpringKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::{Node, Value};
use crate::problem::{Problem, Problems, Severity, Source};
use crate::scene::{Cloth, ClothGrid, Collider, DEFAULT_FRAMES, Material, Method, Orientation, Scene, VERSION};
use crate::validate;

/// A whole file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CourseScene {
    /// The cloth: every scene has one.
    cloth: CourseCloth,
    /// The plane that it collides with.
    #[serde(default)]
    #[schemars(with = "CoursePlane")]
    plane: Option<CoursePlane>,
    /// The sphere that it collides with.
    #[serde(default)]
    #[schemars(with = "CourseSphere")]
    sphere: Option<CourseSphere>,
}

/// The cloth.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // the format's own three switches
struct CourseCloth {
    /// Width [m].
    #[schemars(extend("exclusiveMinimum" = 0))]
    width: f64,
    /// Height [m].
    #[schemars(extend("exclusiveMinimum" = 0))]
    height: f64,
    /// Points in a row.
    #[schemars(range(min = 2, max = 4_294_967_295_u32))]
    num_width_points: f64,
    /// Number of rows.
    #[schemars(range(min = 2, max = 4_294_967_295_u32))]
    num_height_points: f64,
    /// Thickness [m].
    #[schemars(range(min = 0))]
    thickness: f64,
    /// 0 for horizontal, 1 for vertical.
    #[schemars(extend("enum" = [0, 1]))]
    orientation: u8,
    /// Points that are held, each as [column, row] from 0.
    #[serde(default)]
    pinned: Vec<[u32; 2]>,
    /// Whether structural springs exert force.
    enable_structural: bool,
    /// Whether shearing springs exert force.
    enable_shearing: bool,
    /// Whether bending springs exert force.
    enable_bending: bool,
    /// Part of the velocity that is lost in each sub-step [%].
    #[schemars(range(min = 0, max = 100))]
    damping: f64,
    /// Mass per area [kg/m²].
    #[schemars(extend("exclusiveMinimum" = 0))]
    density: f64,
    /// Spring constant [N/m].
    #[schemars(range(min = 0))]
    ks: f64,
}

/// The plane.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CoursePlane {
    /// A point of it [m].
    point: [f64; 3],
    /// Direction across it, of any length but 0.
    normal: [f64; 3],
    /// From 0, slides freely, to 1, sticks.
    #[schemars(range(min = 0, max = 1))]
    friction: f64,
}

/// The sphere.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CourseSphere {
    /// Its middle [m].
    origin: [f64; 3],
    /// Its radius [m].
    #[schemars(extend("exclusiveMinimum" = 0))]
    radius: f64,
    /// From 0, slides freely, to 1, sticks.
    #[schemars(range(min = 0, max = 1))]
    friction: f64,
}

/// Whether a JSON document is of the course: no version, and objects under the course's names.
pub(crate) fn is_course(root: &Node) -> bool {
    let object = |key| root.get(key).is_some_and(|node| matches!(node.value, Value::Table(_)));
    root.get("version").is_none() && ["cloth", "plane", "sphere"].into_iter().any(object)
}

/// Reads a course document as a scene of ours; `None` when `problems` has an error.
pub(crate) fn read(root: &mut Node, source: &Source, problems: &mut Problems) -> Option<Scene> {
    let course: CourseScene = validate::read(root, source, problems)?;
    for key in ["num_width_points", "num_height_points"] {
        warn_of_fraction(root, key, source, problems);
    }
    // the course visits its objects by name: the plane acts before the sphere
    let plane =
        course.plane.map(|p| Collider::Plane { point: p.point, normal: p.normal, friction: p.friction, wave: None });
    let sphere = course.sphere.map(|s| Collider::Sphere {
        center: s.origin,
        radius: s.radius,
        friction: s.friction,
        wave: None,
    });
    Some(Scene {
        version: VERSION,
        name: None,
        method: Method::MassSpring,
        frames: DEFAULT_FRAMES,
        settings: Settings::default(),
        cloth: vec![cloth(course.cloth)],
        collider: plane.into_iter().chain(sphere).collect(),
        wind: None,
    })
}

fn cloth(cloth: CourseCloth) -> Cloth {
    let springs = [
        (cloth.enable_structural, SpringKind::Structural),
        (cloth.enable_shearing, SpringKind::Shearing),
        (cloth.enable_bending, SpringKind::Bending),
    ];
    Cloth {
        name: None,
        pins: cloth.pinned,
        grid: ClothGrid {
            width: cloth.width,
            height: cloth.height,
            columns: whole(cloth.num_width_points),
            rows: whole(cloth.num_height_points),
            orientation: if cloth.orientation == 0 { Orientation::Horizontal } else { Orientation::Vertical },
            origin: None,
            origin_point: None,
            jitter: None,
            seed: 0,
        },
        material: Material {
            areal_density: cloth.density,
            // the original stores it in single precision, and its self-collision shows that
            thickness: f64::from(cloth.thickness as f32),
            ks: cloth.ks,
            damping: cloth.damping,
            relaxation_stiffness: None,
            springs: springs.into_iter().filter_map(|(enabled, kind)| enabled.then_some(kind)).collect(),
        },
        velocity: [0.0; 3],
        hanger_length: None,
    }
}

/// Cuts off the fraction, as the original does.
#[allow(clippy::cast_sign_loss)] // the schema lets nothing below 2 pass
fn whole(count: f64) -> u32 {
    count as u32
}

fn warn_of_fraction(root: &Node, key: &str, source: &Source, problems: &mut Problems) {
    let node = root.nearest(&format!("cloth.{key}"));
    if let Value::Float(count) = node.value
        && count.fract() != 0.0
    {
        let message = format!("{key} is {count:?}, {} is used", whole(count));
        let problem = Problem::new(Severity::Warning, source, Some(node.span.clone()), message);
        problems.push(problem.with_help("write a whole number"));
    }
}

/// Where in a course file a value of ours comes from: `cloth[0].material.ks` is `cloth.ks`.
pub(crate) fn course_path(ours: &str, scene: &Scene) -> String {
    const RENAMED: [(&str, &str); 12] = [
        ("cloth[0].grid.columns", "cloth.num_width_points"),
        ("cloth[0].grid.rows", "cloth.num_height_points"),
        ("cloth[0].grid.origin", "cloth.orientation"),
        ("cloth[0].grid.jitter", "cloth.orientation"),
        ("cloth[0].grid.seed", "cloth.orientation"),
        ("cloth[0].grid.", "cloth."),
        ("cloth[0].grid", "cloth.num_width_points"),
        ("cloth[0].material.areal_density", "cloth.density"),
        ("cloth[0].material.springs", "cloth.enable_structural"),
        ("cloth[0].material.", "cloth."),
        ("cloth[0].pins", "cloth.pinned"),
        ("cloth[0]", "cloth"),
    ];
    for (from, to) in RENAMED {
        if let Some(rest) = ours.strip_prefix(from) {
            return format!("{to}{rest}");
        }
    }
    for (index, collider) in scene.collider.iter().enumerate() {
        if let Some(rest) = ours.strip_prefix(&format!("collider[{index}]")) {
            return match collider {
                Collider::Plane { .. } => format!("plane{rest}"),
                Collider::Sphere { .. } => format!("sphere{}", rest.replace(".center", ".origin")),
                // a course file has no others, an override may add them
                Collider::Box { .. } | Collider::City { .. } => ours.to_owned(),
            };
        }
    }
    String::new()
}

//! Scene to model: positions, pins, units, and what is wrong with the values together.

use glam::DVec3;
use muslin_city::{CityParams, ParamError, Plan};
use muslin_geom::{Grid, Points, Simplex, hash_rng};
use muslin_sim::model::{ClothModel, MAX_VERTEX_COUNT};
use muslin_sim::{AxisBox, Boxes, Effect, Method, Model, ModelError, Shape};

use crate::problem::{Problem, Problems, SceneError, Severity, source};
use crate::scene::{Air, Cloth, ClothGrid, Collider, Orientation, Scene, Wind};

/// Sub-steps that the schema of the settings allows at most.
const MAX_SUBSTEPS: f64 = 1e6;

/// Something about a scene, by the path of the value that it is about.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    /// Such as `cloth[0].grid.columns`.
    pub(crate) path: String,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Finding {
    fn new(severity: Severity, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity, path: path.into(), message: message.into(), help: None }
    }

    fn error(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, path, message)
    }

    pub(crate) fn warning(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, path, message)
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// The model of a scene that was made in code, and warnings about it.
///
/// # Errors
/// Every value that the simulation is not defined for, each named by its path.
pub fn build(scene: &Scene) -> Result<(Model, Problems), SceneError> {
    let name = scene.name.as_deref().unwrap_or("scene");
    let here = source(name, "");
    let located = |findings: Vec<Finding>| {
        let mut problems = Problems::new();
        for finding in findings {
            let message = format!("{}: {}", finding.path, finding.message);
            let mut problem = Problem::new(finding.severity, &here, None, message);
            problem.help = finding.help;
            problems.push(problem);
        }
        problems
    };
    match model(scene) {
        Ok((model, warnings)) => Ok((model, located(warnings))),
        Err(findings) => Err(SceneError::new(name, located(findings))),
    }
}

/// The model of a scene and warnings about it, or everything that is wrong with it.
pub(crate) fn model(scene: &Scene) -> Result<(Model, Vec<Finding>), Vec<Finding>> {
    // sizes come first: nothing may be allocated for a grid that is too large
    let mut findings = check_sizes(scene);
    check_pins(scene, &mut findings);
    if !findings.is_empty() {
        return Err(findings);
    }
    let cloths = scene.cloth.iter().enumerate().map(|(index, cloth)| sim_cloth(index, cloth)).collect();
    let mut colliders = Vec::with_capacity(scene.collider.len());
    for (index, collider) in scene.collider.iter().enumerate() {
        match sim_collider(collider) {
            Ok(collider) => colliders.push(collider),
            Err((key, message)) => findings.push(Finding::error(format!("collider[{index}].{key}"), message)),
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let model = Model::with_method(scene.method, cloths, colliders, scene.settings.clone());
    let model = model.and_then(|model| match &scene.wind {
        Some(wind) => model.with_wind(sim_wind(wind)),
        None => Ok(model),
    });
    match model {
        Ok(model) => {
            let warnings = warnings(&model);
            Ok((model, warnings))
        }
        Err(errors) => Err(errors.0.iter().map(finding_of).collect()),
    }
}

fn check_sizes(scene: &Scene) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut vertex_count = 0_u128;
    let mut largest = (0, 0);
    for (index, cloth) in scene.cloth.iter().enumerate() {
        for (key, count) in [("columns", cloth.grid.columns), ("rows", cloth.grid.rows)] {
            if count < 2 {
                let message = format!("expected 2 points or more, found {count}");
                findings.push(Finding::error(format!("cloth[{index}].grid.{key}"), message));
            }
        }
        let points = u128::from(cloth.grid.columns) * u128::from(cloth.grid.rows);
        vertex_count += points;
        largest = largest.max((points, index));
    }
    if vertex_count > MAX_VERTEX_COUNT as u128 {
        let who = if scene.cloth.len() > 1 { "the cloths together have" } else { "the cloth has" };
        let message = format!("{who} {vertex_count} points, at most {MAX_VERTEX_COUNT} fit");
        let finding = Finding::error(format!("cloth[{}].grid", largest.1), message);
        findings.push(finding.with_help("lower columns and rows"));
    }
    findings
}

fn check_pins(scene: &Scene, findings: &mut Vec<Finding>) {
    for (index, cloth) in scene.cloth.iter().enumerate() {
        let ClothGrid { columns, rows, .. } = cloth.grid;
        for (pin, &[column, row]) in cloth.pins.iter().enumerate() {
            if column >= columns || row >= rows {
                let message = format!("pin [{column}, {row}] is outside of the grid of {columns} columns, {rows} rows");
                let help = format!(
                    "a pin is [column, row], from [0, 0] to [{}, {}]",
                    columns.saturating_sub(1),
                    rows.saturating_sub(1)
                );
                findings.push(Finding::error(format!("cloth[{index}].pins[{pin}]"), message).with_help(help));
            }
        }
    }
}

fn sim_cloth(index: usize, cloth: &Cloth) -> muslin_sim::Cloth {
    let grid = Grid::new(cloth.grid.columns as usize, cloth.grid.rows as usize);
    let x_rest = start_positions(index, &cloth.grid);
    muslin_sim::Cloth {
        pins: cloth.pins.iter().map(|&[column, row]| grid.index(column as usize, row as usize)).collect(),
        areal_density: cloth.material.areal_density,
        thickness: cloth.material.thickness,
        ks: cloth.material.ks,
        damping: cloth.material.damping,
        relaxation_stiffness: cloth.material.relaxation_stiffness_or_default(),
        springs: cloth.material.springs.iter().copied().collect(),
        velocity: DVec3::from_array(cloth.velocity),
        hanger_length: cloth.hanger_length,
        ..muslin_sim::Cloth::new(grid, cloth.grid.width, cloth.grid.height, x_rest)
    }
}

/// Start positions [m] of the points of cloth number `index`. The jitter is a function of seed, cloth and point alone:
/// the same on every machine.
fn start_positions(index: usize, cloth: &ClothGrid) -> Points {
    let grid = Grid::new(cloth.columns as usize, cloth.rows as usize);
    let (orientation, across) = match cloth.orientation {
        Orientation::Horizontal => (muslin_geom::Orientation::Horizontal, DVec3::Y),
        Orientation::Vertical => (muslin_geom::Orientation::Vertical, DVec3::Z),
        Orientation::Hanging => (muslin_geom::Orientation::Hanging, DVec3::Z),
    };
    let origin = DVec3::from_array(cloth.origin_or_default());
    let jitter = cloth.jitter_or_default();
    let middle = cloth.origin_point.unwrap_or_default().map(|index| index as usize);
    let mut positions = grid.positions_around(middle, cloth.width, cloth.height, orientation);
    for i in 0..positions.len() {
        let random = 2.0 * hash_rng::unit(cloth.seed, index as u64, i as u64) - 1.0;
        positions.set(i, positions.get(i) + origin + random * jitter * across);
    }
    positions
}

fn sim_wind(wind: &Wind) -> muslin_sim::Wind {
    muslin_sim::Wind {
        direction: DVec3::from_array(wind.direction),
        strength: wind.strength,
        effect: match wind.air {
            None => Effect::Body,
            Some(Air { air_density, drag, lift }) => Effect::Surface { air_density, drag, lift },
        },
        gusts: wind.gusts.as_ref().map(|gusts| muslin_sim::Gusts {
            noise: Simplex::of_seed(gusts.seed),
            scale: gusts.scale,
            frequency: gusts.frequency,
            low: gusts.low,
            row_points: gusts.row_points.map(|points| points as usize),
        }),
    }
}

fn sim_collider(collider: &Collider) -> Result<muslin_sim::Collider, CityFault> {
    let (shape, wave) = match *collider {
        Collider::Sphere { center, radius, friction, wave } => {
            (Shape::Sphere(muslin_sim::Sphere { center: DVec3::from_array(center), radius, friction }), wave)
        }
        Collider::Plane { point, normal, friction, wave } => {
            let (point, normal) = (DVec3::from_array(point), DVec3::from_array(normal));
            (Shape::Plane(muslin_sim::Plane::new(point, normal, friction)), wave)
        }
        Collider::Box { center, size, friction, margin, wave } => {
            let (center, half) = (DVec3::from_array(center), DVec3::from_array(size) / 2.0);
            let one = AxisBox { min: center - half, max: center + half };
            (Shape::Boxes(Boxes::new(vec![one], friction).with_margin(margin)), wave)
        }
        Collider::City { seed, size, grid, block_kinds, center, friction, margin } => {
            let params = CityParams { size, grid, block_kinds, ..CityParams::default() };
            let mut boxes = Boxes::new(city_boxes(seed, &params)?, friction).with_margin(margin);
            boxes.offset = DVec3::from_array(center);
            (Shape::Boxes(boxes), None)
        }
    };
    Ok(muslin_sim::Collider { shape, wave })
}

/// Largest ground that the cities of a collider cover [m²]: some 300,000 boxes.
const MAX_CITY_AREA: f64 = 1e8;

/// What is wrong with a city: key and message.
type CityFault = (&'static str, String);

fn city_boxes(seed: i64, params: &CityParams) -> Result<Vec<AxisBox>, CityFault> {
    if !(-(1 << 31)..1 << 32).contains(&seed) {
        return Err(("seed", format!("expected a number of 32 bits, -2147483648 to 4294967295, found {seed}")));
    }
    // a negative number and the positive one with the same bits are the same seed
    #[allow(clippy::cast_sign_loss)]
    let plan = Plan::new(seed as u32, params).map_err(|error| {
        let key = if matches!(error, ParamError::Grid { .. }) { "grid" } else { "size" };
        (key, error.to_string())
    })?;
    let area = params.size * params.size * f64::from(params.grid[0]) * f64::from(params.grid[1]);
    if area > MAX_CITY_AREA {
        let (found, most) = (area / 1e6, MAX_CITY_AREA / 1e6);
        return Err(("grid", format!("the cities cover {found:.0} km², at most {most:.0} can be collided with")));
    }
    let mut boxes = Vec::new();
    plan.for_each_box(|one| boxes.push(AxisBox { min: one.min.into(), max: one.max.into() }));
    Ok(boxes)
}

/// A model's error by the path of the value that it is about.
fn finding_of(error: &ModelError) -> Finding {
    let message = error.to_string();
    let wanted = |value: f64, expected: &str| format!("expected {expected}, found {value:?}");
    match *error {
        ModelError::NoCloth => Finding::error("cloth", message).with_help("add a cloth"),
        ModelError::TooManyVertices { .. } => Finding::error("cloth[0].grid", message),
        ModelError::GridTooSmall { cloth, .. }
        | ModelError::PositionCount { cloth, .. }
        | ModelError::PositionNotFinite { cloth, .. } => Finding::error(format!("cloth[{cloth}].grid"), message),
        ModelError::PinOutOfRange { cloth, pin, .. } => Finding::error(format!("cloth[{cloth}].pins[{pin}]"), message),
        ModelError::ClothValue { cloth, key, value, expected } => {
            let table = match key {
                "width" | "height" => "grid.",
                "velocity" | "hanger_length" => "",
                _ => "material.",
            };
            Finding::error(format!("cloth[{cloth}].{table}{key}"), wanted(value, expected))
        }
        ModelError::ColliderValue { collider, key, value, expected } => {
            Finding::error(format!("collider[{collider}].{key}"), wanted(value, expected))
        }
        ModelError::WindValue { key, value, expected } => {
            let table = match key {
                "air_density" | "drag" | "lift" => "air.",
                "scale" | "frequency" | "low" => "gusts.",
                _ => "",
            };
            Finding::error(format!("wind.{table}{key}"), wanted(value, expected))
        }
        ModelError::NoMethod { .. } => Finding::error("method", error.to_string()),
        ModelError::Sheet { cloth, ref error } => Finding::error(format!("cloth[{cloth}].material"), error.to_string()),
        ModelError::SettingValue { key, value, expected } => {
            Finding::error(format!("settings.{key}"), wanted(value, expected))
        }
    }
}

/// What can be simulated but hardly is what was meant.
fn warnings(model: &Model) -> Vec<Finding> {
    let mut warnings = Vec::new();
    for (index, cloth) in model.cloths.iter().enumerate() {
        let at = |key: &str| format!("cloth[{index}].{key}");
        let springs = cloth.springs;
        let has_springs = springs.structural || springs.shearing || springs.bending;
        let no_springs = |message| Some(Finding::warning(at("material.springs"), message));
        warnings.extend(match model.method {
            Method::Impulse | Method::Newton | Method::Descent => None,
            Method::MassSpring if has_springs => unstable(model, cloth, at("material.ks")),
            Method::Relaxation if has_springs => too_stiff(cloth, at("material.relaxation_stiffness")),
            Method::MassSpring => no_springs("no springs are enabled: only the stretch limit holds the cloth together"),
            Method::Relaxation => no_springs("no springs are enabled: nothing holds the cloth together"),
        });
        if cloth.vertices.clone().all(|vertex| model.pinned[vertex]) {
            let message = "every point is pinned: the cloth cannot move on its own";
            warnings.push(Finding::warning(at("pins"), message).with_help("pin fewer points"));
        }
        if will_inflate(model, cloth) {
            let spacing = shortest_spacing(cloth);
            let message = format!(
                "points are kept twice the thickness of {} m apart, but neighbours are {spacing:.3e} m apart: the cloth \
                 will inflate",
                cloth.thickness
            );
            let help = format!("lower thickness to {:.2e} m or less, or use fewer columns and rows", 0.49 * spacing);
            warnings.push(Finding::warning(at("material.thickness"), message).with_help(help));
        }
    }
    warnings.extend(doubtful_gravity(model));
    warnings
}

/// Whether self-collision pushes neighbours apart that the springs hold together.
fn will_inflate(model: &Model, cloth: &ClothModel) -> bool {
    model.method == Method::MassSpring && 2.0 * cloth.thickness > shortest_spacing(cloth)
}

/// A warning when gravity moves nothing, or throws points past one another.
fn doubtful_gravity(model: &Model) -> Option<Finding> {
    let still = model.settings.gravity == [0.0; 3]
        && model.colliders.is_empty()
        && model.wind.is_none()
        && model.cloths.iter().all(|cloth| cloth.velocity == DVec3::ZERO);
    if still && !model.cloths.iter().any(|cloth| will_inflate(model, cloth)) {
        let message = "there is no gravity and nothing else acts: nothing will move";
        return Some(Finding::warning("settings.gravity", message).with_help("set gravity or add a collider"));
    }
    let fall = DVec3::from_array(model.settings.gravity).length();
    let spacing = model.cloths.iter().map(shortest_spacing).fold(f64::INFINITY, f64::min);
    (model.method == Method::Relaxation && fall > spacing).then(|| {
        let message = format!(
            "gravity moves points by {fall:.3e} m in each pass of relaxation, neighbours are only {spacing:.3e} m apart"
        );
        Finding::warning("settings.gravity", message)
            .with_help("gravity is a length for this method: try [0, -0.001, 0]")
    })
}

/// A warning when the passes of the relaxation method do not come to rest (docs/model.md, how stiff a cloth may be). The
/// document's cloth, at 0.3 of the distance of neighbours, is just above the limit of 0.29 and hardly trembles.
fn too_stiff(cloth: &ClothModel, path: String) -> Option<Finding> {
    let spacing = shortest_spacing(cloth);
    let stiffness = cloth.relaxation_stiffness;
    (stiffness > spacing / 3.0).then(|| {
        let message = format!(
            "relaxation_stiffness is {stiffness} m, more than a third of the {spacing:.3e} m between neighbours: the cloth \
             will tremble"
        );
        Finding::warning(path, message).with_help(format!("lower it to {:.2e} m or less", 0.29 * spacing))
    })
}

/// A warning when the explicit step cannot follow the springs.
fn unstable(model: &Model, cloth: &ClothModel, path: String) -> Option<Finding> {
    let h = model.settings.h();
    let limit = cloth.max_stable_ks(h);
    if cloth.ks <= limit {
        return None;
    }
    let message =
        format!("ks is {} N/m, the explicit step of {h:.2e} s is stable up to about {} N/m", cloth.ks, rounded(limit));
    let longest_step = (cloth.vertex_mass / (2.0 * cloth.ks)).sqrt();
    let substeps = (1.0 / (model.settings.fps * longest_step)).ceil();
    let help = if substeps <= MAX_SUBSTEPS {
        format!("raise settings.substeps to at least {substeps}, or areal_density, or lower ks")
    } else {
        "raise areal_density or lower ks".to_owned()
    };
    Some(Finding::warning(path, message).with_help(help))
}

/// A number with no digits that nobody needs, rounded down.
fn rounded(value: f64) -> String {
    if value < 1.0 { format!("{value:.2e}") } else { format!("{}", value.floor()) }
}

/// Distance of neighbours in a row or column, whichever is shorter [m].
fn shortest_spacing(cloth: &ClothModel) -> f64 {
    cloth.spacing[0].min(cloth.spacing[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Material;

    fn scene() -> Scene {
        let text = "version = 1\n[[cloth]]\ngrid = { width = 1, height = 2, columns = 3, rows = 5 }\n";
        toml::from_str(text).unwrap()
    }

    fn built(scene: &Scene) -> Result<Vec<String>, Vec<String>> {
        let texts = |problems: &mut dyn Iterator<Item = &Problem>| problems.map(ToString::to_string).collect();
        match build(scene) {
            Ok((_, warnings)) => Ok(texts(&mut warnings.iter())),
            Err(error) => Err(texts(&mut error.problems().iter())),
        }
    }

    #[test]
    fn a_horizontal_cloth_hangs_one_metre_high_and_a_vertical_one_is_jittered_across() {
        let mut scene = scene();
        let (model, _) = build(&scene).unwrap();
        assert_eq!(model.x_rest.get(14).to_array(), [1.0, 1.0, 2.0]);
        scene.cloth[0].grid.orientation = Orientation::Vertical;
        let (model, _) = build(&scene).unwrap();
        let last = model.x_rest.get(14);
        assert_eq!([last.x, last.y], [1.0, 2.0]);
        assert_eq!(last.z, (2.0 * hash_rng::unit(0, 0, 14) - 1.0) * 0.001);
        scene.cloth[0].grid.jitter = Some(0.0);
        scene.cloth[0].grid.origin = Some([1.0, 2.0, 3.0]);
        assert_eq!(build(&scene).unwrap().0.x_rest.get(14).to_array(), [2.0, 4.0, 3.0]);
    }

    #[test]
    fn a_grid_too_large_is_refused_before_anything_is_allocated() {
        let mut scene = scene();
        (scene.cloth[0].grid.columns, scene.cloth[0].grid.rows) = (u32::MAX, u32::MAX);
        let errors = built(&scene).unwrap_err();
        assert_eq!(errors, ["scene: cloth[0].grid: the cloth has 18446744065119617025 points, at most 16777216 fit"]);
    }

    #[test]
    fn a_pin_past_its_row_is_not_taken_for_one_of_the_next_row() {
        let mut scene = scene();
        scene.cloth[0].pins = vec![[2, 4], [3, 0], [0, 5]];
        let errors = built(&scene).unwrap_err();
        assert_eq!(errors.len(), 2);
        assert!(errors[0].contains("pins[1]: pin [3, 0] is outside of the grid of 3 columns, 5 rows"), "{errors:?}");
    }

    #[test]
    fn every_fault_that_code_can_make_is_named_by_path() {
        let mut scene = scene();
        scene.settings.fps = 0.0;
        scene.cloth[0].grid.width = -1.0;
        scene.cloth[0].material.areal_density = f64::NAN;
        scene.collider.push(Collider::Plane { point: [0.0; 3], normal: [0.0; 3], friction: 2.0, wave: None });
        let errors = built(&scene).unwrap_err().join("\n");
        for path in ["settings.fps", "cloth[0].grid.width", "cloth[0].material.areal_density", "collider[0].normal"] {
            assert!(errors.contains(path), "{path} is not in {errors}");
        }
        scene.cloth.clear();
        assert!(built(&scene).unwrap_err()[0].contains("at least one cloth"));
    }

    #[test]
    fn doubtful_scenes_are_built_with_a_warning() {
        type Change = fn(&mut Scene);
        let cases: [(Change, &str); 6] = [
            (|scene| scene.cloth[0].material.ks = 1e9, "stable up to about"),
            (|scene| scene.cloth[0].material.springs.clear(), "no springs are enabled"),
            (|scene| scene.settings.gravity = [0.0; 3], "nothing will move"),
            (|scene| scene.cloth[0].material.thickness = 0.3, "will inflate"),
            (|scene| scene.cloth[0].pins = (0..15).map(|i| [i % 3, i / 3]).collect(), "every point is pinned"),
            (|scene| scene.cloth[0].material = Material::default(), ""),
        ];
        for (change, expected) in cases {
            let mut scene = scene();
            change(&mut scene);
            let warnings = built(&scene).unwrap();
            assert_eq!(warnings.len(), usize::from(!expected.is_empty()), "{warnings:?}");
            assert!(warnings.iter().all(|warning| warning.contains(expected)), "{warnings:?}");
        }
    }

    #[test]
    fn the_advised_sub_steps_are_stable_and_one_fewer_is_not() {
        let mut scene = scene();
        scene.cloth[0].material.ks = 3e8;
        let advice = build(&scene).unwrap().1.iter().next().unwrap().help.clone().unwrap();
        let number = advice.split("at least ").nth(1).unwrap().split(',').next().unwrap();
        scene.settings.substeps = number.parse().unwrap();
        assert_eq!(built(&scene).unwrap(), [""; 0]);
        scene.settings.substeps -= 1;
        assert_eq!(built(&scene).unwrap().len(), 1);
    }
}

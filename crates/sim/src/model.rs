//! What never changes in a run.

use std::ops::Range;

use glam::{DVec2, DVec3};
use muslin_geom::{Grid, Points};

use crate::collider::{Collider, Shape, Wave};
use crate::fabric::Fabric;
use crate::force::spring::{RestLengths, SpringKinds};
use crate::force::wind::Wind;
use crate::method::Method;
use crate::settings::Settings;
use crate::shell::{Sheet, SheetError, Shell};

/// Most vertices a model may have: beyond it a run would need more than about 6 GB.
pub const MAX_VERTEX_COUNT: usize = 1 << 24;

/// Stiffness of the relaxation cloth's document [m]: with springs 0.1 m long, two points close half of the gap between them in
/// a pass.
pub const DEFAULT_RELAXATION_STIFFNESS: f64 = 0.03;

/// A validated scene, immutable in a run. All arrays per vertex go cloth by cloth.
#[derive(Clone, Debug)]
pub struct Model {
    /// What moves the cloths.
    pub method: Method,
    /// Start positions [m], one per vertex.
    pub x_rest: Points,
    /// Whether a vertex is held where it starts, one per vertex.
    pub pinned: Vec<bool>,
    /// The held vertices, ascending.
    pub pins: Vec<usize>,
    /// Triangles as vertex indices, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
    /// Texture coordinates in [0, 1], one pair per vertex.
    pub uv_rest: Vec<[f32; 2]>,
    /// The cloths, in scene order.
    pub cloths: Vec<ClothModel>,
    /// What the cloths collide with, in scene order.
    pub colliders: Vec<Collider>,
    /// Wind over all cloths, if any.
    pub wind: Option<Wind>,
    /// Time steps, gravity, the method's choices.
    pub settings: Settings,
    /// The cloths as shells of fabric, for the methods that know fabrics; empty for the others.
    pub shell: Shell,
    /// How everything that is held moves, if it does.
    pub pin_wave: Option<Wave>,
    /// Forces on vertices that stay the same [N].
    pub loads: Vec<(usize, DVec3)>,
}

/// One rectangular cloth of a [`Model`].
#[derive(Clone, Debug)]
pub struct ClothModel {
    /// Columns and rows.
    pub grid: Grid,
    /// Its vertices in the model's arrays.
    pub vertices: Range<usize>,
    /// Width and height before it is simulated [m].
    pub size: [f64; 2],
    /// Distance of neighbours in a row, and of rows [m].
    pub spacing: [f64; 2],
    /// Mass of each vertex [kg].
    pub vertex_mass: f64,
    /// Cloth thickness [m]: two vertices are kept twice this apart.
    pub thickness: f64,
    /// Spring constant of structural and shearing springs [N/m]; bending springs have a fifth of it.
    pub ks: f64,
    /// Part of the velocity lost in a sub-step [%]; for `impulse` in a second.
    pub damping: f64,
    /// Velocity at the start [m/s].
    pub velocity: DVec3,
    /// What the first row hangs on, one a column; none where it does not.
    pub hangers: Vec<Hanger>,
    /// The most that a stretched spring moves a vertex in a pass of `relaxation` [m]; bending springs have a fifth of it.
    pub relaxation_stiffness: f64,
    /// Which springs exert force. The stretch limit holds for all.
    pub springs: SpringKinds,
    /// Rest length of every spring.
    pub rest_lengths: RestLengths,
    /// What it is made of, for the methods that know fabrics.
    pub fabric: Fabric,
}

/// A point that never moves, and the length of the link to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hanger {
    /// Where it is [m].
    pub anchor: DVec3,
    /// Length of the link [m].
    pub length: f64,
}

/// One rectangular cloth as a caller describes it to [`Model::new`].
#[derive(Clone, Debug)]
pub struct Cloth {
    /// Columns and rows, at least 2 of each.
    pub grid: Grid,
    /// Width, along a row [m].
    pub width: f64,
    /// Height, from row to row [m].
    pub height: f64,
    /// Start positions [m], one per vertex, row by row.
    pub x_rest: Points,
    /// Indices of the vertices that are held, row by row.
    pub pins: Vec<usize>,
    /// Mass per area [kg/m²].
    pub areal_density: f64,
    /// Cloth thickness [m].
    pub thickness: f64,
    /// Spring constant [N/m].
    pub ks: f64,
    /// Part of the velocity lost in a sub-step [%]; for `impulse` in a second.
    pub damping: f64,
    /// Velocity at the start [m/s], of `impulse`.
    pub velocity: DVec3,
    /// Length of the links on which each vertex of the first row hangs, from a point so far above it [m]; it does not when not
    /// given. Of `impulse`.
    pub hanger_length: Option<f64>,
    /// The most that a stretched spring moves a vertex in a pass of `relaxation` [m].
    pub relaxation_stiffness: f64,
    /// Which springs exert force.
    pub springs: SpringKinds,
    /// What it is made of, for the methods that know fabrics; their columns are the warp.
    pub fabric: Fabric,
}

impl Cloth {
    /// A cloth with the course project's stock values, nothing pinned.
    pub fn new(grid: Grid, width: f64, height: f64, x_rest: Points) -> Self {
        Self {
            grid,
            width,
            height,
            x_rest,
            pins: Vec::new(),
            areal_density: 150.0,
            thickness: 0.0095,
            ks: 5000.0,
            damping: 0.2,
            velocity: DVec3::ZERO,
            hanger_length: None,
            relaxation_stiffness: DEFAULT_RELAXATION_STIFFNESS,
            springs: SpringKinds::ALL,
            fabric: Fabric::COTTON_SHIRTING,
        }
    }

    /// The same as a sheet of any mesh.
    fn sheet(&self) -> Sheet {
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        let triangles = self.grid.triangles();
        // rows go down, so that triangles are counter-clockwise
        let place = |vertex: u32| {
            let (column, row) = (vertex as usize % columns, vertex as usize / columns);
            let part = |i: usize, count: usize| i as f64 / (count - 1) as f64;
            DVec2::new(self.width * part(column, columns), -self.height * part(row, rows))
        };
        Sheet {
            x: self.x_rest.clone(),
            corners: triangles.iter().map(|corners| corners.map(place)).collect(),
            triangles,
            pins: self.pins.clone(),
            fabric: self.fabric,
            is_bent_at_rest: false,
            grid: Some(self.grid),
        }
    }
}

/// Why a model could not be made. `cloth` and `collider` count from 0 in scene order.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum ModelError {
    #[error("this build of Muslin does not have the method {method}")]
    NoMethod { method: &'static str },
    #[error("a model needs at least one cloth")]
    NoCloth,
    #[error("cloth {cloth} has {columns} x {rows} points, at least 2 x 2 are needed")]
    GridTooSmall { cloth: usize, columns: usize, rows: usize },
    #[error("cloths of {vertex_count} points in all, at most {MAX_VERTEX_COUNT} fit")]
    TooManyVertices { vertex_count: u128 },
    #[error("cloth {cloth} has {found} start positions for {expected} points")]
    PositionCount { cloth: usize, expected: usize, found: usize },
    #[error("the start position of point {vertex} of cloth {cloth} is not a finite number")]
    PositionNotFinite { cloth: usize, vertex: usize },
    #[error("pin {pin} of cloth {cloth} is point {vertex}, the cloth has {vertex_count}")]
    PinOutOfRange { cloth: usize, pin: usize, vertex: usize, vertex_count: usize },
    #[error("{key} of cloth {cloth} is {value}, expected {expected}")]
    ClothValue { cloth: usize, key: &'static str, value: f64, expected: &'static str },
    #[error("{key} of collider {collider} is {value}, expected {expected}")]
    ColliderValue { collider: usize, key: &'static str, value: f64, expected: &'static str },
    #[error("setting {key} is {value}, expected {expected}")]
    SettingValue { key: &'static str, value: f64, expected: &'static str },
    #[error("cloth {cloth}: {error}")]
    Sheet { cloth: usize, error: SheetError },
    #[error("{key} of the wind is {value}, expected {expected}")]
    WindValue { key: &'static str, value: f64, expected: &'static str },
}

/// All reasons why a model could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ModelErrors(pub Vec<ModelError>);

impl Model {
    /// Validates the parts and lays them out, to be moved by `mass_spring`.
    ///
    /// # Errors
    /// As [`with_method`](Self::with_method).
    pub fn new(cloths: Vec<Cloth>, colliders: Vec<Collider>, settings: Settings) -> Result<Self, ModelErrors> {
        Self::with_method(Method::MassSpring, cloths, colliders, settings)
    }

    /// Validates the parts and lays them out, to be moved by `method`.
    ///
    /// # Errors
    /// Every value that the methods are not defined for, all at once.
    pub fn with_method(
        method: Method,
        cloths: Vec<Cloth>,
        colliders: Vec<Collider>,
        settings: Settings,
    ) -> Result<Self, ModelErrors> {
        let mut errors = check(&cloths, &colliders, &settings);
        errors.extend(missing(method));
        if !errors.is_empty() {
            return Err(ModelErrors(errors));
        }
        let sheets: Vec<_> = cloths.iter().filter(|_| method.is_of_shells()).map(Cloth::sheet).collect();
        let shell = Shell::new(&sheets).map_err(of_sheets)?;
        let mut model = Self {
            method,
            x_rest: Points::default(),
            pinned: Vec::new(),
            pins: Vec::new(),
            triangles: Vec::new(),
            uv_rest: Vec::new(),
            cloths: Vec::new(),
            colliders,
            wind: None,
            settings,
            shell,
            pin_wave: None,
            loads: Vec::new(),
        };
        for cloth in cloths {
            model.add_cloth(cloth);
        }
        model.pins = (0..model.vertex_count()).filter(|&vertex| model.pinned[vertex]).collect();
        Ok(model)
    }

    /// Validates sheets of any mesh and lays them out, to be moved by `method`, which must know fabrics.
    ///
    /// # Errors
    /// Every value that the method is not defined for, all at once.
    pub fn of_sheets(
        method: Method,
        sheets: &[Sheet],
        colliders: Vec<Collider>,
        settings: Settings,
    ) -> Result<Self, ModelErrors> {
        let mut errors = Vec::new();
        check_surroundings(&colliders, &settings, &mut errors);
        errors.extend(missing(method));
        if sheets.is_empty() {
            errors.push(ModelError::NoCloth);
        }
        for (cloth, sheet) in sheets.iter().enumerate() {
            check_points(cloth, &sheet.x, &sheet.pins, sheet.x.len(), &mut errors);
        }
        let mut model = Self {
            method,
            x_rest: Points::default(),
            pinned: Vec::new(),
            pins: Vec::new(),
            triangles: Vec::new(),
            uv_rest: Vec::new(),
            cloths: Vec::new(),
            colliders,
            wind: None,
            settings,
            shell: Shell::default(),
            pin_wave: None,
            loads: Vec::new(),
        };
        match Shell::new(sheets) {
            Ok(shell) => model.shell = shell,
            Err(found) => errors.extend(of_sheets(found).0),
        }
        if !errors.is_empty() {
            return Err(ModelErrors(errors));
        }
        for sheet in sheets {
            let first = model.vertex_count();
            model.x_rest.extend_from(&sheet.x);
            model.pinned.resize(model.x_rest.len(), false);
            sheet.pins.iter().for_each(|&pin| model.pinned[first + pin] = true);
        }
        model.triangles.clone_from(&model.shell.topology.triangles);
        model.pins = (0..model.vertex_count()).filter(|&vertex| model.pinned[vertex]).collect();
        Ok(model)
    }

    /// The same model in a wind.
    ///
    /// # Errors
    /// Every value of the wind that the method is not defined for.
    pub fn with_wind(self, wind: Wind) -> Result<Self, ModelErrors> {
        let faults = wind.faults(self.method).into_iter();
        let errors: Vec<_> =
            faults.map(|(key, value, expected)| ModelError::WindValue { key, value, expected }).collect();
        if errors.is_empty() { Ok(Self { wind: Some(wind), ..self }) } else { Err(ModelErrors(errors)) }
    }

    /// Number of vertices of all cloths.
    pub fn vertex_count(&self) -> usize {
        self.x_rest.len()
    }

    /// Number of the frame [frames] that moving colliders are at in sub-step number `step`, counted from 1. What a state
    /// with that `step` has collided with last is `colliders_at` this.
    pub fn frame_of_step(&self, step: u64) -> f64 {
        self.method.frame_of_step(step, self.settings.substeps)
    }

    /// Where a held vertex is in sub-step number `step`, counted from 1 [m].
    pub fn pin_place(&self, pin: usize, step: u64) -> DVec3 {
        let start = self.x_rest.get(pin);
        self.pin_wave.map_or(start, |wave| wave.moved(start, self.frame_of_step(step)))
    }

    /// The colliders as they are at `frame`, in scene order.
    pub fn colliders_at(&self, frame: f64) -> impl Iterator<Item = Shape> + '_ {
        self.colliders.iter().map(move |collider| collider.at(frame))
    }

    fn add_cloth(&mut self, cloth: Cloth) {
        let first = self.vertex_count();
        let vertices = first..first + cloth.grid.vertex_count();
        self.x_rest.extend_from(&cloth.x_rest);
        self.pinned.resize(vertices.end, false);
        for pin in cloth.pins {
            self.pinned[first + pin] = true;
        }
        let global = |t: u32| t + first as u32;
        self.triangles.extend(cloth.grid.triangles().into_iter().map(|triangle| triangle.map(global)));
        self.uv_rest.extend(cloth.grid.uv());
        let Grid { columns, rows } = cloth.grid;
        let spacing = [cloth.width / (columns - 1) as f64, cloth.height / (rows - 1) as f64];
        let rest_lengths = match self.method {
            Method::MassSpring | Method::Impulse | Method::Newton | Method::Descent => {
                RestLengths::measure(cloth.grid, &cloth.x_rest)
            }
            Method::Relaxation => RestLengths::of_spacing(cloth.grid, spacing),
        };
        let hangers = cloth.hanger_length.map_or_else(Vec::new, |length| {
            let hanger = |column| Hanger { anchor: cloth.x_rest.get(column) + DVec3::Y * length, length };
            (0..columns).map(hanger).collect()
        });
        let areal_density = if self.method.is_of_shells() { cloth.fabric.areal_density } else { cloth.areal_density };
        self.cloths.push(ClothModel {
            fabric: cloth.fabric,
            velocity: cloth.velocity,
            hangers,
            spacing,
            grid: cloth.grid,
            vertices,
            size: [cloth.width, cloth.height],
            vertex_mass: cloth.width * cloth.height * areal_density / columns as f64 / rows as f64,
            thickness: cloth.thickness,
            ks: cloth.ks,
            damping: cloth.damping,
            relaxation_stiffness: cloth.relaxation_stiffness,
            springs: cloth.springs,
            rest_lengths,
        });
    }
}

impl ClothModel {
    /// Largest spring constant [N/m] that the explicit step of `h` seconds is stable for: m / (2 h²), from the stiffest
    /// mode of the grid under structural, shearing and bending springs together.
    pub fn max_stable_ks(&self, h: f64) -> f64 {
        self.vertex_mass / (2.0 * h * h)
    }

    /// The vertices of some rows, in the model's arrays.
    #[inline]
    pub fn vertices_of_rows(&self, rows: Range<usize>) -> Range<usize> {
        let first = self.vertices.start;
        first + rows.start * self.grid.columns..first + rows.end * self.grid.columns
    }

    /// Width and height of the cells of the self-collision map [m], and their depth: the larger of the two.
    pub fn cell_size(&self) -> [f64; 3] {
        let w = 3.0 * self.size[0] / self.grid.columns as f64;
        let h = 3.0 * self.size[1] / self.grid.rows as f64;
        [w, h, w.max(h)]
    }
}

fn check(cloths: &[Cloth], colliders: &[Collider], settings: &Settings) -> Vec<ModelError> {
    let mut errors = Vec::new();
    if cloths.is_empty() {
        errors.push(ModelError::NoCloth);
    }
    let vertex_count: u128 = cloths.iter().map(|cloth| cloth.grid.columns as u128 * cloth.grid.rows as u128).sum();
    if vertex_count > MAX_VERTEX_COUNT as u128 {
        errors.push(ModelError::TooManyVertices { vertex_count });
        return errors;
    }
    for (cloth, parts) in cloths.iter().enumerate() {
        check_cloth(cloth, parts, &mut errors);
    }
    check_surroundings(colliders, settings, &mut errors);
    errors
}

fn check_surroundings(colliders: &[Collider], settings: &Settings, errors: &mut Vec<ModelError>) {
    for (index, collider) in colliders.iter().enumerate() {
        for (key, value, expected) in collider.faults() {
            errors.push(ModelError::ColliderValue { collider: index, key, value, expected });
        }
    }
    let mut setting = |key, value: f64, good: bool, expected| {
        if !good {
            errors.push(ModelError::SettingValue { key, value, expected });
        }
    };
    setting("fps", settings.fps, settings.fps > 0.0 && settings.fps.is_finite(), "a number above 0");
    setting("substeps", f64::from(settings.substeps), settings.substeps > 0, "at least 1");
    setting("sweeps", f64::from(settings.sweeps), settings.sweeps > 0, "at least 1");
    setting("warm_start", settings.warm_start, (0.0..=1.0).contains(&settings.warm_start), "0 to 1");
    for component in settings.gravity {
        setting("gravity", component, component.is_finite(), "finite numbers");
    }
    let tolerance = settings.tolerance;
    setting("tolerance", tolerance, tolerance > 0.0 && tolerance.is_finite(), "a speed above 0 m/s");
}

fn missing(method: Method) -> Option<ModelError> {
    let is_there = method != Method::Newton || cfg!(feature = "newton");
    (!is_there).then(|| ModelError::NoMethod { method: method.name() })
}

fn of_sheets(errors: Vec<(usize, SheetError)>) -> ModelErrors {
    ModelErrors(errors.into_iter().map(|(cloth, error)| ModelError::Sheet { cloth, error }).collect())
}

fn check_points(cloth: usize, x: &Points, pins: &[usize], vertex_count: usize, errors: &mut Vec<ModelError>) {
    if x.len() != vertex_count {
        errors.push(ModelError::PositionCount { cloth, expected: vertex_count, found: x.len() });
    }
    if let Some(vertex) = x.iter().position(|x| !x.is_finite()) {
        errors.push(ModelError::PositionNotFinite { cloth, vertex });
    }
    for (pin, &vertex) in pins.iter().enumerate().filter(|&(_, &vertex)| vertex >= vertex_count) {
        errors.push(ModelError::PinOutOfRange { cloth, pin, vertex, vertex_count });
    }
}

fn check_cloth(cloth: usize, parts: &Cloth, errors: &mut Vec<ModelError>) {
    let Grid { columns, rows } = parts.grid;
    if columns < 2 || rows < 2 {
        errors.push(ModelError::GridTooSmall { cloth, columns, rows });
        return;
    }
    let vertex_count = parts.grid.vertex_count();
    check_points(cloth, &parts.x_rest, &parts.pins, vertex_count, errors);
    let mut value = |key, value: f64, good: bool, expected| {
        if !(good && value.is_finite()) {
            errors.push(ModelError::ClothValue { cloth, key, value, expected });
        }
    };
    value("width", parts.width, parts.width > 0.0, "a length above 0 m");
    value("height", parts.height, parts.height > 0.0, "a length above 0 m");
    value("areal_density", parts.areal_density, parts.areal_density > 0.0, "a mass above 0 kg/m²");
    value("thickness", parts.thickness, parts.thickness >= 0.0, "0 m or more");
    value("ks", parts.ks, parts.ks >= 0.0, "0 N/m or more");
    let stiffness = parts.relaxation_stiffness;
    value("relaxation_stiffness", stiffness, stiffness >= 0.0, "0 m or more");
    for component in parts.velocity.to_array() {
        value("velocity", component, true, "finite numbers");
    }
    if let Some(length) = parts.hanger_length {
        value("hanger_length", length, length > 0.0, "a length above 0 m");
    }
    value("damping", parts.damping, (0.0..=100.0).contains(&parts.damping), "0 to 100 percent");
}

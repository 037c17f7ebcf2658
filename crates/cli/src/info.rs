//! `muslin info`: what is in a scene, and what running it takes.

use std::fmt;

use clap::Args;
use glam::DVec3;
use muslin_scene::io::Precision;
use muslin_scene::{Format, LoadedScene};
use muslin_sim::model::ClothModel;
use muslin_sim::{Collider, Method, Model, Shape, SpringKind};
use serde::Serialize;

use crate::bytes::Bytes;
use crate::failure::Failure;
use crate::notice::{self, Notice};
use crate::scene_args::SceneArgs;
use crate::{Outcome, console};

/// Memory of a run per vertex [bytes], measured at a million: model, scratch, and up to five states, four of which wait
/// for the output.
const RUN_BYTES_PER_VERTEX: u64 = 600;

/// Show what is in a scene, and what running it takes
#[derive(Args)]
pub struct InfoArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// Print one JSON object, and errors as JSON
    #[arg(long)]
    pub json: bool,
}

/// Shows the scene.
///
/// # Errors
/// If the scene cannot be used.
pub fn info(args: &InfoArgs) -> Result<Outcome, Failure> {
    let loaded = args.scene.load()?;
    let info = Info::new(&loaded);
    if args.json {
        // strings and numbers under fixed names: nothing that JSON cannot say
        console::print(serde_json::to_string(&info).unwrap_or_default())?;
    } else {
        console::print(&info)?;
        notice::show_problems(&loaded.warnings);
    }
    Ok(Outcome::Done)
}

#[derive(Serialize)]
struct Info {
    scene: String,
    format: &'static str,
    method: Method,
    scene_hash: String,
    cloths: Vec<ClothInfo>,
    colliders: Vec<String>,
    frames: u64,
    fps: f64,
    substeps: u32,
    /// Length of a sub-step [s].
    h: f64,
    vertex_count: usize,
    triangle_count: usize,
    /// Lowest and highest corner of all cloths at the start [m].
    start_bounds: [[f64; 3]; 2],
    run_bytes: u64,
    cache_bytes_per_frame: u64,
    warnings: Vec<Notice>,
}

#[derive(Serialize)]
struct ClothInfo {
    name: Option<String>,
    columns: usize,
    rows: usize,
    /// Width and height [m].
    size: [f64; 2],
    vertex_count: usize,
    pin_count: usize,
    #[serde(flatten)]
    stiffness: StiffnessInfo,
    springs: Vec<SpringInfo>,
}

/// What the method knows of a cloth's stiffness and mass.
#[derive(Serialize)]
#[serde(untagged)]
enum StiffnessInfo {
    MassSpring {
        /// Mass of a vertex [kg].
        vertex_mass: f64,
        ks: f64,
        max_stable_ks: f64,
    },
    Impulse {
        /// Mass of a vertex [kg].
        vertex_mass: f64,
        sweeps: u32,
    },
    Relaxation {
        /// The most that a stretched spring moves a point in a pass [m].
        relaxation_stiffness: f64,
    },
    Fabric {
        /// Mass of the cloth [kg].
        mass: f64,
        /// Stiffness along the warp [N/m].
        warp: f64,
        /// Stiffness along the weft [N/m].
        weft: f64,
        /// Stiffness in shear [N/m].
        shear: f64,
        /// Bending rigidity along warp and weft [N m].
        bending: [f64; 2],
    },
}

#[derive(Serialize)]
struct SpringInfo {
    kind: SpringKind,
    count: usize,
    exerts_force: bool,
}

impl Info {
    fn new(loaded: &LoadedScene) -> Self {
        let LoadedScene { scene, model, .. } = loaded;
        let vertex_count = model.vertex_count() as u64;
        let (low, high) = model.x_rest.bounds().unwrap_or_default();
        let names = scene.cloth.iter().map(|cloth| cloth.name.clone());
        Self {
            scene: scene.name.clone().unwrap_or_default(),
            format: match loaded.format {
                Format::Own => "Muslin",
                Format::Course => "course",
            },
            method: model.method,
            scene_hash: loaded.hash.clone(),
            cloths: model.cloths.iter().zip(names).map(|(cloth, name)| ClothInfo::new(name, cloth, model)).collect(),
            colliders: model.colliders.iter().map(collider_text).collect(),
            frames: scene.frames,
            fps: model.settings.fps,
            substeps: model.settings.substeps,
            h: model.settings.h(),
            vertex_count: model.vertex_count(),
            triangle_count: model.triangles.len(),
            start_bounds: [low.to_array(), high.to_array()],
            run_bytes: RUN_BYTES_PER_VERTEX * vertex_count,
            cache_bytes_per_frame: 3 * Precision::default().bytes() * vertex_count,
            warnings: loaded.warnings.iter().map(Notice::from).collect(),
        }
    }
}

impl ClothInfo {
    fn new(name: Option<String>, cloth: &ClothModel, model: &Model) -> Self {
        let kinds = [SpringKind::Structural, SpringKind::Shearing, SpringKind::Bending];
        let count = |kind| cloth.rest_lengths.springs(cloth.grid).filter(|spring| spring.kind == kind).count();
        Self {
            name,
            columns: cloth.grid.columns,
            rows: cloth.grid.rows,
            size: cloth.size,
            vertex_count: cloth.vertices.len(),
            pin_count: cloth.vertices.clone().filter(|&vertex| model.pinned[vertex]).count(),
            stiffness: match model.method {
                Method::MassSpring => StiffnessInfo::MassSpring {
                    vertex_mass: cloth.vertex_mass,
                    ks: cloth.ks,
                    max_stable_ks: cloth.max_stable_ks(model.settings.h()),
                },
                Method::Impulse => {
                    StiffnessInfo::Impulse { vertex_mass: cloth.vertex_mass, sweeps: model.settings.sweeps }
                }
                Method::Newton | Method::Descent => StiffnessInfo::Fabric {
                    mass: cloth.size[0] * cloth.size[1] * cloth.fabric.areal_density,
                    warp: cloth.fabric.membrane.warp,
                    weft: cloth.fabric.membrane.weft,
                    shear: cloth.fabric.membrane.shear,
                    bending: cloth.fabric.bending,
                },
                Method::Relaxation => StiffnessInfo::Relaxation { relaxation_stiffness: cloth.relaxation_stiffness },
            },
            springs: kinds
                .into_iter()
                .map(|kind| SpringInfo { kind, count: count(kind), exerts_force: cloth.springs.contains(kind) })
                .collect(),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, value: &dyn fmt::Display| writeln!(f, "{name:<12}{value}");
        row("scene", &format_args!("{} ({} format)", self.scene, self.format))?;
        row("method", &self.method.name())?;
        row("hash", &self.scene_hash)?;
        for cloth in &self.cloths {
            row("cloth", cloth)?;
        }
        for collider in &self.colliders {
            row("collider", collider)?;
        }
        let Self { frames, fps, substeps, h, .. } = self;
        row("time", &format_args!("{frames} frames, {fps} a second, {substeps} sub-steps of {h:.3e} s"))?;
        let [low, high] = self.start_bounds;
        row("start", &format_args!("{low:?} to {high:?} m"))?;
        row("memory", &format_args!("about {} for a run", Bytes(self.run_bytes)))?;
        let (frame, all) = (self.cache_bytes_per_frame, self.cache_bytes_per_frame * (frames + 1));
        write!(f, "{:<12}{} a frame, {} in all", "cache", Bytes(frame), Bytes(all))
    }
}

impl fmt::Display for ClothInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, vertex_count, pin_count, stiffness, .. } = self;
        let [width, height] = self.size;
        if let Some(name) = &self.name {
            write!(f, "{name}: ")?;
        }
        let indent = "";
        writeln!(f, "{columns} x {rows} = {vertex_count} points, {width} x {height} m, {pin_count} pinned")?;
        match *stiffness {
            StiffnessInfo::MassSpring { vertex_mass, ks, max_stable_ks } => {
                let [mass, ks, limit] = [vertex_mass, ks, max_stable_ks].map(Short);
                writeln!(f, "{indent:<12}{mass} kg a point, ks {ks} N/m, stable up to {limit} N/m")?;
            }
            StiffnessInfo::Impulse { vertex_mass, sweeps } => {
                writeln!(f, "{indent:<12}{} kg a point, {sweeps} sweeps a sub-step", Short(vertex_mass))?;
            }
            StiffnessInfo::Relaxation { relaxation_stiffness } => {
                writeln!(f, "{indent:<12}stiffness {} m a pass", Short(relaxation_stiffness))?;
            }
            StiffnessInfo::Fabric { mass, warp, weft, shear, bending } => {
                let [mass, warp, weft, shear, stiff, limp] =
                    [mass, warp, weft, shear, bending[0], bending[1]].map(Short);
                writeln!(f, "{indent:<12}{mass} kg, warp {warp} N/m, weft {weft} N/m, shear {shear} N/m")?;
                return write!(f, "{indent:<12}bending {stiff} and {limp} N m");
            }
        }
        write!(f, "{indent:<12}springs:")?;
        for (index, SpringInfo { kind, count, exerts_force }) in self.springs.iter().enumerate() {
            let kind = match kind {
                SpringKind::Structural => "structural",
                SpringKind::Shearing => "shearing",
                SpringKind::Bending => "bending",
            };
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {count} {kind}{}", if *exerts_force { "" } else { " (no force)" })?;
        }
        Ok(())
    }
}

fn collider_text(collider: &Collider) -> String {
    let text = match &collider.shape {
        Shape::Sphere(sphere) => format!(
            "sphere of radius {} m at {:?}, friction {}",
            sphere.radius,
            sphere.center.to_array(),
            sphere.friction
        ),
        Shape::Plane(plane) => format!(
            "plane through {:?}, normal {:?}, friction {}",
            plane.point.to_array(),
            plane.normal.to_array(),
            plane.friction
        ),
        Shape::Boxes(boxes) => match boxes.boxes() {
            [one] => format!(
                "box of {} m at {}, friction {}",
                Triple(one.max - one.min),
                Triple((one.min + one.max) / 2.0 + boxes.offset),
                boxes.friction
            ),
            many => format!("{} boxes, friction {}", many.len(), boxes.friction),
        },
    };
    match collider.wave {
        Some(wave) => format!("{text}, moving by up to {:?} m", wave.amplitude),
        None => text,
    }
}

/// Three numbers without the digits that nobody needs.
struct Triple(DVec3);

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.to_array().map(Short);
        write!(f, "[{x}, {y}, {z}]")
    }
}

/// A number without the digits that nobody needs.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value) = *self;
        match value.abs() {
            0.0 => write!(f, "0"),
            size if !(1e-3..1e7).contains(&size) => write!(f, "{value:.3e}"),
            size if size < 100.0 => write!(f, "{}", (value * 1e4).round() / 1e4),
            _ => write!(f, "{}", value.round()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 1.875, 0.1 + 0.2, 486_000.4, 5e-6, 1e99].map(|value| Short(value).to_string());
        assert_eq!(shown, ["0", "1.875", "0.3", "486000", "5.000e-6", "1.000e99"]);
    }
}

//! A scene that runs.

use glam::DVec3;
use muslin_geom::{Points, Simplex, area_weighted_normals};
use muslin_scene::LoadedScene;
use muslin_sim::{Model, State, Wind, Workspace, step};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hold::Holds;

/// The most frames that one call of [`Cloth::advance`] makes, however much time has passed: a page that was hidden goes on where it
/// was.
pub const MOST_FRAMES: u32 = 15;

/// A scene that runs, and what a page draws of it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Cloth {
    model: Model,
    state: State,
    workspace: Workspace,
    holds: Holds,
    scene_hash: String,
    warnings: String,
    /// Time that has passed and was not simulated yet [s].
    owed: f64,
    drawn: Drawn,
    /// Whether what is drawn is of a state before.
    is_old: bool,
}

/// What is drawn, in 32-bit numbers.
#[derive(Debug, Default)]
struct Drawn {
    /// x, y, z of each vertex [m].
    positions: Vec<f32>,
    /// x, y, z of the unit normal at each vertex.
    normals: Vec<f32>,
    /// u and v of each vertex.
    uv: Vec<f32>,
    /// Three vertices of each triangle.
    triangles: Vec<u32>,
}

#[wasm_bindgen]
impl Cloth {
    /// The scene that `json` describes, at its start: what `muslin run` reads.
    ///
    /// # Errors
    /// Everything that is wrong with it, a line each.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &str) -> Result<Cloth, String> {
        let loaded = muslin_scene::load_str("scene.json", json, &[]).map_err(|error| lines(error.problems().iter()))?;
        let LoadedScene { model, hash, warnings, .. } = loaded;
        let mut cloth = Self {
            state: State::new(&model),
            workspace: Workspace::new(&model),
            holds: Holds::new(&model),
            scene_hash: hash,
            warnings: lines(warnings.iter()),
            owed: 0.0,
            is_old: true,
            drawn: Drawn {
                positions: vec![0.0; 3 * model.vertex_count()],
                normals: vec![0.0; 3 * model.vertex_count()],
                uv: model.uv_rest.iter().flatten().copied().collect(),
                triangles: model.triangles.iter().flatten().copied().collect(),
            },
            model,
        };
        cloth.draw();
        Ok(cloth)
    }

    /// What is doubtful about the scene, a line each.
    pub fn warnings(&self) -> String {
        self.warnings.clone()
    }

    /// Simulates so many frames.
    pub fn step(&mut self, frames: u32) {
        for _ in 0..frames {
            step::advance_frame(&self.model, &mut self.state, &mut self.workspace);
        }
        self.is_old = true;
    }

    /// Simulates the frames that `seconds` more of real time are owed, and says how many: 15 at most, and what is beyond is let go.
    /// Time that is no number or negative is none.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        let frame = 1.0 / self.model.settings.fps;
        self.owed += if seconds > 0.0 && seconds.is_finite() { seconds } else { 0.0 };
        let mut count = 0;
        // a display of the same rate as the simulation must not miss a frame by rounding
        while self.owed >= frame * (1.0 - 1e-3) && count < MOST_FRAMES {
            step::advance_frame(&self.model, &mut self.state, &mut self.workspace);
            self.owed -= frame;
            count += 1;
        }
        if self.owed >= frame {
            self.owed = 0.0;
        }
        self.is_old |= count > 0;
        count
    }

    /// Starts again.
    pub fn reset(&mut self) {
        self.holds.reset(&mut self.model);
        self.state = State::new(&self.model);
        self.owed = 0.0;
        self.is_old = true;
    }

    /// Puts all cloths to sleep: they stay as they are, without velocity, until they are woken.
    pub fn sleep(&mut self) {
        for cloth in 0..self.model.cloths.len() {
            self.state.put_to_sleep(&self.model, cloth);
        }
    }

    /// Wakes all cloths.
    pub fn wake(&mut self) {
        for cloth in 0..self.model.cloths.len() {
            self.state.wake(cloth);
        }
    }

    /// Changes where the wind blows to and how strong it is; a scene without one gets one that blows evenly.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn set_wind(&mut self, x: f64, y: f64, z: f64, strength: f64) -> Result<(), String> {
        let direction = DVec3::new(x, y, z);
        if !(direction.is_finite() && strength.is_finite()) {
            return Err(format!("expected finite numbers for the wind, found {x}, {y}, {z}, {strength}"));
        }
        match &mut self.model.wind {
            Some(wind) => (wind.direction, wind.strength) = (direction, strength),
            none => *none = Some(Wind { direction, strength, effect: muslin_sim::Effect::Body, gusts: None }),
        }
        Ok(())
    }

    /// Gives the noise of the wind another table, a permutation of 0 to 255; nothing for a wind without gusts.
    ///
    /// # Errors
    /// If it is no permutation.
    pub fn set_noise(&mut self, table: &[u8]) -> Result<(), String> {
        let mut sorted = table.to_vec();
        sorted.sort_unstable();
        let expected = || "expected a permutation of the numbers 0 to 255".to_owned();
        if !sorted.iter().copied().eq(0..=u8::MAX) {
            return Err(expected());
        }
        let table = table.try_into().map_err(|_| expected())?;
        if let Some(gusts) = self.model.wind.as_mut().and_then(|wind| wind.gusts.as_mut()) {
            gusts.noise = Simplex::with_table(table);
        }
        Ok(())
    }

    /// Adds a velocity to every vertex that is not held [m/s]: of methods without velocities to none.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn push(&mut self, x: f64, y: f64, z: f64) -> Result<(), String> {
        let change = DVec3::new(x, y, z);
        if !change.is_finite() {
            return Err(format!("expected finite numbers for the push, found {x}, {y}, {z}"));
        }
        for vertex in (0..self.state.v.len()).filter(|&vertex| !self.model.pinned[vertex]) {
            self.state.v.set(vertex, self.state.v.get(vertex) + change);
        }
        Ok(())
    }

    /// Holds a vertex at a place [m] until it is released.
    ///
    /// # Errors
    /// If there is no such vertex, or a number is not finite.
    pub fn hold(&mut self, vertex: usize, x: f64, y: f64, z: f64) -> Result<(), String> {
        let place = DVec3::new(x, y, z);
        if vertex >= self.model.vertex_count() {
            return Err(format!("vertex {vertex} of {}", self.model.vertex_count()));
        }
        if !place.is_finite() {
            return Err(format!("expected finite numbers for a place, found {x}, {y}, {z}"));
        }
        self.holds.hold(&mut self.model, vertex, place);
        Ok(())
    }

    /// Lets a vertex go; one that the scene holds goes back to where that does.
    pub fn release(&mut self, vertex: usize) {
        self.holds.release(&mut self.model, vertex);
    }

    /// The vertex nearest to where a ray meets the cloth first; −1 if it does not.
    pub fn pick(&self, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64) -> i32 {
        let (origin, direction) = (DVec3::new(ox, oy, oz), DVec3::new(dx, dy, dz));
        let vertex = crate::ray::pick(&self.model, &self.state.x, origin, direction);
        vertex.and_then(|vertex| i32::try_from(vertex).ok()).unwrap_or(-1)
    }

    /// Hash of the exact positions, 16 hexadecimal digits: the same on every machine.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.state.hash())
    }

    /// Hash of the scene.
    pub fn scene_hash(&self) -> String {
        self.scene_hash.clone()
    }

    /// Sub-steps since the start.
    pub fn steps(&self) -> f64 {
        self.state.step as f64
    }

    /// Simulated time [s].
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// Frames per simulated second [1/s].
    pub fn fps(&self) -> f64 {
        self.model.settings.fps
    }

    /// Number of vertices.
    pub fn vertices(&self) -> usize {
        self.model.vertex_count()
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.model.triangles.len()
    }

    /// Columns of the first cloth's grid.
    pub fn columns(&self) -> usize {
        self.model.cloths.first().map_or(0, |cloth| cloth.grid.columns)
    }

    /// Rows of the first cloth's grid.
    pub fn rows(&self) -> usize {
        self.model.cloths.first().map_or(0, |cloth| cloth.grid.rows)
    }

    /// Middle and radius of each sphere where it is in this frame, four numbers a sphere [m].
    pub fn spheres(&self) -> Vec<f32> {
        let frame = self.model.frame_of_step(self.state.step);
        let shapes = self.model.colliders_at(frame);
        let spheres = shapes.filter_map(|shape| match shape {
            muslin_sim::Shape::Sphere(ball) => Some([ball.center.x, ball.center.y, ball.center.z, ball.radius]),
            _ => None,
        });
        spheres.flatten().map(|number| number as f32).collect()
    }

    /// Largest stretch of a spring or link, as a part of its length.
    pub fn strain(&self) -> f64 {
        muslin_sim::measure::strain(&self.model, &self.state).max
    }

    /// Brings positions and normals to where they are looked at.
    pub fn draw(&mut self) {
        if !self.is_old {
            return;
        }
        self.is_old = false;
        interleave(&self.state.x, &mut self.drawn.positions);
        interleave(&area_weighted_normals(&self.state.x, &self.model.triangles), &mut self.drawn.normals);
    }

    /// Address of the positions: three 32-bit floating-point numbers a vertex.
    pub fn positions(&self) -> *const f32 {
        self.drawn.positions.as_ptr()
    }

    /// Address of the unit normals: three 32-bit floating-point numbers a vertex.
    pub fn normals(&self) -> *const f32 {
        self.drawn.normals.as_ptr()
    }

    /// Address of the texture coordinates: two 32-bit floating-point numbers a vertex, v from the first row on.
    pub fn uv(&self) -> *const f32 {
        self.drawn.uv.as_ptr()
    }

    /// Address of the triangles: three 32-bit numbers of vertices each, counter-clockwise seen from the front.
    pub fn triangles(&self) -> *const u32 {
        self.drawn.triangles.as_ptr()
    }
}

fn interleave(points: &Points, into: &mut [f32]) {
    for (point, place) in points.iter().zip(into.chunks_exact_mut(3)) {
        place.copy_from_slice(&point.to_array().map(|number| number as f32));
    }
}

fn lines<T: ToString>(problems: impl Iterator<Item = T>) -> String {
    problems.map(|problem| problem.to_string()).collect::<Vec<_>>().join("\n")
}

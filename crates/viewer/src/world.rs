//! A simulation that a user takes part in: the same events at the same frames give the same bits.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec3;
use muslin_scene::{LoadedScene, Problems, Scene, SceneError};
use muslin_sim::step;
use muslin_sim::{Model, State, StepReport, Workspace};

use crate::event::Event;
use crate::hand::Hand;
use crate::parameters::Parameters;

/// Why an event was not carried out; nothing has changed then.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum EventError {
    #[error("vertex {vertex} does not exist, the scene has {vertex_count}")]
    NoVertex { vertex: usize, vertex_count: usize },
    #[error("a vertex cannot be pulled to a place that is not finite")]
    NoPlace,
    #[error("there are materials for {found} cloths, the scene has {expected}")]
    ClothCount { expected: usize, found: usize },
    #[error("{}", list(.0))]
    Scene(#[from] SceneError),
}

fn list(error: &SceneError) -> String {
    error.problems().iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("\n")
}

/// Scene, state and what the user did to them.
#[derive(Debug)]
pub struct World {
    scene: Scene,
    /// As built, with the vertices that are held now: what is shown and measured.
    shown: Arc<Model>,
    /// The same with held vertices starting where they are held: the method puts a held vertex to its start.
    model: Model,
    state: State,
    workspace: Workspace,
    pins: BTreeMap<usize, DVec3>,
    hand: Option<Hand>,
    warnings: Problems,
    frame: u64,
    /// Simulated time before the first frame of `fps` [s], and how many frames ago that was.
    since: (f64, u64),
}

impl World {
    /// A scene at its start.
    pub fn new(loaded: LoadedScene) -> Self {
        let LoadedScene { scene, model, warnings, .. } = loaded;
        let pins = model.pins.iter().map(|&pin| (pin, model.x_rest.get(pin))).collect();
        Self {
            state: State::new(&model),
            workspace: Workspace::new(&model),
            shown: Arc::new(model.clone()),
            scene,
            model,
            pins,
            hand: None,
            warnings,
            frame: 0,
            since: (0.0, 0),
        }
    }

    /// The model as shown and measured; another one after an event only.
    pub fn model(&self) -> &Arc<Model> {
        &self.shown
    }

    /// Positions now and one sub-step ago.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The values in use.
    pub fn parameters(&self) -> Parameters {
        Parameters::of(&self.scene)
    }

    /// What is doubtful about the values in use.
    pub fn warnings(&self) -> &Problems {
        &self.warnings
    }

    /// Frames since the start or the last reset.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Simulated time since the start or the last reset [s].
    pub fn time(&self) -> f64 {
        let (before, frames) = self.since;
        before + frames as f64 / self.scene.settings.fps
    }

    /// The vertex in the hand.
    pub fn in_hand(&self) -> Option<usize> {
        self.hand.as_ref().map(|hand| hand.vertex)
    }

    /// Simulates a frame.
    pub fn advance(&mut self) -> StepReport {
        let substeps = self.model.settings.substeps;
        let stride = self.hand.as_ref().map(|hand| hand.stride(&self.model, substeps)).unwrap_or_default();
        let mut report = StepReport::default();
        for _ in 0..substeps {
            if let Some(hand) = &mut self.hand {
                hand.place += stride;
                self.model.x_rest.set(hand.vertex, hand.place);
            }
            report.add(step::step(&self.model, &mut self.state, &mut self.workspace));
        }
        self.frame += 1;
        self.since.1 += 1;
        report
    }

    /// Carries out what the user did.
    ///
    /// # Errors
    /// If it cannot be done with this scene.
    pub fn act(&mut self, event: &Event) -> Result<(), EventError> {
        match event {
            Event::Parameters(parameters) => self.change(parameters)?,
            &Event::Pin { vertex, held } => {
                self.check(vertex)?;
                if held {
                    self.pins.insert(vertex, self.state.x.get(vertex));
                } else {
                    self.pins.remove(&vertex);
                }
                self.hold();
            }
            &Event::Pull { vertex, goal } => self.pull(vertex, DVec3::from_array(goal))?,
            Event::LetGo => {
                self.open_hand();
                self.hold();
            }
            Event::Reset => self.reset(),
        }
        Ok(())
    }

    fn check(&self, vertex: usize) -> Result<(), EventError> {
        let vertex_count = self.model.vertex_count();
        if vertex < vertex_count { Ok(()) } else { Err(EventError::NoVertex { vertex, vertex_count }) }
    }

    fn pull(&mut self, vertex: usize, goal: DVec3) -> Result<(), EventError> {
        self.check(vertex)?;
        if !goal.is_finite() {
            return Err(EventError::NoPlace);
        }
        match &mut self.hand {
            Some(hand) if hand.vertex == vertex => hand.goal = goal,
            _ => {
                self.open_hand();
                self.hand = Some(Hand { vertex, place: self.state.x.get(vertex), goal });
                self.hold();
            }
        }
        Ok(())
    }

    /// A pinned vertex that was pulled stays pinned where it was let go.
    fn open_hand(&mut self) {
        if let Some(hand) = self.hand.take()
            && let Some(pin) = self.pins.get_mut(&hand.vertex)
        {
            *pin = hand.place;
        }
    }

    fn change(&mut self, parameters: &Parameters) -> Result<(), EventError> {
        let scene = parameters
            .put_into(&self.scene)
            .ok_or(EventError::ClothCount { expected: self.scene.cloth.len(), found: parameters.materials.len() })?;
        let (model, warnings) = muslin_scene::build(&scene)?;
        self.keep_velocities(model.settings.h() / self.model.settings.h());
        self.since = (self.time(), 0);
        self.scene = scene;
        self.warnings = warnings;
        self.shown = Arc::new(model);
        self.hold();
        Ok(())
    }

    /// Verlet's velocity is (x − `x_prev`) / h: with another h the same two positions would mean another velocity, so a
    /// user who asks for twice the sub-steps would see the cloth jump to twice its speed.
    fn keep_velocities(&mut self, ratio: f64) {
        if ratio == 1.0 {
            return;
        }
        for vertex in 0..self.state.x.len() {
            let x = self.state.x.get(vertex);
            self.state.x_prev.set(vertex, x - (x - self.state.x_prev.get(vertex)) * ratio);
        }
    }

    fn reset(&mut self) {
        self.hand = None;
        self.state = State::new(&self.shown);
        for (&pin, place) in &mut self.pins {
            *place = self.shown.x_rest.get(pin);
        }
        self.frame = 0;
        self.since = (0.0, 0);
        self.hold();
    }

    /// Brings the models in line with pins and hand.
    fn hold(&mut self) {
        let mut held = self.pins.clone();
        held.extend(self.hand.as_ref().map(|hand| (hand.vertex, hand.place)));
        let shown = Arc::make_mut(&mut self.shown);
        shown.pinned.fill(false);
        shown.pins = held.keys().copied().collect();
        for &pin in &shown.pins {
            shown.pinned[pin] = true;
        }
        self.model.clone_from(shown);
        for (&vertex, &place) in &held {
            self.model.x_rest.set(vertex, place);
        }
        // what it remembers is about the model before
        self.workspace = Workspace::new(&self.model);
    }
}

#[cfg(test)]
mod tests;

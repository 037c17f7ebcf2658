//! What the simulation's thread does: carry out commands, keep the pace, hand out frames, record.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use muslin_geom::Points;
use muslin_scene::{LoadedScene, SceneError};
use muslin_sim::StepReport;
use web_time::Instant;

use crate::event::Event;
use crate::mailbox::{Mailbox, Snapshot};
use crate::pace::Pace;
use crate::reading::Reading;
use crate::scene_problem;
use crate::session::{Recorded, Session, hexadecimal};
use crate::world::World;

/// What the window asks of the simulation.
#[derive(Debug)]
pub enum Command {
    /// The user did something.
    Act(Event),
    /// Run in real time, or stop.
    Run(bool),
    /// Simulate some frames more, as fast as possible.
    Frames(u64),
    /// Put another scene in place.
    Open(std::path::PathBuf),
    /// Send the record so far.
    Session(Sender<Session>),
}

/// The simulation's side of the window.
pub struct Player {
    world: World,
    session: Session,
    name: String,
    scene: u64,
    running: bool,
    /// Frames that were asked for.
    asked: u64,
    pace: Pace,
    clock: Instant,
    reading: Reading,
    serial: u64,
    mailbox: Arc<Mailbox>,
    wake: Box<dyn Fn() + Send>,
}

impl Player {
    /// Plays `scene`; `wake` is called when there is mail.
    pub fn new(scene: LoadedScene, mailbox: Arc<Mailbox>, wake: Box<dyn Fn() + Send>) -> Self {
        let session = Session::new(&scene);
        let name = scene.scene.name.clone().unwrap_or_default();
        let world = World::new(scene);
        let mut player = Self {
            reading: Reading::default(),
            world,
            session,
            name,
            scene: 0,
            running: false,
            asked: 0,
            pace: Pace::default(),
            clock: Instant::now(),
            serial: 0,
            mailbox,
            wake,
        };
        player.read(0.0, StepReport::default());
        player
    }

    /// Works until nobody can send commands any more.
    pub fn work(mut self, commands: &Receiver<Command>) {
        while let Some(batch) = self.wait(commands) {
            self.turn(batch);
        }
    }

    /// Obeys some commands and simulates a frame if one is due; whether one was. One frame at a time, so that a command never waits
    /// for more than one.
    pub fn turn(&mut self, batch: VecDeque<Command>) -> bool {
        let changed = !batch.is_empty();
        for command in without_replaced(batch) {
            self.obey(command);
        }
        let played = self.play();
        if !played && changed {
            self.publish(false);
        }
        played
    }

    /// Whether frames are to come without a command.
    pub fn is_busy(&self) -> bool {
        self.running || self.asked > 0
    }

    /// Says that there is something to fetch, or will be.
    pub fn wake(&self) {
        (self.wake)();
    }

    /// Commands that came in; waits for them as long as no frame is due. None when no more can come.
    fn wait(&mut self, commands: &Receiver<Command>) -> Option<VecDeque<Command>> {
        let mut batch = VecDeque::new();
        if self.is_busy() {
            let seconds = if self.asked > 0 { 0.0 } else { self.pace.wait(self.fps()) };
            match commands.recv_timeout(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(1))) {
                Ok(command) => batch.push_back(command),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        } else {
            batch.push_back(commands.recv().ok()?);
        }
        batch.extend(commands.try_iter());
        Some(batch)
    }

    fn fps(&self) -> f64 {
        self.world.model().settings.fps
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Act(event) => self.act(event),
            Command::Run(running) => {
                if running != self.running {
                    self.pace = Pace::default();
                    self.clock = Instant::now();
                }
                self.running = running;
            }
            Command::Frames(count) => self.asked = self.asked.saturating_add(count),
            Command::Open(path) => self.open(&path),
            Command::Session(sender) => {
                self.session.hash = hexadecimal(self.world.state().hash());
                // whoever asked may have closed the window since
                let _ = sender.send(self.session.clone());
            }
        }
    }

    fn act(&mut self, event: Event) {
        if let Err(error) = self.world.act(&event) {
            self.mailbox.note("This value is not possible", error.to_string());
            return;
        }
        let is_reset = event == Event::Reset;
        self.session.events.push(Recorded { frame: self.session.frames, event });
        if is_reset {
            self.read(0.0, StepReport::default());
        }
    }

    fn open(&mut self, path: &Path) {
        match load(path) {
            Ok(scene) => {
                self.session = Session::new(&scene);
                self.name = scene.scene.name.clone().unwrap_or_default();
                self.world = World::new(scene);
                self.scene += 1;
                self.running = false;
                self.asked = 0;
                self.read(0.0, StepReport::default());
            }
            Err(error) => self.mailbox.note("The scene cannot be opened", scene_problem::text(&error)),
        }
    }

    /// Simulates a frame if one is due.
    fn play(&mut self) -> bool {
        let now = Instant::now();
        let passed = now.duration_since(self.clock).as_secs_f64();
        self.clock = now;
        if self.running {
            self.pace.pass(passed, self.fps());
        }
        if self.asked > 0 {
            self.asked -= 1;
        } else if !(self.running && self.pace.take(self.fps())) {
            return false;
        }
        let report = self.world.advance();
        self.session.frames += 1;
        self.read(1e3 * now.elapsed().as_secs_f64(), report);
        true
    }

    fn read(&mut self, ms: f64, report: StepReport) {
        self.reading = Reading::of(&self.world, ms, report);
        self.publish(true);
    }

    fn publish(&mut self, is_new_frame: bool) {
        self.serial += 1;
        let snapshot = Snapshot {
            scene: self.scene,
            name: self.name.clone(),
            model: self.world.model().clone(),
            x: Arc::<Points>::new(self.world.state().x.clone()),
            reading: self.reading.clone(),
            parameters: self.world.parameters(),
            warnings: self.world.warnings().iter().map(|problem| problem.message.clone()).collect(),
            in_hand: self.world.in_hand(),
            running: self.running || self.asked > 0,
            rate: self.pace.rate().filter(|_| self.running),
            serial: self.serial,
        };
        self.mailbox.leave(snapshot, is_new_frame);
        (self.wake)();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn load(path: &Path) -> Result<LoadedScene, SceneError> {
    muslin_scene::load(path, &[])
}

/// In a page a path is the name of a scene that is built in.
#[cfg(target_arch = "wasm32")]
fn load(path: &Path) -> Result<LoadedScene, SceneError> {
    let name = path.to_string_lossy();
    muslin_scene::load_str(&format!("{name}.toml"), crate::built_in::text(&name).unwrap_or_default(), &[])
}

/// The commands without those that leave no trace: a slider moves faster than a large scene is built anew.
fn without_replaced(mut batch: VecDeque<Command>) -> impl Iterator<Item = Command> {
    std::iter::from_fn(move || {
        loop {
            let command = batch.pop_front()?;
            match (&command, batch.front()) {
                (Command::Act(event), Some(Command::Act(next))) if event.is_replaced_by(next) => {}
                _ => return Some(command),
            }
        }
    })
}

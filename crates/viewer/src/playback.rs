//! How the simulation goes, as the window knows it.

use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use muslin_scene::LoadedScene;

use crate::event::Event;
use crate::mailbox::{Note, Snapshot};
use crate::reading::Readings;
use crate::session::Session;
use crate::simulation::Simulation;

/// The simulation, its newest frame, and whether it is to run.
#[derive(Debug)]
pub struct Playback {
    simulation: Simulation,
    /// The frame that is shown; none before the first one came.
    pub snapshot: Option<Snapshot>,
    /// Numbers about the last frames.
    pub readings: Readings,
    running: bool,
    /// Whether a frame is simulated only when the one before was written.
    lockstep: bool,
    session: Option<Receiver<Session>>,
    told_of_fault: bool,
}

/// What came from the simulation.
#[derive(Debug, Default)]
pub struct News {
    /// What did not work.
    pub notes: Vec<Note>,
    /// Whether another scene is in place.
    pub other_scene: bool,
    /// A record that was asked for.
    pub session: Option<Session>,
}

impl Playback {
    /// `scene` at its start, paused. `wake` is called, on another thread, whenever there are news.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(scene: LoadedScene, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        Ok(Self {
            simulation: Simulation::start(scene, wake)?,
            snapshot: None,
            readings: Readings::default(),
            running: false,
            lockstep: false,
            session: None,
            told_of_fault: false,
        })
    }

    /// Whether frames follow each other.
    pub fn running(&self) -> bool {
        self.running
    }

    /// Runs, or stops.
    pub fn run(&mut self, running: bool) {
        self.running = running;
        self.simulation.run(running && !self.lockstep);
    }

    /// Whether each frame waits to be written: a film shows real time however long its frames take to draw.
    pub fn set_lockstep(&mut self, lockstep: bool) {
        self.lockstep = lockstep;
        self.simulation.run(self.running && !lockstep);
    }

    /// The frame that is shown was written: the next one may come.
    pub fn written(&mut self) {
        if self.lockstep && self.running {
            self.simulation.frames(1);
        }
    }

    /// Simulates `count` frames more.
    pub fn frames(&self, count: u64) {
        self.simulation.frames(count);
    }

    /// The user did something.
    pub fn act(&self, event: Event) {
        self.simulation.act(event);
    }

    /// Puts another scene in place.
    pub fn open(&self, path: PathBuf) {
        self.simulation.open(path);
    }

    /// Asks for the record; it comes with the news.
    pub fn ask_for_session(&mut self) {
        self.session = Some(self.simulation.session());
    }

    /// Takes what is new.
    pub fn fetch(&mut self) -> News {
        let mail = self.simulation.fetch();
        let mut news = News { notes: mail.notes, ..News::default() };
        if let Some(snapshot) = mail.snapshot {
            news.other_scene = self.snapshot.as_ref().is_some_and(|old| old.scene != snapshot.scene);
            if news.other_scene {
                self.readings.clear();
                self.run(false);
            }
            self.snapshot = Some(snapshot);
        }
        mail.readings.into_iter().for_each(|reading| self.readings.push(reading));
        if let Some(session) = self.session.as_ref().and_then(|receiver| receiver.try_recv().ok()) {
            news.session = Some(session);
            self.session = None;
        }
        if self.simulation.has_failed() && !self.told_of_fault {
            self.told_of_fault = true;
            let text =
                "It came upon a fault in muslin, please report it. Open a scene anew by starting `muslin view` again.";
            news.notes.push(Note { title: "The simulation has stopped".to_owned(), text: text.to_owned() });
        }
        news
    }

    /// Whether a record is on its way, which nothing else announces.
    pub fn awaits_session(&self) -> bool {
        self.session.is_some()
    }
}

//! The simulation: on a thread of its own, in a page between the pictures.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};

use muslin_scene::LoadedScene;

use crate::event::Event;
use crate::mailbox::Mail;
use crate::player::Command;
use crate::session::Session;

#[cfg(target_arch = "wasm32")]
#[path = "simulation/inline.rs"]
mod worker;
#[cfg(not(target_arch = "wasm32"))]
#[path = "simulation/threaded.rs"]
mod worker;

use worker::Worker;

/// The window's hold on the simulation.
#[derive(Debug)]
pub struct Simulation(Worker);

impl Simulation {
    /// Starts `scene`, paused. `wake` is called, perhaps on another thread, whenever there is mail.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(scene: LoadedScene, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        Worker::start(scene, wake).map(Self)
    }

    /// The user did something.
    pub fn act(&self, event: Event) {
        self.send(Command::Act(event));
    }

    /// Runs in real time, or stops.
    pub fn run(&self, running: bool) {
        self.send(Command::Run(running));
    }

    /// Simulates `count` frames more.
    pub fn frames(&self, count: u64) {
        self.send(Command::Frames(count));
    }

    /// Puts the scene of a file in place, if it can be read.
    pub fn open(&self, path: PathBuf) {
        self.send(Command::Open(path));
    }

    /// What was done so far comes in here.
    pub fn session(&self) -> Receiver<Session> {
        let (sender, receiver) = mpsc::channel();
        self.send(Command::Session(sender));
        receiver
    }

    /// Takes what is new.
    pub fn fetch(&self) -> Mail {
        self.0.fetch()
    }

    /// Whether it has ended by a fault.
    pub fn has_failed(&self) -> bool {
        self.0.has_failed()
    }

    fn send(&self, command: Command) {
        self.0.send(command);
    }
}

#[cfg(test)]
mod tests;

//! The player on a thread of its own, so that a slow frame never stops the picture.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

use muslin_scene::LoadedScene;

use crate::mailbox::{Mail, Mailbox};
use crate::player::{Command, Player};

/// What carries out commands. Dropping it ends the thread, after the frame in work.
#[derive(Debug)]
pub struct Worker {
    /// None only while it is dropped.
    commands: Option<Sender<Command>>,
    mailbox: Arc<Mailbox>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts a thread with `scene`, paused. `wake` is called, on that thread, whenever there is mail.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(scene: LoadedScene, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let mailbox = Arc::new(Mailbox::default());
        let theirs = mailbox.clone();
        let work = move || Player::new(scene, theirs, Box::new(wake)).work(&receiver);
        let thread = std::thread::Builder::new().name("simulation".to_owned()).spawn(work)?;
        Ok(Self { commands: Some(sender), mailbox, thread: Some(thread) })
    }

    /// Takes what is new.
    pub fn fetch(&self) -> Mail {
        self.mailbox.fetch()
    }

    /// Whether the thread has ended by a fault.
    pub fn has_failed(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// A thread that ended by a fault takes no commands; [`has_failed`](Self::has_failed) says so.
    pub fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(command);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // a fault was shown already
            let _ = thread.join();
        }
    }
}

//! The player between the pictures: a page has no threads to give.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use muslin_scene::LoadedScene;
use web_time::Instant;

use crate::mailbox::{Mail, Mailbox};
use crate::player::{Command, Player};

/// Time that frames may take before a picture is shown; the rest is made up for later, or let go.
const TURN: Duration = Duration::from_millis(12);

/// What carries out commands, whenever its mail is fetched.
pub struct Worker {
    player: RefCell<Player>,
    commands: RefCell<VecDeque<Command>>,
    mailbox: Arc<Mailbox>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Worker {
    /// Starts with `scene`, paused. `wake` is called whenever there is mail.
    ///
    /// # Errors
    /// None here.
    pub fn start(scene: LoadedScene, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let mailbox = Arc::new(Mailbox::default());
        let player = Player::new(scene, mailbox.clone(), Box::new(wake));
        Ok(Self { player: RefCell::new(player), commands: RefCell::default(), mailbox })
    }

    /// Plays what is due, and takes what is new.
    pub fn fetch(&self) -> Mail {
        let mut player = self.player.borrow_mut();
        let start = Instant::now();
        let mut batch = self.commands.take();
        while player.turn(std::mem::take(&mut batch)) && start.elapsed() < TURN {}
        if player.is_busy() {
            player.wake();
        }
        self.mailbox.fetch()
    }

    /// A fault ends the page.
    pub fn has_failed(&self) -> bool {
        false
    }

    /// Keeps a command until the mail is fetched next.
    pub fn send(&self, command: Command) {
        self.commands.borrow_mut().push_back(command);
        self.player.borrow().wake();
    }
}

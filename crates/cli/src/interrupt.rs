//! Ctrl-C: once to stop after the frame in work, twice to stop at once.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use muslin_scene::io::is_temporary;

use crate::console;

/// What shells expect of a program that Ctrl-C has ended: 128 + the signal's number.
const EXIT_CODE: i32 = 130;

/// Knows whether Ctrl-C was pressed.
#[derive(Clone, Debug)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
}

impl Interrupt {
    /// Watches for Ctrl-C from now on. The second one ends the program, and removes what it left unfinished in
    /// `folders`.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn watch(folders: Vec<PathBuf>) -> Result<Self, ctrlc::Error> {
        Self::watch_saying("stopping after this frame, Ctrl-C again stops at once", folders)
    }

    /// The same, with what is said on a terminal after the first one.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn watch_saying(words: &'static str, folders: Vec<PathBuf>) -> Result<Self, ctrlc::Error> {
        let interrupt = Self { asked: Arc::default() };
        let asked = interrupt.asked.clone();
        // those of another program that writes to the same place are not ours
        let others = unfinished(&folders);
        ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::SeqCst) {
                for path in unfinished(&folders).iter().filter(|path| !others.contains(path)) {
                    // nothing can be done about one that stays
                    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
                }
                process::exit(EXIT_CODE);
            }
            if io::stderr().is_terminal() {
                console::tell(format_args!("\n{words}"));
            }
        })?;
        Ok(interrupt)
    }

    /// Whether Ctrl-C was pressed.
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }
}

/// Results under temporary names in `folders`.
fn unfinished(folders: &[PathBuf]) -> Vec<PathBuf> {
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    entries.filter(|entry| is_temporary(&entry.file_name())).map(|entry| entry.path()).collect()
}

//! What the window shows, as JSON lines, for tests and other programs.

#[cfg(not(target_arch = "wasm32"))]
use std::{fs::File, io::Write, path::Path};

use serde::Serialize;

/// The variable that names the file.
pub const VARIABLE: &str = "MUSLIN_VIEW_STATUS";

/// What the window shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    /// Name of the scene.
    pub scene: String,
    /// Frame.
    pub frame: u64,
    /// Whether the simulation stands still.
    pub paused: bool,
    /// Hash of the positions, in hexadecimal.
    pub hash: String,
    /// Where the camera is: target [m], distance [m], phi and theta [rad].
    pub camera: Option<([f32; 3], f32, f32, f32)>,
    /// How surfaces are drawn.
    pub look: &'static str,
    /// How many pictures were drawn.
    pub pictures: u64,
    /// The vertex in the hand.
    pub in_hand: Option<usize>,
    /// Vertices that are held.
    pub pins: Vec<usize>,
    /// Titles of the messages.
    pub messages: Vec<String>,
    /// What is wrong with the user's shader.
    pub shader_error: Option<String>,
    /// Left, top, width and height of the picture [pixels].
    pub picture: [f32; 4],
}

/// A file that gets a line whenever the status is another one; in a page, what [`last`] returns.
#[derive(Debug)]
pub struct StatusFile<S = Status> {
    #[cfg(not(target_arch = "wasm32"))]
    file: File,
    last: Option<S>,
}

#[cfg(target_arch = "wasm32")]
thread_local! {
    static LAST: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// The last line.
#[cfg(target_arch = "wasm32")]
pub fn last() -> String {
    LAST.with_borrow(Clone::clone)
}

impl<S: PartialEq + Serialize> StatusFile<S> {
    /// Opens the file that [`VARIABLE`] names.
    ///
    /// # Errors
    /// If it cannot be created.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn from_environment() -> std::io::Result<Option<Self>> {
        std::env::var_os(VARIABLE).map(|path| Self::create(Path::new(&path))).transpose()
    }

    /// What a page reads.
    #[cfg(target_arch = "wasm32")]
    pub fn from_environment() -> std::io::Result<Option<Self>> {
        Ok(Some(Self { last: None }))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn create(path: &Path) -> std::io::Result<Self> {
        Ok(Self { file: File::create(path)?, last: None })
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn tell(&mut self, line: &str) -> std::io::Result<()> {
        // at once, so that a reader never sees half a line for long
        self.file.write_all(line.as_bytes())
    }

    #[cfg(target_arch = "wasm32")]
    #[allow(clippy::unnecessary_wraps, clippy::unused_self)] // as the other one
    fn tell(&mut self, line: &str) -> std::io::Result<()> {
        LAST.set(line.to_owned());
        Ok(())
    }

    /// Writes `status` if it differs from the last one.
    ///
    /// # Errors
    /// If the file takes no more.
    pub fn write(&mut self, status: S) -> std::io::Result<()> {
        if self.last.as_ref() == Some(&status) {
            return Ok(());
        }
        let line = serde_json::to_string(&status)? + "\n";
        self.last = Some(status);
        self.tell(&line)
    }
}

//! What a user did, recorded so that it can be repeated to the bit.

use std::io;
use std::path::{Path, PathBuf};

use muslin_scene::LoadedScene;
use muslin_sim::State;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::world::{EventError, World};

/// Version of the session file.
const VERSION: u32 = 1;

/// A recorded use of the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Version of this format.
    pub version: u32,
    /// Name of the scene.
    pub scene: String,
    /// Hash of the scene as it was loaded.
    pub scene_hash: String,
    /// Frames that were simulated in all, those before a reset included.
    pub frames: u64,
    /// Hash of the positions at the end, in hexadecimal.
    pub hash: String,
    /// What the user did, in order.
    pub events: Vec<Recorded>,
}

/// An event and when it acted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// Frames that had been simulated before, those before a reset included.
    pub frame: u64,
    /// What was done.
    pub event: Event,
}

/// Why a session cannot be read or repeated.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum ReplayError {
    #[error("cannot read the session {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("the session {} is no session of muslin: {error}", path.display())]
    Parse { path: PathBuf, error: serde_json::Error },
    #[error("the session is of version {0}, this program reads version {VERSION}")]
    Version(u32),
    #[error("the session was recorded with another scene than {scene}: its scene hash is {recorded}, not {found}")]
    OtherScene { scene: String, recorded: String, found: String },
    #[error("event {index} acts at frame {frame}, which is out of order")]
    Order { index: usize, frame: u64 },
    #[error("event {index}, at frame {frame}, is not possible: {error}")]
    Event { index: usize, frame: u64, error: EventError },
}

impl Session {
    /// An empty session of `scene`.
    pub fn new(scene: &LoadedScene) -> Self {
        Self {
            version: VERSION,
            scene: scene.scene.name.clone().unwrap_or_default(),
            scene_hash: scene.hash.clone(),
            frames: 0,
            hash: hexadecimal(State::new(&scene.model).hash()),
            events: Vec::new(),
        }
    }

    /// Reads a session file.
    ///
    /// # Errors
    /// If it cannot be read or is no session.
    pub fn load(path: &Path) -> Result<Self, ReplayError> {
        let text = std::fs::read_to_string(path).map_err(|error| ReplayError::Read { path: path.into(), error })?;
        serde_json::from_str(&text).map_err(|error| ReplayError::Parse { path: path.into(), error })
    }

    /// Writes a session file.
    ///
    /// # Errors
    /// What the file system says.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder)?;
        std::fs::write(path, serde_json::to_string_pretty(self).map_err(io::Error::other)? + "\n")
    }
}

/// A hash as it is shown and stored.
pub fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Repeats `session`, from the start of `scene`: the state at its end.
///
/// # Errors
/// If the session is of another scene, or asks for what cannot be done with it.
pub fn replay(scene: &LoadedScene, session: &Session) -> Result<State, ReplayError> {
    if session.version != VERSION {
        return Err(ReplayError::Version(session.version));
    }
    if session.scene_hash != scene.hash {
        return Err(ReplayError::OtherScene {
            scene: scene.scene.name.clone().unwrap_or_default(),
            recorded: session.scene_hash.clone(),
            found: scene.hash.clone(),
        });
    }
    let mut world = World::new(scene.clone());
    let mut played = 0;
    for (index, Recorded { frame, event }) in session.events.iter().enumerate() {
        let frame = *frame;
        if frame < played || frame > session.frames {
            return Err(ReplayError::Order { index, frame });
        }
        while played < frame {
            world.advance();
            played += 1;
        }
        world.act(event).map_err(|error| ReplayError::Event { index, frame, error })?;
    }
    for _ in played..session.frames {
        world.advance();
    }
    Ok(world.state().clone())
}

#[cfg(test)]
mod tests;

//! `muslin run --replay`: what was done in a window, again and without one.

use std::path::Path;

use muslin_scene::LoadedScene;
use muslin_viewer::session::hexadecimal;
use muslin_viewer::{Session, replay};

use crate::failure::Failure;
use crate::{Outcome, console};

/// Repeats the session at `path` on its scene and prints the hash of its end.
///
/// # Errors
/// If the session cannot be used or ends otherwise than it did.
pub fn repeat(loaded: &LoadedScene, path: &Path) -> Result<Outcome, Failure> {
    let session = Session::load(path)?;
    let found = hexadecimal(replay(loaded, &session)?.hash());
    if found != session.hash {
        return Err(Failure::OtherEnd { found, recorded: session.hash });
    }
    console::print(found)?;
    Ok(Outcome::Done)
}

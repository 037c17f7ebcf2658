//! The scene beside its results, as it ran: overrides put in, defaults written out, what its method does not use left out.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value as Json;

use crate::Scene;
use crate::io::WriteError;
use crate::io::pending::{PendingFile, commit};

/// Saves `scene`, defaults written out, as the JSON file `path`.
///
/// # Errors
/// If the file cannot be written.
pub fn write_scene(path: &Path, scene: &Scene) -> Result<(), WriteError> {
    let mut file = PendingFile::create(path.to_owned())?;
    write(&mut file, &scene.to_used_json()).map_err(WriteError::file(path))?;
    commit([file])?;
    Ok(())
}

fn write(output: &mut impl Write, scene: &Json) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, scene)?;
    output.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{load, load_str};

    #[test]
    fn a_written_scene_is_the_same_scene_and_says_all() {
        let text = "version = 1\n[[cloth]]\ngrid = { width = 1, height = 1, columns = 4, rows = 4 }\n";
        let loaded = load_str("a.toml", text, &["orientation=vertical".to_owned()]).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("scene.json");
        write_scene(&path, &loaded.scene).unwrap();
        let again = load(&path, &[]).unwrap();
        assert_eq!((again.hash, again.scene.name), (loaded.hash, loaded.scene.name));
        assert_eq!(again.scene.cloth[0].grid.jitter, Some(0.001));
    }
}

//! The scenes that pages and their tests run, as JSON.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};

/// Scenes by the names of their folders.
const SCENES: [&str; 4] = ["relaxation", "pinned2", "picture", "picture-demo"];

/// Writes each scene into `folder`.
///
/// # Errors
/// If a scene cannot be read, or a file not be written.
pub fn write(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for name in SCENES {
        let path = format!("scenes/{name}/scene.toml");
        let loaded = muslin_scene::load(Path::new(&path), &[]).map_err(|error| anyhow!("{error}"))?;
        let file = folder.join(format!("{name}.json"));
        fs::write(&file, serde_json::to_string(&loaded.scene)? + "\n")
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

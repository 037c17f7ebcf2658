//! The scenes near the working directory.

use std::path::{Path, PathBuf};

/// How many folders above the working directory are looked into.
const ABOVE: usize = 4;

/// A scene that can be picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its folder's name.
    pub name: String,
    /// Its file.
    pub scene: PathBuf,
    /// A picture of it, if there is one.
    pub thumbnail: Option<PathBuf>,
}

/// The scenes `scenes/NAME/scene.toml` of the first folder that has some: `start`, or one above it. Sorted by name.
pub fn near(start: &Path) -> Vec<Entry> {
    let folders = start.ancestors().take(ABOVE + 1).map(|folder| entries(&folder.join("scenes")));
    folders.into_iter().find(|entries| !entries.is_empty()).unwrap_or_default()
}

fn entries(folder: &Path) -> Vec<Entry> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<Entry> = files.filter_map(|file| entry(&file.ok()?.path())).collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries
}

fn entry(folder: &Path) -> Option<Entry> {
    let scene = folder.join("scene.toml");
    let thumbnail = Some(folder.join("thumbnail.png")).filter(|path| path.is_file());
    let name = folder.file_name()?.to_string_lossy().into_owned();
    scene.is_file().then_some(Entry { name, scene, thumbnail })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_found_from_below_and_a_folder_without_one_is_none() {
        let root = std::env::temp_dir().join(format!("muslin-catalogue-{}", std::process::id()));
        for name in ["b", "a", "empty"] {
            std::fs::create_dir_all(root.join("scenes").join(name)).unwrap();
        }
        std::fs::create_dir_all(root.join("deep/er")).unwrap();
        std::fs::write(root.join("scenes/a/scene.toml"), "").unwrap();
        std::fs::write(root.join("scenes/b/scene.toml"), "").unwrap();
        std::fs::write(root.join("scenes/b/thumbnail.png"), "").unwrap();
        let found = near(&root.join("deep/er"));
        assert_eq!(found.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert!(found[0].thumbnail.is_none() && found[1].thumbnail.is_some());
        std::fs::remove_dir_all(root).unwrap();
    }
}

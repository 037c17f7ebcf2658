//! Scenes that a page has without files.

use std::path::PathBuf;

use crate::catalogue::Entry;

/// Name and text of each.
const SCENES: [(&str, &str); 7] = [
    ("pinned2", include_str!("../../../scenes/pinned2/scene.toml")),
    ("pinned4", include_str!("../../../scenes/pinned4/scene.toml")),
    ("sphere", include_str!("../../../scenes/sphere/scene.toml")),
    ("plane", include_str!("../../../scenes/plane/scene.toml")),
    ("self_collision", include_str!("../../../scenes/self_collision/scene.toml")),
    ("relaxation", include_str!("../../../scenes/relaxation/scene.toml")),
    ("picture", include_str!("../../../scenes/picture/scene.toml")),
];

/// All, to pick from.
pub fn entries() -> Vec<Entry> {
    SCENES
        .iter()
        .map(|(name, _)| Entry { name: (*name).to_owned(), scene: PathBuf::from(name), thumbnail: None })
        .collect()
}

/// The text of one.
pub fn text(name: &str) -> Option<&'static str> {
    SCENES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

//! Scenes for tests.

use muslin_scene::{LoadedScene, load_str};

/// A sheet of 12 × 12 vertices that hangs on two corners beside a ball.
pub const HANGING: &str = r#"
version = 1
[[cloth]]
pins = [[0, 0], [11, 0]]
grid = { width = 1.0, height = 1.0, columns = 12, rows = 12 }
[[collider]]
shape = "sphere"
center = [0.5, 0.6, 0.5]
radius = 0.2
friction = 0.3
"#;

/// [`HANGING`], loaded.
pub fn hanging() -> LoadedScene {
    load_str("hanging.toml", HANGING, &[]).unwrap()
}

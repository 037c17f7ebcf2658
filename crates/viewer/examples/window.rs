//! Opens the window: `cargo run -p muslin-viewer --example window -- SCENE`.

use std::path::Path;

fn main() -> Result<(), muslin_viewer::ViewerError> {
    let mut options = muslin_viewer::Options::default();
    if let Some(folder) = std::env::var_os("MUSLIN_VIEW_FOLDER") {
        options.folder = folder.into();
    }
    options.shader = std::env::var_os("MUSLIN_VIEW_SHADER").map(Into::into);
    options.lose_device_at = std::env::var("MUSLIN_VIEW_LOSE_DEVICE_AT").ok().and_then(|frame| frame.parse().ok());
    muslin_viewer::run(std::env::args_os().nth(1).as_deref().map(Path::new), &options)
}

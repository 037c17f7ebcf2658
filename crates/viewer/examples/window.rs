//! Opens the window: `cargo run -p muslin-viewer --example window -- SCENE`.

use std::path::Path;

fn main() -> Result<(), muslin_viewer::ViewerError> {
    let mut options = muslin_viewer::Options::default();
    if let Some(folder) = std::env::var_os("MUSLIN_VIEW_FOLDER") {
        options.folder = folder.into();
    }
    options.shader = std::env::var_os("MUSLIN_VIEW_SHADER").map(Into::into);
    muslin_viewer::run(std::env::args_os().nth(1).as_deref().map(Path::new), options)
}

//! Why there is no window.

use std::io;
use std::path::PathBuf;

use muslin_scene::SceneError;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum ViewerError {
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error(transparent)]
    City(#[from] muslin_city::ParamError),
    #[error(
        "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set; start muslin in a desktop session, with `ssh -X`, or under `xvfb-run`; pictures without a window come from `muslin render` and `muslin city --out city.png`"
    )]
    NoDisplay,
    #[error("the window cannot be opened: {0}")]
    Window(String),
    #[error(
        "the graphics device was lost again and again: look for a newer driver, or set WGPU_BACKEND=gl to use another one"
    )]
    DeviceLost,
    #[error("the shader file {} cannot be read: {error}", path.display())]
    Shader { path: PathBuf, error: io::Error },
    #[error("the status file that MUSLIN_VIEW_STATUS names cannot be written: {0}")]
    Status(io::Error),
    #[error("the system gives no thread: {0}")]
    Thread(io::Error),
}

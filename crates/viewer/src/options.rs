//! What can be chosen about the window from outside.

use std::path::PathBuf;

use muslin_render::Look;

/// What can be chosen about the window from outside.
#[derive(Clone, Debug)]
pub struct Options {
    /// A fragment shader of the user's, WGSL, read again whenever it changes.
    pub shader: Option<PathBuf>,
    /// How surfaces are drawn at first; by the scene's method when none.
    pub look: Option<Look>,
    /// Where pictures, recordings and sessions go.
    pub folder: PathBuf,
    /// The frame at which the graphics device is given up, once: to see what its loss does.
    pub lose_device_at: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { shader: None, look: None, folder: PathBuf::from("out/view"), lose_device_at: None }
    }
}

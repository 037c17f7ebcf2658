//! What can be chosen about the window from outside.

use std::path::PathBuf;

/// What can be chosen about the window from outside.
#[derive(Clone, Debug)]
pub struct Options {
    /// A fragment shader of the user's, WGSL, read again whenever it changes.
    pub shader: Option<PathBuf>,
    /// Where pictures, recordings and sessions go.
    pub folder: PathBuf,
}

impl Default for Options {
    fn default() -> Self {
        Self { shader: None, folder: PathBuf::from("out/view") }
    }
}

//! What the picture looks like, as the user chose it.

use muslin_render::Style;

/// The style, and how often it was changed.
#[derive(Clone, Debug, Default)]
pub struct Appearance {
    /// What is drawn.
    pub style: Style,
    /// Counts changes: what was drawn with another number is out of date.
    pub version: u64,
}

impl Appearance {
    /// Puts another text in place of the look's shader, or takes it away.
    pub fn set_shader(&mut self, shader: Option<std::sync::Arc<str>>) {
        self.style.shader = shader;
        self.version += 1;
    }
}

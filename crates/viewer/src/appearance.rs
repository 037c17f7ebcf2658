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
    /// Shows another scene as it is shown at first, with the user's shader if there is one.
    pub fn show(&mut self, style: Style) {
        self.style = Style { shader: self.style.shader.take(), ..style };
        self.version += 1;
    }

    /// Puts another text in place of the look's shader, or takes it away.
    pub fn set_shader(&mut self, shader: Option<std::sync::Arc<str>>) {
        self.style.shader = shader;
        self.version += 1;
    }
}

//! The user's shader: the file, the last text that worked, what is wrong with the present one.

use std::path::PathBuf;
use std::sync::Arc;

use muslin_render::ShaderError;

use crate::appearance::Appearance;
use crate::shader_file::ShaderFile;

/// A shader that the user writes while looking at it.
#[derive(Clone, Debug)]
pub struct UserShader {
    file: ShaderFile,
    good: Option<Arc<str>>,
    error: Option<String>,
}

impl UserShader {
    /// The shader in a file.
    pub fn new(path: PathBuf) -> Self {
        Self { file: ShaderFile::new(path), good: None, error: None }
    }

    /// What is wrong with it.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Puts the text in use when it is another one.
    pub fn update(&mut self, appearance: &mut Appearance) {
        match self.file.news() {
            Some(Ok(text)) => {
                self.error = None;
                appearance.set_shader(Some(text));
            }
            Some(Err(error)) => self.error = Some(error),
            None => {}
        }
    }

    /// A picture was drawn with it.
    pub fn worked(&mut self, appearance: &Appearance) {
        if !self.good.as_ref().zip(appearance.style.shader.as_ref()).is_some_and(|(a, b)| Arc::ptr_eq(a, b)) {
            self.good.clone_from(&appearance.style.shader);
        }
    }

    /// It does not compile: the last one that did stays in use.
    pub fn failed(&mut self, error: &ShaderError, appearance: &mut Appearance) {
        let line = error.line.map_or_else(String::new, |line| format!(":{line}"));
        self.error = Some(format!("{}{line}: {}", self.file.path().display(), error.message));
        appearance.set_shader(self.good.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_that_compiled_stays_in_use() {
        let path = std::env::temp_dir().join(format!("muslin-user-shader-{}.wgsl", std::process::id()));
        std::fs::write(&path, "good").unwrap();
        let (mut shader, mut appearance) = (UserShader::new(path.clone()), Appearance::default());
        shader.update(&mut appearance);
        shader.worked(&appearance);
        appearance.set_shader(Some("bad".into()));
        let error = ShaderError { line: Some(3), message: "expected `;`".to_owned() };
        shader.failed(&error, &mut appearance);
        assert_eq!(appearance.style.shader.as_deref(), Some("good"));
        assert!(shader.error().is_some_and(|text| text.ends_with(".wgsl:3: expected `;`")));
        std::fs::remove_file(path).unwrap();
    }
}

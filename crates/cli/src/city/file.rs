//! The files of a city: which format, under which name.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use muslin_city::export::{self, Fallback};
use muslin_city::{City, ExportError};
use muslin_render::film::Names;

use crate::city::failure::CityFailure;

/// What a file has in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Binary glTF.
    Glb(Fallback),
    /// Wavefront OBJ, with its materials in a file beside it.
    Obj,
    /// Every box, exactly.
    Json,
}

/// A file that is asked for, or a sequence of them.
#[derive(Clone, Debug, PartialEq)]
pub struct CityFile {
    /// What it has in it.
    pub format: Format,
    /// What it is called, in each frame.
    pub names: Names,
}

impl CityFile {
    /// What `path` asks for by its extension; `fallback` is for binary glTF.
    pub fn named(path: &Path, fallback: Fallback) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let format = match extension.as_str() {
            "glb" => Format::Glb(fallback),
            "obj" => Format::Obj,
            "json" => Format::Json,
            _ => return None,
        };
        Some(Self { format, names: Names::by_pattern(path) })
    }

    /// Refuses a city that is too large for the format, before there is any file.
    ///
    /// # Errors
    /// If it is.
    pub fn check(&self, city: &City, frame: u32) -> Result<(), CityFailure> {
        let path = self.names.of(u64::from(frame));
        match self.format.write(city, &path, Nowhere) {
            // it got as far as to its first byte
            Ok(()) | Err(ExportError::Write(_)) => Ok(()),
            Err(error) => Err(CityFailure::TooLarge { error, path }),
        }
    }
}

impl Format {
    /// Writes a city that will be called `path`.
    ///
    /// # Errors
    /// If it is too large for the format, or `output` cannot be written to.
    pub fn write(self, city: &City, path: &Path, output: impl Write) -> Result<(), ExportError> {
        match self {
            Self::Glb(fallback) => export::write_glb(city, fallback, output),
            Self::Json => export::write_json(city, output),
            Self::Obj => {
                let materials = materials_of(path);
                let name = materials.file_name().map(|name| name.to_string_lossy());
                export::write_obj(city, name.as_deref(), output)
            }
        }
    }
}

/// The file of the materials of an OBJ file.
pub fn materials_of(path: &Path) -> PathBuf {
    path.with_extension("mtl")
}

/// Takes no byte.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use muslin_city::CityParams;

    use super::*;

    #[test]
    fn the_extension_decides_what_is_written() {
        let named = |path: &str| CityFile::named(Path::new(path), Fallback::Plain);
        for (path, format, file) in [
            ("a/b.GLB", Format::Glb(Fallback::Plain), "a/b.GLB"),
            ("b_##.obj", Format::Obj, "b_07.obj"),
            ("v1.2/b.json", Format::Json, "v1.2/b.json"),
        ] {
            let found = named(path).unwrap();
            assert_eq!((found.format, found.names.of(7).as_path()), (format, Path::new(file)));
        }
        for path in ["city", "city.gltf", "folder/", ".glb", ""] {
            assert_eq!(named(path), None, "{path}");
        }
    }

    #[test]
    fn a_city_that_is_too_large_is_refused_by_a_look_at_it() {
        let file = |path: &str| CityFile::named(Path::new(path), Fallback::None).unwrap();
        let city = |grid| City::generate(1, &CityParams { grid, ..CityParams::default() }).unwrap();
        for path in ["a.obj", "a.glb", "a.json"] {
            assert!(file(path).check(&city([1, 1]), 0).is_ok(), "{path}");
        }
        let error = file("a_#.obj").check(&city([40, 40]), 3).unwrap_err().to_string();
        assert!(error.contains("expected at most 8000000") && error.ends_with(": a_3.obj"), "{error}");
    }
}

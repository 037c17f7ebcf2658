//! What is to be made of cities: files, pictures, films.

use std::path::{Path, PathBuf};

use muslin_city::export::Fallback;

use crate::city::failure::CityFailure;
use crate::city::file::{CityFile, Format};
use crate::render::destination::Destination;

/// What is to be made of each city, or of all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outputs {
    /// Files of boxes.
    pub files: Vec<CityFile>,
    /// Pictures, and films of them.
    pub films: Vec<Destination>,
}

impl Outputs {
    /// What `paths` ask for, each once, where there are `count` cities; `fallback` is for binary glTF.
    ///
    /// # Errors
    /// If the extension of one is of nothing that can be made, or it does not fit so many cities.
    pub fn named(paths: &[PathBuf], fallback: Fallback, count: u32) -> Result<Self, CityFailure> {
        let mut outputs = Self::default();
        for path in paths {
            let are_numbered = if let Some(file) = CityFile::named(path, fallback) {
                let are_numbered = file.names.are_numbered();
                add(&mut outputs.files, file);
                are_numbered
            } else {
                let film = film(path)?;
                if count == 1 && film.is_film() {
                    return Err(CityFailure::FilmOfOne { path: path.clone() });
                }
                let are_numbered = !matches!(&film, Destination::Pictures(names) if !names.are_numbered());
                add(&mut outputs.films, film);
                are_numbered
            };
            if count > 1 && !are_numbered {
                return Err(CityFailure::OneName { count, path: path.clone() });
            }
        }
        Ok(outputs)
    }

    /// Whether nothing is to be made.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.films.is_empty()
    }

    /// Whether there is binary glTF among it.
    pub fn has_glb(&self) -> bool {
        self.files.iter().any(|file| matches!(file.format, Format::Glb(_)))
    }

    /// Whether a file has instances, which not all readers know.
    pub fn has_instances(&self) -> bool {
        self.files.iter().any(|file| file.format == Format::Glb(Fallback::None))
    }

    /// Folders in which unfinished files are.
    pub fn folders(&self) -> Vec<PathBuf> {
        let of_files = self.files.iter().map(|file| file.names.folder());
        of_files.chain(self.films.iter().map(Destination::folder)).map(Path::to_owned).collect()
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The pictures that `path` asks for. A folder says neither that it is for pictures nor what else.
fn film(path: &Path) -> Result<Destination, CityFailure> {
    let refused = || CityFailure::Extension { path: path.to_owned() };
    if path.extension().is_none() || path.is_dir() || path.to_string_lossy().ends_with(['/', '\\']) {
        return Err(refused());
    }
    Destination::named(path, "").map_err(|_| refused())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(paths: &[&str], count: u32) -> Result<Outputs, CityFailure> {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        Outputs::named(&paths, Fallback::None, count)
    }

    #[test]
    fn what_is_asked_for_twice_is_made_once() {
        let outputs = named(&["a.glb", "a.png", "b.obj", "a.glb", "a.png"], 1).unwrap();
        assert_eq!((outputs.files.len(), outputs.films.len()), (2, 1));
    }

    #[test]
    fn several_cities_need_several_names_or_a_film() {
        assert!(named(&["a_#.glb", "a_##.png", "a.gif", "a.mp4"], 2).is_ok());
        for path in ["a.glb", "a.obj", "a.json", "a.png"] {
            assert!(matches!(named(&[path], 2), Err(CityFailure::OneName { count: 2, .. })), "{path}");
        }
        assert!(matches!(named(&["a.gif"], 1), Err(CityFailure::FilmOfOne { .. })));
    }

    #[test]
    fn a_name_that_says_nothing_is_refused() {
        for path in ["city", "city.gltf", "folder/", ".glb", "", "a.jpg", "a.mtl"] {
            assert!(matches!(named(&[path], 1), Err(CityFailure::Extension { .. })), "{path}");
        }
    }
}

//! What is rendered: a scene that is simulated for it, or the cache of an earlier run.

use std::path::{Path, PathBuf};

use muslin_scene::LoadedScene;
use muslin_scene::io::{CacheReader, ReadError, RunInfo};

use crate::failure::Failure;
use crate::render::failure::RenderFailure;

/// What is rendered.
pub struct Input {
    /// The scene, the one beside a cache included.
    pub loaded: LoadedScene,
    /// The frames, where they were simulated before.
    pub cache: Option<CacheReader>,
}

impl Input {
    /// Opens a scene file, or a cache by its own name, that of its folder or that of its JSON. `overrides` are for
    /// scenes.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn open(path: &Path, overrides: &[String]) -> Result<Self, Failure> {
        let Some(cache) = cache_path(path) else {
            return Ok(Self { loaded: muslin_scene::load(path, overrides)?, cache: None });
        };
        if let Some(assignment) = overrides.first() {
            return Err(RenderFailure::CacheIsFixed { assignment: assignment.clone(), path: cache }.into());
        }
        Self::open_cache(&cache)
    }

    fn open_cache(path: &Path) -> Result<Self, Failure> {
        let cache = CacheReader::open(path)?;
        let scene = path.with_file_name("scene.json");
        if !scene.is_file() {
            return Err(RenderFailure::CacheWithoutScene { path: path.to_owned() }.into());
        }
        let loaded = muslin_scene::load(&scene, &[])?;
        let (expected, found) = (loaded.model.vertex_count(), cache.vertex_count());
        if expected != found {
            let path = path.to_owned();
            return Err(ReadError::VertexCount { expected: expected as u64, found: found as u64, path }.into());
        }
        if cache.triangles() != loaded.model.triangles {
            return Err(RenderFailure::OtherMesh { path: path.to_owned() }.into());
        }
        if cache.frame_count() == 0 {
            return Err(RenderFailure::NoFrames { path: path.to_owned() }.into());
        }
        Ok(Self { loaded, cache: Some(cache) })
    }

    /// Numbers of the first and the last frame. A scene can be simulated for longer.
    pub fn frames(&self) -> (u64, u64) {
        match &self.cache {
            Some(cache) => {
                let first = cache.first_frame().max(0).cast_unsigned();
                (first, first + cache.frame_count().saturating_sub(1))
            }
            None => (0, self.loaded.scene.frames),
        }
    }

    /// Refuses a frame that a cache does not have.
    ///
    /// # Errors
    /// If it has none of that number.
    pub fn check_frame(&self, frame: u64) -> Result<(), RenderFailure> {
        let Some(cache) = &self.cache else { return Ok(()) };
        let (first, last) = self.frames();
        if (first..=last).contains(&frame) {
            return Ok(());
        }
        Err(RenderFailure::NoFrame { frame, first, last, path: cache.path().to_owned() })
    }

    /// Frames per second of the simulation.
    pub fn fps(&self) -> f64 {
        self.cache.as_ref().map_or(self.loaded.model.settings.fps, CacheReader::fps)
    }

    /// What files about it say.
    pub fn run_info(&self) -> RunInfo {
        RunInfo {
            name: self.loaded.scene.name.clone().unwrap_or_default(),
            scene_hash: self.loaded.hash.clone(),
            fps: self.fps(),
            first_frame: 0,
        }
    }
}

/// The cache that a path means, if it means one.
fn cache_path(path: &Path) -> Option<PathBuf> {
    let inner = path.join("cache.muslin");
    if path.is_dir() && inner.is_file() {
        return Some(inner);
    }
    if path.extension().is_some_and(|extension| extension == "muslin") {
        return Some(path.to_owned());
    }
    (path.file_name()? == "cache.json").then(|| path.with_file_name("cache.muslin"))
}

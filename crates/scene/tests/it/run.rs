//! Finding scenes and running them.

use std::path::{Path, PathBuf};

use muslin_scene::{LoadedScene, load};
use muslin_sim::{Model, State, StepReport, Workspace, step};

/// A model on its way.
pub struct Run<'a> {
    model: &'a Model,
    pub state: State,
    workspace: Workspace,
    /// Counts of all steps so far.
    pub report: StepReport,
}

impl<'a> Run<'a> {
    /// From the start.
    pub fn new(model: &'a Model) -> Self {
        Self::resume(model, State::new(model))
    }

    /// From a state.
    pub fn resume(model: &'a Model, state: State) -> Self {
        Self { model, state, workspace: Workspace::new(model), report: StepReport::default() }
    }

    /// Goes on to the end of `frame`.
    pub fn advance_to(&mut self, frame: u64) {
        while self.state.step < frame * u64::from(self.model.settings.substeps) {
            self.report.add(step::advance_frame(self.model, &mut self.state, &mut self.workspace));
        }
    }

    /// Throws the scratch memory away.
    pub fn drop_workspace(&mut self) {
        self.workspace = Workspace::new(self.model);
    }
}

/// The folders in `scenes/`, by name.
pub fn scene_folders() -> Vec<PathBuf> {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let entries = scenes.read_dir().expect("scenes/ is in the repository");
    let paths = entries.map(|entry| entry.expect("scenes/ can be read").path());
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// Name of a scene by its folder.
pub fn name_of(folder: &Path) -> String {
    folder.file_name().expect("a folder in scenes/").to_string_lossy().into_owned()
}

/// The scene file of the folder `name` in `scenes/`, with `overrides`.
pub fn load_scene(name: &str, overrides: &[&str]) -> LoadedScene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name).join("scene.toml");
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

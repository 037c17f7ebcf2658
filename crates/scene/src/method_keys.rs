//! What a method makes of the keys of a scene: its own values where the file says nothing, and keys that it does not use.

use muslin_sim::{Method, Settings, SpringKind};

use crate::document::Node;
use crate::scene::Scene;

/// A key that a method does not use.
pub(crate) struct UnusedKey {
    pub(crate) method: Method,
    /// Of the settings, or of the material of each cloth.
    table: &'static str,
    pub(crate) key: &'static str,
    /// What to do instead.
    pub(crate) help: &'static str,
}

const fn unused(method: Method, table: &'static str, key: &'static str, help: &'static str) -> UnusedKey {
    UnusedKey { method, table, key, help }
}

/// All keys that some method does not use.
pub(crate) const UNUSED: [UnusedKey; 6] = [
    unused(Method::MassSpring, "material", "relaxation_stiffness", "remove it: this method's stiffness is ks"),
    unused(Method::Relaxation, "material", "ks", "remove it: this method's stiffness is relaxation_stiffness"),
    unused(Method::Relaxation, "material", "areal_density", "remove it: the method knows no mass"),
    unused(Method::Relaxation, "material", "damping", "remove it: the method knows no velocity"),
    unused(Method::Relaxation, "material", "thickness", "remove it: the cloth passes through itself"),
    unused(Method::Relaxation, "settings", "cell_rule", "remove it: the cloth passes through itself"),
];

impl UnusedKey {
    /// Where `scene` has it, such as `cloth[0].material.ks`.
    pub(crate) fn paths(&self, scene: &Scene) -> Vec<String> {
        let Self { table, key, .. } = self;
        if *table == "settings" {
            return vec![format!("settings.{key}")];
        }
        (0..scene.cloth.len()).map(|cloth| format!("cloth[{cloth}].{table}.{key}")).collect()
    }
}

/// Gives a scene that was read from `root` the values of `method` where the file has none. The scene file's format has those
/// of `mass_spring`.
pub(crate) fn fill(scene: &mut Scene, root: &Node, method: Method) {
    if method == Method::MassSpring {
        return;
    }
    let settings = Settings::of(method);
    let is_silent = |path: &str| root.at(path).is_none();
    if is_silent("settings.fps") {
        scene.settings.fps = settings.fps;
    }
    if is_silent("settings.substeps") {
        scene.settings.substeps = settings.substeps;
    }
    if is_silent("settings.gravity") {
        scene.settings.gravity = settings.gravity;
    }
    for (index, cloth) in scene.cloth.iter_mut().enumerate() {
        if is_silent(&format!("cloth[{index}].material.springs")) {
            cloth.material.springs = vec![SpringKind::Structural, SpringKind::Shearing];
        }
    }
}

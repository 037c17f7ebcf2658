//! What a method makes of the keys of a scene: its own values where the file says nothing, and keys that it does not use.

use muslin_sim::{Method, Settings, SpringKind};

use crate::document::Node;
use crate::overrides::Applied;
use crate::scene::Scene;

/// A key that a method does not use.
pub(crate) struct UnusedKey {
    pub(crate) methods: &'static [Method],
    /// Of the settings, or of the material of each cloth; of each cloth itself when empty.
    table: &'static str,
    pub(crate) key: &'static str,
    /// What to do instead.
    pub(crate) help: &'static str,
}

const fn unused(methods: &'static [Method], table: &'static str, key: &'static str, help: &'static str) -> UnusedKey {
    UnusedKey { methods, table, key, help }
}

const CLASSIC: &[Method] = &[Method::MassSpring, Method::Relaxation, Method::Impulse];
const NOT_IMPULSE: &[Method] = &[Method::MassSpring, Method::Relaxation, Method::Newton, Method::Descent];
const NOT_MASS_SPRING: &[Method] = &[Method::Relaxation, Method::Impulse, Method::Newton, Method::Descent];
const NOT_NEWTON: &[Method] = &[Method::MassSpring, Method::Relaxation, Method::Impulse, Method::Descent];
const NOT_DESCENT: &[Method] = &[Method::MassSpring, Method::Relaxation, Method::Impulse, Method::Newton];
const SHELLS: &[Method] = &[Method::Newton, Method::Descent];

/// All keys that some method does not use.
pub(crate) const UNUSED: [UnusedKey; 28] = [
    unused(&[Method::MassSpring], "material", "relaxation_stiffness", "remove it: this method's stiffness is ks"),
    unused(&[Method::Relaxation], "material", "ks", "remove it: this method's stiffness is relaxation_stiffness"),
    unused(&[Method::Relaxation], "material", "areal_density", "remove it: the method knows no mass"),
    unused(&[Method::Relaxation], "material", "damping", "remove it: the method knows no velocity"),
    unused(NOT_MASS_SPRING, "material", "thickness", "remove it: the cloth passes through itself"),
    unused(NOT_MASS_SPRING, "settings", "cell_rule", "remove it: the cloth passes through itself"),
    unused(&[Method::Impulse], "material", "ks", "remove it: links keep their length"),
    unused(&[Method::Impulse], "material", "relaxation_stiffness", "remove it: links keep their length"),
    unused(&[Method::Impulse], "material", "springs", "remove it: links go to the neighbours in row and column"),
    unused(&[Method::MassSpring], "settings", "sweeps", "remove it: the method solves nothing in sweeps"),
    unused(&[Method::MassSpring], "settings", "warm_start", "remove it: the method solves nothing in sweeps"),
    unused(&[Method::MassSpring], "", "velocity", "remove it: the cloth starts at rest"),
    unused(&[Method::Relaxation], "settings", "sweeps", "remove it: the passes are substeps"),
    unused(&[Method::Relaxation], "settings", "warm_start", "remove it: the method knows no impulses"),
    unused(NOT_IMPULSE, "settings", "compat", "remove it: it is of the method impulse"),
    unused(NOT_IMPULSE, "", "hanger_length", "remove it: pin the first row"),
    unused(&[Method::Relaxation], "", "velocity", "remove it: the method knows no velocity"),
    unused(CLASSIC, "settings", "membrane", "remove it: the method has springs or links and no membrane"),
    unused(CLASSIC, "settings", "bending", "remove it: the method has springs or links and no hinges"),
    unused(NOT_NEWTON, "settings", "tolerance", "remove it: it is of the method newton"),
    unused(NOT_DESCENT, "settings", "correction", "remove it: it is of the method descent"),
    unused(SHELLS, "material", "ks", "remove it: the fabric says how stiff it is"),
    unused(SHELLS, "material", "areal_density", "remove it: the fabric says what it weighs"),
    unused(SHELLS, "material", "damping", "remove it: the fabric has a damping time"),
    unused(SHELLS, "material", "relaxation_stiffness", "remove it: the fabric says how stiff it is"),
    unused(SHELLS, "material", "springs", "remove it: the method has none"),
    unused(&[Method::Newton], "settings", "sweeps", "remove it: the method takes as many steps as it needs"),
    unused(SHELLS, "settings", "warm_start", "remove it: the method knows no impulses"),
];

impl UnusedKey {
    /// Where `scene` has it, such as `cloth[0].material.ks`.
    pub(crate) fn paths(&self, scene: &Scene) -> Vec<String> {
        let Self { table, key, .. } = self;
        if *table == "settings" {
            return vec![format!("settings.{key}")];
        }
        let dot = if table.is_empty() { "" } else { "." };
        (0..scene.cloth.len()).map(|cloth| format!("cloth[{cloth}].{table}{dot}{key}")).collect()
    }
}

/// Gives a scene that was read from `root` the values of its method where neither the file nor an override has one. The scene
/// file's format has those of `mass_spring`.
pub(crate) fn fill(scene: &mut Scene, root: &Node, applied: &[Applied]) {
    let method = scene.method;
    if method == Method::MassSpring {
        return;
    }
    let settings = Settings::of(method);
    let is_in = |path: &str, of: &str| {
        path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let is_set = |path: &str| applied.iter().flat_map(|one| &one.paths).any(|set| is_in(path, set));
    let is_silent = |path: &str| root.at(path).is_none() && !is_set(path);
    if is_silent("settings.fps") {
        scene.settings.fps = settings.fps;
    }
    if is_silent("settings.substeps") {
        scene.settings.substeps = settings.substeps;
    }
    if is_silent("settings.gravity") {
        scene.settings.gravity = settings.gravity;
    }
    if method == Method::Impulse {
        fill_impulse(scene, is_silent);
    }
    if method == Method::Descent && is_silent("settings.sweeps") {
        scene.settings.sweeps = settings.sweeps;
    }
    if method != Method::Relaxation {
        return;
    }
    for (index, cloth) in scene.cloth.iter_mut().enumerate() {
        if is_silent(&format!("cloth[{index}].material.springs")) {
            cloth.material.springs = vec![SpringKind::Structural, SpringKind::Shearing];
        }
    }
}

/// Values of the document where the file says nothing: a cloth of 1 kg that loses four fifths of its velocity in a second.
fn fill_impulse(scene: &mut Scene, is_silent: impl Fn(&str) -> bool) {
    if is_silent("settings.sweeps") && !scene.settings.compat {
        scene.settings.sweeps = Settings::of(Method::Impulse).sweeps;
    }
    for (index, cloth) in scene.cloth.iter_mut().enumerate() {
        if is_silent(&format!("cloth[{index}].material.areal_density")) {
            cloth.material.areal_density = 1.0 / (cloth.grid.width * cloth.grid.height);
        }
        if is_silent(&format!("cloth[{index}].material.damping")) {
            cloth.material.damping = 80.0;
        }
    }
}

//! From a file, or a text, and overrides to a model that can run.

use std::path::Path;

use muslin_sim::Model;

use crate::build::{self, Finding};
use crate::course;
use crate::document::{self, Node, Syntax};
use crate::file;
use crate::method_keys::{self, UNUSED};
use crate::overrides::{self, Applied};
use crate::problem::{Problem, Problems, SceneError, Severity, Source, Span};
use crate::scene::Scene;
use crate::validate;

/// A scene that was read, checked and built.
#[derive(Clone, Debug)]
pub struct LoadedScene {
    /// What the user wrote, overrides put in, named.
    pub scene: Scene,
    /// What is simulated.
    pub model: Model,
    /// What is doubtful about it.
    pub warnings: Problems,
    /// Which format the file is in.
    pub format: Format,
    /// [`Scene::hash`] of the scene with its overrides.
    pub hash: String,
}

/// The format of a scene file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Muslin's, as TOML or JSON.
    Own,
    /// The course project's JSON.
    Course,
}

/// Reads the scene file at `path` and puts `overrides`, each `key=value`, in.
///
/// # Errors
/// Everything that is wrong with the file, the overrides, or the scene that they make.
pub fn load(path: &Path, overrides: &[String]) -> Result<LoadedScene, SceneError> {
    let source = file::read(path).map_err(SceneError::single)?;
    load_source(&source, overrides)
}

/// Reads a scene from `text`; `name` is what problems call it and tells TOML from JSON by its extension.
///
/// # Errors
/// As [`load`].
pub fn load_str(name: &str, text: &str, overrides: &[String]) -> Result<LoadedScene, SceneError> {
    let source = file::text(name, text.as_bytes().to_vec()).map_err(SceneError::single)?;
    load_source(&source, overrides)
}

fn load_source(source: &Source, overrides: &[String]) -> Result<LoadedScene, SceneError> {
    let name = source.name();
    let mut problems = Problems::new();
    let (scene, root, format) = read(source, &mut problems)?;
    let (mut scene, applied) = overrides::apply_traced(&scene, overrides)?;
    if format == Format::Own {
        method_keys::fill(&mut scene, &root, &applied);
    }
    scene.name.get_or_insert_with(|| default_name(name));
    let origin = Origin { source, root: &root, format, applied: &applied, scene: &scene };
    match build::model(&scene) {
        Ok((model, findings)) => {
            for finding in origin.unused().into_iter().chain(findings) {
                problems.push(origin.problem(finding));
            }
            Ok(LoadedScene { hash: scene.hash(), scene, model, warnings: problems, format })
        }
        Err(findings) => {
            for finding in findings {
                problems.push(origin.problem(finding));
            }
            Err(SceneError::new(name, problems))
        }
    }
}

fn read(source: &Source, problems: &mut Problems) -> Result<(Scene, Node, Format), SceneError> {
    let syntax = Syntax::of(source.name(), source.inner());
    let mut root = document::parse(source, syntax).map_err(SceneError::single)?;
    let course = syntax == Syntax::Json && course::is_course(&root);
    // the course's reader takes the last of equal keys without a word
    let severity = if course { Severity::Warning } else { Severity::Error };
    root.drop_duplicates(severity, source, problems);
    let (scene, format) = if course {
        (course::read(&mut root, source, problems), Format::Course)
    } else {
        (validate::read(&mut root, source, problems), Format::Own)
    };
    match scene {
        Some(scene) => Ok((scene, root, format)),
        None => Err(SceneError::new(source.name(), std::mem::take(problems))),
    }
}

/// The file's name without its extension; for a file called `scene`, that of its folder.
fn default_name(file: &str) -> String {
    let path = Path::new(file);
    let text = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = text(path.file_stem()).unwrap_or_else(|| "scene".to_owned());
    if stem == "scene" { text(path.parent().and_then(Path::file_name)).unwrap_or(stem) } else { stem }
}

/// Where the values of a scene come from.
struct Origin<'a> {
    source: &'a Source,
    root: &'a Node,
    format: Format,
    applied: &'a [Applied],
    scene: &'a Scene,
}

impl Origin<'_> {
    /// Warnings about values that were written and that the method does not use.
    fn unused(&self) -> Vec<Finding> {
        let method = self.scene.method;
        let mut findings = Vec::new();
        for unused in UNUSED.iter().filter(|unused| unused.methods.contains(&method)) {
            for path in unused.paths(self.scene) {
                // a course file has no choice of keys
                let in_file = self.format == Format::Own && self.root.at(&path).is_some();
                if in_file || self.applied.iter().any(|applied| applied.paths.contains(&path)) {
                    let message = format!("the method {} does not use {}", method.name(), unused.key);
                    findings.push(Finding::warning(path, message).with_help(unused.help));
                }
            }
        }
        findings
    }

    fn problem(&self, finding: Finding) -> Problem {
        let (source, span) = self.place(&finding.path);
        let mut problem = Problem::new(finding.severity, source, Some(span), finding.message);
        problem.help = finding.help;
        problem
    }

    /// The last override of the value at `path` or of something in it, else its place in the file.
    fn place(&self, path: &str) -> (&Source, Span) {
        let touches =
            |applied: &&Applied| applied.paths.iter().any(|target| is_within(path, target) || is_within(target, path));
        if let Some(applied) = self.applied.iter().rev().find(touches) {
            return (&applied.source, applied.value_span.clone());
        }
        let node = match self.format {
            Format::Own => self.root.nearest(path),
            Format::Course => self.root.nearest(&course::course_path(path, self.scene)),
        };
        (self.source, node.span.clone())
    }
}

/// Whether `path` is `outer` or something in it.
fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

#[cfg(test)]
mod tests;

//! Values given beside a scene, such as `cloth.material.ks=1e5` on the command line.

use serde_json::Value as Json;

use crate::document::{Node, Value, parse_toml_value, steps};
use crate::problem::{Problem, Problems, SceneError, Severity, Source, Span, source};
use crate::scene::Scene;
use crate::schema::schema_of;
use crate::schema_walk::{Variants, allows, choices, properties};
use crate::validate::{Walk, unknown_key};

/// The scene with each `key=value` of `assignments` put in, in order.
///
/// A key is a path as in the file, `cloth.0.material.ks`; without an index it means every cloth or collider. Its last
/// part is enough where only one kind of thing has it: `ks=1e5`.
///
/// # Errors
/// Every assignment whose key is not known or whose value does not fit.
pub fn apply(scene: &Scene, assignments: &[String]) -> Result<Scene, SceneError> {
    apply_traced(scene, assignments).map(|(scene, _)| scene)
}

/// An assignment that was applied, kept to point at when its value turns out bad later.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    /// Where it went, such as `cloth[0].material.ks`.
    pub(crate) paths: Vec<String>,
    pub(crate) source: Source,
    pub(crate) value_span: Span,
}

/// [`apply`], with what went where.
pub(crate) fn apply_traced(scene: &Scene, assignments: &[String]) -> Result<(Scene, Vec<Applied>), SceneError> {
    let schema = schema_of::<Scene>();
    let mut problems = Problems::new();
    let mut applied = Vec::new();
    let mut json = serde_json::to_value(scene).unwrap_or_default(); // plain data: cannot fail
    for text in assignments {
        match assign(&schema, &mut json, text, &mut problems) {
            Ok(one) => applied.push(one),
            Err(problem) => problems.push(problem),
        }
    }
    problems.check("--set")?;
    match serde_json::from_value(json) {
        Ok(scene) => Ok((scene, applied)),
        Err(error) => {
            let all = source("--set", assignments.join(" "));
            Err(SceneError::single(Problem::new(Severity::Error, &all, Some(0..1), error.to_string())))
        }
    }
}

fn assign(schema: &Json, json: &mut Json, text: &str, problems: &mut Problems) -> Result<Applied, Problem> {
    let source = source("--set", text);
    let at = |span: Span, message: &str| Problem::new(Severity::Error, &source, Some(span), message);
    let Some(equals) = text.find('=') else {
        return Err(at(0..text.len(), "expected key=value").with_help("such as substeps=60"));
    };
    let key = text[..equals].trim();
    if key.is_empty() {
        return Err(at(0..equals + 1, "expected a key before =").with_help("such as substeps=60"));
    }
    let key_span = 0..text[..equals].trim_end().len().max(1);
    let value_span = equals + 1..text.len();
    if text[value_span.clone()].trim().is_empty() {
        return Err(at(equals..equals + 1, "expected a value behind =").with_help("such as substeps=60"));
    }
    let targets = resolve(schema, json, key).map_err(|(message, help)| {
        let mut problem = at(key_span, &message);
        problem.help = help;
        problem
    })?;
    for target in &targets {
        let mut node = parse_value(target.schema, &source, equals + 1)?;
        Walk { source: &source, problems }.value(target.schema, &mut node);
        if let Some(place) = place(json, &target.path) {
            *place = node.to_json();
        }
    }
    Ok(Applied { paths: targets.into_iter().map(|target| target.path).collect(), source, value_span })
}

/// A value as TOML; where the schema wants text, a bare word, and where it wants a list of texts, words with commas.
fn parse_value(schema: &Json, source: &Source, offset: usize) -> Result<Node, Problem> {
    let raw = &source.inner()[offset..];
    let start = offset + raw.len() - raw.trim_start().len();
    let word = raw.trim();
    let span = start..start + word.len();
    let text = |word: &str| Node { value: Value::Text(word.to_owned()), span: span.clone() };
    let quoted = word.starts_with(['"', '\'']);
    let takes_text = |schema: &Json| {
        allows(schema, "string")
            || choices(schema).is_some_and(|choices| choices.iter().any(|choice| choice.is_string()))
    };
    if takes_text(schema) && !quoted {
        return Ok(text(word));
    }
    if takes_text(&schema["items"]) && !quoted && !word.starts_with('[') {
        let items = word.split(',').map(|part| text(part.trim())).collect();
        return Ok(Node { value: Value::Array(items), span });
    }
    match parse_toml_value(source, start) {
        Ok(node) => Ok(node),
        // a bare word is no TOML: the walk then says what was expected instead
        Err(_) if word.chars().all(|letter| letter.is_alphanumeric() || letter == '_') => Ok(text(word)),
        Err(problem) => Err(problem),
    }
}

/// One value that a key names.
struct Target<'s> {
    path: String,
    schema: &'s Json,
}

type Refusal = (String, Option<String>);

/// Everything that `key` names in this scene: a path from the root, or the last key of one.
fn resolve<'s>(schema: &'s Json, json: &Json, key: &str) -> Result<Vec<Target<'s>>, Refusal> {
    let wanted: Vec<&str> = steps(key).collect();
    let bare = wanted.len() == 1 && schema["properties"].get(key).is_none();
    if !bare {
        return descend(schema, json, &wanted, String::new());
    }
    let mut known = Vec::new();
    key_paths(schema, String::new(), &mut known);
    let matches: Vec<&String> = known.iter().filter(|path| path.rsplit('.').next() == Some(key)).collect();
    match matches.as_slice() {
        [path] => descend(schema, json, &steps(path).collect::<Vec<_>>(), String::new()),
        [] => {
            let mut last: Vec<&str> = known.iter().filter_map(|path| path.rsplit('.').next()).collect();
            last.sort_unstable();
            last.dedup();
            let (message, help) = unknown_key(key, last.into_iter());
            Err((message, Some(help)))
        }
        several => {
            let list = several.iter().map(|path| path.as_str()).collect::<Vec<_>>().join(", ");
            Err((format!("more than one thing has the key {key}"), Some(format!("write one of: {list}"))))
        }
    }
}

/// Follows `wanted` through schema and scene together; an array without an index means each of its elements that has
/// the rest of the path.
fn descend<'s>(schema: &'s Json, json: &Json, wanted: &[&str], path: String) -> Result<Vec<Target<'s>>, Refusal> {
    let [step, rest @ ..] = wanted else { return Ok(vec![Target { path, schema }]) };
    if allows(schema, "array") {
        let empty = Vec::new();
        let items = json.as_array().unwrap_or(&empty);
        if let Ok(index) = step.parse::<usize>() {
            let Some(item) = items.get(index) else {
                return Err((format!("there is no {path}[{index}]: {path} has {} elements", items.len()), None));
            };
            return descend(&schema["items"], item, rest, format!("{path}[{index}]"));
        }
        return descend_each(&schema["items"], items, wanted, &path);
    }
    let schema = match Variants::of(schema) {
        Some(variants) => variants.named(json[variants.tag].as_str().unwrap_or_default()).unwrap_or(schema),
        None => schema,
    };
    let Some(property) = schema["properties"].get(*step) else {
        let (message, help) = unknown_key(step, properties(schema).map(|(key, _)| key));
        return Err((message, Some(help)));
    };
    let path = if path.is_empty() { (*step).to_owned() } else { format!("{path}.{step}") };
    descend(property, &json[*step], rest, path)
}

fn descend_each<'s>(schema: &'s Json, items: &[Json], wanted: &[&str], path: &str) -> Result<Vec<Target<'s>>, Refusal> {
    let mut targets = Vec::new();
    let mut refusal = (format!("the scene has no {path}"), Some(format!("add a {path} to the file first")));
    for (index, item) in items.iter().enumerate() {
        match descend(schema, item, wanted, format!("{path}[{index}]")) {
            Ok(found) => targets.extend(found),
            Err(reason) => refusal = reason,
        }
    }
    if targets.is_empty() { Err(refusal) } else { Ok(targets) }
}

/// Every key below `schema` as a path of names, each once.
fn key_paths(schema: &Json, path: String, paths: &mut Vec<String>) {
    if allows(schema, "array") {
        return key_paths(&schema["items"], path, paths);
    }
    if let Some(variants) = Variants::of(schema) {
        for (_, variant) in variants.list {
            key_paths(variant, path.clone(), paths);
        }
    }
    for (key, property) in properties(schema) {
        let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        if !paths.contains(&path) {
            paths.push(path.clone());
        }
        key_paths(property, path, paths);
    }
}

/// The place of `path` in the scene, made when the scene leaves it out.
fn place<'j>(mut json: &'j mut Json, path: &str) -> Option<&'j mut Json> {
    for step in steps(path) {
        json = match json {
            Json::Array(items) => items.get_mut(step.parse::<usize>().ok()?)?,
            Json::Object(table) => table.entry(step).or_insert(Json::Null),
            // a table that the scene leaves out: what is missing in it then is said
            Json::Null => {
                *json = Json::Object(serde_json::Map::new());
                json.as_object_mut()?.entry(step).or_insert(Json::Null)
            }
            _ => return None,
        };
    }
    Some(json)
}

#[cfg(test)]
mod tests {
    use muslin_sim::SpringKind;

    use super::*;
    use crate::scene::{Collider, Orientation};

    fn scene() -> Scene {
        let text = "version = 1\n[[cloth]]\ngrid = { width = 1, height = 1, columns = 4, rows = 4 }\n\
                    [[cloth]]\ngrid = { width = 1, height = 1, columns = 4, rows = 4 }\n\
                    [[collider]]\nshape = 'plane'\npoint = [0, 0, 0]\nnormal = [0, 1, 0]\n\
                    [[collider]]\nshape = 'sphere'\ncenter = [0, 0, 0]\nradius = 1\n";
        toml::from_str(text).unwrap()
    }

    fn set(assignments: &[&str]) -> Result<Scene, String> {
        let assignments: Vec<String> = assignments.iter().map(|&text| text.to_owned()).collect();
        apply(&scene(), &assignments).map_err(|error| {
            let line = |problem: &Problem| format!("{problem} | {}", problem.help.clone().unwrap_or_default());
            error.problems().iter().map(line).collect::<Vec<_>>().join("\n")
        })
    }

    #[test]
    fn a_path_a_bare_key_and_an_index_name_what_one_expects() {
        let scene = set(&[
            "cloth.material.ks=1e5",
            "cloth.1.material.ks = 7",
            "substeps=60",
            "gravity=[0,-1,0]",
            "friction=0.5",
            "radius=2",
            "springs=structural,shearing",
            "orientation=vertical",
            "name=my scene",
            "settings.cell_rule=\"truncate\"",
            "collider[0].normal.1=-1",
            "cloth.0.pins=[[0,0],[3,3.0]]",
            "jitter=0.5",
        ])
        .unwrap();
        assert_eq!([scene.cloth[0].material.ks, scene.cloth[1].material.ks], [1e5, 7.0]);
        assert_eq!(scene.settings.substeps, 60);
        assert_eq!(scene.settings.gravity, [0.0, -1.0, 0.0]);
        assert_eq!(
            scene.collider[0],
            Collider::Plane { point: [0.0; 3], normal: [0.0, -1.0, 0.0], friction: 0.5, wave: None }
        );
        assert_eq!(scene.collider[1], Collider::Sphere { center: [0.0; 3], radius: 2.0, friction: 0.5, wave: None });
        assert_eq!(scene.cloth[1].material.springs, [SpringKind::Structural, SpringKind::Shearing]);
        assert_eq!(scene.cloth[1].grid.orientation, Orientation::Vertical);
        assert_eq!(scene.name.as_deref(), Some("my scene"));
        assert_eq!(scene.cloth[0].pins, [[0, 0], [3, 3]]);
        assert_eq!(scene.cloth[1].grid.jitter, Some(0.5));
    }

    #[test]
    fn a_bad_assignment_shows_itself_and_what_was_expected() {
        for (assignment, expected) in [
            ("kss=1", "--set:1:1: unknown key: kss, did you mean ks?"),
            ("cloth.material.kss=1", "--set:1:1: unknown key: kss, did you mean ks?"),
            ("substeps=0", "--set:1:10: expected a whole number from 1 to 1000000, found 0"),
            ("substeps=many", "--set:1:10: expected a whole number from 1 to 1000000, found the text \"many\""),
            ("gravity=[0,1]", "--set:1:9: expected an array of 3 numbers, found 2"),
            ("ks=inf", "--set:1:4: expected a finite number, found inf"),
            ("ks=[1", "--set:1:"),
            ("ks", "--set:1:1: expected key=value"),
            ("ks=", "--set:1:3: expected a value"),
            ("=1", "--set:1:1: expected a key"),
            ("cloth.5.material.ks=1", "--set:1:1: there is no cloth[5]: cloth has 2 elements"),
            ("collider.0.radius=1", "--set:1:1: unknown key: radius"),
            ("springs=structural,shear", "did you mean \"shearing\"?"),
            (
                "method=cascade",
                "--set:1:8: expected \"mass_spring\" or \"relaxation\" or \"impulse\" or \"newton\" or \"descent\", found the text \"cascade\"",
            ),
            ("version=2", "--set:1:9: expected 1, found 2"),
        ] {
            let error = set(&[assignment]).unwrap_err();
            assert!(error.contains(expected), "{assignment} gives {error}");
        }
    }

    #[test]
    fn all_bad_assignments_are_reported_at_once() {
        assert_eq!(set(&["kss=1", "substeps=60", "fps=-1"]).unwrap_err().lines().count(), 2);
    }

    #[test]
    fn a_scene_without_colliders_says_so() {
        let plain = Scene { collider: vec![], ..scene() };
        let error = apply(&plain, &["friction=1".to_owned()]).unwrap_err();
        assert!(error.problems()[0].message.contains("the scene has no collider"));
    }
}

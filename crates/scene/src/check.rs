//! What must hold at the end of a scene: the file `check.toml` beside it, and whether it does.

use std::path::Path;

use glam::DVec3;
use muslin_sim::measure::{self, SpringStrain};
use muslin_sim::{Model, Shape, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::{self, Syntax};
use crate::file;
use crate::problem::{Problems, SceneError, Severity, Source};
use crate::validate;

/// What must hold of every vertex, or of the whole, after some frames. Finite positions are always asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Frames to simulate first.
    #[schemars(range(min = 0, max = 10_000_000))]
    pub frames: u64,
    /// Largest stretch of any spring, as a part of its rest length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub max_strain: Option<f64>,
    /// No vertex is below this height [m].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_y: Option<f64>,
    /// No vertex is above this height [m].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_y: Option<f64>,
    /// Lowest and highest corner of a box that holds every vertex [m].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<[[f64; 3]; 2]>,
    /// Where the mean of all vertices lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Centroid")]
    pub centroid: Option<Centroid>,
    /// How far a vertex may be inside of a sphere, or past a plane from where it started [m].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub outside_colliders: Option<f64>,
    /// Whether every pinned vertex still is where it started, to the bit.
    #[serde(default)]
    pub pins_hold: bool,
}

/// Where the mean of all vertices lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Centroid {
    /// Expected place [m].
    pub at: [f64; 3],
    /// Largest distance from it [m].
    #[schemars(range(min = 0))]
    pub within: f64,
}

impl Check {
    /// Reads the check file at `path`.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn load(path: &Path) -> Result<Self, SceneError> {
        Self::read(&file::read(path).map_err(SceneError::single)?)
    }

    fn read(source: &Source) -> Result<Self, SceneError> {
        let syntax = Syntax::of(source.name(), source.inner());
        let mut root = document::parse(source, syntax).map_err(SceneError::single)?;
        let mut problems = Problems::new();
        root.drop_duplicates(Severity::Error, source, &mut problems);
        validate::read(&mut root, source, &mut problems).ok_or_else(|| SceneError::new(source.name(), problems))
    }

    /// What does not hold of `state`, in words; empty when all does.
    pub fn evaluate(&self, model: &Model, state: &State) -> Vec<String> {
        if let Some(vertex) = state.x.iter().position(|x| !x.is_finite()) {
            // every other statement is about numbers
            return vec![format!("vertex {vertex} is at {}, which is no place", state.x.get(vertex))];
        }
        let checks = [
            self.check_strain(model, state),
            self.check_heights(state),
            self.check_inside(state),
            self.check_centroid(state),
            self.check_colliders(model, state),
            self.check_pins(model, state),
        ];
        checks.into_iter().flatten().collect()
    }

    fn check_strain(&self, model: &Model, state: &State) -> Option<String> {
        let allowed = self.max_strain?;
        let longest = measure::spring_strains(model, state).max_by(|a, b| a.strain.total_cmp(&b.strain))?;
        let SpringStrain { cloth, spring, strain } = longest;
        let [a, b] = spring.vertices;
        (strain > allowed).then(|| {
            format!(
                "the spring of points {a} and {b} of cloth {cloth} is stretched by {strain:.4}, allowed is {allowed}"
            )
        })
    }

    fn check_heights(&self, state: &State) -> Option<String> {
        let (low, high) = state.x.bounds()?;
        let below = self.min_y.filter(|&min| low.y < min);
        let above = self.max_y.filter(|&max| high.y > max);
        match (below, above) {
            (None, None) => None,
            (Some(min), _) => Some(format!("the lowest vertex is at y = {:.6}, expected {min} or more", low.y)),
            (None, Some(max)) => Some(format!("the highest vertex is at y = {:.6}, expected {max} or less", high.y)),
        }
    }

    fn check_inside(&self, state: &State) -> Option<String> {
        let [low, high] = self.inside?.map(DVec3::from_array);
        let outside = |x: &DVec3| x.cmplt(low).any() || x.cmpgt(high).any();
        let (vertex, x) = state.x.iter().enumerate().find(|(_, x)| outside(x))?;
        Some(format!("vertex {vertex} is at {x:.6}, expected inside of {low} to {high}"))
    }

    fn check_centroid(&self, state: &State) -> Option<String> {
        let Centroid { at, within } = self.centroid.as_ref()?;
        let centroid = state.x.centroid();
        let distance = centroid.distance(DVec3::from_array(*at));
        (distance > *within).then(|| {
            format!("the mean of all vertices is {centroid:.6}, {distance:.6} m from {at:?}, allowed is {within} m")
        })
    }

    fn check_colliders(&self, model: &Model, state: &State) -> Option<String> {
        let allowed = self.outside_colliders?;
        let deepest = model.colliders_at(model.frame_of_step(state.step)).enumerate().flat_map(|(index, shape)| {
            let points = state.x.iter().zip(model.x_rest.iter()).enumerate();
            points.map(move |(vertex, (x, start))| (depth(&shape, x, start), vertex, index))
        });
        let (depth, vertex, index) = deepest.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (depth > allowed)
            .then(|| format!("vertex {vertex} is {depth:.6} m inside of collider {index}, allowed is {allowed} m"))
    }

    fn check_pins(&self, model: &Model, state: &State) -> Option<String> {
        let moved = |&vertex: &usize| model.pinned[vertex] && state.x.get(vertex) != model.x_rest.get(vertex);
        let vertex = (0..model.vertex_count()).find(moved).filter(|_| self.pins_hold)?;
        let distance = state.x.get(vertex).distance(model.x_rest.get(vertex));
        Some(format!("pinned vertex {vertex} has moved by {distance:e} m"))
    }
}

/// How deep `x` is inside of `shape` [m], negative outside; a plane is solid on the side where the vertex did not
/// start.
fn depth(shape: &Shape, x: DVec3, start: DVec3) -> f64 {
    match shape {
        Shape::Sphere(sphere) => sphere.radius - x.distance(sphere.center),
        Shape::Plane(plane) => {
            let side = |point: DVec3| (point - plane.point).dot(plane.normal);
            if side(start) >= 0.0 { -side(x) } else { side(x) }
        }
        Shape::Boxes(boxes) => boxes.depth(x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_str;
    use crate::problem::source;

    const SCENE: &str = "version = 1\n[[cloth]]\npins = [[0, 0]]\n\
        grid = { width = 1, height = 1, columns = 3, rows = 3 }\n\
        [[collider]]\nshape = 'sphere'\ncenter = [0.5, 0.5, 0.5]\nradius = 0.5\n\
        [[collider]]\nshape = 'plane'\npoint = [0, 0, 0]\nnormal = [0, 1, 0]\n";

    fn check(text: &str) -> Result<Check, SceneError> {
        Check::read(&source("check.toml", text))
    }

    #[test]
    fn what_does_not_hold_is_said_with_numbers() {
        let loaded = load_str("a.toml", SCENE, &[]).unwrap();
        let start = State::new(&loaded.model);
        for (statement, failure) in [
            ("", ""),
            ("max_strain = 0.0\nmin_y = 1\nmax_y = 1\npins_hold = true\noutside_colliders = 0", ""),
            ("inside = [[0, 1, 0], [1, 1, 1]]\ncentroid = { at = [0.5, 1, 0.5], within = 1e-12 }", ""),
            ("min_y = 1.5", "the lowest vertex is at y = 1.000000, expected 1.5 or more"),
            ("max_y = 0.5", "the highest vertex is at y = 1.000000"),
            ("inside = [[0, 0, 0], [0.9, 1, 1]]", "vertex 2 is at"),
            ("centroid = { at = [0.5, 0, 0.5], within = 0.5 }", "1.000000 m from"),
        ] {
            let failures = check(&format!("frames = 1\n{statement}")).unwrap().evaluate(&loaded.model, &start);
            assert_eq!(failures.len(), usize::from(!failure.is_empty()), "{statement}: {failures:?}");
            assert!(failures.iter().all(|text| text.contains(failure)), "{failures:?}");
        }
    }

    #[test]
    fn a_moved_pin_a_stretch_and_a_vertex_in_a_collider_are_found() {
        let loaded = load_str("a.toml", SCENE, &[]).unwrap();
        let check = check("frames = 1\nmax_strain = 0.5\npins_hold = true\noutside_colliders = 0.01").unwrap();
        let mut state = State::new(&loaded.model);
        state.x.set(4, DVec3::new(0.5, 0.5, 0.5));
        state.x.set(0, DVec3::new(0.0, 9.0, 0.0));
        let failures = check.evaluate(&loaded.model, &state);
        assert_eq!(failures.len(), 3, "{failures:?}");
        assert!(failures[1].contains("vertex 4 is 0.500000 m inside of collider 0"), "{failures:?}");
        state.x.set(8, DVec3::new(1.0, -2.0, 1.0));
        assert!(check.evaluate(&loaded.model, &state)[1].contains("vertex 8 is 2.000000 m inside of collider 1"));
        state.x.set(8, DVec3::NAN);
        assert!(check.evaluate(&loaded.model, &state)[0].contains("vertex 8"));
    }

    #[test]
    fn a_check_file_is_checked_like_a_scene() {
        let error = check("frame = 1\nmax_strain = -1\n").unwrap_err();
        let lines: Vec<String> = error.problems().iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "check.toml:1:1: missing key: frames",
                "check.toml:1:1: unknown key: frame, did you mean frames?",
                "check.toml:2:14: expected a number, 0 or more, found -1"
            ]
        );
    }
}

//! Vertices that a page holds.

use std::collections::BTreeMap;

use glam::DVec3;
use muslin_sim::Model;

/// What the page holds, and how the scene had it.
#[derive(Debug)]
pub struct Holds {
    /// Start and whether the scene holds it, by vertex.
    before: BTreeMap<usize, (DVec3, bool)>,
}

impl Holds {
    /// Nothing is held but by the scene.
    pub fn new(model: &Model) -> Self {
        debug_assert_eq!(model.pinned.len(), model.vertex_count());
        Self { before: BTreeMap::new() }
    }

    /// Holds a vertex at a place [m].
    pub fn hold(&mut self, model: &mut Model, vertex: usize, place: DVec3) {
        self.before.entry(vertex).or_insert((model.x_rest.get(vertex), model.pinned[vertex]));
        set(model, vertex, place, true);
    }

    /// Lets a vertex go.
    pub fn release(&mut self, model: &mut Model, vertex: usize) {
        if let Some((start, pinned)) = self.before.remove(&vertex) {
            set(model, vertex, start, pinned);
        }
    }

    /// Lets all go.
    pub fn reset(&mut self, model: &mut Model) {
        for (vertex, (start, pinned)) in std::mem::take(&mut self.before) {
            set(model, vertex, start, pinned);
        }
    }
}

fn set(model: &mut Model, vertex: usize, place: DVec3, pinned: bool) {
    model.x_rest.set(vertex, place);
    model.pinned[vertex] = pinned;
    match (model.pins.binary_search(&vertex), pinned) {
        (Err(at), true) => model.pins.insert(at, vertex),
        (Ok(at), false) => _ = model.pins.remove(at),
        _ => {}
    }
}

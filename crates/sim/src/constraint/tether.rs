//! Stage 5 of the impulse method: no vertex is farther from what holds it than the cloth between them is long.
//!
//! Links alone let a picture stretch, for a sweep brings what hangs below only so far up. A tether (Kim, Chentanez, Müller 2012,
//! "Long range attachments") goes from each vertex to the nearest held point at once.

use glam::DVec3;

use crate::model::{ClothModel, Model};
use crate::state::State;

/// The tethers of a model for the vertices that it holds.
#[derive(Debug, Default)]
pub struct Tethers {
    pins: Vec<usize>,
    tethers: Vec<Tether>,
}

#[derive(Clone, Copy, Debug)]
struct Tether {
    vertex: usize,
    end: End,
    /// Longest distance [m].
    length: f64,
}

/// What holds a vertex.
#[derive(Clone, Copy, Debug)]
enum End {
    Pin(usize),
    /// Where a hanger is [m].
    Anchor(DVec3),
}

impl Tethers {
    /// The tethers of `model`.
    pub fn new(model: &Model) -> Self {
        let mut tethers = Vec::new();
        for cloth in &model.cloths {
            let pins: Vec<usize> = model.pins.iter().copied().filter(|pin| cloth.vertices.contains(pin)).collect();
            let free = cloth.vertices.clone().filter(|&vertex| !model.pinned[vertex]);
            tethers.extend(free.filter_map(|vertex| shortest(cloth, &pins, vertex)));
        }
        Self { pins: model.pins.clone(), tethers }
    }
}

/// The shortest tether of a vertex; of equal ones the first.
fn shortest(cloth: &ClothModel, pins: &[usize], vertex: usize) -> Option<Tether> {
    let columns = cloth.grid.columns;
    let point = vertex - cloth.vertices.start;
    // in the flat cloth, which has no shorter way from point to point
    let distance_to = |other: usize| {
        let across = ((other % columns) as f64 - (point % columns) as f64) * cloth.spacing[0];
        let along = ((other / columns) as f64 - (point / columns) as f64) * cloth.spacing[1];
        (across * across + along * along).sqrt()
    };
    let pins = pins.iter().map(|&pin| (distance_to(pin - cloth.vertices.start), End::Pin(pin)));
    let hangers = cloth.hangers.iter().enumerate();
    let hangers = hangers.map(|(column, hanger)| (distance_to(column) + hanger.length, End::Anchor(hanger.anchor)));
    let shorter = |best: Option<(f64, End)>, (length, end): (f64, End)| match best {
        Some((least, _)) if least <= length => best,
        _ => Some((length, end)),
    };
    pins.chain(hangers).fold(None, shorter).map(|(length, end)| Tether { vertex, end, length })
}

/// Brings every vertex that is awake back within the reach of its tether, and takes what of its velocity leads away (docs/model.md,
/// I7). Nothing with `compat`.
pub fn hold(model: &Model, tethers: &mut Tethers, state: &mut State) {
    if model.settings.compat {
        return;
    }
    if tethers.pins != model.pins {
        *tethers = Tethers::new(model);
    }
    // tethers go cloth by cloth, as the vertices do
    let mut rest = tethers.tethers.as_slice();
    for (index, cloth) in model.cloths.iter().enumerate() {
        let count = rest.partition_point(|tether| tether.vertex < cloth.vertices.end);
        let (own, others) = rest.split_at(count);
        rest = others;
        if !state.asleep[index] {
            for tether in own {
                tether.hold(state);
            }
        }
    }
}

impl Tether {
    fn hold(&self, state: &mut State) {
        let (x, end) = match self.end {
            End::Pin(pin) => (state.x.get(self.vertex), state.x.get(pin)),
            End::Anchor(anchor) => (state.x.get(self.vertex), anchor),
        };
        let way = x - end;
        let distance_sq = way.length_squared();
        if distance_sq > self.length * self.length {
            let n = way / distance_sq.sqrt();
            state.x.set(self.vertex, end + n * self.length);
            let v = state.v.get(self.vertex);
            let away = n.dot(v);
            let left = if away > 0.0 { v - n * away } else { v };
            state.v.set(self.vertex, left);
        }
    }
}

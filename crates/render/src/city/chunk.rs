//! Boxes that stand close together, as they come out of the generator, and are kept or left out of a picture at once.

use std::ops::Range;

use glam::Vec3;
use muslin_city::Instance;

/// How many boxes a chunk has, but for the last one.
pub(crate) const CHUNK: usize = 512;

/// The smallest box around those of a chunk [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chunk {
    pub(crate) low: Vec3,
    pub(crate) high: Vec3,
}

/// Which sides of its boxes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// The three that look toward the camera: a box seen from outside shows no others.
    Near,
    /// All, also to be seen from inside.
    All,
}

impl Chunk {
    /// The chunks of `instances`, in their order.
    pub(crate) fn all_of(instances: &[Instance]) -> impl Iterator<Item = Self> {
        instances.chunks(CHUNK).map(|chunk| {
            let empty = Self { low: Vec3::INFINITY, high: Vec3::NEG_INFINITY };
            chunk.iter().fold(empty, |sum, one| {
                let (center, half) = (Vec3::from_array(one.center), Vec3::from_array(one.half_size));
                Self { low: sum.low.min(center - half), high: sum.high.max(center + half) }
            })
        })
    }

    /// Whether `point` is in it or nearer to it than `margin` [m] along every axis.
    pub(crate) fn is_around(&self, point: Vec3, margin: f32) -> bool {
        point.cmpge(self.low - margin).all() && point.cmple(self.high + margin).all()
    }
}

/// Chunks that follow each other and are drawn in the same way, as ranges of their numbers.
pub(crate) fn runs(sides: impl Iterator<Item = Option<Sides>>) -> Vec<(Range<usize>, Sides)> {
    let mut runs: Vec<(Range<usize>, Sides)> = Vec::new();
    for (number, sides) in sides.enumerate() {
        let Some(sides) = sides else { continue };
        match runs.last_mut() {
            Some((range, of_run)) if range.end == number && *of_run == sides => range.end += 1,
            _ => runs.push((number..number + 1, sides)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_alike_and_side_by_side_is_one_run() {
        let (near, all) = (Some(Sides::Near), Some(Sides::All));
        let found = runs([near, near, None, near, all, all, None, None, near].into_iter());
        assert_eq!(found, [(0..2, Sides::Near), (3..4, Sides::Near), (4..6, Sides::All), (8..9, Sides::Near)]);
        assert_eq!(runs([None, None].into_iter()), []);
    }

    #[test]
    fn a_chunk_holds_its_boxes() {
        let at = |x: f32| Instance { center: [x, 1.0, 0.0], half_size: [1.0; 3], ..Instance::default() };
        let boxes: Vec<_> = (0..=CHUNK).map(|i| at(i as f32)).collect();
        let chunks: Vec<_> = Chunk::all_of(&boxes).collect();
        assert_eq!(chunks.len(), 2);
        assert_eq!(chunks[0], Chunk { low: Vec3::new(-1.0, 0.0, -1.0), high: Vec3::new(512.0, 2.0, 1.0) });
        assert!(chunks[1].is_around(Vec3::new(514.0, 1.0, 0.0), 1.0));
        assert!(!chunks[1].is_around(Vec3::new(514.1, 1.0, 0.0), 1.0));
    }
}

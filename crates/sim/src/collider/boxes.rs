//! Boxes along the axes, many of them as one collider: the towers of a city.

use std::sync::Arc;

use glam::DVec3;
use muslin_geom::points::PointsSlice;

use super::box_map::BoxMap;
use super::plane::SURFACE_OFFSET;
use super::{friction_fault, push_out};
use crate::state::State;

/// Times that a vertex is brought out of one box into the next before it is left where it is: in a corner of three walls
/// it takes three.
const ROUNDS: usize = 6;

/// A box along the axes: lowest and highest corner [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisBox {
    /// Lowest coordinates.
    pub min: DVec3,
    /// Highest coordinates.
    pub max: DVec3,
}

/// Boxes that are solid inside, as one collider. They may touch and overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    map: Arc<BoxMap>,
    /// How far all are moved from where they were made [m].
    pub offset: DVec3,
    /// Share of the correction that is held back, from 0 (slides freely) to 1 (sticks where it came from).
    pub friction: f64,
    /// How far vertices keep away [m]. With three quarters of the distance from one vertex to the next, no edge that lies
    /// between them shows through a cloth.
    pub margin: f64,
}

impl AxisBox {
    /// The point of the box that is nearest to `x`. Selected and not by `min` and `max`, which leave the sign of a zero to the
    /// machine.
    fn nearest(&self, x: DVec3) -> DVec3 {
        let clamped = |x: f64, min: f64, max: f64| {
            if x < min {
                min
            } else if x > max {
                max
            } else {
                x
            }
        };
        DVec3::new(
            clamped(x.x, self.min.x, self.max.x),
            clamped(x.y, self.min.y, self.max.y),
            clamped(x.z, self.min.z, self.max.z),
        )
    }

    /// Where a vertex that went from `from` to `x` belongs, if this box is in its way or closer than `gap` [m].
    ///
    /// Outside of it the nearest point is exact at faces, edges and corners, so that cloth goes round an edge as round a
    /// thin rod. A vertex that went in is brought back through the face that it came through; one that was inside before
    /// goes out through the nearest face.
    fn target(&self, x: DVec3, from: DVec3, gap: f64) -> Option<DVec3> {
        let nearest = self.nearest(x);
        if nearest != x {
            let away = x - nearest;
            let distance_sq = away.length_squared();
            if distance_sq < gap * gap {
                return Some(nearest + away * (gap / distance_sq.sqrt()));
            }
        }
        let face = match self.entry(x, from) {
            Some(face) => face,
            None if nearest == x => self.nearest_face(x),
            None => return None,
        };
        let mut target = x;
        let Face { axis, upper } = face;
        target[axis] = if upper { self.max[axis] + gap } else { self.min[axis] - gap };
        Some(target)
    }

    /// The face through which the way from `from` to `x` leads into the box, if it begins outside and does so.
    fn entry(&self, x: DVec3, from: DVec3) -> Option<Face> {
        let mut entered = None;
        let (mut first, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..3 {
            let (start, way) = (from[axis], x[axis] - from[axis]);
            let upper = way < 0.0;
            let (near, far) = if upper { (self.max, self.min) } else { (self.min, self.max) };
            if way == 0.0 {
                if start < self.min[axis] || start > self.max[axis] {
                    return None;
                }
                continue;
            }
            let (enters, leaves) = ((near[axis] - start) / way, (far[axis] - start) / way);
            if enters > first {
                first = enters;
                entered = Some(Face { axis, upper });
            }
            last = if leaves < last { leaves } else { last };
        }
        entered.filter(|_| (0.0..=1.0).contains(&first) && first <= last)
    }

    /// The face that is the least way off for a point inside; of equal ones the first axis, lower before upper.
    fn nearest_face(&self, x: DVec3) -> Face {
        let (mut least, mut nearest) = (f64::INFINITY, Face { axis: 0, upper: false });
        for axis in 0..3 {
            for (upper, depth) in [(false, x[axis] - self.min[axis]), (true, self.max[axis] - x[axis])] {
                if depth < least {
                    (least, nearest) = (depth, Face { axis, upper });
                }
            }
        }
        nearest
    }

    /// How far inside a point is [m]: the way to the nearest face; negative outside, by the distance.
    fn depth(&self, x: DVec3) -> f64 {
        let nearest = self.nearest(x);
        if nearest == x { (x - self.min).min(self.max - x).min_element() } else { -(x - nearest).length() }
    }
}

/// A side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Face {
    axis: usize,
    /// Whether it is the one with the higher coordinate.
    upper: bool,
}

impl Boxes {
    /// Boxes where they stand.
    pub fn new(boxes: Vec<AxisBox>, friction: f64) -> Self {
        Self { map: Arc::new(BoxMap::new(boxes)), offset: DVec3::ZERO, friction, margin: 0.0 }
    }

    /// The same, with vertices kept `margin` [m] away.
    #[must_use]
    pub fn with_margin(self, margin: f64) -> Self {
        Self { margin, ..self }
    }

    /// The boxes as they were made; all are moved by `offset`.
    pub fn boxes(&self) -> &[AxisBox] {
        self.map.boxes()
    }

    /// How far inside of the boxes a point is [m]: the way to the nearest face of the box that it is deepest in; negative
    /// outside, by the distance to the nearest.
    pub fn depth(&self, x: DVec3) -> f64 {
        let x = x - self.offset;
        self.boxes().iter().map(|one| one.depth(x)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Distance from a box at which vertices are kept [m].
    fn gap(&self) -> f64 {
        SURFACE_OFFSET + self.margin
    }

    /// Brings every free vertex out of the boxes, and counts those that were in one.
    pub(super) fn collide(&self, pinned: &[bool], state: &mut State) -> u64 {
        let may_touch = |x: PointsSlice<'_>, from: PointsSlice<'_>| {
            let bounds = [range(x.xs, from.xs), range(x.ys, from.ys), range(x.zs, from.zs)];
            self.may_touch_box(bounds)
        };
        push_out(state, pinned, self.friction, may_touch, |x, from| self.target(x, from))
    }

    /// Whether a vertex in a box, lowest and highest coordinate an axis, may be in one of these: never false when one is.
    pub(super) fn may_touch_box(&self, bounds: [[f64; 2]; 3]) -> bool {
        let corner = |side: usize| DVec3::new(bounds[0][side], bounds[1][side], bounds[2][side]) - self.offset;
        self.map.any_in(corner(0) - self.gap(), corner(1) + self.gap())
    }

    /// Where a vertex that went from `from` to `x` belongs, if a box is in its way.
    pub(super) fn target(&self, x: DVec3, from: DVec3) -> Option<DVec3> {
        let (from, mut at) = (from - self.offset, x - self.offset);
        let mut moved = false;
        for _round in 0..ROUNDS {
            let (low, high) = (at.min(from) - self.gap(), at.max(from) + self.gap());
            let mut pushed = false;
            self.map.for_each_in(low, high, |one| {
                if let Some(target) = one.target(at, from, self.gap()) {
                    pushed |= target != at;
                    at = target;
                }
            });
            if !pushed {
                break;
            }
            moved = true;
        }
        moved.then(|| at + self.offset)
    }

    /// Brings every vertex out of the boxes, and counts the free ones that were in one. With friction a vertex is then taken
    /// back a part of the way to where it was, and out again if that is inside.
    pub(super) fn push_out(
        &self,
        xs: &mut [f64],
        ys: &mut [f64],
        zs: &mut [f64],
        from: PointsSlice<'_>,
        pinned: &[bool],
    ) -> u64 {
        let mut contacts = 0;
        for i in 0..xs.len() {
            let before = DVec3::new(from.xs[i], from.ys[i], from.zs[i]);
            let Some(mut out) = self.target(DVec3::new(xs[i], ys[i], zs[i]), before) else { continue };
            if self.friction > 0.0 {
                let held = before + (out - before) * (1.0 - self.friction);
                out = self.target(held, before).unwrap_or(held);
            }
            [xs[i], ys[i], zs[i]] = out.to_array();
            contacts += u64::from(!pinned[i]);
        }
        contacts
    }

    pub(super) fn faults(&self) -> Vec<(&'static str, f64, &'static str)> {
        let mut faults = Vec::new();
        let corners = || self.boxes().iter().flat_map(|one| [one.min, one.max]).flat_map(|corner| corner.to_array());
        if let Some(bad) = corners().find(|corner| !corner.is_finite()) {
            faults.push(("center", bad, "finite numbers"));
        } else if let Some(flat) =
            self.boxes().iter().map(|one| (one.max - one.min).min_element()).find(|side| !(*side > 0.0))
        {
            faults.push(("size", flat, "lengths above 0 m"));
        }
        if !(self.margin.is_finite() && self.margin >= 0.0) {
            faults.push(("margin", self.margin, "0 m or more"));
        }
        faults.extend(friction_fault(self.friction));
        faults
    }
}

/// Smallest and largest of two lists of coordinates.
fn range(a: &[f64], b: &[f64]) -> [f64; 2] {
    let both = || a.iter().chain(b).copied();
    [both().fold(f64::INFINITY, f64::min), both().fold(f64::NEG_INFINITY, f64::max)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unit() -> AxisBox {
        AxisBox { min: DVec3::ZERO, max: DVec3::ONE }
    }

    #[test]
    fn a_vertex_that_went_in_comes_back_through_the_face_it_came_through() {
        let cases = [
            // from above, deep, though a side is nearer
            ([0.1, 1.5, 0.5], [0.1, 0.2, 0.5], [0.1, 1.0 + SURFACE_OFFSET, 0.5]),
            ([-0.5, 0.9, 0.5], [0.5, 0.9, 0.5], [-SURFACE_OFFSET, 0.9, 0.5]),
            ([0.5, 0.5, 1.2], [0.4, 0.5, 0.7], [0.4, 0.5, 1.0 + SURFACE_OFFSET]),
            // right through it
            ([0.5, 3.0, 0.5], [0.5, -3.0, 0.5], [0.5, 1.0 + SURFACE_OFFSET, 0.5]),
        ];
        for (from, x, expected) in cases {
            let target = unit().target(x.into(), from.into(), SURFACE_OFFSET).unwrap();
            assert_eq!(target.to_array(), expected);
        }
    }

    #[test]
    fn what_passes_beside_a_corner_is_left_alone_and_what_is_too_close_is_pushed_straight_away_from_it() {
        assert_eq!(unit().target([1.2, 0.9, 0.5].into(), [0.9, 1.2, 0.5].into(), SURFACE_OFFSET), None);
        assert_eq!(unit().target([1.5, 1.5, 1.5].into(), [0.5, 1.5, 0.5].into(), SURFACE_OFFSET), None);
        let corner = DVec3::ONE;
        let near = corner + DVec3::splat(0.1 * SURFACE_OFFSET);
        let away = unit().target(near, near, SURFACE_OFFSET).unwrap() - corner;
        assert!((away.length() - SURFACE_OFFSET).abs() < 1e-12);
        assert!((away.normalize() - DVec3::ONE.normalize()).length() < 1e-6);
        let edge = DVec3::new(1.0, 1.0, 0.5);
        let near = edge + DVec3::new(0.2, 0.1, 0.0) * SURFACE_OFFSET;
        let away = unit().target(near, near, SURFACE_OFFSET).unwrap() - edge;
        assert!((away.length() - SURFACE_OFFSET).abs() < 1e-12 && away.z == 0.0);
        assert!((away.y / away.x - 0.5).abs() < 1e-6);
    }

    #[test]
    fn in_the_corner_of_three_walls_a_vertex_comes_out_of_all() {
        let wall = |min: [f64; 3], max: [f64; 3]| AxisBox { min: min.into(), max: max.into() };
        let walls = Boxes::new(
            vec![
                wall([-1.0, -1.0, -1.0], [0.0, 2.0, 2.0]),
                wall([-1.0, -1.0, -1.0], [2.0, 0.0, 2.0]),
                wall([-1.0, -1.0, -1.0], [2.0, 2.0, 0.0]),
            ],
            0.0,
        );
        let target = walls.target(DVec3::splat(-0.1), DVec3::splat(0.2)).unwrap();
        assert_eq!(target, DVec3::splat(SURFACE_OFFSET));
    }

    #[test]
    fn a_vertex_keeps_the_margin_away_from_faces_edges_and_corners() {
        let thick = Boxes::new(vec![unit()], 0.0).with_margin(0.25);
        let above = DVec3::new(0.5, 1.1, 0.5);
        assert_eq!(thick.target(above, above).unwrap(), DVec3::new(0.5, 1.25 + SURFACE_OFFSET, 0.5));
        for near in [DVec3::new(1.1, 1.1, 0.5), DVec3::splat(1.1), DVec3::splat(0.9)] {
            let target = thick.target(near, DVec3::splat(2.0)).unwrap();
            assert!((-thick.depth(target) - 0.25 - SURFACE_OFFSET).abs() < 1e-12, "{near} to {target}");
        }
        assert_eq!(thick.target(DVec3::splat(1.2), DVec3::splat(2.0)), None);
    }

    fn scattered() -> impl Strategy<Value = Vec<AxisBox>> {
        let one = ([-20.0..20.0, 0.0..1.0, -20.0..20.0], [0.1..8.0, 0.1..30.0, 0.1..8.0]);
        prop::collection::vec(one, 1..60).prop_map(|boxes| {
            let corners = |(min, size): ([f64; 3], [f64; 3])| AxisBox {
                min: min.into(),
                max: DVec3::from(min) + DVec3::from(size),
            };
            boxes.into_iter().map(corners).collect()
        })
    }

    proptest! {
        #[test]
        fn the_map_finds_every_box_that_a_search_of_all_finds(
            boxes in scattered(), x in prop::array::uniform3(-25.0..35.0), step in prop::array::uniform3(-3.0..3.0),
        ) {
            let (x, from) = (DVec3::from(x), DVec3::from(x) + DVec3::from(step));
            let all = boxes.iter().any(|one| one.target(x, from, SURFACE_OFFSET).is_some());
            let found = Boxes::new(boxes, 0.0);
            let target = found.target(x, from);
            prop_assert_eq!(target.is_some(), all);
            let bounds = [0, 1, 2].map(|axis| [x[axis].min(from[axis]), x[axis].max(from[axis])]);
            prop_assert!(found.may_touch_box(bounds) || !all);
        }

        #[test]
        fn after_a_push_out_of_boxes_apart_a_vertex_is_in_none(
            places in prop::collection::hash_set((0..5_i8, 0..5_i8), 1..20), x in prop::array::uniform3(-1.0..50.0),
            step in prop::array::uniform3(-2.0..2.0), offset in prop::array::uniform3(-100.0..100.0),
        ) {
            let tower = |(i, k): &(i8, i8)| {
                let min = DVec3::new(10.0 * f64::from(*i), 0.0, 10.0 * f64::from(*k));
                AxisBox { min, max: min + DVec3::new(6.0, 40.0, 6.0) }
            };
            let mut towers = Boxes::new(places.iter().map(tower).collect(), 0.0);
            towers.offset = offset.into();
            let (x, from) = (DVec3::from(x) + towers.offset, DVec3::from(x) + DVec3::from(step) + towers.offset);
            let at = towers.target(x, from).unwrap_or(x);
            prop_assert!(towers.depth(at) < 1e-9, "{} at {at}", towers.depth(at));
        }
    }
}

//! The push that parts a vertex from those that it is too close to.

use glam::DVec3;

/// Mean of the displacements by which a vertex would leave each of the vertices that it touches (docs/model.md, M4).
#[derive(Debug, Default)]
pub struct Push {
    sum: DVec3,
    count: u32,
}

impl Push {
    /// Adds another vertex, from which `d` [m] points to this one, if they are closer than `reach` [m] and not coincident:
    /// these have no direction to part in.
    #[inline]
    pub fn add(&mut self, d: DVec3, reach: f64) {
        let distance_sq = d.length_squared();
        if distance_sq > 0.0 {
            let distance = distance_sq.sqrt();
            if distance < reach {
                self.sum += d * (1.0 / distance) * (reach - distance);
                self.count += 1;
            }
        }
    }

    /// Where the vertex at `own` goes, if anything touches it.
    #[inline]
    pub fn apply(&self, own: DVec3, substeps: u32) -> Option<DVec3> {
        let mean = || self.sum * (1.0 / f64::from(self.count)) * (1.0 / f64::from(substeps));
        (self.count > 0).then(|| own + mean())
    }
}

/// Squared distance from which on two vertices that are kept `reach` [m] apart surely do not touch: wider than the rounding
/// of either side, so that [`Push::add`] decides alone.
#[inline]
pub fn touch_limit_sq(reach: f64) -> f64 {
    reach * reach * (1.0 + 1e-12)
}

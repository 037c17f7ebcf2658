//! What a camera can see at all.

use glam::{Mat4, Vec3, Vec4};

use super::chunk::Chunk;

/// The six planes around what is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frustum {
    planes: [Vec4; 6],
    eye: Vec3,
}

impl Frustum {
    /// What `to_clip` puts into the picture of a camera at `eye` [m], which it takes for the origin.
    pub(crate) fn new(to_clip: &Mat4, eye: Vec3) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| to_clip.row(row));
        Self { planes: [w + x, w - x, w + y, w - y, z, w - z], eye }
    }

    /// Whether some of a chunk may be seen.
    pub(crate) fn may_see(&self, chunk: &Chunk) -> bool {
        let center = (chunk.low + chunk.high) / 2.0 - self.eye;
        let half = (chunk.high - chunk.low) / 2.0;
        self.planes.iter().all(|plane| {
            let normal = plane.truncate();
            normal.dot(center) + plane.w + normal.abs().dot(half) >= 0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::city::FlyCamera;

    #[test]
    fn what_is_ahead_may_be_seen_and_what_is_behind_beside_or_too_far_is_not() {
        let camera = FlyCamera { position: DVec3::new(100.0, 50.0, 0.0), yaw_deg: 90.0, pitch_deg: 0.0 };
        let frustum = Frustum::new(&camera.to_clip(1.0), camera.eye());
        let sees = |x: f32, y: f32, z: f32| {
            let center = Vec3::new(x, y, z);
            frustum.may_see(&Chunk { low: center - 5.0, high: center + 5.0 })
        };
        assert!(sees(0.0, 50.0, 0.0) && sees(102.0, 50.0, 0.0) && sees(0.0, 100.0, 60.0));
        assert!(!sees(120.0, 50.0, 0.0) && !sees(0.0, 150.0, 0.0) && !sees(0.0, 50.0, -90.0));
        assert!(!sees(-30_000.0, 50.0, 0.0));
        let around = Chunk { low: Vec3::splat(-1e4), high: Vec3::splat(1e4) };
        assert!(frustum.may_see(&around));
    }
}

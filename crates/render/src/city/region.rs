//! The part of a city that throws shadows and hides the sky.

use glam::{Vec2, Vec3};

use super::chunk::Chunk;
use super::fly_camera::FlyCamera;

/// A city up to twice as wide as this is one region [m].
const LARGEST_HALF: f32 = 1300.0;
/// Half the width of a region of a larger city [m].
const HALF: f32 = 800.0;
/// A region of a larger city lies on a grid of this width [m]: it stays the same until the camera has moved on.
const STEP: f32 = 200.0;
/// How far ahead of the camera its middle is [m].
const AHEAD: f32 = 500.0;

/// A square of the ground with all that stands on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Region {
    /// x and z of the middle [m].
    pub(crate) center: Vec2,
    /// Half the width [m].
    pub(crate) half: f32,
    /// Lowest and highest point [m].
    pub(crate) height: [f32; 2],
}

impl Region {
    /// All of the city between `low` and `high` [m] where that is small enough, else what is in front of the camera.
    pub(crate) fn of([low, high]: [Vec3; 2], camera: &FlyCamera) -> Self {
        let height = [low.y, high.y.max(low.y + 1.0)];
        let center = Vec2::new(low.x + high.x, low.z + high.z) / 2.0;
        let half = ((high.x - low.x).max(high.z - low.z) / 2.0).max(1.0);
        if half <= LARGEST_HALF {
            // the light of the sky is also missing just outside
            return Self { center, half: half + 20.0, height };
        }
        let (eye, forward) = (camera.eye(), camera.forward().as_vec3());
        let ahead = Vec2::new(eye.x, eye.z) + AHEAD * Vec2::new(forward.x, forward.z);
        Self { center: (ahead / STEP).round() * STEP, half: HALF, height }
    }

    /// Its corners with the smallest and the largest coordinates [m].
    pub(crate) fn bounds(&self) -> [Vec3; 2] {
        let corner = |at: Vec2, height: f32| Vec3::new(at.x, height, at.y);
        [corner(self.center - self.half, self.height[0]), corner(self.center + self.half, self.height[1])]
    }

    /// Whether some of a chunk may stand in it.
    pub(crate) fn may_have(&self, chunk: &Chunk) -> bool {
        let [low, high] = self.bounds();
        chunk.low.x <= high.x && chunk.high.x >= low.x && chunk.low.z <= high.z && chunk.high.z >= low.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_city_is_one_region_wherever_the_camera_is() {
        let bounds = [Vec3::new(-250.0, 0.0, -250.0), Vec3::new(250.0, 140.0, 250.0)];
        let mut camera = FlyCamera::default();
        let region = Region::of(bounds, &camera);
        assert_eq!((region.center, region.half, region.height), (Vec2::ZERO, 270.0, [0.0, 140.0]));
        camera.position.x = 1e4;
        assert_eq!(Region::of(bounds, &camera), region);
    }

    #[test]
    fn in_a_large_city_the_region_is_ahead_and_changes_seldom() {
        let bounds = [Vec3::new(-25e3, 0.0, -25e3), Vec3::new(25e3, 140.0, 25e3)];
        let camera = FlyCamera::default();
        let region = Region::of(bounds, &camera);
        assert!(region.center.y < 0.0 && region.center.length() < 600.0);
        let mut moved = camera;
        moved.fly(1.0, 0.1);
        assert_eq!(Region::of(bounds, &moved), region);
        assert!(region.may_have(&Chunk { low: Vec3::splat(-10.0), high: Vec3::splat(10.0) }));
        assert!(!region.may_have(&Chunk { low: Vec3::splat(5e3), high: Vec3::splat(6e3) }));
    }
}

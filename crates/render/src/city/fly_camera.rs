//! The camera that flies: it turns by the mouse and moves where it looks.

use glam::{DVec3, Mat4, Vec3};

/// A camera with a place and two angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlyCamera {
    /// Where it is [m].
    pub position: DVec3,
    /// Angle around the vertical [degrees]: 0 looks along -z, more turns left.
    pub yaw_deg: f64,
    /// Angle above the horizontal [degrees].
    pub pitch_deg: f64,
}

/// Height of the field of view [degrees].
pub const FOV_DEG: f64 = 60.0;
/// What is nearer is not seen [m].
pub const NEAR: f64 = 1.0;
/// What is farther is not seen [m].
pub const FAR: f64 = 30_000.0;
/// How far it turns with the mouse [degrees a pixel].
pub const TURN_DEG: f64 = 0.2;
/// How fast it flies [m/s].
pub const SPEED: f64 = 30.0;
/// A frame that took longer counts as one of this length [s]: a program that stood still does not throw its user away.
pub const LONGEST_FRAME: f64 = 0.2;

impl Default for FlyCamera {
    /// Above the middle of the city, looking down on it.
    fn default() -> Self {
        Self { position: DVec3::new(0.0, 200.0, 0.0), yaw_deg: 20.0, pitch_deg: -50.0 }
    }
}

impl FlyCamera {
    /// Turns by a movement of the mouse, down positive [pixels]. Right turns right; down tilts up, as a stick in an
    /// aircraft does.
    pub fn turn(&mut self, dx: f64, dy: f64) {
        self.yaw_deg -= dx * TURN_DEG;
        self.pitch_deg += dy * TURN_DEG;
    }

    /// Flies for a frame of `seconds`: forward for a `direction` of 1, back for -1.
    pub fn fly(&mut self, direction: f64, seconds: f64) {
        self.position += self.forward() * (direction * SPEED * seconds.clamp(0.0, LONGEST_FRAME));
    }

    /// Unit vector to where it looks.
    pub fn forward(&self) -> DVec3 {
        -self.axes()[2]
    }

    /// Unit vectors to the right, up and back.
    pub fn axes(&self) -> [DVec3; 3] {
        let (sin_yaw, cos_yaw) = self.yaw_deg.to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch_deg.to_radians().sin_cos();
        let right = DVec3::new(cos_yaw, 0.0, -sin_yaw);
        let back = DVec3::new(sin_yaw * cos_pitch, -sin_pitch, cos_yaw * cos_pitch);
        [right, back.cross(right), back]
    }

    /// From what is seen from the camera, along the world's axes [m], to clip space, for a picture of `aspect` (width over
    /// height). Depth is 1 at [`NEAR`] and 0 at [`FAR`], where single precision has bits to spare.
    pub fn to_clip(&self, aspect: f32) -> Mat4 {
        let [right, up, back] = self.axes().map(DVec3::as_vec3);
        let rotation = Mat4::from_cols(right.extend(0.0), up.extend(0.0), back.extend(0.0), glam::Vec4::W).transpose();
        let focal = (1.0 / (FOV_DEG.to_radians() / 2.0).tan()) as f32;
        let scale = (NEAR / (FAR - NEAR)) as f32;
        let projection = Mat4::from_cols_array_2d(&[
            [focal / aspect, 0.0, 0.0, 0.0],
            [0.0, focal, 0.0, 0.0],
            [0.0, 0.0, scale, -1.0],
            [0.0, 0.0, scale * FAR as f32, 0.0],
        ]);
        projection * rotation
    }

    /// Where a point [m] is in a picture of `size` [pixels from the left and the top]; nothing where it is not between
    /// [`NEAR`] and [`FAR`].
    pub fn pixel_of(&self, point: DVec3, size: [u32; 2]) -> Option<[f64; 2]> {
        let [width, height] = size.map(f64::from);
        let away = point - self.position;
        let [x, y, back] = self.axes().map(|axis| axis.dot(away));
        let focal = height / 2.0 / (FOV_DEG.to_radians() / 2.0).tan();
        let seen = (NEAR..=FAR).contains(&-back);
        seen.then(|| [width / 2.0 - x / back * focal, height / 2.0 + y / back * focal])
    }

    /// The position as the device knows it [m].
    pub(crate) fn eye(&self) -> Vec3 {
        self.position.as_vec3()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_above_the_middle_and_looks_steeply_down() {
        let forward = FlyCamera::default().forward();
        assert!((forward - DVec3::new(-0.22, -0.77, -0.60)).abs().max_element() < 0.005, "{forward}");
    }

    #[test]
    fn it_looks_where_yaw_and_pitch_say() {
        for (yaw, pitch) in [(0.0, 0.0), (20.0, -50.0), (-135.0, 70.0), (400.0, 100.0)] {
            let camera = FlyCamera { position: DVec3::ZERO, yaw_deg: yaw, pitch_deg: pitch };
            let (yaw, pitch) = (yaw.to_radians(), pitch.to_radians());
            let expected =
                DVec3::new(-libm::sin(yaw) * libm::cos(pitch), libm::sin(pitch), -libm::cos(yaw) * libm::cos(pitch));
            assert!((camera.forward() - expected).length() < 1e-12);
            let [right, up, back] = camera.axes();
            assert!((right.cross(up) - back).length() < 1e-12);
        }
    }

    #[test]
    fn the_mouse_turns_a_fifth_of_a_degree_a_pixel_and_down_tilts_up() {
        let mut camera = FlyCamera::default();
        camera.turn(10.0, 5.0);
        assert!((camera.yaw_deg - 18.0).abs() < 1e-12 && (camera.pitch_deg + 49.0).abs() < 1e-12);
        let [right, ..] = FlyCamera::default().axes();
        assert!(camera.forward().dot(right) > 0.0, "a mouse that moves right turns right");
    }

    #[test]
    fn it_flies_thirty_metres_a_second_where_it_looks_and_back_again() {
        let start = FlyCamera::default();
        let mut camera = start;
        for _ in 0..10 {
            camera.fly(1.0, 0.1);
        }
        assert!((camera.position - start.position - 30.0 * start.forward()).length() < 1e-9);
        for _ in 0..10 {
            camera.fly(-1.0, 0.1);
        }
        assert!((camera.position - start.position).length() < 1e-9);
        camera.fly(0.0, 0.1);
        assert!((camera.position - start.position).length() < 1e-9);
    }

    #[test]
    fn a_slow_frame_and_the_first_one_move_at_most_six_metres() {
        for seconds in [0.2, 0.5, 1e9, f64::INFINITY] {
            let mut camera = FlyCamera::default();
            camera.fly(1.0, seconds);
            assert!(((camera.position - FlyCamera::default().position).length() - 6.0).abs() < 1e-9);
        }
    }

    #[test]
    fn points_are_at_the_pixels_where_they_belong() {
        let camera = FlyCamera { position: DVec3::new(10.0, 20.0, 30.0), yaw_deg: 0.0, pitch_deg: 0.0 };
        let size = [640, 480];
        let near = |point: DVec3, expected: [f64; 2]| {
            let [x, y] = camera.pixel_of(point, size).unwrap();
            assert!((x - expected[0]).abs() < 1e-9 && (y - expected[1]).abs() < 1e-9, "{x} {y}");
        };
        near(camera.position - 100.0 * DVec3::Z, [320.0, 240.0]);
        // the upper edge is 30 degrees up
        let up = 100.0 * 30.0_f64.to_radians().tan();
        near(camera.position + DVec3::new(0.0, up, -100.0), [320.0, 0.0]);
        near(camera.position + DVec3::new(up, -up, -100.0), [560.0, 480.0]);
        assert_eq!(camera.pixel_of(camera.position + DVec3::Z, size), None);
        assert_eq!(camera.pixel_of(camera.position - 0.5 * DVec3::Z, size), None);

        // above the middle, 50 degrees down: the ground ahead is 200 / tan(50) away
        let start = FlyCamera::default();
        let ahead = 200.0 / 50.0_f64.to_radians().tan();
        let yaw = 20.0_f64.to_radians();
        let point = DVec3::new(-libm::sin(yaw) * ahead, 0.0, -libm::cos(yaw) * ahead);
        let [x, y] = start.pixel_of(point, size).unwrap();
        assert!((x - 320.0).abs() < 1e-9 && (y - 240.0).abs() < 1e-9);
    }

    #[test]
    fn the_matrix_agrees_with_the_pixels_and_depth_runs_from_one_to_zero() {
        let camera = FlyCamera { position: DVec3::new(-40.0, 55.0, 210.0), yaw_deg: 33.0, pitch_deg: -12.0 };
        let size = [800, 450];
        let to_clip = camera.to_clip(size[0] as f32 / size[1] as f32);
        for point in [DVec3::new(-60.0, 40.0, 100.0), DVec3::new(-90.0, 3.0, 150.0), DVec3::new(-700.0, 0.0, -900.0)] {
            let clip = to_clip * (point - camera.position).as_vec3().extend(1.0);
            let x = f64::from(clip.x / clip.w + 1.0) / 2.0 * 800.0;
            let y = f64::from(1.0 - clip.y / clip.w) / 2.0 * 450.0;
            let expected = camera.pixel_of(point, size).unwrap();
            assert!((x - expected[0]).abs() < 0.01 && (y - expected[1]).abs() < 0.01, "{x} {y} {expected:?}");
        }
        let depth = |distance: f64| {
            let clip = to_clip * (camera.forward() * distance).as_vec3().extend(1.0);
            clip.z / clip.w
        };
        assert!((depth(NEAR) - 1.0).abs() < 1e-4 && depth(FAR).abs() < 1e-6);
        assert!(depth(5000.0) > depth(5000.1), "a decimetre is seen at five kilometres");
    }
}

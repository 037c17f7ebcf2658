//! The camera: turns around a target, pans, zooms.

use std::f32::consts::{PI, TAU};

use glam::{Mat4, Vec3};

/// A camera that looks at a target from a distance, in spherical angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What it looks at [m].
    pub target: Vec3,
    /// Distance from the target [m].
    pub distance: f32,
    /// Angle from straight above [rad], 0 to π.
    pub phi: f32,
    /// Angle around the vertical [rad], 0 where it looks from +z.
    pub theta: f32,
    /// Height of the field of view [rad].
    pub fov: f32,
    /// Size of what it was made to show [m]: steps of zoom and pan go with it.
    pub size: f32,
}

/// The course project's vertical field of view at its window's size [rad].
pub const FOV: f32 = 40.0337 * PI / 180.0;

/// Closest to the poles that the camera comes [rad].
const POLE: f32 = 1e-3;

impl Camera {
    /// The course project's camera for a cloth: from the front, at 1.8 times the cloth's larger side.
    pub fn course(mean: Vec3, size: f32) -> Self {
        let target = Vec3::new(mean.x, mean.y / 2.0, mean.z);
        Self { target, distance: 1.8 * size, phi: PI / 2.0, theta: 0.0, fov: FOV, size: 0.9 * size }
    }

    /// The camera of the relaxation cloth's document: 5 m in front of the origin.
    pub fn relaxation() -> Self {
        Self { target: Vec3::ZERO, distance: 5.0, phi: PI / 2.0, theta: 0.0, fov: PI / 3.0, size: 3.0 }
    }

    /// From the front, a little from the right and above, so far away that the box from `low` to `high` [m] fills a picture of
    /// `aspect` (width over height).
    pub fn framing(low: Vec3, high: Vec3, aspect: f32) -> Self {
        let target = (low + high) / 2.0;
        let mut camera = Self {
            target,
            distance: 1.0,
            phi: 1.25,
            theta: 0.45,
            fov: 32.0_f32.to_radians(),
            size: (high - low).max_element().max(1e-6),
        };
        camera.distance = camera.distance_that_shows(low, high, aspect);
        camera
    }

    /// Distance from which all corners of a box are inside of the picture, with a margin.
    fn distance_that_shows(&self, low: Vec3, high: Vec3, aspect: f32) -> f32 {
        let [right, up, back] = self.axes();
        let tan_y = (self.fov / 2.0).tan() / 1.12;
        let tan_x = tan_y * aspect;
        (0..8)
            .map(|corner| {
                let pick = |bit: i32, axis: usize| if corner >> bit & 1 == 0 { low[axis] } else { high[axis] };
                let d = Vec3::new(pick(0, 0), pick(1, 1), pick(2, 2)) - self.target;
                d.dot(back) + (d.dot(right).abs() / tan_x).max(d.dot(up).abs() / tan_y)
            })
            .fold(self.size * 1e-3, f32::max)
    }

    /// Where it is [m].
    pub fn eye(&self) -> Vec3 {
        self.target + self.distance * self.axes()[2]
    }

    /// Unit vectors to the right, up and back, away from what it looks at.
    pub fn axes(&self) -> [Vec3; 3] {
        let (sin_phi, cos_phi) = self.phi.sin_cos();
        let (sin_theta, cos_theta) = self.theta.sin_cos();
        let back = Vec3::new(sin_phi * sin_theta, cos_phi, sin_phi * cos_theta);
        let right = Vec3::new(cos_theta, 0.0, -sin_theta);
        [right, back.cross(right), back]
    }

    /// From world to clip space, for a picture of `aspect` (width over height).
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        let [right, up, back] = self.axes();
        let eye = self.eye();
        let rotation = Mat4::from_cols(right.extend(0.0), up.extend(0.0), back.extend(0.0), glam::Vec4::W).transpose();
        let view = rotation * Mat4::from_translation(-eye);
        let near = (self.distance * 1e-2).min(self.size * 1e-2);
        let focal = 1.0 / (self.fov / 2.0).tan();
        // depth 1 at the near plane and 0 infinitely far away, where single precision has bits to spare
        let projection = Mat4::from_cols_array_2d(&[
            [focal / aspect, 0.0, 0.0, 0.0],
            [0.0, focal, 0.0, 0.0],
            [0.0, 0.0, 0.0, -1.0],
            [0.0, 0.0, near, 0.0],
        ]);
        projection * view
    }

    /// Direction [unit] and start [m] of the ray through a point of the picture, given in [-1, 1], up positive.
    pub fn ray(&self, x: f32, y: f32, aspect: f32) -> (Vec3, Vec3) {
        let [right, up, back] = self.axes();
        let tan = (self.fov / 2.0).tan();
        let direction = right * (x * tan * aspect) + up * (y * tan) - back;
        (self.eye(), direction.normalize())
    }

    /// Turns by a drag of (`dx`, `dy`) parts of the picture's width and height, down positive: a drag over all of either
    /// turns by half a circle.
    pub fn rotate(&mut self, dx: f32, dy: f32) {
        self.phi = (self.phi - dy * PI).clamp(POLE, PI - POLE);
        self.theta = (self.theta - dx * PI).rem_euclid(TAU);
    }

    /// Moves the target so that it follows a drag of (`dx`, `dy`) parts of the picture's height, down positive.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        let [right, up, _] = self.axes();
        let height = 2.0 * (self.fov / 2.0).tan() * self.distance;
        self.target += (up * dy - right * dx) * height;
    }

    /// Comes closer by `notches` of a mouse wheel, each a tenth of the size of what it shows.
    pub fn zoom(&mut self, notches: f32) {
        self.distance = (self.distance - notches * self.size / 10.0).clamp(self.size / 10.0, self.size * 20.0);
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec4;

    use super::*;

    fn project(camera: &Camera, point: Vec3, aspect: f32) -> Vec4 {
        let clip = camera.view_projection(aspect) * point.extend(1.0);
        clip / clip.w
    }

    #[test]
    fn the_course_camera_stands_where_the_course_project_puts_it() {
        let camera = Camera::course(Vec3::new(0.5, 1.0, 0.5), 1.0);
        assert!((camera.eye() - Vec3::new(0.5, 0.5, 2.3)).length() < 1e-6);
    }

    #[test]
    fn the_target_is_in_the_middle_and_up_is_up() {
        let mut camera = Camera::course(Vec3::new(0.3, 2.0, -1.0), 2.0);
        camera.rotate(0.2, -0.1);
        let middle = project(&camera, camera.target, 1.5);
        assert!(middle.x.abs() < 1e-5 && middle.y.abs() < 1e-5 && middle.z > 0.0 && middle.z < 1.0);
        assert!(project(&camera, camera.target + Vec3::Y * 0.1, 1.5).y > 0.01);
        assert!(project(&camera, camera.target + camera.axes()[0] * 0.1, 1.5).x > 0.01);
    }

    #[test]
    fn a_framed_box_is_inside_of_the_picture_and_fills_it() {
        let (low, high) = (Vec3::new(-1.0, 0.0, 2.0), Vec3::new(3.0, 1.0, 3.0));
        for aspect in [0.5, 1.0, 2.0] {
            let camera = Camera::framing(low, high, aspect);
            let mut largest = 0.0_f32;
            for corner in 0..8 {
                let pick = |bit: i32, axis: usize| if corner >> bit & 1 == 0 { low[axis] } else { high[axis] };
                let p = project(&camera, Vec3::new(pick(0, 0), pick(1, 1), pick(2, 2)), aspect);
                largest = largest.max(p.x.abs()).max(p.y.abs());
            }
            assert!(largest < 1.0 && largest > 0.8, "aspect {aspect}: {largest}");
        }
    }

    #[test]
    fn a_ray_goes_through_the_point_that_it_was_asked_for() {
        let camera = Camera::framing(Vec3::ZERO, Vec3::ONE, 1.3);
        let (start, direction) = camera.ray(0.4, -0.3, 1.3);
        let p = project(&camera, start + direction * 1.7, 1.3);
        assert!((p.x - 0.4).abs() < 1e-5 && (p.y + 0.3).abs() < 1e-5);
    }

    #[test]
    fn the_poles_and_the_limits_of_zoom_are_not_passed() {
        let mut camera = Camera::course(Vec3::ZERO, 1.0);
        camera.rotate(0.0, 100.0);
        assert!(camera.phi > 0.0 && camera.eye().is_finite());
        camera.rotate(0.0, -100.0);
        assert!(camera.phi < PI);
        camera.zoom(1e9);
        assert!((camera.distance - 0.09).abs() < 1e-6);
        camera.zoom(-1e9);
        assert!((camera.distance - 18.0).abs() < 1e-5);
    }
}

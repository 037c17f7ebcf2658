//! The data of a frame, as `Frame` in common.wgsl reads it.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3};

use crate::camera::Camera;
use crate::look::Look;
use crate::stage::Stage;
use crate::style::Style;
use crate::target::Target;

/// Side of the shadow map [texels].
pub(crate) const SHADOW_SIZE: u32 = 2048;
/// How wide the edge of a shadow is, as a part of the shadow map.
const SHADOW_RADIUS: f32 = 11.0 / 2048.0;

/// The course project's light: where it is [m], and its intensity.
const LIGHT: [f32; 3] = [0.5, 2.0, 2.0];
const LIGHT_INTENSITY: [f32; 3] = [3.0; 3];

/// Direction to the key light of `studio`.
const KEY: Vec3 = Vec3::new(0.46, 0.78, 0.42);

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Frame {
    view_projection: [f32; 16],
    inverse_view_projection: [f32; 16],
    key_view_projection: [f32; 16],
    camera: [f32; 3],
    normal_scaling: f32,
    light: [f32; 3],
    height_scaling: f32,
    light_intensity: [f32; 3],
    flat_normals: f32,
    light_parts: [f32; 3],
    strain_range: f32,
    key: [f32; 3],
    shadow_radius: f32,
    background_low: [f32; 3],
    has_picture: f32,
    background_high: [f32; 3],
    size: f32,
    color: [f32; 3],
    colored: f32,
}

/// Whose colour the style's is.
fn colored(style: &Style) -> ([f32; 3], f32) {
    match (style.color, style.look) {
        (Some(color), Look::Studio | Look::Strain) => (color, 1.0),
        (None, Look::Studio | Look::Strain) => ([1.0; 3], 0.0),
        // the course project has one colour for all
        (color, _) => (color.unwrap_or([1.0; 3]), 2.0),
    }
}

impl Frame {
    pub(crate) fn new(
        stage: &Stage,
        camera: &Camera,
        style: &Style,
        target: &Target,
        background: [[f32; 3]; 2],
    ) -> Self {
        let view_projection = camera.view_projection(target.aspect());
        let (low, high) = stage.bounds();
        let on = |part: bool| f32::from(u8::from(part));
        let key = KEY.normalize();
        let (color, colored) = colored(style);
        Self {
            view_projection: view_projection.to_cols_array(),
            inverse_view_projection: view_projection.inverse().to_cols_array(),
            key_view_projection: key_view_projection(low, high, key).to_cols_array(),
            camera: camera.eye().to_array(),
            normal_scaling: style.normal_scaling,
            light: LIGHT,
            height_scaling: style.height_scaling,
            light_intensity: LIGHT_INTENSITY,
            flat_normals: on(style.flat),
            light_parts: [on(style.light.ambient), on(style.light.diffuse), on(style.light.specular)],
            strain_range: style.strain_range,
            key: key.to_array(),
            shadow_radius: SHADOW_RADIUS,
            background_low: background[0],
            has_picture: on(style.picture.is_some()),
            background_high: background[1],
            size: (high - low).max_element().max(1e-6),
            color,
            colored,
        }
    }
}

/// From the world to the shadow map: parallel light around the ball that holds the box from `low` to `high` [m].
pub(crate) fn key_view_projection(low: Vec3, high: Vec3, key: Vec3) -> Mat4 {
    let center = (low + high) / 2.0;
    let radius = ((high - low).length() / 2.0 * 1.05).max(1e-6);
    let right = Vec3::Y.cross(key).normalize();
    let up = key.cross(right);
    // what throws a shadow lies in the ball, so it is between depth 0 and 1; what receives one may lie behind it
    let row = |axis: Vec3, scale: f32, shift: f32| (axis * scale).extend(shift - center.dot(axis) * scale);
    let rows = [row(right, 1.0 / radius, 0.0), row(up, 1.0 / radius, 0.0), row(-key, 0.5 / radius, 0.5)];
    Mat4::from_cols(rows[0], rows[1], rows[2], glam::Vec4::W).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_box_is_in_the_shadow_map_and_what_is_nearer_to_the_light_comes_first() {
        let (low, high) = (Vec3::new(-1.0, 0.0, 2.0), Vec3::new(3.0, 1.0, 2.5));
        let key = KEY.normalize();
        let matrix = key_view_projection(low, high, key);
        for corner in [low, high, Vec3::new(low.x, high.y, low.z), (low + high) / 2.0] {
            let p = matrix.project_point3(corner);
            assert!(p.x.abs() <= 1.0 && p.y.abs() <= 1.0 && (0.0..=1.0).contains(&p.z), "{p}");
            assert!(matrix.project_point3(corner + key * 0.01).z < p.z);
        }
    }
}

//! The data of a frame, as `Frame` in city/frame.wgsl reads it.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3};

use super::fly_camera::FlyCamera;
use super::look::CityStyle;
use super::region::Region;
use super::sky_heights;
use super::stage::CityStage;
use crate::uniform::{SHADOW_SIZE, key_view_projection};

/// Direction to the sun.
const SUN: Vec3 = Vec3::new(0.74, 0.62, 0.30);

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Frame {
    to_clip: [f32; 16],
    from_clip: [f32; 16],
    sun_from_world: [f32; 16],
    camera: [f32; 3],
    darken: f32,
    sun: [f32; 3],
    shadow_texel: f32,
    region: [f32; 4],
    edges: [f32; 4],
    height_range: [f32; 2],
    shadow_offset: f32,
    height_texel: f32,
}

impl Frame {
    pub(crate) fn new(
        stage: &CityStage,
        region: &Region,
        camera: &FlyCamera,
        style: CityStyle,
        to_clip: &Mat4,
    ) -> Self {
        let [low, high] = region.bounds();
        let sun = SUN.normalize();
        let [least, most] = stage.ground.edges;
        Self {
            to_clip: to_clip.to_cols_array(),
            from_clip: to_clip.inverse().to_cols_array(),
            sun_from_world: key_view_projection(low, high, sun).to_cols_array(),
            camera: camera.eye().to_array(),
            darken: f32::from(u8::from(style.darken)),
            sun: sun.to_array(),
            shadow_texel: 1.0 / SHADOW_SIZE as f32,
            region: [low.x, low.z, high.x, high.z],
            edges: [least[0], least[1], most[0], most[1]],
            height_range: region.height,
            // two texels of the shadow map [m]
            shadow_offset: 2.0 * (high - low).length() * 1.05 / SHADOW_SIZE as f32,
            height_texel: 2.0 * region.half / sky_heights::SIZE as f32,
        }
    }
}

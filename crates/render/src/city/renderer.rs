//! Draws the stage of a city to a target.

use super::bindings::Bindings;
use super::chunk::{Chunk, Sides};
use super::fly_camera::{FlyCamera, NEAR};
use super::frustum::Frustum;
use super::look::{CityLook, CityStyle};
use super::pipeline::{Part, Pipelines};
use super::region::Region;
use super::stage::CityStage;
use super::uniform::Frame;
use crate::gpu::Gpu;
use crate::renderer::depth;
use crate::target::Target;

/// What draws cities: pipelines, shadow map and heights, made as they are needed and kept.
#[derive(Debug)]
pub struct CityRenderer {
    bindings: Bindings,
    pipelines: Pipelines,
    /// What shadow map and heights were made from.
    lit: Option<(u64, Region)>,
}

/// Boxes up to this number are drawn twice in `studio`, first without colour. With more, their corners are the larger part
/// of the work.
const DEPTH_FIRST: usize = 500_000;

impl CityRenderer {
    /// A renderer on a device, for the pictures of one stage.
    pub fn new(gpu: &Gpu) -> Self {
        Self { bindings: Bindings::new(gpu), pipelines: Pipelines::default(), lit: None }
    }

    /// Draws a picture: in `studio` first the shadows and what hides the sky, where they are not known yet; then boxes,
    /// ground and what is behind them.
    pub fn draw_frame(
        &mut self,
        gpu: &Gpu,
        stage: &CityStage,
        camera: &FlyCamera,
        style: impl Into<CityStyle>,
        target: &Target,
    ) {
        let style = style.into();
        let region = Region::of(stage.bounds(), camera);
        let to_clip = camera.to_clip(target.aspect());
        self.bindings.write(gpu, &Frame::new(stage, &region, camera, style, &to_clip));
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("city") });
        if style.look == CityLook::Studio && self.lit != Some((stage.version, region)) {
            self.shadow_pass(gpu, &mut encoder, stage, &region);
            self.heights_pass(gpu, &mut encoder, stage, &region);
            self.means_passes(gpu, &mut encoder);
            self.lit = Some((stage.version, region));
        }
        self.picture_pass(gpu, &mut encoder, stage, style.look, target, &View::new(camera, &to_clip));
        gpu.queue.submit([encoder.finish()]);
    }

    fn shadow_pass(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, stage: &CityStage, region: &Region) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("city shadow"),
            depth_stencil_attachment: Some(depth(&self.bindings.shadow_map, 1.0)),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(self.pipelines.get(gpu, &self.bindings, Part::Shadow, 1));
        pass.set_bind_group(0, &self.bindings.frame_group, &[]);
        stage.boxes.draw(&mut pass, |chunk| region.may_have(chunk).then_some(Sides::Near));
    }

    fn heights_pass(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, stage: &CityStage, region: &Region) {
        let heights = &self.bindings.heights;
        let lowest = wgpu::Color { r: f64::from(region.height[0]), ..wgpu::Color::BLACK };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("heights"),
            color_attachments: &[Some(color(&heights.levels[0], lowest))],
            depth_stencil_attachment: Some(depth(&heights.depth, 0.0)),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_bind_group(0, &self.bindings.frame_group, &[]);
        pass.set_pipeline(self.pipelines.get(gpu, &self.bindings, Part::Roofs, 1));
        stage.boxes.draw_roofs(&mut pass, |chunk| region.may_have(chunk));
        if stage.ground.is_terrain {
            pass.set_pipeline(self.pipelines.get(gpu, &self.bindings, Part::Land, 1));
            stage.ground.draw(&mut pass, false);
        }
    }

    fn means_passes(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) {
        let pipeline = self.pipelines.get(gpu, &self.bindings, Part::Means, 1);
        let heights = &self.bindings.heights;
        for (source, level) in heights.sources.iter().zip(&heights.levels[1..]) {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("means"),
                color_attachments: &[Some(color(level, wgpu::Color::BLACK))],
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, source, &[]);
            pass.draw(0..3, 0..1);
        }
    }

    fn picture_pass(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        stage: &CityStage,
        look: CityLook,
        target: &Target,
        view: &View,
    ) {
        let samples = target.samples();
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("city picture"),
            color_attachments: &[Some(target.attachment(wgpu::Color::BLACK))],
            depth_stencil_attachment: Some(depth(&target.depth, 0.0)),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_bind_group(0, &self.bindings.group, &[]);
        if look == CityLook::Studio && stage.boxes.count() <= DEPTH_FIRST {
            pass.set_pipeline(self.pipelines.get(gpu, &self.bindings, Part::Depth, samples));
            stage.boxes.draw(&mut pass, |chunk| view.sides_of(chunk));
        }
        pass.set_pipeline(self.pipelines.get(gpu, &self.bindings, Part::Boxes(look), samples));
        stage.boxes.draw(&mut pass, |chunk| view.sides_of(chunk));
        if look == CityLook::Studio || stage.ground.is_terrain {
            pass.set_pipeline(self.pipelines.get(gpu, &self.bindings, Part::Ground(look), samples));
            stage.ground.draw(&mut pass, look == CityLook::Studio);
        }
        if look == CityLook::Studio {
            pass.set_pipeline(self.pipelines.get(gpu, &self.bindings, Part::Sky, samples));
            pass.draw(0..3, 0..1);
        }
    }
}

fn color(view: &wgpu::TextureView, clear: wgpu::Color) -> wgpu::RenderPassColorAttachment<'_> {
    let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store: wgpu::StoreOp::Store };
    wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops }
}

/// What of the boxes a camera sees.
struct View {
    frustum: Frustum,
    eye: glam::Vec3,
}

impl View {
    fn new(camera: &FlyCamera, to_clip: &glam::Mat4) -> Self {
        let eye = camera.eye();
        Self { frustum: Frustum::new(to_clip, eye), eye }
    }

    fn sides_of(&self, chunk: &Chunk) -> Option<Sides> {
        // what is nearer than the near plane is cut open, so that one looks inside
        let inside = chunk.is_around(self.eye, 2.0 * NEAR as f32);
        self.frustum.may_see(chunk).then_some(if inside { Sides::All } else { Sides::Near })
    }
}

//! Draws a stage to a target.

use crate::bindings::Bindings;
use crate::camera::Camera;
use crate::gpu::Gpu;
use crate::look::Look;
use crate::pipeline::{Pipelines, ShaderError};
use crate::stage::Stage;
use crate::style::{Background, Style};
use crate::target::Target;
use crate::uniform::{Frame, SHADOW_SIZE};

/// What draws: textures and pipelines, made as they are needed and kept.
#[derive(Debug)]
pub struct Renderer {
    bindings: Bindings,
    pipelines: Pipelines,
}

/// The course project's background, as displayed.
const GREY: [f32; 3] = [0.25; 3];
/// Below the horizon and high above it in `studio`, as displayed.
const STUDIO: [[f32; 3]; 2] = [[0.80, 0.79, 0.77], [0.50, 0.60, 0.70]];

impl Renderer {
    /// A renderer on a device.
    pub fn new(gpu: &Gpu) -> Self {
        Self::with_shadow_size(gpu, SHADOW_SIZE)
    }

    /// A renderer whose shadow map has `size` texels along each side, for a device that is too slow for more.
    pub fn with_shadow_size(gpu: &Gpu, size: u32) -> Self {
        Self { bindings: Bindings::new(gpu, size), pipelines: Pipelines::default() }
    }

    /// Draws a picture: first the shadows, then what is opaque, then what is behind it; samples are resolved at the end.
    ///
    /// # Errors
    /// If the user's shader does not compile; nothing is drawn then.
    pub fn draw_frame(
        &mut self,
        gpu: &Gpu,
        stage: &Stage,
        camera: &Camera,
        style: &Style,
        target: &Target,
    ) -> Result<(), ShaderError> {
        let backdrop = Backdrop::of(style);
        let frame = Frame::new(stage, camera, style, target, backdrop.colors);
        let group = self.bindings.bind(gpu, &frame, style);
        self.compile(gpu, style, target)?;
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
        self.shadow_pass(gpu, &mut encoder, stage, style);
        let mut pass = begin_picture(&mut encoder, target, &backdrop);
        pass.set_bind_group(0, &group, &[]);
        self.opaque(gpu, &mut pass, stage, style, target)?;
        self.behind(gpu, &mut pass, &backdrop, target);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
        Ok(())
    }

    /// Makes sure that the style's shader compiles before anything is drawn.
    fn compile(&mut self, gpu: &Gpu, style: &Style, target: &Target) -> Result<(), ShaderError> {
        let shader = style.shader.as_ref();
        self.pipelines.surface(gpu, &self.bindings, style.look, shader, target.samples()).map(|_| ())
    }

    fn shadow_pass(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, stage: &Stage, style: &Style) {
        if style.look != Look::Studio && style.shader.is_none() {
            return;
        }
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shadow"),
            depth_stencil_attachment: Some(depth(&self.bindings.shadow_map, 1.0)),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(self.pipelines.shadow(gpu, &self.bindings));
        pass.set_bind_group(0, &self.bindings.shadow_group, &[]);
        stage.cloths.iter().for_each(|cloth| cloth.surface().draw(&mut pass));
        stage.solids(style.look).for_each(|mesh| mesh.draw(&mut pass));
    }

    fn opaque(
        &mut self,
        gpu: &Gpu,
        pass: &mut wgpu::RenderPass<'_>,
        stage: &Stage,
        style: &Style,
        target: &Target,
    ) -> Result<(), ShaderError> {
        let (shader, samples) = (style.shader.as_ref(), target.samples());
        pass.set_pipeline(self.pipelines.surface(gpu, &self.bindings, style.look, shader, samples)?);
        if style.look != Look::Wireframe {
            stage.cloths.iter().for_each(|cloth| cloth.surface().draw(pass));
        }
        stage.solids(style.look).for_each(|mesh| mesh.draw(pass));
        // a floor ends in a background of one colour or two
        if style.look == Look::Studio && matches!(style.background, Background::OfLook | Background::Color(_)) {
            stage.floor.iter().for_each(|floor| floor.mesh.draw(pass));
        }
        pass.set_pipeline(self.pipelines.lines(gpu, &self.bindings, samples));
        if style.look == Look::Wireframe {
            stage.cloths.iter().for_each(|cloth| cloth.springs().draw(pass));
        }
        stage.lines.iter().for_each(|mesh| mesh.draw(pass));
        Ok(())
    }

    fn behind(&mut self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, backdrop: &Backdrop, target: &Target) {
        if let Some(entry) = backdrop.entry {
            pass.set_pipeline(self.pipelines.background(gpu, &self.bindings, entry, target.samples()));
            pass.draw(0..3, 0..1);
        }
    }
}

pub(crate) fn depth(view: &wgpu::TextureView, clear: f32) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store: wgpu::StoreOp::Store }),
        stencil_ops: None,
    }
}

fn begin_picture<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    target: &Target,
    backdrop: &Backdrop,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[Some(target.attachment(backdrop.clear))],
        depth_stencil_attachment: Some(depth(&target.depth, 0.0)),
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// What is behind everything.
struct Backdrop {
    clear: wgpu::Color,
    /// Below the horizon and above, as displayed.
    colors: [[f32; 3]; 2],
    /// The shader that fills what nothing covers, if any.
    entry: Option<&'static str>,
}

impl Backdrop {
    fn of(style: &Style) -> Self {
        let one = |color: [f32; 3]| Self { clear: wgpu::Color::BLACK, colors: [color; 2], entry: Some("gradient") };
        match (style.background, style.look) {
            (Background::Color(color), _) => one(color.map(|channel| f32::from(channel) / 255.0)),
            (Background::Sky, _) | (Background::OfLook, Look::Mirror) => Self { entry: Some("in_sky"), ..one(GREY) },
            (Background::Transparent, _) => Self { clear: wgpu::Color::TRANSPARENT, colors: STUDIO, entry: None },
            (Background::OfLook, Look::Studio) => Self { colors: STUDIO, ..one(GREY) },
            (Background::OfLook, Look::FlatChecks) => one([0.0; 3]),
            (Background::OfLook, _) => one(GREY),
        }
    }
}

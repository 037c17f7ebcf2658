//! What the shaders of a city read beside boxes and ground.

use super::sky_heights::SkyHeights;
use super::uniform::Frame;
use crate::bindings::{layout, sampler, shadow_map, uniform_entry};
use crate::gpu::Gpu;
use crate::uniform::SHADOW_SIZE;

/// Everything that is bound.
#[derive(Debug)]
pub(crate) struct Bindings {
    /// Frame, shadow map, heights: what pictures are drawn with.
    pub(crate) layout: wgpu::BindGroupLayout,
    pub(crate) group: wgpu::BindGroup,
    /// The frame alone: what shadow map and heights are drawn with.
    pub(crate) frame_layout: wgpu::BindGroupLayout,
    pub(crate) frame_group: wgpu::BindGroup,
    pub(crate) shadow_map: wgpu::TextureView,
    pub(crate) heights: SkyHeights,
    frame: wgpu::Buffer,
}

impl Bindings {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let frame = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("city frame"),
            size: size_of::<Frame>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let (shadow_map, heights) = (shadow_map(gpu, SHADOW_SIZE), SkyHeights::new(gpu));
        let comparing = sampler(gpu, wgpu::AddressMode::ClampToEdge, Some(wgpu::CompareFunction::LessEqual));
        let clamped = sampler(gpu, wgpu::AddressMode::ClampToEdge, None);
        let (frame_layout, layout) = (layout(gpu, &[uniform_entry()]), layout(gpu, &entries()));
        let bind = |label, layout, entries: &[wgpu::BindGroupEntry<'_>]| {
            gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries })
        };
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let uniform = || entry(0, frame.as_entire_binding());
        Self {
            frame_group: bind("city frame", &frame_layout, &[uniform()]),
            group: bind(
                "city",
                &layout,
                &[
                    uniform(),
                    entry(1, wgpu::BindingResource::Sampler(&comparing)),
                    entry(2, wgpu::BindingResource::TextureView(&shadow_map)),
                    entry(3, wgpu::BindingResource::Sampler(&clamped)),
                    entry(4, wgpu::BindingResource::TextureView(&heights.all)),
                ],
            ),
            layout,
            frame_layout,
            shadow_map,
            heights,
            frame,
        }
    }

    pub(crate) fn write(&self, gpu: &Gpu, frame: &Frame) {
        gpu.queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(frame));
    }
}

fn entries() -> Vec<wgpu::BindGroupLayoutEntry> {
    let entry =
        |binding, ty| wgpu::BindGroupLayoutEntry { binding, visibility: wgpu::ShaderStages::FRAGMENT, ty, count: None };
    let texture = |sample_type| wgpu::BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    vec![
        uniform_entry(),
        entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison)),
        entry(2, texture(wgpu::TextureSampleType::Depth)),
        entry(3, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        entry(4, texture(wgpu::TextureSampleType::Float { filterable: true })),
    ]
}

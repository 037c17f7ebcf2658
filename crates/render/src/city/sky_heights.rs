//! Heights seen from the sky, and their means over ever larger squares: what hides the sky from a point.

use crate::bindings::layout;
use crate::gpu::Gpu;
use crate::target::DEPTH_FORMAT;

/// Side of the finest heights [texels].
pub(crate) const SIZE: u32 = 1024;
const LEVELS: u32 = 9;
pub(crate) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R16Float;

/// Heights on the device.
#[derive(Debug)]
pub(crate) struct SkyHeights {
    /// All levels, to be read.
    pub(crate) all: wgpu::TextureView,
    /// Each level, to be drawn.
    pub(crate) levels: Vec<wgpu::TextureView>,
    /// Each level but the last one, to be read while the next is drawn.
    pub(crate) sources: Vec<wgpu::BindGroup>,
    pub(crate) source_layout: wgpu::BindGroupLayout,
    pub(crate) depth: wgpu::TextureView,
}

impl SkyHeights {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let texture = |format, mip_level_count, usage| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("sky heights"),
                size: wgpu::Extent3d { width: SIZE, height: SIZE, depth_or_array_layers: 1 },
                mip_level_count,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            })
        };
        let heights = texture(FORMAT, LEVELS, wgpu::TextureUsages::TEXTURE_BINDING);
        let depth = texture(DEPTH_FORMAT, 1, wgpu::TextureUsages::empty());
        let level = |base_mip_level| {
            heights.create_view(&wgpu::TextureViewDescriptor {
                base_mip_level,
                mip_level_count: Some(1),
                ..wgpu::TextureViewDescriptor::default()
            })
        };
        let levels: Vec<_> = (0..LEVELS).map(level).collect();
        let source_layout = layout(gpu, &[source_entry()]);
        let source = |view| {
            gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("finer heights"),
                layout: &source_layout,
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) }],
            })
        };
        let sources = levels[..levels.len() - 1].iter().map(source).collect();
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        Self { all: view(&heights), levels, sources, source_layout, depth: view(&depth) }
    }
}

fn source_entry() -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    }
}

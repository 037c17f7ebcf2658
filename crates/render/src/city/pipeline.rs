//! How boxes, ground and sky are drawn, each in its pass.

use std::collections::HashMap;

use super::bindings::Bindings;
use super::look::CityLook;
use super::{boxes, ground, sky_heights};
use crate::gpu::Gpu;
use crate::target::{COLOR_FORMAT, DEPTH_FORMAT};

/// What a pipeline draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// Boxes in a picture.
    Boxes(CityLook),
    /// The depth of boxes in `studio`, before they are drawn: what is hidden then costs no colour.
    Depth,
    /// Ground in a picture.
    Ground(CityLook),
    /// What is behind everything in `studio`.
    Sky,
    /// Boxes in the shadow map.
    Shadow,
    /// Roofs in the heights seen from the sky.
    Roofs,
    /// Ground in the heights seen from the sky.
    Land,
    /// From heights to their means.
    Means,
}

/// The pipelines that were made so far.
#[derive(Debug, Default)]
pub(crate) struct Pipelines {
    made: HashMap<(Part, u32), wgpu::RenderPipeline>,
}

const FRAME: &str = concat!(include_str!("../shaders/city/frame.wgsl"), include_str!("../shaders/color.wgsl"));
const ORIGINAL: &str = include_str!("../shaders/city/original.wgsl");
const STUDIO: &str = concat!(include_str!("../shaders/city/studio.wgsl"), include_str!("../shaders/film.wgsl"));
const FROM_SKY: &str = include_str!("../shaders/city/from_sky.wgsl");
const MEANS: &str = include_str!("../shaders/city/means.wgsl");

/// What pipelines differ in.
struct Recipe {
    source: String,
    vertex: &'static str,
    fragment: Option<&'static str>,
    format: wgpu::TextureFormat,
    depth: Option<wgpu::DepthStencilState>,
    buffer: Option<wgpu::VertexBufferLayout<'static>>,
    writes: wgpu::ColorWrites,
}

impl Part {
    fn recipe(self) -> Recipe {
        let with_frame = |text: &str| format!("{FRAME}\n{text}");
        let in_picture = |look, vertex, fragment, buffer| Recipe {
            source: with_frame(match look {
                CityLook::Original => ORIGINAL,
                CityLook::Studio => STUDIO,
            }),
            vertex,
            fragment: Some(fragment),
            format: COLOR_FORMAT,
            depth: Some(depth(wgpu::CompareFunction::GreaterEqual)),
            buffer,
            writes: wgpu::ColorWrites::ALL,
        };
        let from_sky = |vertex, buffer| Recipe {
            source: with_frame(FROM_SKY),
            vertex,
            fragment: Some("height"),
            format: sky_heights::FORMAT,
            depth: Some(depth(wgpu::CompareFunction::GreaterEqual)),
            buffer,
            writes: wgpu::ColorWrites::ALL,
        };
        match self {
            Self::Boxes(look) => in_picture(look, "box_corner", "box_color", Some(boxes::LAYOUT)),
            // the same corners, so that the depths are the same to the last bit
            Self::Depth => Recipe {
                writes: wgpu::ColorWrites::empty(),
                ..in_picture(CityLook::Studio, "box_corner", "no_color", Some(boxes::LAYOUT))
            },
            Self::Ground(look) => in_picture(look, "ground_corner", "ground_color", Some(ground::LAYOUT)),
            Self::Sky => in_picture(CityLook::Studio, "sky_corner", "sky_color", None),
            Self::Roofs => from_sky("roof_corner", Some(boxes::LAYOUT)),
            Self::Land => from_sky("land_corner", Some(ground::LAYOUT)),
            Self::Shadow => Recipe {
                source: with_frame(FROM_SKY),
                vertex: "shadow_corner",
                fragment: None,
                format: COLOR_FORMAT,
                depth: Some(wgpu::DepthStencilState {
                    bias: wgpu::DepthBiasState { constant: 2, slope_scale: 2.0, clamp: 0.0 },
                    ..depth(wgpu::CompareFunction::Less)
                }),
                buffer: Some(boxes::LAYOUT),
                writes: wgpu::ColorWrites::ALL,
            },
            Self::Means => Recipe {
                source: MEANS.to_owned(),
                vertex: "corner",
                fragment: Some("mean"),
                format: sky_heights::FORMAT,
                depth: None,
                buffer: None,
                writes: wgpu::ColorWrites::ALL,
            },
        }
    }

    fn layout(self, bindings: &Bindings) -> &wgpu::BindGroupLayout {
        match self {
            Self::Boxes(_) | Self::Depth | Self::Ground(_) | Self::Sky => &bindings.layout,
            Self::Shadow | Self::Roofs | Self::Land => &bindings.frame_layout,
            Self::Means => &bindings.heights.source_layout,
        }
    }
}

fn depth(compare: wgpu::CompareFunction) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(true),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}

impl Pipelines {
    pub(crate) fn get(&mut self, gpu: &Gpu, bindings: &Bindings, part: Part, samples: u32) -> &wgpu::RenderPipeline {
        self.made.entry((part, samples)).or_insert_with(|| make(gpu, part.layout(bindings), part, samples))
    }
}

fn make(gpu: &Gpu, layout: &wgpu::BindGroupLayout, part: Part, samples: u32) -> wgpu::RenderPipeline {
    let Recipe { source, vertex, fragment, format, depth, buffer, writes } = part.recipe();
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(vertex),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(vertex),
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    let target = [Some(wgpu::ColorTargetState { write_mask: writes, ..format.into() })];
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(vertex),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some(vertex),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &buffer.map(Some).into_iter().collect::<Vec<_>>(),
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: depth,
        multisample: wgpu::MultisampleState { count: samples, ..wgpu::MultisampleState::default() },
        fragment: fragment.map(|entry| wgpu::FragmentState {
            module: &module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &target,
        }),
        multiview_mask: None,
        cache: None,
    })
}

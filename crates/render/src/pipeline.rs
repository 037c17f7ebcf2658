//! From the text of a shader to a pipeline.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bindings::Bindings;
use crate::gpu::Gpu;
use crate::look::Look;
use crate::mesh::{INSTANCE_LAYOUT, VERTEX_LAYOUT};
use crate::target::{COLOR_FORMAT, DEPTH_FORMAT};

const COMMON: &str = concat!(include_str!("shaders/common.wgsl"), "\n", include_str!("shaders/color.wgsl"));
const BACKGROUND: &str = include_str!("shaders/background.wgsl");

/// A fragment shader that does not compile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ShaderError {
    /// Line of the user's text, from 1, where it is known.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
}

/// What a pipeline is made for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Surface { look: Look, shader: Option<Arc<str>>, samples: u32 },
    Lines { samples: u32 },
    Background { entry: &'static str, samples: u32 },
    Shadow,
}

/// The pipelines that were made so far.
#[derive(Debug, Default)]
pub(crate) struct Pipelines {
    made: HashMap<Key, wgpu::RenderPipeline>,
}

/// The text of a look's shader, behind [`COMMON`].
pub(crate) fn shader_of(look: Look) -> &'static str {
    match look {
        Look::Studio => concat!(include_str!("shaders/studio.wgsl"), "\n", include_str!("shaders/film.wgsl")),
        Look::Wireframe => include_str!("shaders/wireframe.wgsl"),
        Look::Normal => include_str!("shaders/normal.wgsl"),
        Look::Diffuse => include_str!("shaders/diffuse.wgsl"),
        Look::Phong => include_str!("shaders/phong.wgsl"),
        Look::Texture => include_str!("shaders/texture.wgsl"),
        Look::Bump | Look::Displacement => include_str!("shaders/bump.wgsl"),
        Look::Mirror => include_str!("shaders/mirror.wgsl"),
        Look::FlatChecks => include_str!("shaders/flat_checks.wgsl"),
        Look::Strain => include_str!("shaders/strain.wgsl"),
    }
}

impl Pipelines {
    /// Surfaces in a look, or with the user's shader in its place.
    ///
    /// # Errors
    /// If the user's shader does not compile.
    pub(crate) fn surface(
        &mut self,
        gpu: &Gpu,
        bindings: &Bindings,
        look: Look,
        shader: Option<&Arc<str>>,
        samples: u32,
    ) -> Result<&wgpu::RenderPipeline, ShaderError> {
        let key = Key::Surface { look, shader: shader.cloned(), samples };
        if !self.made.contains_key(&key) {
            let source = shader.map_or(shader_of(look), |text| text);
            let vertex = if look == Look::Displacement { "displaced" } else { "surface" };
            let module = user_module(gpu, source)?;
            let drawing = Drawing { module: &module, vertex, fragment: Some("surface_color"), samples };
            // a shader that is no longer used is not kept
            self.made.retain(|key, _| !matches!(key, Key::Surface { shader: Some(_), .. }));
            self.made
                .insert(key.clone(), drawing.of_meshes(gpu, &bindings.layout, wgpu::PrimitiveTopology::TriangleList));
        }
        Ok(&self.made[&key])
    }

    pub(crate) fn lines(&mut self, gpu: &Gpu, bindings: &Bindings, samples: u32) -> &wgpu::RenderPipeline {
        self.made.entry(Key::Lines { samples }).or_insert_with(|| {
            let module = module(gpu, shader_of(Look::Wireframe));
            let drawing = Drawing { module: &module, vertex: "lines", fragment: Some("line_color"), samples };
            drawing.of_meshes(gpu, &bindings.layout, wgpu::PrimitiveTopology::LineList)
        })
    }

    pub(crate) fn background(
        &mut self,
        gpu: &Gpu,
        bindings: &Bindings,
        entry: &'static str,
        samples: u32,
    ) -> &wgpu::RenderPipeline {
        self.made.entry(Key::Background { entry, samples }).or_insert_with(|| {
            let module = module(gpu, BACKGROUND);
            let drawing = Drawing { module: &module, vertex: "corner", fragment: Some(entry), samples };
            drawing.make(gpu, &bindings.layout, wgpu::PrimitiveTopology::TriangleList, &[])
        })
    }

    pub(crate) fn shadow(&mut self, gpu: &Gpu, bindings: &Bindings) -> &wgpu::RenderPipeline {
        self.made.entry(Key::Shadow).or_insert_with(|| {
            let module = module(gpu, shader_of(Look::Wireframe));
            let drawing = Drawing { module: &module, vertex: "in_shadow_map", fragment: None, samples: 1 };
            drawing.of_meshes(gpu, &bindings.shadow_layout, wgpu::PrimitiveTopology::TriangleList)
        })
    }
}

fn module(gpu: &Gpu, source: &str) -> wgpu::ShaderModule {
    gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(format!("{COMMON}\n{source}").into()),
    })
}

/// Compiles a shader that may be wrong.
fn user_module(gpu: &Gpu, source: &str) -> Result<wgpu::ShaderModule, ShaderError> {
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let module = module(gpu, source);
    let Some(error) = pollster::block_on(scope.pop()) else { return Ok(module) };
    let info = pollster::block_on(module.get_compilation_info());
    // an empty line stands between the two
    let before = COMMON.lines().count() as u32 + 1;
    let first = info.messages.into_iter().next();
    let line = first.as_ref().and_then(|message| message.location?.line_number.checked_sub(before));
    let report = first.map_or_else(|| error.to_string(), |message| message.message);
    Err(ShaderError { line, message: gist(&report) })
}

/// What is wrong, without the picture of the text around it, whose line numbers count what stands before the user's.
fn gist(report: &str) -> String {
    let first = report.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or(report);
    let words = first.split_once("error: ").map_or(first, |(_, words)| words);
    words.trim_end_matches(':').to_owned()
}

/// What pipelines differ in.
struct Drawing<'a> {
    module: &'a wgpu::ShaderModule,
    vertex: &'a str,
    /// `None` where only depth is drawn, that of the shadow map.
    fragment: Option<&'a str>,
    samples: u32,
}

impl Drawing<'_> {
    fn of_meshes(
        &self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        topology: wgpu::PrimitiveTopology,
    ) -> wgpu::RenderPipeline {
        self.make(gpu, layout, topology, &[Some(VERTEX_LAYOUT), Some(INSTANCE_LAYOUT)])
    }

    fn make(
        &self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        topology: wgpu::PrimitiveTopology,
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    ) -> wgpu::RenderPipeline {
        let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(layout)],
            immediate_size: 0,
        });
        // depth runs from 1 near to 0 far in pictures, from 0 near to 1 far in the shadow map
        let (compare, bias) = match self.fragment {
            Some(_) => (wgpu::CompareFunction::GreaterEqual, wgpu::DepthBiasState::default()),
            None => (wgpu::CompareFunction::Less, wgpu::DepthBiasState { constant: 2, slope_scale: 2.0, clamp: 0.0 }),
        };
        let target = [Some(wgpu::ColorTargetState::from(COLOR_FORMAT))];
        gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.vertex),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers,
            },
            primitive: wgpu::PrimitiveState { topology, ..wgpu::PrimitiveState::default() },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(true),
                depth_compare: Some(compare),
                stencil: wgpu::StencilState::default(),
                bias,
            }),
            multisample: wgpu::MultisampleState { count: self.samples, ..wgpu::MultisampleState::default() },
            fragment: self.fragment.map(|entry| wgpu::FragmentState {
                module: self.module,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &target,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

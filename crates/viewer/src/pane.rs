//! Puts a picture into the window's own pass. The toolkit's shader would do it too, but it filters and dithers: where a
//! program plays the graphics card, that takes longer than to draw the picture.

use eframe::egui::{PaintCallbackInfo, Rect, Shape};
use eframe::egui_wgpu::{Callback, CallbackResources, CallbackTrait, RenderState};
use eframe::wgpu;

/// What puts pictures into a window.
pub struct Glazier {
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    whole: wgpu::RenderPipeline,
    enlarged: wgpu::RenderPipeline,
    copy: Option<wgpu::TextureFormat>,
}

/// A picture that can be put into the window.
#[derive(Clone)]
pub struct Pane {
    pipeline: wgpu::RenderPipeline,
    bindings: wgpu::BindGroup,
}

impl Glazier {
    /// For this window.
    pub fn new(window: &RenderState) -> Self {
        let device = &window.device;
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("pane"),
            entries: &[
                entry(
                    0,
                    wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                ),
                entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
            ],
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("pane"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        // the bytes of a picture are as they are displayed: they are decoded only for a window that encodes them again
        let encodes = window.target_format.is_srgb();
        // WebGL does not take bytes for another format
        let copies = window.adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::VIEW_FORMATS);
        let copy = (copies && !encodes).then_some(wgpu::TextureFormat::Rgba8Unorm);
        let suffix = if copy.is_some() || encodes { "" } else { "_encoded" };
        let pipeline = |entry: &str| pipeline(device, &layout, window.target_format, &format!("{entry}{suffix}"));
        Self { whole: pipeline("whole"), enlarged: pipeline("enlarged"), layout, sampler, copy }
    }

    /// The format of a copy that is to be shown in place of the picture; none where the picture itself is.
    pub fn copy_format(&self) -> Option<wgpu::TextureFormat> {
        self.copy
    }

    /// The pane that shows `picture`, which has as many pixels as its place in the window, or fewer.
    pub fn pane(&self, device: &wgpu::Device, picture: &wgpu::Texture, is_whole: bool) -> Pane {
        let view = picture.create_view(&wgpu::TextureViewDescriptor::default());
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("pane"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&self.sampler) },
            ],
        });
        Pane { pipeline: if is_whole { self.whole.clone() } else { self.enlarged.clone() }, bindings }
    }
}

impl Pane {
    /// The picture at `rect` [points].
    pub fn at(&self, rect: Rect) -> Shape {
        Shape::Callback(Callback::new_paint_callback(rect, self.clone()))
    }
}

impl CallbackTrait for Pane {
    fn paint(
        &self,
        _info: PaintCallbackInfo,
        render_pass: &mut wgpu::RenderPass<'static>,
        _resources: &CallbackResources,
    ) {
        // the toolkit has set the viewport to the rectangle
        render_pass.set_pipeline(&self.pipeline);
        render_pass.set_bind_group(0, &self.bindings, &[]);
        render_pass.draw(0..3, 0..1);
    }
}

fn pipeline(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    format: wgpu::TextureFormat,
    entry: &str,
) -> wgpu::RenderPipeline {
    let module = device.create_shader_module(wgpu::include_wgsl!("pane.wgsl"));
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("pane"),
        bind_group_layouts: &[Some(layout)],
        ..wgpu::PipelineLayoutDescriptor::default()
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("pane"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("corner"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

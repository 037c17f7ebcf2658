//! What is drawn to: a picture on the device that can be shown or read back.

use crate::gpu::Gpu;
use crate::texture::Texture;

/// Format of the finished picture: encoded for the screen, blended as light.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// A picture on the device.
#[derive(Debug)]
pub struct Target {
    size: [u32; 2],
    samples: u32,
    finished: wgpu::Texture,
    finished_view: wgpu::TextureView,
    /// What is drawn to where a pixel has several samples.
    multisampled: Option<wgpu::TextureView>,
    pub(crate) depth: wgpu::TextureView,
}

impl Target {
    /// A picture of `size` pixels (at least 1 along each side) with `samples` samples a pixel: 4 smooth edges, 1 does not.
    pub fn new(gpu: &Gpu, size: [u32; 2], samples: u32) -> Self {
        let size = size.map(|side| side.clamp(1, gpu.device.limits().max_texture_dimension_2d));
        let samples = if samples > 1 { 4 } else { 1 };
        let texture = |format, sample_count, usage| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("target"),
                size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            })
        };
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let shown = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        let finished = texture(COLOR_FORMAT, 1, shown);
        let none = wgpu::TextureUsages::empty();
        Self {
            size,
            samples,
            finished_view: view(&finished),
            finished,
            multisampled: (samples > 1).then(|| view(&texture(COLOR_FORMAT, samples, none))),
            depth: view(&texture(DEPTH_FORMAT, samples, none)),
        }
    }

    /// Width and height [pixels].
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Samples a pixel, 1 or 4.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size[0] as f32 / self.size[1] as f32
    }

    /// The finished picture, to be shown by something else.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.finished_view
    }

    pub(crate) fn attachment(&self, clear: wgpu::Color) -> wgpu::RenderPassColorAttachment<'_> {
        let (view, resolve_target) = match &self.multisampled {
            Some(view) => (view, Some(&self.finished_view)),
            None => (&self.finished_view, None),
        };
        let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store: wgpu::StoreOp::Store };
        wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target, ops }
    }

    /// Waits until the picture is finished and copies it here.
    ///
    /// # Panics
    /// If the device is lost meanwhile.
    pub fn read(&self, gpu: &Gpu) -> Texture {
        let [width, height] = self.size;
        let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: u64::from(row) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            self.finished.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None },
            },
            self.finished.size(),
        );
        gpu.queue.submit([encoder.finish()]);
        buffer.slice(..).map_async(wgpu::MapMode::Read, |_| {});
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("a device that finishes its work");
        let mapped = buffer.slice(..).get_mapped_range().expect("a buffer that was mapped");
        let rows = mapped.chunks_exact(row as usize);
        let rgba = rows.flat_map(|row| &row[..4 * width as usize]).copied().collect();
        Texture::new(self.size, rgba)
    }
}

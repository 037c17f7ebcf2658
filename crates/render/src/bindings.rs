//! What the shaders read beside vertices: the data of the frame, textures, samplers.

use std::sync::Arc;

use wgpu::util::{DeviceExt, TextureDataOrder};

use crate::gpu::Gpu;
use crate::look::Look;
use crate::style::{Background, HeightMap, Style};
use crate::target::DEPTH_FORMAT;
use crate::texture::{self, CubeTexture, Texture};
use crate::uniform::Frame;

/// Colours of the strain map.
const STRAIN_COLORS: u32 = 255;

/// Everything that is bound, and the textures that were made so far: those that are made here are made when a look first
/// needs them.
#[derive(Debug)]
pub(crate) struct Bindings {
    pub(crate) layout: wgpu::BindGroupLayout,
    /// The same without the shadow map, for the pass that draws it.
    pub(crate) shadow_layout: wgpu::BindGroupLayout,
    pub(crate) shadow_group: wgpu::BindGroup,
    pub(crate) shadow_map: wgpu::TextureView,
    frame: wgpu::Buffer,
    repeating: wgpu::Sampler,
    clamped: wgpu::Sampler,
    comparing: wgpu::Sampler,
    strain_colors: wgpu::TextureView,
    /// Stands where a look reads no texture.
    white: wgpu::TextureView,
    white_cube: wgpu::TextureView,
    gingham: Option<wgpu::TextureView>,
    brick: Option<wgpu::TextureView>,
    cobble: Option<wgpu::TextureView>,
    sky: Option<wgpu::TextureView>,
    users: Vec<(Arc<Texture>, wgpu::TextureView)>,
}

impl Bindings {
    pub(crate) fn new(gpu: &Gpu, shadow_size: u32) -> Self {
        let frame = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<Frame>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let shadow_layout = layout(gpu, &[uniform_entry()]);
        let shadow_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shadow"),
            layout: &shadow_layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() }],
        });
        let white = Texture::new([1, 1], vec![255; 4]);
        Self {
            layout: layout(gpu, &entries()),
            shadow_layout,
            shadow_group,
            shadow_map: shadow_map(gpu, shadow_size),
            frame,
            repeating: sampler(gpu, wgpu::AddressMode::Repeat, None),
            clamped: sampler(gpu, wgpu::AddressMode::ClampToEdge, None),
            comparing: sampler(gpu, wgpu::AddressMode::ClampToEdge, Some(wgpu::CompareFunction::LessEqual)),
            strain_colors: upload(gpu, &crate::colormap::table(STRAIN_COLORS)),
            white: upload(gpu, &white),
            white_cube: upload_cube(gpu, &CubeTexture { size: 1, faces: std::array::from_fn(|_| white.clone()) }),
            gingham: None,
            brick: None,
            cobble: None,
            sky: None,
            users: Vec::new(),
        }
    }

    /// Writes the data of a frame and binds what its style reads.
    pub(crate) fn bind(&mut self, gpu: &Gpu, frame: &Frame, style: &Style) -> wgpu::BindGroup {
        gpu.queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(frame));
        let picture = self.picture(gpu, style);
        let heights = self.heights(gpu, style);
        let sky = self.sky(gpu, style);
        let views = [&picture, &heights, &self.strain_colors, &sky, &self.shadow_map];
        let samplers = [&self.repeating, &self.clamped, &self.comparing];
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: self.frame.as_entire_binding() }];
        entries.extend((1..).zip(samplers).map(|(binding, sampler)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::Sampler(sampler),
        }));
        entries.extend((4..).zip(views).map(|(binding, view)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        }));
        let descriptor = wgpu::BindGroupDescriptor { label: Some("frame"), layout: &self.layout, entries: &entries };
        gpu.device.create_bind_group(&descriptor)
    }

    fn picture(&mut self, gpu: &Gpu, style: &Style) -> wgpu::TextureView {
        match (&style.picture, style.look) {
            (Some(picture), _) => self.users(gpu, picture),
            (None, Look::Texture) => {
                made(&mut self.gingham, || upload(gpu, &texture::gingham::picture(texture::gingham::SIZE)))
            }
            _ if style.shader.is_some() => {
                made(&mut self.gingham, || upload(gpu, &texture::gingham::picture(texture::gingham::SIZE)))
            }
            _ => self.white.clone(),
        }
    }

    fn heights(&mut self, gpu: &Gpu, style: &Style) -> wgpu::TextureView {
        if !matches!(style.look, Look::Bump | Look::Displacement) && style.shader.is_none() {
            return self.white.clone();
        }
        match &style.height_map {
            HeightMap::Brick => {
                made(&mut self.brick, || upload(gpu, &texture::brick::height_map(texture::brick::SIZE)))
            }
            HeightMap::Cobble => {
                made(&mut self.cobble, || upload(gpu, &texture::cobble::height_map(texture::cobble::SIZE)))
            }
            HeightMap::Picture(picture) => self.users(gpu, picture),
        }
    }

    fn sky(&mut self, gpu: &Gpu, style: &Style) -> wgpu::TextureView {
        if style.look == Look::Mirror || style.background == Background::Sky || style.shader.is_some() {
            made(&mut self.sky, || upload_cube(gpu, &texture::sky::cube(texture::sky::SIZE)))
        } else {
            self.white_cube.clone()
        }
    }

    /// The user's texture on the device; those that are no longer used anywhere else are dropped.
    fn users(&mut self, gpu: &Gpu, picture: &Arc<Texture>) -> wgpu::TextureView {
        self.users.retain(|(known, _)| Arc::strong_count(known) > 1);
        if let Some((_, view)) = self.users.iter().find(|(known, _)| Arc::ptr_eq(known, picture)) {
            return view.clone();
        }
        let view = upload(gpu, picture);
        self.users.push((Arc::clone(picture), view.clone()));
        view
    }
}

fn made(slot: &mut Option<wgpu::TextureView>, make: impl FnOnce() -> wgpu::TextureView) -> wgpu::TextureView {
    slot.get_or_insert_with(make).clone()
}

pub(crate) fn uniform_entry() -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

fn entries() -> Vec<wgpu::BindGroupLayoutEntry> {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty,
        count: None,
    };
    let texture =
        |sample_type, view_dimension| wgpu::BindingType::Texture { sample_type, view_dimension, multisampled: false };
    let filtered = wgpu::TextureSampleType::Float { filterable: true };
    vec![
        uniform_entry(),
        entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        entry(2, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        entry(3, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison)),
        entry(4, texture(filtered, wgpu::TextureViewDimension::D2)),
        entry(5, texture(filtered, wgpu::TextureViewDimension::D2)),
        entry(6, texture(filtered, wgpu::TextureViewDimension::D2)),
        entry(7, texture(filtered, wgpu::TextureViewDimension::Cube)),
        entry(8, texture(wgpu::TextureSampleType::Depth, wgpu::TextureViewDimension::D2)),
    ]
}

pub(crate) fn layout(gpu: &Gpu, entries: &[wgpu::BindGroupLayoutEntry]) -> wgpu::BindGroupLayout {
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
}

pub(crate) fn sampler(gpu: &Gpu, mode: wgpu::AddressMode, compare: Option<wgpu::CompareFunction>) -> wgpu::Sampler {
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        address_mode_u: mode,
        address_mode_v: mode,
        address_mode_w: mode,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        compare,
        ..wgpu::SamplerDescriptor::default()
    })
}

/// A square of `size` texels along each side.
pub(crate) fn shadow_map(gpu: &Gpu, size: u32) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("shadow map"),
        size: wgpu::Extent3d { width: size, height: size, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: DEPTH_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// A texture on the device with all its smaller versions, so that it does not flicker far away.
fn upload(gpu: &Gpu, picture: &Texture) -> wgpu::TextureView {
    let levels = mip_chain(picture);
    let bytes: Vec<u8> = levels.iter().flat_map(|level| &level.rgba).copied().collect();
    let [width, height] = picture.size;
    let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
    let texture = gpu.device.create_texture_with_data(
        &gpu.queue,
        &texture_descriptor(size, levels.len() as u32),
        TextureDataOrder::LayerMajor,
        &bytes,
    );
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn upload_cube(gpu: &Gpu, cube: &CubeTexture) -> wgpu::TextureView {
    let bytes: Vec<u8> = cube.faces.iter().flat_map(|face| &face.rgba).copied().collect();
    let size = wgpu::Extent3d { width: cube.size, height: cube.size, depth_or_array_layers: 6 };
    let descriptor = texture_descriptor(size, 1);
    let texture = gpu.device.create_texture_with_data(&gpu.queue, &descriptor, TextureDataOrder::LayerMajor, &bytes);
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::Cube),
        ..wgpu::TextureViewDescriptor::default()
    })
}

fn texture_descriptor(size: wgpu::Extent3d, mip_level_count: u32) -> wgpu::TextureDescriptor<'static> {
    wgpu::TextureDescriptor {
        label: Some("texture"),
        size,
        mip_level_count,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        // as displayed: the looks of the course project calculate with these numbers
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    }
}

/// The picture, then each half as large as the one before, down to one pixel.
fn mip_chain(picture: &Texture) -> Vec<Texture> {
    let mut levels = vec![picture.clone()];
    while let Some(last) = levels.last().filter(|last| last.size != [1, 1]) {
        levels.push(halved(last));
    }
    levels
}

fn halved(picture: &Texture) -> Texture {
    let [width, height] = picture.size;
    let size = [(width / 2).max(1), (height / 2).max(1)];
    Texture::from_fn(size, |x, y| {
        let at = |dx: u32, dy: u32| picture.pixel((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
        let four = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
        std::array::from_fn(|channel| {
            let sum: u32 = four.iter().map(|pixel| u32::from(pixel[channel])).sum();
            ((sum + 2) / 4) as u8
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_versions_of_a_picture_keep_its_mean() {
        let picture = Texture::from_fn([8, 4], |x, y| [(x * 30) as u8, (y * 60) as u8, 7, 255]);
        let levels = mip_chain(&picture);
        assert_eq!(levels.iter().map(|level| level.size).collect::<Vec<_>>(), [[8, 4], [4, 2], [2, 1], [1, 1]]);
        let [r, g, b, a] = levels[3].pixel(0, 0);
        assert!(r.abs_diff(105) < 3 && g.abs_diff(90) < 3);
        assert_eq!([b, a], [7, 255]);
    }
}

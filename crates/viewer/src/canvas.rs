//! The device that draws a picture for the window, and the texture that the window shows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use eframe::wgpu;
use muslin_render::texture::Texture;
use muslin_render::{Gpu, Target};

/// Samples of a pixel: smooth edges, except where a program plays the graphics card and frames matter more.
fn samples(window: &RenderState) -> u32 {
    if window.adapter.get_info().device_type == wgpu::DeviceType::Cpu { 1 } else { 4 }
}

/// The window's device, with a picture of the window's own.
pub struct Canvas {
    /// What draws.
    pub gpu: Gpu,
    window: RenderState,
    shown: Option<Shown>,
    faults: Faults,
}

/// A target and the texture that the window shows.
struct Shown {
    target: Target,
    /// The window's toolkit wants bytes as they are displayed, without their being decoded.
    copy: wgpu::Texture,
    id: TextureId,
}

/// What the device reports, from any thread.
#[derive(Clone, Default)]
struct Faults {
    lost: Arc<AtomicBool>,
    messages: Arc<Mutex<Vec<String>>>,
}

impl Canvas {
    /// Draws with the window's device.
    pub fn new(window: RenderState) -> Self {
        let gpu =
            Gpu { device: window.device.clone(), queue: window.queue.clone(), name: window.adapter.get_info().name };
        let faults = Faults::default();
        faults.listen(&gpu.device);
        Self { gpu, window, shown: None, faults }
    }

    /// The picture to draw to, and the texture of the window that shows it.
    pub fn target(&self) -> Option<(&Target, TextureId)> {
        self.shown.as_ref().map(|shown| (&shown.target, shown.id))
    }

    /// Makes the target anew when the picture has another size; whether it did.
    pub fn fit(&mut self, size: [u32; 2]) -> bool {
        let size = size.map(|side| side.clamp(1, self.gpu.device.limits().max_texture_dimension_2d));
        if self.shown.as_ref().is_some_and(|shown| shown.target.size() == size) {
            return false;
        }
        let target = Target::new(&self.gpu, size, samples(&self.window));
        let copy = self.gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let view = copy.create_view(&wgpu::TextureViewDescriptor::default());
        let (device, filter) = (&self.gpu.device, wgpu::FilterMode::Nearest);
        let mut toolkit = self.window.renderer.write();
        let id = match self.shown.take() {
            Some(old) => {
                toolkit.update_egui_texture_from_wgpu_texture(device, &view, filter, old.id);
                old.id
            }
            None => toolkit.register_native_texture(device, &view, filter),
        };
        drop(toolkit);
        self.shown = Some(Shown { target, copy, id });
        true
    }

    /// Brings what was drawn to the window.
    pub fn present(&self) {
        let Some(shown) = &self.shown else { return };
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("picture") };
        let mut encoder = self.gpu.device.create_command_encoder(&descriptor);
        let from = shown.target.view().texture();
        encoder.copy_texture_to_texture(from.as_image_copy(), shown.copy.as_image_copy(), shown.copy.size());
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// The picture that was drawn last; none on a device that was lost.
    pub fn read(&self) -> Option<Texture> {
        self.shown.as_ref().filter(|_| !self.is_lost()).map(|shown| shown.target.read(&self.gpu))
    }

    /// Gives the device up, as a driver does that fails.
    pub fn lose(&self) {
        self.gpu.device.destroy();
        // the loss is told when the device is asked next, by whatever it answers
        let _ = self.gpu.device.poll(wgpu::PollType::Poll);
    }

    /// Whether the device was lost.
    pub fn is_lost(&self) -> bool {
        self.faults.lost.load(Ordering::Relaxed)
    }

    /// What the device reported since the last call.
    pub fn take_faults(&self) -> Vec<String> {
        std::mem::take(&mut *self.faults.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Faults {
    /// Keeps what the device reports; a program that draws must not end by it.
    fn listen(&self, device: &wgpu::Device) {
        let faults = self.clone();
        device.set_device_lost_callback(move |_reason, _message| faults.lost.store(true, Ordering::Relaxed));
        let faults = self.clone();
        device.on_uncaptured_error(Arc::new(move |error| faults.note(error.to_string())));
    }

    fn note(&self, message: String) {
        // that nothing works on a device that was lost is no news
        if self.lost.load(Ordering::Relaxed) {
            return;
        }
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }
}

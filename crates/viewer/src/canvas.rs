//! The device that draws a picture for the window, and the texture that the window shows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use eframe::egui_wgpu::RenderState;
use eframe::wgpu;
use muslin_render::texture::Texture;
use muslin_render::{Gpu, Target};
use web_time::Instant;

use crate::pane::{Glazier, Pane};
use crate::resolution::Resolution;

/// How long a picture stays the same before it is drawn with every pixel.
const STILL: Duration = Duration::from_millis(150);

/// The window's device, with a picture of the window's own.
pub struct Canvas {
    /// What draws.
    pub gpu: Gpu,
    glazier: Glazier,
    /// None where a card draws, which does not need it.
    resolution: Option<Resolution>,
    shown: Option<Shown>,
    /// When the last picture was begun.
    begun: Instant,
    /// Whether that one may have fewer pixels.
    hurries: bool,
    faults: Faults,
}

/// What a picture is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be seen now; the next one comes soon.
    Watch,
    /// To be kept: with every pixel.
    Keep,
}

/// A target and the texture that the window shows.
struct Shown {
    target: Target,
    /// The size that it is shown at [pixels].
    window: [u32; 2],
    /// Its bytes, as they are displayed, where the picture itself cannot be shown.
    copy: Option<wgpu::Texture>,
    pane: Pane,
}

/// What the device reports, from any thread.
#[derive(Clone, Default)]
struct Faults {
    lost: Arc<AtomicBool>,
    messages: Arc<Mutex<Vec<String>>>,
}

impl Canvas {
    /// Draws with the window's device.
    pub fn new(window: &RenderState) -> Self {
        let gpu =
            Gpu { device: window.device.clone(), queue: window.queue.clone(), name: window.adapter.get_info().name };
        let faults = Faults::default();
        faults.listen(&gpu.device);
        let is_program = window.adapter.get_info().device_type == wgpu::DeviceType::Cpu;
        let resolution = is_program.then(Resolution::default);
        Self {
            glazier: Glazier::new(window),
            gpu,
            resolution,
            shown: None,
            begun: Instant::now(),
            hurries: false,
            faults,
        }
    }

    /// Whether a program plays the graphics card: then frames matter more than details.
    pub fn is_program(&self) -> bool {
        self.resolution.is_some()
    }

    /// Makes room for a picture that is shown at `size` [pixels]; whether it must be drawn. It need not when it is the `same` as
    /// the last one, and that one has pixels enough.
    pub fn begin(&mut self, size: [u32; 2], same: bool, purpose: Purpose) -> bool {
        let most = self.gpu.device.limits().max_texture_dimension_2d;
        let size = size.map(|side| side.clamp(1, most));
        let same = same && self.shown.as_ref().is_some_and(|shown| shown.window == size);
        let is_still = same && self.begun.elapsed() >= STILL;
        self.hurries = purpose == Purpose::Watch && !is_still;
        if same && self.hurries {
            return false;
        }
        let drawn = match &self.resolution {
            Some(resolution) if self.hurries => resolution.size(size),
            _ => size,
        };
        if !self.fit(drawn, size) && same {
            return false;
        }
        self.begun = Instant::now();
        true
    }

    /// How long until a picture that was drawn with fewer pixels gets all of them, if nothing moves meanwhile.
    pub fn wait(&self) -> Option<Duration> {
        let is_reduced = self.shown.as_ref().is_some_and(|shown| shown.target.size() != shown.window);
        is_reduced.then(|| STILL.saturating_sub(self.begun.elapsed()))
    }

    /// The picture to draw to, and what shows it in the window.
    pub fn target(&self) -> Option<(&Target, Pane)> {
        self.shown.as_ref().map(|shown| (&shown.target, shown.pane.clone()))
    }

    /// Makes the target anew when the picture has another size, or is shown at another one; whether it did.
    fn fit(&mut self, size: [u32; 2], window: [u32; 2]) -> bool {
        if self.shown.as_ref().is_some_and(|shown| shown.target.size() == size && shown.window == window) {
            return false;
        }
        let target = Target::new(&self.gpu, size, if self.is_program() { 1 } else { 4 });
        let copy = self.glazier.copy_format().map(|format| {
            self.gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("picture"),
                size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            })
        });
        let picture = copy.as_ref().unwrap_or(target.view().texture());
        let pane = self.glazier.pane(&self.gpu.device, picture, size == window);
        self.shown = Some(Shown { target, window, copy, pane });
        true
    }

    /// Brings what was drawn to the window.
    pub fn present(&mut self) {
        let Some(shown) = &self.shown else { return };
        if let Some(copy) = &shown.copy {
            let descriptor = wgpu::CommandEncoderDescriptor { label: Some("picture") };
            let mut encoder = self.gpu.device.create_command_encoder(&descriptor);
            let from = shown.target.view().texture();
            encoder.copy_texture_to_texture(from.as_image_copy(), copy.as_image_copy(), copy.size());
            self.gpu.queue.submit([encoder.finish()]);
        }
        if let (Some(resolution), true) = (&mut self.resolution, self.hurries) {
            // the window waits for it in any case
            let _ = self.gpu.device.poll(wgpu::PollType::wait_indefinitely());
            resolution.note(self.begun.elapsed());
        }
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

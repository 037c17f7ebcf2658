//! The device that draws: a graphics card or a program that acts as one.

/// Device and queue, shared by everything that draws.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// What makes buffers, textures and pipelines.
    pub device: wgpu::Device,
    /// What takes the work.
    pub queue: wgpu::Queue,
    /// Name of the adapter, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub name: String,
}

/// Why there is nothing to draw with.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No driver answered.
    #[error(
        "no graphics driver: pictures need Vulkan, Metal, Direct3D 12 or OpenGL; a software driver will do, on Debian or Ubuntu `apt-get install mesa-vulkan-drivers`"
    )]
    NoDriver,
    /// A driver answered, but gave no device.
    #[error("the graphics driver {name} gives no device: {reason}")]
    NoDevice {
        /// Name of the adapter.
        name: String,
        /// What it says.
        reason: String,
    },
}

impl Gpu {
    /// A device without a window: a graphics card's where there is one, else the software driver's.
    ///
    /// # Errors
    /// If there is no driver, or it gives no device.
    pub fn headless() -> Result<Self, GpuError> {
        // OpenGL is asked last: it looks for a display and complains where there is none
        let adapter =
            adapter(wgpu::Backends::PRIMARY).or_else(|| adapter(wgpu::Backends::GL)).ok_or(GpuError::NoDriver)?;
        let name = adapter.get_info().name;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("muslin"),
            // the default's buffers end at five million vertices
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| GpuError::NoDevice { name: name.clone(), reason: error.to_string() })?;
        Ok(Self { device, queue, name })
    }
}

/// The best adapter of some backends, or of those that the environment variable `WGPU_BACKEND` names.
fn adapter(backends: wgpu::Backends) -> Option<wgpu::Adapter> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::from_env().unwrap_or(backends);
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..wgpu::RequestAdapterOptions::default()
    };
    pollster::block_on(wgpu::Instance::new(descriptor).request_adapter(&options)).ok()
}

//! Pictures, drawn by whatever driver there is.

// a skipped test says so
#![allow(clippy::print_stderr)]

mod city;
mod documents;
mod golden;
mod robust;
mod scenes;
mod shading;

use std::sync::OnceLock;

use muslin_render::{Camera, Gpu, Renderer, Stage, Style, Target, texture::Texture};

/// The device, or a note that there is none: on a machine without a driver these tests say so and pass, in CI they fail.
fn gpu() -> Option<&'static Gpu> {
    static GPU: OnceLock<Option<Gpu>> = OnceLock::new();
    GPU.get_or_init(|| match Gpu::headless() {
        Ok(gpu) => Some(gpu),
        Err(error) if std::env::var_os("CI").is_none() => {
            eprintln!("SKIPPED: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    })
    .as_ref()
}

/// One picture.
fn draw(gpu: &Gpu, stage: &Stage, camera: &Camera, style: &Style, size: [u32; 2], samples: u32) -> Texture {
    let target = Target::new(gpu, size, samples);
    Renderer::new(gpu).draw_frame(gpu, stage, camera, style, &target).expect("a shader that compiles");
    target.read(gpu)
}

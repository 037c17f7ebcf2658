//! Opens the window in a page.

use std::cell::RefCell;

use eframe::web_sys::HtmlCanvasElement;
use eframe::{WebOptions, WebRunner};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::app::Viewer;
use crate::built_in;
use crate::content::Window;
use crate::options::Options;
use crate::status;

thread_local! {
    static RUNNER: RefCell<Option<WebRunner>> = const { RefCell::new(None) };
}

/// Shows the scene called `name`, of those that are built in, on a canvas of the page.
///
/// # Errors
/// If there is no such scene, or nothing to draw with.
#[wasm_bindgen]
pub async fn start(canvas: HtmlCanvasElement, name: String) -> Result<(), JsValue> {
    let text = built_in::text(&name).ok_or_else(|| JsValue::from_str(&format!("there is no scene {name}")))?;
    let loaded = muslin_scene::load_str(&format!("{name}.toml"), text, &[])
        .map_err(|error| JsValue::from_str(&error.to_string()))?;
    let runner = WebRunner::new();
    let create: eframe::AppCreator<'static> = Box::new(move |context| {
        let (ctx, device) = (&context.egui_ctx, context.wgpu_render_state.as_ref());
        let viewer = Viewer::new(ctx, device, loaded, built_in::entries(), &Options::default())?;
        Ok(Box::new(Window::new(ctx, viewer)))
    });
    runner.start(canvas, WebOptions { dithering: false, ..WebOptions::default() }, create).await?;
    RUNNER.with(|place| *place.borrow_mut() = Some(runner));
    Ok(())
}

/// What the window shows, as JSON; empty before the first picture.
#[wasm_bindgen]
pub fn status() -> String {
    status::last()
}

//! The panel of the scenes that can be opened.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use eframe::egui::{
    Button, ColorImage, Context, Image, ScrollArea, TextureHandle, TextureOptions, Ui, load::SizedTexture,
};

use crate::catalogue::Entry;

/// Width and height of a thumbnail [points].
const THUMBNAIL: [f32; 2] = [72.0, 54.0];

/// The scenes and their pictures.
#[derive(Default)]
pub struct Scenes {
    /// What can be picked.
    pub entries: Vec<Entry>,
    /// Pictures that were loaded; none where that failed, so that it is tried once.
    pictures: BTreeMap<PathBuf, Option<TextureHandle>>,
}

impl Scenes {
    /// Scenes to pick from.
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries, pictures: BTreeMap::new() }
    }

    /// Shows them; the file of the one that was clicked.
    pub fn show(&mut self, ui: &mut Ui, open: &str) -> Option<PathBuf> {
        if self.entries.is_empty() {
            ui.weak("No scenes/NAME/scene.toml near the working directory.");
        }
        let mut picked = None;
        let pictures = &mut self.pictures;
        ScrollArea::vertical().id_salt("scenes").max_height(260.0).auto_shrink([false, true]).show(ui, |ui| {
            for entry in &self.entries {
                if button(ui, pictures, entry, open).clicked() {
                    picked = Some(entry.scene.clone());
                }
            }
        });
        ui.weak("Or drop a scene file on the window.");
        picked
    }
}

fn button(
    ui: &mut Ui,
    pictures: &mut BTreeMap<PathBuf, Option<TextureHandle>>,
    entry: &Entry,
    open: &str,
) -> eframe::egui::Response {
    let picture = entry.thumbnail.as_ref().and_then(|path| {
        let load = || picture(ui.ctx(), path);
        pictures.entry(path.clone()).or_insert_with(load).as_ref()
    });
    let name = entry.name.as_str();
    let button = match picture {
        Some(texture) => Button::image_and_text(Image::from_texture(SizedTexture::new(texture.id(), THUMBNAIL)), name),
        None => Button::new(name),
    };
    ui.add(button.selected(name == open).min_size([ui.available_width(), 0.0].into()))
        .on_hover_text(entry.scene.display().to_string())
}

/// A thumbnail that is missing or broken is none: the name is enough.
fn picture(ctx: &Context, path: &Path) -> Option<TextureHandle> {
    #[allow(clippy::cast_sign_loss)] // a constant above 0
    let [width, height] = THUMBNAIL.map(|side| 2 * side as u32);
    let picture =
        image::open(path).ok()?.resize_to_fill(width, height, image::imageops::FilterType::Triangle).to_rgba8();
    let image = ColorImage::from_rgba_unmultiplied([width as usize, height as usize], picture.as_raw());
    Some(ctx.load_texture(path.display().to_string(), image, TextureOptions::LINEAR))
}

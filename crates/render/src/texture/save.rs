//! Writing a picture.

use std::io::{BufWriter, Write};
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use super::Texture;

impl Texture {
    /// The picture as the bytes of a PNG file.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_png(&self, to: impl Write) -> Result<(), image::ImageError> {
        let encoder = PngEncoder::new_with_quality(to, CompressionType::Default, FilterType::Adaptive);
        encoder.write_image(&self.rgba, self.size[0], self.size[1], ExtendedColorType::Rgba8)
    }

    /// Writes the picture as a PNG file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), image::ImageError> {
        let mut file = BufWriter::new(std::fs::File::create(path)?);
        self.write_png(&mut file)?;
        file.flush()?;
        Ok(())
    }
}

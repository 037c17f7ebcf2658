//! Pictures from PNG and JPEG files.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use image::error::{ImageError, ImageResult};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::Texture;

/// Most columns, and rows, that a picture from a file may have [px]; every graphics card takes as many.
pub const MAX_SIDE: u32 = 8192;

/// Why a picture could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum TextureError {
    #[error("there is no such picture, check its name: {}", path.display())]
    NotFound { path: PathBuf },
    #[error("cannot read the picture ({reason}), check its permissions: {}", path.display())]
    Unreadable { reason: io::Error, path: PathBuf },
    #[error("this is no whole PNG or JPEG picture ({reason}), save it anew as one: {}", path.display())]
    NotAPicture { reason: String, path: PathBuf },
    #[error(
        "the picture is {}, at most {MAX_SIDE} pixels a side can be used, make it smaller: {}",
        described(*size),
        path.display()
    )]
    TooLarge { size: Option<[u32; 2]>, path: PathBuf },
}

/// How large a picture is, where that is known.
fn described(size: Option<[u32; 2]>) -> String {
    size.map_or_else(|| "too large".to_owned(), |[width, height]| format!("{width} x {height}"))
}

impl Texture {
    /// Reads a PNG or JPEG file, whatever its name ends in, the right way up.
    ///
    /// # Errors
    ///
    /// If the file is missing, cannot be read, is not such a picture, or has more than [`MAX_SIDE`] pixels a side.
    pub fn load(path: &Path) -> Result<Self, TextureError> {
        let reader = open(path)?;
        let decoder = reader.into_decoder().map_err(|error| TextureError::decoding(error, None, path))?;
        let (width, height) = decoder.dimensions();
        let fault = |error| TextureError::decoding(error, Some([width, height]), path);
        if width.max(height) > MAX_SIDE {
            return Err(TextureError::TooLarge { size: Some([width, height]), path: path.to_owned() });
        }
        let picture = upright(decoder).map_err(fault)?.into_rgba8();
        Ok(Self::new([picture.width(), picture.height()], picture.into_raw()))
    }
}

/// A reader of the file that goes by what is in it.
fn open(path: &Path) -> Result<ImageReader<BufReader<std::fs::File>>, TextureError> {
    let fault = |reason: io::Error| match reason.kind() {
        io::ErrorKind::NotFound => TextureError::NotFound { path: path.to_owned() },
        _ => TextureError::Unreadable { reason, path: path.to_owned() },
    };
    let mut reader = ImageReader::open(path).and_then(ImageReader::with_guessed_format).map_err(fault)?;
    if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg)) {
        let reason = "its first bytes are those of neither".to_owned();
        return Err(TextureError::NotAPicture { reason, path: path.to_owned() });
    }
    // the decoder refuses to take more than half a gigabyte, however many pixels a damaged file claims
    reader.limits(Limits::default());
    Ok(reader)
}

/// Decodes and turns as a camera has noted.
fn upright(mut decoder: impl ImageDecoder) -> ImageResult<DynamicImage> {
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

impl TextureError {
    fn decoding(error: ImageError, size: Option<[u32; 2]>, path: &Path) -> Self {
        let path = path.to_owned();
        match error {
            ImageError::Limits(_) => Self::TooLarge { size, path },
            ImageError::IoError(reason) if reason.kind() != io::ErrorKind::UnexpectedEof => {
                Self::Unreadable { reason, path }
            }
            other => Self::NotAPicture { reason: other.to_string(), path },
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{ExtendedColorType, codecs::jpeg::JpegEncoder};

    use super::*;

    /// A file of its own for each test, gone when the test ends.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str, bytes: &[u8]) -> Self {
            let path = std::env::temp_dir().join(format!("muslin-{}-{name}", std::process::id()));
            std::fs::write(&path, bytes).unwrap();
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn png(picture: &Texture) -> Vec<u8> {
        let [width, height] = picture.size;
        let mut bytes = io::Cursor::new(Vec::new());
        image::write_buffer_with_format(
            &mut bytes,
            &picture.rgba,
            width,
            height,
            ExtendedColorType::Rgba8,
            ImageFormat::Png,
        )
        .unwrap();
        bytes.into_inner()
    }

    fn checks() -> Texture {
        Texture::from_fn([5, 4], |x, y| [(x * 50) as u8, (y * 60) as u8, 9, 255 - x as u8])
    }

    #[test]
    fn a_png_comes_back_bit_for_bit_even_under_another_name() {
        let file = Scratch::new("a.jpg", &png(&checks()));
        assert_eq!(Texture::load(&file.0).unwrap(), checks());
    }

    #[test]
    fn a_jpeg_is_read() {
        let mut bytes = Vec::new();
        JpegEncoder::new(&mut bytes).encode(&[200; 16 * 8 * 3], 16, 8, ExtendedColorType::Rgb8).unwrap();
        let file = Scratch::new("b.jpg", &bytes);
        let picture = Texture::load(&file.0).unwrap();
        assert_eq!(picture.size, [16, 8]);
        assert!(picture.pixel(3, 3)[..3].iter().all(|level| level.abs_diff(200) < 3));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Texture::load(Path::new("/no/such.png")).unwrap_err();
        assert!(matches!(error, TextureError::NotFound { .. }));
        assert_eq!(error.to_string(), "there is no such picture, check its name: /no/such.png");
    }

    #[test]
    fn a_folder_is_no_readable_file() {
        assert!(matches!(Texture::load(&std::env::temp_dir()), Err(TextureError::Unreadable { .. })));
    }

    #[test]
    fn text_and_half_a_picture_are_refused() {
        for (name, bytes) in [("c.png", b"a poem".to_vec()), ("d.png", png(&checks())[..60].to_vec())] {
            let file = Scratch::new(name, &bytes);
            let error = Texture::load(&file.0).unwrap_err();
            assert!(matches!(error, TextureError::NotAPicture { .. }), "{error}");
        }
    }

    #[test]
    fn a_picture_that_is_too_wide_is_refused_with_its_size() {
        let file = Scratch::new("e.png", &png(&Texture::filled([MAX_SIDE + 1, 1], [0; 3])));
        let message = Texture::load(&file.0).unwrap_err().to_string();
        assert!(message.starts_with("the picture is 8193 x 1, at most 8192 pixels"), "{message}");
    }
}

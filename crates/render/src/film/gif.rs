//! A GIF of all pictures.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom};
use std::path::PathBuf;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};
use muslin_scene::io::{PendingFile, WriteError};

use crate::film::{Film, FilmError};
use crate::texture::Texture;

/// Fastest that programs show a GIF [1/s]: its times are in hundredths of a second, and one alone is taken for ten.
pub const MAX_GIF_FPS: f64 = 50.0;

/// From 1, the best colours, to 30: ten is hardly worse and several times as fast.
const SPEED: i32 = 10;
/// The last byte of every GIF.
const TRAILER: u8 = 0x3B;

/// Writes a GIF that runs again and again.
pub struct Gif {
    encoder: GifEncoder<BufWriter<File>>,
    pending: PendingFile,
    fps: f64,
    count: usize,
}

impl Gif {
    /// Begins the GIF `path` with `fps` pictures a second.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: PathBuf, fps: f64) -> Result<Self, WriteError> {
        let pending = PendingFile::create(path)?;
        let output = pending.file().try_clone().map_err(|reason| pending.failed(reason))?;
        let mut encoder = GifEncoder::new_with_speed(BufWriter::new(output), SPEED);
        let endless = encoder.set_repeat(Repeat::Infinite);
        endless.map_err(|error| pending.failed(io::Error::other(error)))?;
        Ok(Self { encoder, pending, fps, count: 0 })
    }
}

impl Film for Gif {
    fn put(&mut self, _frame: u64, picture: &Texture) -> Result<(), FilmError> {
        let delay = Delay::from_numer_denom_ms(10 * delay(self.count, self.fps), 1);
        let [width, height] = picture.size;
        // a texture has four bytes a pixel, as such a picture has
        let picture = RgbaImage::from_raw(width, height, picture.rgba.clone()).unwrap_or_default();
        let put = self.encoder.encode_frame(Frame::from_parts(picture, 0, 0, delay));
        put.map_err(|error| self.pending.failed(io::Error::other(error)))?;
        self.count += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<PathBuf>, FilmError> {
        let Self { encoder, pending, .. } = *self;
        // writes the end, and does not say whether that went well
        drop(encoder);
        check_end(pending.file()).map_err(|reason| pending.failed(reason))?;
        Ok(vec![pending.commit()?])
    }
}

fn check_end(mut file: &File) -> io::Result<()> {
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == [TRAILER] { Ok(()) } else { Err(io::Error::other("the end is missing")) }
}

/// How long picture `index` of a GIF with `fps` is shown [1/100 s]; rounded so that no error adds up.
#[allow(clippy::cast_sign_loss)] // a later picture ends later
fn delay(index: usize, fps: f64) -> u32 {
    let end = |count: usize| (100.0 * count as f64 / fps).round();
    (end(index + 1) - end(index)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_to_the_time_and_none_is_too_short() {
        for fps in [50.0, 45.0, 33.0, 30.0, 24.0, 0.5] {
            let delays: Vec<u32> = (0..200).map(|index| delay(index, fps)).collect();
            assert!(f64::from(delays.iter().sum::<u32>()) - 100.0 * 200.0 / fps < 0.51, "{fps}");
            assert!(delays.iter().all(|&delay| delay >= 2), "{fps}");
        }
    }
}

//! A film that grows picture by picture.

use std::path::{Path, PathBuf};

use muslin_render::film::{Container, Film, FilmError, Names, Pictures, Video};
use muslin_render::texture::Texture;

/// A film: a video where there is an ffmpeg, else a folder of pictures to make one of.
pub struct Reel {
    folder: PathBuf,
    stem: String,
    fps: f64,
    /// None before the first picture, whose size is that of all.
    film: Option<(Box<dyn Film + Send>, [u32; 2])>,
    count: u64,
}

impl Reel {
    /// A film with `fps` pictures a second, called after `stem`, in `folder`. Nothing is written yet.
    pub fn new(folder: PathBuf, stem: String, fps: f64) -> Self {
        Self { folder, stem, fps, film: None, count: 0 }
    }

    /// Where a film called after `stem` lies: the video, or the folder of its pictures.
    pub fn places(folder: &Path, stem: &str) -> [PathBuf; 2] {
        [folder.join(format!("{stem}.mp4")), folder.join(stem)]
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn take(&mut self, picture: &Texture) -> Result<(), FilmError> {
        if self.film.is_none() {
            self.film = Some(self.open(picture.size)?);
        }
        if let Some((film, size)) = &mut self.film {
            film.put(self.count, &fitted(picture, *size))?;
            self.count += 1;
        }
        Ok(())
    }

    /// Ends the film, and says what was written.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<String, FilmError> {
        let Some((film, _)) = self.film else { return Ok("the film has no pictures: nothing is written".to_owned()) };
        let files = film.finish()?;
        let [video, pictures] = Self::places(&self.folder, &self.stem);
        let (count, fps) = (self.count, self.fps);
        if files.contains(&video) {
            return Ok(format!("film of {count} pictures: {}", video.display()));
        }
        let folder = pictures.display();
        Ok(format!(
            "{count} pictures in {folder}; a film, once there is ffmpeg: ffmpeg -framerate {fps} -i {folder}/%06d.png {}",
            video.display()
        ))
    }

    fn open(&self, size: [u32; 2]) -> Result<(Box<dyn Film + Send>, [u32; 2]), FilmError> {
        let [video, pictures] = Self::places(&self.folder, &self.stem);
        // colours of a video are stored for squares of two by two pixels
        let even = size.map(|side| (side & !1).max(2));
        match Video::create(video, Container::Mp4, even, self.fps) {
            Ok(film) => Ok((Box::new(film), even)),
            Err(FilmError::NoFfmpeg { .. }) => {
                let names = Names::by_pattern(&pictures.join("######.png"));
                Ok((Box::new(Pictures::create(names)?), size))
            }
            Err(error) => Err(error),
        }
    }
}

impl std::fmt::Debug for Reel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reel").field("stem", &self.stem).field("count", &self.count).finish_non_exhaustive()
    }
}

/// The middle of `picture` in `size`; black where it does not reach: a window may change its size during a film.
fn fitted(picture: &Texture, size: [u32; 2]) -> Texture {
    if picture.size == size {
        return picture.clone();
    }
    let place = |at: u32, side: usize| {
        let (from, to) = (i64::from(picture.size[side]), i64::from(size[side]));
        u32::try_from(i64::from(at) + (from - to).div_euclid(2)).ok().filter(|&at| i64::from(at) < from)
    };
    Texture::from_fn(size, |x, y| match (place(x, 0), place(y, 1)) {
        (Some(x), Some(y)) => picture.pixel(x, y),
        _ => [0, 0, 0, 255],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_size_keeps_the_middle() {
        let picture = Texture::from_fn([4, 2], |x, y| [x as u8, y as u8, 0, 255]);
        let smaller = fitted(&picture, [2, 2]);
        assert_eq!(smaller.pixel(0, 0), [1, 0, 0, 255]);
        let larger = fitted(&picture, [8, 4]);
        assert_eq!(larger.pixel(0, 0), [0, 0, 0, 255]);
        assert_eq!(larger.pixel(2, 1), [0, 0, 0, 255]);
        assert_eq!(larger.pixel(5, 2), [3, 1, 0, 255]);
        assert_eq!(fitted(&larger, [4, 2]), picture);
    }
}

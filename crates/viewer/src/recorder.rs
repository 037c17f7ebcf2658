//! Pictures to files: single ones, and one of every frame.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::JoinHandle;

use muslin_render::texture::Texture;

/// Pictures that may wait to be written; a faster simulation waits for the disk then.
const WAITING: usize = 4;

/// Writes pictures on a thread of its own.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    /// None only while it is dropped.
    pictures: Option<SyncSender<(PathBuf, Texture)>>,
    errors: Receiver<String>,
    thread: Option<JoinHandle<()>>,
    film: Option<Film>,
}

/// A recording in work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Where its pictures go.
    pub folder: PathBuf,
    /// Pictures so far.
    pub count: u64,
    /// The frame that was written last.
    last: Option<u64>,
}

impl Recorder {
    /// Writes to `folder`, which is made when the first picture comes.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(folder: PathBuf) -> std::io::Result<Self> {
        let (pictures, receiver) = mpsc::sync_channel::<(PathBuf, Texture)>(WAITING);
        let (sender, errors) = mpsc::channel();
        let work = move || {
            for (path, picture) in receiver {
                if let Err(error) = write(&path, &picture) {
                    // whoever asked may have closed the window since
                    let _ = sender.send(format!("cannot write {}: {error}", path.display()));
                }
            }
        };
        let thread = std::thread::Builder::new().name("pictures".to_owned()).spawn(work)?;
        Ok(Self { folder, pictures: Some(pictures), errors, thread: Some(thread), film: None })
    }

    /// Where files go.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A path in the folder that is not in use: `NAME-1.EXTENSION`, or the next number.
    pub fn free_path(&self, name: &str, extension: &str) -> PathBuf {
        let numbered = |number: u32| self.folder.join(format!("{name}-{number}{extension}"));
        (1..u32::MAX).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(u32::MAX))
    }

    /// Writes one picture.
    pub fn write(&self, path: PathBuf, picture: Texture) {
        if let Some(pictures) = &self.pictures {
            // the thread ends with the sender only
            let _ = pictures.send((path, picture));
        }
    }

    /// Begins to write every frame.
    pub fn begin(&mut self, name: &str) {
        let folder = self.free_path(&format!("{name}-film"), "");
        self.film = Some(Film { folder, count: 0, last: None });
    }

    /// Ends it, and says what was written.
    pub fn end(&mut self) -> Option<Film> {
        self.film.take()
    }

    /// The recording in work.
    pub fn film(&self) -> Option<&Film> {
        self.film.as_ref()
    }

    /// Whether the recording lacks `frame`.
    pub fn wants(&self, frame: u64) -> bool {
        self.film.as_ref().is_some_and(|film| film.last != Some(frame))
    }

    /// Writes `frame` to the recording.
    pub fn take(&mut self, frame: u64, picture: Texture) {
        let Some(film) = &mut self.film else { return };
        let path = film.folder.join(format!("{:06}.png", film.count));
        film.count += 1;
        film.last = Some(frame);
        self.write(path, picture);
    }

    /// What could not be written since the last call.
    pub fn errors(&self) -> Vec<String> {
        self.errors.try_iter().collect()
    }
}

impl Drop for Recorder {
    /// Waits for what is still to be written.
    fn drop(&mut self) {
        self.pictures = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write(path: &Path, picture: &Texture) -> Result<(), image::ImageError> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    picture.save(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("muslin-recorder-{name}-{}", std::process::id()))
    }

    #[test]
    fn every_frame_is_written_once_and_a_second_film_gets_its_own_folder() {
        let folder = scratch("film");
        let mut recorder = Recorder::new(folder.clone()).unwrap();
        for _ in 0..2 {
            recorder.begin("sheet");
            for frame in [3, 3, 4] {
                if recorder.wants(frame) {
                    recorder.take(frame, Texture::filled([2, 2], [9, 8, 7]));
                }
            }
            let film = recorder.end().unwrap();
            assert_eq!(film.count, 2);
            // the next name is free when this one is written
            while !film.folder.join("000001.png").exists() {
                std::thread::yield_now();
            }
        }
        drop(recorder);
        let names = |film: &str| std::fs::read_dir(folder.join(film)).unwrap().count();
        assert_eq!((names("sheet-film-1"), names("sheet-film-2")), (2, 2));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_told() {
        let blocked = scratch("blocked");
        std::fs::write(&blocked, "a file").unwrap();
        let recorder = Recorder::new(blocked.clone()).unwrap();
        recorder.write(blocked.join("a.png"), Texture::filled([1, 1], [0; 3]));
        let error = recorder.errors.recv().unwrap();
        assert!(error.contains("a.png"), "{error}");
        std::fs::remove_file(blocked).unwrap();
    }
}

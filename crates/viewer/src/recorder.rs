//! Pictures to files: single ones, and films of every frame.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::JoinHandle;

use muslin_render::film::pictures;
use muslin_render::texture::Texture;

use crate::reel::Reel;

/// Pictures that may wait to be written; a faster simulation waits for the disk then.
const WAITING: usize = 4;

/// Writes pictures on a thread of its own.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    /// None only while it is dropped.
    orders: Option<SyncSender<Order>>,
    news: Receiver<News>,
    thread: Option<JoinHandle<()>>,
    film: Option<Recording>,
    /// How many films were begun: the next one gets another name even while this one has none yet.
    begun: u32,
}

/// A film in work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Pictures so far.
    pub count: u64,
    /// The frame that was taken last.
    last: Option<u64>,
}

/// What became of pictures and films.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// What was written, and where.
    Written(String),
    /// What could not be written, and why.
    Failed(String),
}

/// What the thread is to do.
#[derive(Debug)]
enum Order {
    Write(PathBuf, Texture),
    Begin(Reel),
    Take(Texture),
    End,
}

impl Recorder {
    /// Writes to `folder`, which is made when the first picture comes. `wake` is called, on another thread, whenever there
    /// are news.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(folder: PathBuf, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (orders, receiver) = mpsc::sync_channel(WAITING);
        let (sender, news) = mpsc::channel();
        let tell = move |news| {
            // whoever asked may have closed the window since
            let _ = sender.send(news);
            wake();
        };
        let work = move || carry_out(receiver, tell);
        // a page has neither threads nor files: there is nothing to order
        let (orders, thread) = if cfg!(target_arch = "wasm32") {
            (None, None)
        } else {
            (Some(orders), Some(std::thread::Builder::new().name("pictures".to_owned()).spawn(work)?))
        };
        Ok(Self { folder, orders, news, thread, film: None, begun: 0 })
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
        self.order(Order::Write(path, picture));
    }

    /// Begins a film of every frame, `fps` a second.
    pub fn begin(&mut self, name: &str, fps: f64) {
        self.begun += 1;
        let stem = |number: u32| format!("{name}-film-{number}");
        let taken = |number: &u32| {
            let [video, pictures] = Reel::places(&self.folder, &stem(*number));
            video.exists() || pictures.exists()
        };
        let number = (self.begun..u32::MAX).find(|number| !taken(number)).unwrap_or(u32::MAX);
        self.begun = number;
        self.order(Order::Begin(Reel::new(self.folder.clone(), stem(number), fps)));
        self.film = Some(Recording::default());
    }

    /// Ends the film. Its file gets its name when the last picture is written; then there are [`news`](Self::news).
    pub fn end(&mut self) -> Option<Recording> {
        let film = self.film.take()?;
        self.order(Order::End);
        Some(film)
    }

    /// The film in work.
    pub fn film(&self) -> Option<Recording> {
        self.film
    }

    /// Whether the film lacks `frame`.
    pub fn wants(&self, frame: u64) -> bool {
        self.film.is_some_and(|film| film.last != Some(frame))
    }

    /// Adds `frame` to the film.
    pub fn take(&mut self, frame: u64, picture: Texture) {
        let Some(film) = &mut self.film else { return };
        film.count += 1;
        film.last = Some(frame);
        self.order(Order::Take(picture));
    }

    /// What was written, and what could not be, since the last call.
    pub fn news(&self) -> Vec<News> {
        self.news.try_iter().collect()
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // the thread ends with the sender only
            let _ = orders.send(order);
        }
    }
}

impl Drop for Recorder {
    /// Waits for what is still to be written; a film in work ends with its last picture.
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn carry_out(orders: Receiver<Order>, tell: impl Fn(News)) {
    let mut reel: Option<Reel> = None;
    for order in orders {
        match order {
            Order::Write(path, picture) => tell(match pictures::write(path, &picture) {
                Ok(path) => News::Written(format!("picture: {}", path.display())),
                Err(error) => News::Failed(error.to_string()),
            }),
            Order::Begin(next) => reel = Some(next),
            Order::Take(picture) => {
                if let Some(Err(error)) = reel.as_mut().map(|reel| reel.take(&picture)) {
                    // the pictures that follow would only say the same
                    reel = None;
                    tell(News::Failed(error.to_string()));
                }
            }
            Order::End => {
                if let Some(reel) = reel.take() {
                    tell(end(reel));
                }
            }
        }
    }
    if let Some(reel) = reel {
        tell(end(reel));
    }
}

fn end(reel: Reel) -> News {
    match reel.finish() {
        Ok(text) => News::Written(text),
        Err(error) => News::Failed(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film(recorder: &mut Recorder, sides: &[u32]) -> News {
        recorder.begin("sheet", 30.0);
        for (frame, &side) in sides.iter().enumerate() {
            for _twice in 0..2 {
                if recorder.wants(frame as u64) {
                    recorder.take(frame as u64, Texture::filled([side, 16], [90, 80, 70]));
                }
            }
        }
        assert_eq!(recorder.end().unwrap().count, sides.len() as u64);
        recorder.news.recv().unwrap()
    }

    #[test]
    fn a_second_film_gets_a_name_of_its_own_and_other_sizes_fit_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let mut recorder = Recorder::new(folder.path().to_owned(), || {}).unwrap();
        for number in 1..3 {
            // a window that becomes smaller and larger meanwhile
            let news = film(&mut recorder, &[17, 12, 40]);
            let [video, pictures] = Reel::places(folder.path(), &format!("sheet-film-{number}"));
            let News::Written(text) = news else { panic!("{news:?}") };
            assert!(text.contains(&format!("sheet-film-{number}")), "{text}");
            // a machine with ffmpeg makes a video
            assert!(video.exists() != pictures.exists());
            if pictures.exists() {
                let size = |file: &str| Texture::load(&pictures.join(file)).unwrap().size;
                assert_eq!([size("000000.png"), size("000001.png"), size("000002.png")], [[17, 16]; 3]);
            }
        }
    }

    #[test]
    fn a_film_that_is_in_work_when_the_window_closes_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut recorder = Recorder::new(folder.path().to_owned(), || {}).unwrap();
        recorder.begin("sheet", 30.0);
        recorder.take(7, Texture::filled([16, 16], [90, 80, 70]));
        drop(recorder);
        assert!(Reel::places(folder.path(), "sheet-film-1").iter().any(|path| path.exists()));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("blocked");
        std::fs::write(&blocked, "a file").unwrap();
        let mut recorder = Recorder::new(blocked.clone(), || {}).unwrap();
        recorder.write(blocked.join("a.png"), Texture::filled([1, 1], [0; 3]));
        let failed = |news: &News| matches!(news, News::Failed(text) if text.contains("blocked"));
        assert!(failed(&recorder.news.recv().unwrap()));
        recorder.begin("sheet", 30.0);
        for frame in 0..3 {
            recorder.take(frame, Texture::filled([16, 16], [0; 3]));
        }
        assert!(failed(&recorder.news.recv().unwrap()));
        recorder.end();
        drop(recorder);
    }
}

//! A video, made by ffmpeg from the bare pixels of all pictures.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use muslin_scene::io::PendingFile;

use crate::film::{Film, FilmError};
use crate::texture::Texture;

/// Kind of video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// MPEG-4, H.264: plays everywhere.
    Mp4,
    /// `QuickTime`, H.264.
    Mov,
    /// Web, VP9.
    Webm,
}

impl Container {
    /// What ffmpeg is told to write.
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Mp4 => &["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"],
            Self::Mov => &["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mov"],
            Self::Webm => &["-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-row-mt", "1", "-f", "webm"],
        }
    }
}

/// Hands pictures to an ffmpeg that runs beside.
pub struct Video {
    ffmpeg: Child,
    /// Collects what it complains of, so that it never waits for a reader.
    complaints: Option<JoinHandle<String>>,
    /// None only once the video is finished.
    pending: Option<PendingFile>,
    path: PathBuf,
}

impl Video {
    /// Begins the video `path` of pictures of `size`, both sides even, `fps` a second.
    ///
    /// # Errors
    /// If it cannot be written, or there is no ffmpeg.
    pub fn create(path: PathBuf, container: Container, size: [u32; 2], fps: f64) -> Result<Self, FilmError> {
        let pending = PendingFile::create(path.clone())?;
        let mut ffmpeg = start(&pending, container, size, fps).map_err(|reason| match reason.kind() {
            io::ErrorKind::NotFound => FilmError::NoFfmpeg { path: path.clone() },
            _ => FilmError::FfmpegStart { reason, path: path.clone() },
        })?;
        let complaints = ffmpeg.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut said = Vec::new();
                // what could be read is told
                let _ = stderr.read_to_end(&mut said);
                String::from_utf8_lossy(&said).into_owned()
            })
        });
        Ok(Self { ffmpeg, complaints, pending: Some(pending), path })
    }

    /// Waits for the end of ffmpeg.
    ///
    /// # Errors
    /// If it did not end well; with what it says.
    fn wait(&mut self) -> Result<(), FilmError> {
        drop(self.ffmpeg.stdin.take());
        let ended = self.ffmpeg.wait();
        let said = self.complaints.take().and_then(|complaints| complaints.join().ok()).unwrap_or_default();
        match ended {
            Ok(status) if status.success() => Ok(()),
            Ok(status) if said.trim().is_empty() => self.failed(status.to_string()),
            Ok(_) => self.failed(said.trim().to_owned()),
            Err(reason) => self.failed(reason.to_string()),
        }
    }

    fn failed(&self, said: String) -> Result<(), FilmError> {
        Err(FilmError::Ffmpeg { said, path: self.path.clone() })
    }
}

impl Film for Video {
    fn put(&mut self, _frame: u64, picture: &Texture) -> Result<(), FilmError> {
        let Some(stdin) = &mut self.ffmpeg.stdin else { return self.failed("it takes no pictures".to_owned()) };
        if let Err(reason) = stdin.write_all(&picture.rgba) {
            // it has ended: it says why
            self.wait()?;
            self.failed(reason.to_string())?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Vec<PathBuf>, FilmError> {
        self.wait()?;
        let committed = self.pending.take().map(PendingFile::commit).transpose()?;
        Ok(committed.into_iter().collect())
    }
}

impl Drop for Video {
    fn drop(&mut self) {
        if self.pending.is_some() {
            // whether it had ended already or not: it is to leave the file alone
            let _ = self.ffmpeg.kill();
            let _ = self.ffmpeg.wait();
        }
    }
}

fn start(pending: &PendingFile, container: Container, [width, height]: [u32; 2], fps: f64) -> io::Result<Child> {
    let mut command = Command::new("ffmpeg");
    command.args(["-hide_banner", "-loglevel", "error", "-nostats", "-y"]);
    command.args(["-f", "rawvideo", "-pix_fmt", "rgba", "-s", &format!("{width}x{height}"), "-r", &fps.to_string()]);
    command.args(["-i", "-", "-an"]);
    // said outright: players guess otherwise, and from the height of the picture
    command.args(["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p"]);
    command.args(["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]);
    command.args(container.words()).arg(absolute(pending.temporary_path()));
    apart(&mut command).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
}

/// A path that cannot be taken for an option or a protocol.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Lets Ctrl-C go to Muslin alone, which then ends the film as it should be.
fn apart(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0)
    }
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP)
    }
    #[cfg(not(any(unix, windows)))]
    command
}

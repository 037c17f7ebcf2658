//! How far a run is, on the standard error stream.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console;

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// A bar where the standard error stream is a terminal, else nothing
    Auto,
    /// A bar
    Bar,
    /// One line a frame
    Lines,
    /// Nothing
    None,
}

/// Shows how far a run is.
pub struct Progress {
    view: View,
    what: &'static str,
    first: u64,
    last: u64,
    started: Instant,
}

enum View {
    Bar(ProgressBar),
    Lines,
    None,
}

impl Progress {
    /// Of a run from frame `first` to frame `last`, which begins now. `lines_on_stdout`: whether the run prints a line
    /// a frame anyway, which tells as much and would tear a bar apart on the same terminal.
    pub fn start(style: Style, first: u64, last: u64, lines_on_stdout: bool) -> Self {
        let crowded = lines_on_stdout && io::stdout().is_terminal();
        let view = match style {
            Style::Bar => View::Bar(bar(last - first)),
            Style::Auto if io::stderr().is_terminal() && !crowded => View::Bar(bar(last - first)),
            Style::Lines => View::Lines,
            Style::Auto | Style::None => View::None,
        };
        Self { view, what: "frame", first, last, started: Instant::now() }
    }

    /// Of drawing `count` pictures, the first of which is number 1.
    pub fn of_pictures(style: Style, count: usize) -> Self {
        Self { what: "picture", ..Self::start(style, 0, count as u64, false) }
    }

    /// Of making `count` cities, the first of which is number 1.
    pub fn of_cities(style: Style, count: u32) -> Self {
        Self { what: "city", ..Self::start(style, 0, u64::from(count), false) }
    }

    /// Frame, picture or city number `frame` is done.
    pub fn tick(&self, frame: u64) {
        let line = || line(self.what, frame, self.first, self.last, self.started.elapsed());
        match &self.view {
            View::Bar(bar) => {
                bar.set_message(line());
                bar.set_position(frame - self.first);
            }
            View::Lines => console::tell(line()),
            View::None => {}
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        if let View::Bar(bar) = self.view {
            bar.finish_and_clear();
        }
    }
}

fn bar(frames: u64) -> ProgressBar {
    // the template is ours and right; should it not be, a plain bar does
    let style = ProgressStyle::with_template("{bar:32} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(frames), ProgressDrawTarget::stderr()).with_style(style)
}

fn line(what: &str, frame: u64, first: u64, last: u64, elapsed: Duration) -> String {
    if frame == first {
        return format!("{what} {frame} of {last}");
    }
    let seconds_per_frame = elapsed.as_secs_f64() / (frame - first) as f64;
    let left = span(seconds_per_frame * (last - frame) as f64);
    format!("{what} {frame} of {last}, {:.1} ms per {what}, {left} left", 1e3 * seconds_per_frame)
}

/// A time as people say it.
fn span(seconds: f64) -> String {
    let minutes = (seconds / 60.0).floor();
    let hours = (minutes / 60.0).floor();
    if hours >= 1.0 {
        format!("{hours} h {} min", minutes - 60.0 * hours)
    } else if minutes >= 1.0 {
        format!("{minutes} min {:.0} s", (seconds - 60.0 * minutes).floor())
    } else {
        format!("{seconds:.0} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_where_how_fast_and_how_long() {
        assert_eq!(line("frame", 100, 100, 300, Duration::ZERO), "frame 100 of 300");
        let later = line("frame", 150, 100, 300, Duration::from_millis(1250));
        assert_eq!(later, "frame 150 of 300, 25.0 ms per frame, 4 s left");
    }

    #[test]
    fn a_span_has_the_units_that_fit() {
        assert_eq!([span(0.2), span(59.4), span(61.9), span(7500.0)], ["0 s", "59 s", "1 min 1 s", "2 h 5 min"]);
    }
}

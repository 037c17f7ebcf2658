//! How much of a file is written, on the standard error stream. How long it will be is not known before.

use std::io::{self, IsTerminal};
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::bytes::Bytes;
use crate::console;
use crate::progress::Style;

/// Bytes between two updates of what a terminal shows, and between two lines.
const UPDATE: u64 = 1 << 20;
const LINE: u64 = 100_000_000;

/// Shows how much of a file is written.
pub enum Gauge {
    /// In a line that changes.
    Spinner(ProgressBar),
    /// In lines below each other.
    Lines,
    /// Not at all.
    None,
}

impl Gauge {
    /// As `style` says.
    pub fn new(style: Style) -> Self {
        match style {
            Style::Bar => Self::spinner(),
            Style::Auto if io::stderr().is_terminal() => Self::spinner(),
            Style::Lines => Self::Lines,
            Style::Auto | Style::None => Self::None,
        }
    }

    fn spinner() -> Self {
        // the template is ours and right; should it not be, a plain one does
        let style =
            ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        Self::Spinner(ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style))
    }

    /// Of the file `path` there were `before` bytes and are `now`.
    pub fn tick(&self, path: &Path, before: u64, now: u64) {
        let line = || format!("writing {}, {}", path.display(), Bytes(now));
        match self {
            Self::Spinner(bar) if before / UPDATE < now / UPDATE => {
                bar.set_message(line());
                bar.tick();
            }
            Self::Lines if before / LINE < now / LINE => console::tell(line()),
            _ => {}
        }
    }

    /// Takes the line away.
    pub fn finish(self) {
        if let Self::Spinner(bar) = self {
            bar.finish_and_clear();
        }
    }
}

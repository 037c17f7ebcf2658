//! How many frames are due so that a simulated second takes a second.

/// Frames that are caught up at most. A machine that is slower for longer shows the cloth slower: catching up all would only
/// take it further behind.
const CATCH_UP: f64 = 15.0;

/// Time over which the rate is measured [s].
const WINDOW: f64 = 0.5;

/// Fixed steps against a clock that does not tick evenly.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// Frames that are due; a part of one is on its way.
    owed: f64,
    /// Time that passed, and that was simulated, since the rate was last measured [s].
    window: [f64; 2],
    rate: Option<f64>,
}

impl Pace {
    /// Lets `seconds` pass, while frames last `1 / fps` seconds.
    pub fn pass(&mut self, seconds: f64, fps: f64) {
        if self.window[0] >= WINDOW {
            self.rate = Some(self.window[1] / self.window[0]);
            self.window = [0.0; 2];
        }
        self.window[0] += seconds;
        self.owed = (self.owed + seconds * fps).min(CATCH_UP);
    }

    /// Takes one frame if it is due.
    pub fn take(&mut self, fps: f64) -> bool {
        let due = self.owed >= 1.0;
        if due {
            self.owed -= 1.0;
            self.window[1] += 1.0 / fps;
        }
        due
    }

    /// Time until a frame is due [s].
    pub fn wait(&self, fps: f64) -> f64 {
        ((1.0 - self.owed) / fps).max(0.0)
    }

    /// Simulated time over time that passed; none until it was measured.
    pub fn rate(&self) -> Option<f64> {
        self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FPS: f64 = 90.0;

    fn frames(pace: &mut Pace, seconds: f64) -> usize {
        pace.pass(seconds, FPS);
        std::iter::from_fn(|| pace.take(FPS).then_some(())).count()
    }

    #[test]
    fn ten_uneven_seconds_are_ten_seconds_of_frames() {
        let mut pace = Pace::default();
        let count: usize = (0..600).map(|pass| frames(&mut pace, if pass % 2 == 0 { 0.004 } else { 0.0293 })).sum();
        assert!((count as f64 - 300.0 * 0.0333 * FPS).abs() <= 1.0, "{count} frames");
        assert!(pace.rate().is_some_and(|rate| (rate - 1.0).abs() < 0.05));
    }

    #[test]
    fn a_machine_that_was_asleep_catches_up_fifteen_frames() {
        let mut pace = Pace::default();
        assert_eq!(frames(&mut pace, 3600.0), 15);
        assert_eq!(frames(&mut pace, 0.0), 0);
    }

    #[test]
    fn a_machine_of_half_the_speed_says_so() {
        let mut pace = Pace::default();
        for _ in 0..100 {
            // one frame is done in the time of two
            pace.pass(2.0 / FPS, FPS);
            pace.take(FPS);
        }
        assert!(pace.rate().is_some_and(|rate| (rate - 0.5).abs() < 0.05), "{:?}", pace.rate());
    }

    #[test]
    fn the_wait_ends_when_the_frame_is_due() {
        let mut pace = Pace::default();
        pace.pass(0.003, FPS);
        let wait = pace.wait(FPS);
        assert!(!pace.take(FPS));
        pace.pass(wait + 1e-9, FPS);
        assert!(pace.take(FPS));
    }
}

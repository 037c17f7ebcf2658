//! How many pixels are drawn while things move, where a program plays the graphics card.

use std::time::Duration;

/// What a picture may take, so that 60 a second are shown with the panels around them.
const BUDGET: Duration = Duration::from_millis(6);
/// Sides of the drawn picture, as parts of the window's; each has about two thirds of the pixels of the one before.
const PARTS: [f32; 6] = [1.0, 0.8, 0.64, 0.51, 0.41, 0.33];
/// Pictures whose middle time decides about the next ones.
const COUNT: usize = 5;

/// Draws fewer pixels where whole pictures take too long, and more again where there is time.
#[derive(Clone, Debug, Default)]
pub struct Resolution {
    /// Index of the part in [`PARTS`].
    level: usize,
    times: Vec<Duration>,
}

impl Resolution {
    /// Size to draw at, for a picture that is shown at `window` [pixels].
    #[allow(clippy::cast_sign_loss)] // sides are not negative
    pub fn size(&self, window: [u32; 2]) -> [u32; 2] {
        window.map(|side| ((side as f32 * PARTS[self.level]).round() as u32).max(1))
    }

    /// Takes note of how long a picture of this size took.
    pub fn note(&mut self, time: Duration) {
        self.times.push(time);
        if self.times.len() < COUNT {
            return;
        }
        self.times.sort_unstable();
        let time = self.times[COUNT / 2];
        self.times.clear();
        if time > BUDGET {
            self.level = (self.level + 1).min(PARTS.len() - 1);
        } else if let Some(above) = self.level.checked_sub(1)
            && time.mul_f32((PARTS[above] / PARTS[self.level]).powi(2)) < BUDGET
        {
            self.level = above;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: [u32; 2] = [1000, 500];

    /// Shows pictures that take `whole` at full size, in proportion to their pixels; the size that it comes to.
    fn after(resolution: &mut Resolution, whole: Duration) -> [u32; 2] {
        for _ in 0..20 * COUNT {
            let part = resolution.size(WINDOW)[0] as f32 / WINDOW[0] as f32;
            resolution.note(whole.mul_f32(part * part));
        }
        resolution.size(WINDOW)
    }

    #[test]
    fn a_fast_device_draws_every_pixel() {
        assert_eq!(after(&mut Resolution::default(), BUDGET), WINDOW);
    }

    #[test]
    fn a_slow_device_draws_as_many_pixels_as_it_has_time_for() {
        let mut resolution = Resolution::default();
        assert_eq!(after(&mut resolution, 2 * BUDGET), [640, 320]);
        assert_eq!(after(&mut resolution, 100 * BUDGET), [330, 165]);
    }

    #[test]
    fn pixels_come_back_when_pictures_are_cheap_again() {
        let mut resolution = Resolution::default();
        after(&mut resolution, 100 * BUDGET);
        assert_eq!(after(&mut resolution, BUDGET / 2), WINDOW);
    }

    #[test]
    fn one_slow_picture_changes_nothing() {
        let mut resolution = Resolution::default();
        for number in 0..10 * COUNT {
            resolution.note(if number % COUNT == 0 { 50 * BUDGET } else { BUDGET / 2 });
        }
        assert_eq!(resolution.size(WINDOW), WINDOW);
    }

    #[test]
    fn a_picture_has_a_pixel_at_least() {
        let mut resolution = Resolution::default();
        after(&mut resolution, 100 * BUDGET);
        assert_eq!(resolution.size([1, 2]), [1, 1]);
    }
}

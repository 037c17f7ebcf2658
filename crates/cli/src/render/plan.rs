//! Which frames are drawn, and how fast a film of them runs.

use crate::render::failure::RenderFailure;

/// Most pictures at once: more are a slip of the keyboard.
const MAX_PICTURES: u64 = 1_000_000;

/// The pictures, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Frame number of each; a frame may come twice in a film that is faster than the simulation.
    pub frames: Vec<u64>,
    /// Pictures per second at which time runs as it did in the simulation.
    pub fps: f64,
}

impl Plan {
    /// A single picture.
    pub fn single(frame: u64, fps: f64) -> Self {
        Self { frames: vec![frame], fps }
    }

    /// Every `every`-th frame from `first` to `last` of a simulation with `scene_fps`.
    ///
    /// # Errors
    /// If `last` is before `first`, or that is too many.
    pub fn every(first: u64, last: u64, every: u32, scene_fps: f64) -> Result<Self, RenderFailure> {
        if last < first {
            return Err(RenderFailure::EmptyRange { first, last });
        }
        check_count(((last - first) / u64::from(every)).saturating_add(1))?;
        let frames = (first..=last).step_by(every as usize).collect();
        Ok(Self { frames, fps: scene_fps / f64::from(every) })
    }

    /// The same time in `fps` pictures a second: for each, the frame closest to its time.
    ///
    /// # Errors
    /// If that is too many.
    #[allow(clippy::cast_sign_loss)] // times and rates are above 0
    pub fn at(&self, fps: f64) -> Result<Self, RenderFailure> {
        let span = (self.frames.len() - 1) as f64 / self.fps;
        // an end that is a whole number of pictures away must not be lost by rounding
        let count = (span * fps + 1e-6).floor() as u64 + 1;
        check_count(count)?;
        let nearest = |index: u64| (index as f64 / fps * self.fps).round() as usize;
        let frames = (0..count).map(|index| self.frames[nearest(index).min(self.frames.len() - 1)]).collect();
        Ok(Self { frames, fps })
    }
}

fn check_count(count: u64) -> Result<(), RenderFailure> {
    if count <= MAX_PICTURES { Ok(()) } else { Err(RenderFailure::TooManyPictures { count, most: MAX_PICTURES }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_of_the_same_speed_has_every_frame_once() {
        let plan = Plan::every(7, 97, 3, 90.0).unwrap();
        assert_eq!((plan.frames.len(), plan.frames[1], plan.frames[30], plan.fps), (31, 10, 97, 30.0));
        assert_eq!(plan.at(30.0).unwrap(), plan);
    }

    #[test]
    fn a_film_takes_the_time_of_the_simulation() {
        let plan = Plan::every(0, 90, 1, 90.0).unwrap();
        for fps in [12.5, 25.0, 30.0, 50.0, 120.0] {
            let film = plan.at(fps).unwrap();
            let seconds = (film.frames.len() - 1) as f64 / fps;
            assert!(seconds <= 1.0 && seconds > 1.0 - 1.0 / fps, "{fps}: {seconds}");
            for (index, &frame) in film.frames.iter().enumerate() {
                assert!((frame as f64 / 90.0 - index as f64 / fps).abs() <= 0.5 / 90.0 + 1e-9, "{fps} {index}");
            }
        }
        assert_eq!(plan.at(50.0).unwrap().frames[..4], [0, 2, 4, 5]);
    }

    #[test]
    fn a_range_that_runs_backwards_is_refused() {
        assert!(matches!(Plan::every(3, 2, 1, 90.0), Err(RenderFailure::EmptyRange { first: 3, last: 2 })));
        assert_eq!(Plan::every(3, 3, 5, 90.0).unwrap().frames, [3]);
        assert!(matches!(Plan::every(0, u64::MAX, 1, 90.0), Err(RenderFailure::TooManyPictures { .. })));
    }
}

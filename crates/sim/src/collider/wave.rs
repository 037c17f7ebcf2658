//! Motion of a collider along a wave.

use glam::DVec3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A motion to and fro, as a function of the number of the frame alone (docs/model.md, W1): the collider is moved by
/// `amplitude` times the sine or cosine of frame · `pi` · `rate` + `phase`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    /// Which way and how far it goes from its place [m].
    pub amplitude: [f64; 3],
    /// Half turns of the angle in a frame: a cycle takes 2 / rate frames.
    pub rate: f64,
    /// The angle at frame 0 [rad].
    #[serde(default)]
    pub phase: f64,
    /// Whether the sine or the cosine of the angle is taken.
    #[serde(default)]
    pub form: WaveForm,
    /// What a half turn is taken for [rad]: the number π; another value is for scenes that have computed with one.
    #[serde(default = "default_pi")]
    pub pi: f64,
}

/// Whether a wave is a sine or a cosine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaveForm {
    /// Sine: at its place when the angle is 0.
    #[default]
    Sin,
    /// Cosine: furthest from its place when the angle is 0.
    Cos,
}

fn default_pi() -> f64 {
    std::f64::consts::PI
}

impl Wave {
    /// Where the wave takes `place` at `frame`. The angle is computed from left to right.
    pub fn moved(&self, place: DVec3, frame: f64) -> DVec3 {
        let angle = frame * self.pi * self.rate + self.phase;
        let wave = match self.form {
            WaveForm::Sin => libm::sin(angle),
            WaveForm::Cos => libm::cos(angle),
        };
        place + DVec3::from_array(self.amplitude) * wave
    }

    /// Values that the motion is not defined for: key, value, what was expected.
    pub(super) fn faults(&self) -> Vec<(&'static str, f64, &'static str)> {
        let numbers = [("wave.rate", self.rate), ("wave.phase", self.phase), ("wave.pi", self.pi)];
        let amplitude = self.amplitude.map(|amplitude| ("wave.amplitude", amplitude));
        let bad = numbers.into_iter().chain(amplitude).filter(|(_, value)| !value.is_finite());
        bad.map(|(key, value)| (key, value, "a finite number")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_comes_back_after_two_frames_over_its_rate() {
        let wave =
            Wave { amplitude: [0.0, 2.0, -1.0], rate: 0.02, phase: 0.3, form: WaveForm::Sin, pi: std::f64::consts::PI };
        let place = DVec3::new(1.0, 2.0, 3.0);
        assert!((wave.moved(place, 0.0) - wave.moved(place, 100.0)).length() < 1e-13);
        let half = wave.moved(place, 50.0) + wave.moved(place, 0.0);
        assert!((half - 2.0 * place).length() < 1e-13, "half a cycle later it is on the other side");
        let cosine = Wave { form: WaveForm::Cos, phase: 0.3 - std::f64::consts::FRAC_PI_2, ..wave };
        assert!((wave.moved(place, 17.0) - cosine.moved(place, 17.0)).length() < 1e-13);
    }
}

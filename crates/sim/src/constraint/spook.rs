//! How firm the links of `impulse` are (Lacoursière 2007, "Ghosts and machines", SPOOK), as the engine of its document has it.

/// Stiffness of a link [kg/s²].
const STIFFNESS: f64 = 1e7;
/// Steps in which a stretch is to vanish.
const RELAXATION: f64 = 4.0;
/// The step for which the document's engine makes its constants, whatever step it takes [s].
pub const FROZEN_STEP: f64 = 1.0 / 60.0;

/// The constants of a link (docs/model.md, I2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spook {
    /// How much of a stretch is taken back [1/s].
    pub a: f64,
    /// How much of the ends' velocity along the link is.
    pub b: f64,
    /// What is added to the sum of the inverse masses [1/kg].
    pub eps: f64,
}

impl Spook {
    /// For steps of `h` seconds.
    pub fn of_step(h: f64) -> Self {
        Self {
            a: 4.0 / (h * (1.0 + 4.0 * RELAXATION)),
            b: 4.0 * RELAXATION / (1.0 + 4.0 * RELAXATION),
            eps: 4.0 / (h * h * STIFFNESS * (1.0 + 4.0 * RELAXATION)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_of_a_sixtieth_are_the_documents() {
        let Spook { a, b, eps } = Spook::of_step(FROZEN_STEP);
        assert!((a - 240.0 / 17.0).abs() < 1e-13);
        assert_eq!(b, 16.0 / 17.0);
        assert!((eps - 8.470_588_235_294_117e-5).abs() < 1e-19);
    }
}

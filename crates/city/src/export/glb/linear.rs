//! From colours as displayed to linear ones, which glTF wants.

/// The linear value of a level of sRGB (IEC 61966-2-1), 0 to 1.
pub fn linear(level: u8) -> f32 {
    let displayed = f64::from(level) / 255.0;
    // libm's power, not the platform's: the file is the same everywhere
    let linear = if displayed <= 0.040_45 { displayed / 12.92 } else { libm::pow((displayed + 0.055) / 1.055, 2.4) };
    linear as f32
}

/// [`linear`] of every level.
pub fn table() -> [f32; 256] {
    std::array::from_fn(|level| linear(level as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_levels_have_their_known_light() {
        assert_eq!((linear(0), linear(255)), (0.0, 1.0));
        assert!((linear(188) - 0.5).abs() < 0.005);
        assert!(table().is_sorted());
    }
}

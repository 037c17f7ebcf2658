//! A number of bytes as people say it.

use std::fmt;

/// A size as people say it.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut size = self.0 as f64;
        let mut unit = "bytes";
        for larger in ["kB", "MB", "GB", "TB"] {
            if size < 1000.0 {
                break;
            }
            size /= 1000.0;
            unit = larger;
        }
        if unit == "bytes" { write!(f, "{size} {unit}") } else { write!(f, "{size:.1} {unit}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_unit_that_fits() {
        assert_eq!(
            [0, 999, 1000, 12_340_000].map(|size| Bytes(size).to_string()),
            ["0 bytes", "999 bytes", "1.0 kB", "12.3 MB"]
        );
    }
}

//! Words on the command line that say what a city is like.

use std::str::FromStr;

use crate::render::words::Unexpected;

/// Cities along x and along z, `5x5`. Whether there may be as many is for the city to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid(pub [u32; 2]);

impl FromStr for Grid {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Self, Unexpected> {
        let side = |text: &str| text.trim().parse::<u32>().ok();
        match text.split_once(['x', 'X', '×']).map(|(columns, rows)| (side(columns), side(rows))) {
            Some((Some(columns), Some(rows))) => Ok(Self([columns, rows])),
            _ => Err(Unexpected("how many cities along x and along z, such as 5x5".to_owned())),
        }
    }
}

/// A length [m]. Whether it is in range is for the city to say.
///
/// # Errors
/// If it is no number.
pub fn metres(text: &str) -> Result<f64, Unexpected> {
    text.trim().parse().map_err(|_| Unexpected("a number of metres".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_two_whole_numbers() {
        assert_eq!("5x3".parse(), Ok(Grid([5, 3])));
        assert_eq!("0X2".parse(), Ok(Grid([0, 2])));
        for text in ["5", "x", "5x", "-1x5", "5x5x5", "2.5x1", "5000000000x1", ""] {
            assert!(text.parse::<Grid>().unwrap_err().to_string().contains("such as 5x5"), "{text}");
        }
    }
}

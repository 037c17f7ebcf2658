//! A city's seed as a person writes it.

use thiserror::Error;

/// What is wrong with a text that should be a seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SeedError {
    /// The text is no whole number.
    #[error("`{text}` is not a seed: expected a whole number such as 42, -1 or 0xA749F86C")]
    NotANumber {
        /// What was written.
        text: String,
    },
    /// The number does not fit into 32 bits.
    #[error("seed {text} is beyond 32 bits: expected -2147483648 to 4294967295, or 0x0 to 0xFFFFFFFF")]
    Beyond32Bits {
        /// What was written.
        text: String,
    },
}

/// Reads a seed: decimal, or hexadecimal after `0x`; underscores may stand between digits; a negative number wraps, so
/// that -1 is `0xFFFF_FFFF`.
///
/// # Errors
/// If the text is no whole number, or the number does not fit into 32 bits.
pub fn parse_seed(text: &str) -> Result<u32, SeedError> {
    let not_a_number = || SeedError::NotANumber { text: text.to_owned() };
    let beyond = || SeedError::Beyond32Bits { text: text.to_owned() };

    let (is_negative, unsigned) = text.trim().strip_prefix('-').map_or((false, text.trim()), |rest| (true, rest));
    let hexadecimal = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
    let (digits, base) = hexadecimal.map_or((unsigned, 10), |rest| (rest, 16));
    let magnitude = magnitude(digits, base).ok_or_else(not_a_number)?;

    if is_negative {
        let value = i32::try_from(-i64::try_from(magnitude).map_err(|_| beyond())?).map_err(|_| beyond())?;
        Ok(value.cast_unsigned())
    } else {
        u32::try_from(magnitude).map_err(|_| beyond())
    }
}

/// The number that `digits` are, at most `2^40`: what matters is only whether it fits. Nothing if they are no digits.
fn magnitude(digits: &str, base: u32) -> Option<u64> {
    if digits.starts_with('_') || digits.ends_with('_') || digits.is_empty() {
        return None;
    }
    digits.chars().filter(|digit| *digit != '_').try_fold(0_u64, |sum, digit| {
        let digit = digit.to_digit(base)?;
        Some((sum * u64::from(base) + u64::from(digit)).min(1 << 40))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_may_be_decimal_hexadecimal_or_negative() {
        for (text, seed) in [
            ("0", 0),
            ("42", 42),
            ("007", 7),
            ("4294967295", u32::MAX),
            ("2806642796", 0xA749_F86C),
            ("0xA749F86C", 0xA749_F86C),
            ("0Xa749_f86c", 0xA749_F86C),
            ("1_000_000", 1_000_000),
            (" 5 ", 5),
            ("-0", 0),
            ("-1", u32::MAX),
            ("-0x1", u32::MAX),
            ("-2147483648", 0x8000_0000),
        ] {
            assert_eq!(parse_seed(text), Ok(seed), "{text}");
        }
    }

    #[test]
    fn a_number_beyond_32_bits_is_refused_with_what_was_expected() {
        for text in ["4294967296", "0x100000000", "-2147483649", &"9".repeat(100), &format!("-{}", "9".repeat(100))] {
            let error = parse_seed(text).unwrap_err();
            assert_eq!(error, SeedError::Beyond32Bits { text: text.to_owned() });
            assert!(error.to_string().contains("expected -2147483648 to 4294967295"), "{error}");
        }
    }

    #[test]
    fn what_is_no_whole_number_is_refused_by_name() {
        for text in ["", " ", "-", "--1", "+1", "0x", "0xG", "_", "1_", "_1", "1.5", "1e3", "- 1", "town", "٣"] {
            let error = parse_seed(text).unwrap_err();
            assert_eq!(error, SeedError::NotANumber { text: text.to_owned() }, "{text}");
        }
    }
}

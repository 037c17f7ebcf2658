//! Reciprocals without a division in double precision, which is the slowest instruction of a spring.

/// Lengths between which [`fused_reciprocal`] is exact [m]: far inside the range of single precision.
pub const EXACT: [f64; 2] = [1e-30, 1e30];

/// 1 / `value`, rounded to nearest as a division rounds it, for values inside of [`EXACT`]; anything otherwise.
///
/// A quotient in single precision is refined by fused multiply-adds: one step of third order to within one unit in the last
/// place, and a last one of second order, which from there rounds correctly for every value whose mantissa is not all ones
/// (Markstein 1990, "Computation of elementary functions on the IBM RISC System/6000 processor"). For that
/// mantissa too, since the first quotient is taken too large by two units in its last place: the step of third order then
/// comes from above and ends on the right side of the midpoint that the exact result is next to.
///
/// Only for targets that have the fused instruction; on others a division is faster, and gives the same bits.
#[inline(always)]
#[allow(clippy::disallowed_methods)] // the result is the same with and without the instruction, as the tests show
pub fn fused_reciprocal(value: f64) -> f64 {
    let estimate = f64::from((1.0 + 2.0 * f32::EPSILON) / value as f32);
    let error = (-value).mul_add(estimate, 1.0);
    let close = estimate.mul_add(error.mul_add(error, error), estimate);
    let error = (-value).mul_add(close, 1.0);
    close.mul_add(error, close)
}

/// The same without any division, which leaves the divider to square roots.
///
/// The exponent and a few bits of the reciprocal come from a subtraction of integers: the line between powers of two that it
/// draws is at most 12.6 % off. Two steps of third order bring that to 8e-9, and with the same small excess as above the last
/// two steps are those of [`fused_reciprocal`].
#[inline(always)]
#[allow(clippy::disallowed_methods)] // as above
pub fn undivided_reciprocal(value: f64) -> f64 {
    const LINE: u64 = 0x7FDE_6238_502F_9D3C;
    const EXCESS: f64 = 1.0 + 2.0 * f32::EPSILON as f64;
    let estimate = f64::from_bits(LINE.wrapping_sub(value.to_bits()));
    let error = (-value).mul_add(estimate, 1.0);
    let estimate = estimate.mul_add(error.mul_add(error, error), estimate);
    let error = (-value).mul_add(estimate, 1.0);
    let estimate = estimate.mul_add(error.mul_add(error, error), estimate) * EXCESS;
    let error = (-value).mul_add(estimate, 1.0);
    let close = estimate.mul_add(error.mul_add(error, error), estimate);
    let error = (-value).mul_add(close, 1.0);
    close.mul_add(error, close)
}

/// 1 / `value` by a division.
#[inline(always)]
pub fn divided_reciprocal(value: f64) -> f64 {
    1.0 / value
}

/// Sizes of a numerator factor for which [`fused_quotient`] is exact: the numerator and the remainder of the division stay far
/// from the ends of the range of double precision.
pub const QUOTIENT_RANGE: [f64; 2] = [1e-100, 1e100];

/// `numerator` / `value`, rounded to nearest as a division rounds it, for values inside of [`EXACT`] and numerators that are
/// 0 or between 1e-200 and 1e200 in size; anything otherwise.
///
/// The product with the reciprocal is at most one unit in the last place off; its remainder is exact in a fused
/// multiply-add, and with a reciprocal that is itself rounded to nearest the correction then rounds like a division
/// (Markstein 1990, as above).
#[inline(always)]
#[allow(clippy::disallowed_methods)] // as above
pub fn fused_quotient(numerator: f64, value: f64) -> f64 {
    let inverse = undivided_reciprocal(value);
    let quotient = numerator * inverse;
    let remainder = (-quotient).mul_add(value, numerator);
    remainder.mul_add(inverse, quotient)
}

/// `numerator` / `value` by a division.
#[inline(always)]
pub fn divided_quotient(numerator: f64, value: f64) -> f64 {
    numerator / value
}

#[cfg(test)]
mod tests {
    use muslin_geom::hash_rng;

    use super::*;

    const ONE: u64 = 1.0_f64.to_bits();
    const MANTISSA: u64 = (1 << 52) - 1;

    fn power_of_two(exponent: i64) -> f64 {
        f64::from_bits((1023 + exponent).cast_unsigned() << 52)
    }

    fn assert_rounds_like_a_division(value: f64) {
        let divided = divided_reciprocal(value);
        for fused in [fused_reciprocal(value), undivided_reciprocal(value)] {
            assert_eq!(fused.to_bits(), divided.to_bits(), "1 / {value:e}: {fused:e} instead of {divided:e}");
        }
    }

    #[test]
    fn every_power_of_two_in_range_and_the_numbers_beside_it_are_exact() {
        for exponent in -99..=99 {
            let power = power_of_two(exponent);
            assert!(power > EXACT[0] && power < EXACT[1]);
            // the one below has a mantissa of all ones, the case that needs care
            for value in [power.next_down().next_down(), power.next_down(), power, power.next_up()] {
                assert_rounds_like_a_division(value);
            }
        }
    }

    #[test]
    fn runs_of_neighbours_are_exact() {
        let middle = 2.0_f64.sqrt().to_bits();
        for i in 0..100_000 {
            for bits in [ONE + i, (ONE | MANTISSA) - i, middle + i, 1.5_f64.to_bits() - i] {
                assert_rounds_like_a_division(f64::from_bits(bits));
            }
        }
    }

    #[test]
    fn random_numbers_of_the_whole_range_are_exact() {
        for i in 0..1_000_000 {
            let mantissa = f64::from_bits(ONE | (hash_rng::bits(1, 0, i) & MANTISSA));
            let exponent = (hash_rng::bits(1, 1, i) % 198).cast_signed() - 99;
            assert_rounds_like_a_division(mantissa * power_of_two(exponent));
        }
    }

    #[test]
    fn quotients_of_random_numbers_and_of_neighbours_round_like_a_division() {
        let mantissa = |stream, i| f64::from_bits(ONE | (hash_rng::bits(2, stream, i) & MANTISSA));
        for i in 0..1_000_000 {
            let exponent =
                |stream, range: u64| (hash_rng::bits(2, stream, i) % range).cast_signed() - range.cast_signed() / 2;
            let value = mantissa(0, i) * power_of_two(exponent(1, 198));
            let numerator = mantissa(2, i) * power_of_two(exponent(3, 1200));
            for (numerator, value) in [
                (numerator, value),
                (-numerator, value),
                // quotients beside 1, and those of few bits, where a midpoint is near
                (value.next_down(), value),
                (value.next_up(), value),
                (value * 3.0, value),
                ((value * 1.5).next_up(), value),
                (numerator, f64::from_bits(value.to_bits() | MANTISSA)),
                (0.0, value),
            ] {
                let (fused, divided) = (fused_quotient(numerator, value), divided_quotient(numerator, value));
                assert_eq!(fused.to_bits(), divided.to_bits(), "{numerator:e} / {value:e}: {fused:e}, not {divided:e}");
            }
        }
    }

    #[test]
    fn numbers_with_few_bits_set_are_exact() {
        for high in 0..52 {
            for middle in 0..high {
                for low in 0..=middle {
                    let bits = 1_u64 << high | 1 << middle | 1 << low;
                    assert_rounds_like_a_division(f64::from_bits(ONE | bits));
                    assert_rounds_like_a_division(f64::from_bits(ONE | (MANTISSA ^ bits)));
                }
            }
        }
    }
}

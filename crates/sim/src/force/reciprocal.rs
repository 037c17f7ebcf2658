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

/// 1 / `value` by a division.
#[inline(always)]
pub fn divided_reciprocal(value: f64) -> f64 {
    1.0 / value
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
        let (fused, divided) = (fused_reciprocal(value), divided_reciprocal(value));
        assert_eq!(fused.to_bits(), divided.to_bits(), "1 / {value:e}: {fused:e} instead of {divided:e}");
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

//! Random numbers as a pure function of (seed, stream, index).
//!
//! There is no generator to pass around and no order of calls: adding a thing never moves another, and every
//! platform draws the same bits. The mixing is the finaliser of `SplitMix64` (Steele, Lea, Flood 2014, "Fast
//! splittable pseudorandom number generators", figure 15).

/// 64 random bits for the number `index` of `stream` under `seed`.
pub fn bits(seed: u64, stream: u64, index: u64) -> u64 {
    mix(mix(mix(seed).wrapping_add(stream)).wrapping_add(index))
}

/// A random number in [0, 1), a multiple of 2^-53, for the number `index` of `stream` under `seed`.
pub fn unit(seed: u64, stream: u64, index: u64) -> f64 {
    (bits(seed, stream, index) >> 11) as f64 / (1_u64 << 53) as f64
}

/// One step of `SplitMix64`: adds the golden-ratio increment, then mixes.
fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

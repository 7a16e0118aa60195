//! A pseudorandom generator whose numbers depend on the seed alone, on every machine.
//!
//! Levels vary their play with it, and tests and benchmarks play random games. It is not for
//! secrets.

/// A sequence of well-mixed numbers. Source: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014 (SplitMix64).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`, which is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        let scaled = ((self.next() >> 32) * count as u64) >> 32;
        usize::try_from(scaled).unwrap_or(0)
    }
}

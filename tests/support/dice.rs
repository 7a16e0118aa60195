//! A seeded random generator.

/// A small generator of pseudo-random numbers: SplitMix64 of Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The same seed throws the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, which is more than 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bound = u64::try_from(bound).expect("a bound is small");
        usize::try_from((z ^ (z >> 31)) % bound).expect("it is below the bound")
    }

    /// One of them.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

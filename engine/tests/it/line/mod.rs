//! The line games against their oracle, and their texts.

mod agreement;
mod texts;

/// A small fixed source of chance, so that a failure can be repeated.
/// Source: Marsaglia, "Xorshift RNGs", 2003.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

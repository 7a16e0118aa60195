//! Chance for the tests that play at random.

/// The number of rounds that a random test plays: `quick`, or fifty times as many under `./check
/// --long`.
pub(crate) fn rounds(quick: usize) -> usize {
    if std::env::var_os("YIGUAN_LONG").is_some() { 50 * quick } else { quick }
}

/// A small fixed source of chance, so that a failure can be repeated.
/// Source: Marsaglia, "Xorshift RNGs", 2003.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

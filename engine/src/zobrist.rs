//! Keys for hashing positions, computed at compile time from one fixed sequence of numbers.
//!
//! Each game takes its own part of the sequence. The sequence must never change, because stored
//! games contain the hashes made from it.

/// The `index`-th number of a fixed sequence of well-mixed 64-bit numbers.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014
/// (the finaliser of SplitMix64). The sequence is fixed for ever: stored games carry hashes.
#[must_use]
pub(crate) const fn mix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` keys, starting at `seed` in the sequence.
#[must_use]
pub(crate) const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = mix(seed.wrapping_add(i as u64));
        i += 1;
    }
    table
}

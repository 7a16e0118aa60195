//! The keys of the positions that a game has passed through, with an index that finds every place
//! where a key stood.
//!
//! It makes replaying a long game linear in its length. A short game has no index: comparing a
//! hundred keys is faster. A key only suggests a repetition; the caller compares positions.

/// While a game has fewer positions than this, its keys are searched one by one, which is faster
/// than an index and takes no memory.
const MIN_INDEXED_LEN: usize = 128;

/// The end of a chain, instead of a place.
const NONE: u32 = u32::MAX;

/// The keys of a game's positions, oldest first.
///
/// All plies at which a key stood are found without searching the others, so that replaying a game
/// takes time proportional to its length, not to its square. Keys that end in the same bits share a
/// chain of places, the latest first; places are removed in the reverse order of their addition.
#[derive(Debug, Clone)]
pub(crate) struct Trail {
    /// `keys[i]` is the key of the position before ply `i`; the last is the current one's.
    keys: Vec<u64>,
    /// The latest place in each chain; empty in a short game. The number of chains is a power of two,
    /// and at least twice the number of keys.
    latest: Vec<u32>,
    /// For each place the one before it in its chain.
    before: Vec<u32>,
}

impl Trail {
    /// The trail of a game that has just been set up.
    pub(crate) fn new(start: u64) -> Self {
        Self { keys: vec![start], latest: Vec::new(), before: Vec::new() }
    }

    /// The number of positions, the current one included.
    pub(crate) const fn len(&self) -> usize {
        self.keys.len()
    }

    /// The keys, oldest first.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Adds the key of a position that was reached.
    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
        if self.keys.len() < MIN_INDEXED_LEN {
            return;
        }
        if self.latest.len() < 2 * self.keys.len() {
            self.latest = vec![NONE; (4 * self.keys.len()).next_power_of_two()];
            self.before.clear();
        }
        while self.before.len() < self.keys.len() {
            let place = self.before.len();
            let chain = self.chain(self.keys[place]);
            self.before.push(self.latest[chain]);
            self.latest[chain] = u32::try_from(place).unwrap_or(NONE);
        }
    }

    /// Removes all but the first `len` positions.
    pub(crate) fn truncate(&mut self, len: usize) {
        while self.before.len() > len
            && let Some(before) = self.before.pop()
        {
            let chain = self.chain(self.keys[self.before.len()]);
            self.latest[chain] = before;
        }
        self.keys.truncate(len);
    }

    /// The places before `end` at which `key` stood, latest first.
    pub(crate) fn places(&self, key: u64, end: usize) -> Vec<usize> {
        let mut places = Vec::new();
        if self.before.len() < self.keys.len() {
            let keys = &self.keys[..end];
            // Nearly always there is none, and that is found out fastest this way.
            if keys.contains(&key) {
                places.extend((0..end).rev().filter(|&place| keys[place] == key));
            }
            return places;
        }
        let mut place = self.latest[self.chain(key)] as usize;
        while let Some(&before) = self.before.get(place) {
            if place < end && self.keys[place] == key {
                places.push(place);
            }
            place = before as usize;
        }
        places
    }

    /// The chain of a key.
    fn chain(&self, key: u64) -> usize {
        usize::try_from(key & (self.latest.len() as u64 - 1)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index finds the same positions as a search of all keys, for every length of the trail
    /// and after every truncation.
    #[test]
    fn index_agrees_with_a_search_of_all_keys() {
        let mut trail = Trail::new(0);
        // Keys recur at several distances; the trail is cut above, at and below the bound.
        let cuts = [(200_u32, 150), (260, MIN_INDEXED_LEN), (300, MIN_INDEXED_LEN - 1), (320, 3)];
        for round in 0..400_u32 {
            trail.push(u64::from(round % 7 * (round % 3)));
            if let Some(&(_, len)) = cuts.iter().find(|(at, _)| *at == round) {
                trail.truncate(len);
                assert_eq!(trail.len(), len);
            }
            for key in 0..14 {
                for end in [0, trail.len() / 2, trail.len()] {
                    let expected: Vec<usize> =
                        (0..end).rev().filter(|&place| trail.keys()[place] == key).collect();
                    assert_eq!(trail.places(key, end), expected, "{key} before {end}");
                }
            }
        }
    }
}

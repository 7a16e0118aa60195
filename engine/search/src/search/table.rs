//! The transposition table: the results of earlier nodes, by key of the position.
//!
//! It has a fixed size: an entry is replaced by a deeper or newer one in its bucket. Forced wins
//! are stored as distances from the position, because the search counts them from the root. Two
//! positions with the same key bits are taken for the same one, which a search tolerates; rules are
//! never decided from the table.

use crate::{DECIDED, Score};

/// The relation of a stored score to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// The true score is this.
    Exact,
}

/// The table's entry for a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredResult {
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The code of the best action, 0 for none.
    pub(super) code: u16,
    /// The evaluation of the position; [`UNKNOWN`] if it was not computed.
    pub(super) resting: Score,
}

/// Marks an evaluation that was not computed; no evaluation is as low.
pub(super) const UNKNOWN: Score = -32_000;

#[derive(Debug, Clone, Copy)]
struct Entry {
    check: u32,
    code: u16,
    score: i16,
    resting: i16,
    depth: i8,
    /// The search that stored it, times four, and the bound.
    mark: u8,
}

const EMPTY: Entry = Entry { check: 0, code: 0, score: 0, resting: 0, depth: i8::MIN, mark: 0 };

/// The number of searches that can be distinguished by age.
const AGE_COUNT: u8 = 64;

impl Entry {
    const fn bound(self) -> Bound {
        match self.mark % 4 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// The number of searches since it was stored.
    const fn years(self, age: u8) -> u8 {
        age.wrapping_sub(self.mark / 4) % AGE_COUNT
    }
}

const fn mark(age: u8, bound: Bound) -> u8 {
    4 * age
        + match bound {
            Bound::Lower => 0,
            Bound::Upper => 1,
            Bound::Exact => 2,
        }
}

const BUCKET_SIZE: usize = 5;

/// Entries that share a cache line, so that a look-up waits for memory once.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET_SIZE]);

/// A table of a fixed size that outlives a search.
#[derive(Debug, Clone)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of the search, below [`AGE_COUNT`].
    age: u8,
}

impl Table {
    /// A table of `1 << bits` buckets of 64 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self { buckets: vec![Bucket([EMPTY; BUCKET_SIZE]); 1 << bits], age: 0 }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket([EMPTY; BUCKET_SIZE]));
        self.age = 0;
    }

    /// Begins a search: entries of earlier ones are replaced first.
    pub(super) const fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGE_COUNT;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        usize::try_from(key & (self.buckets.len() as u64 - 1)).unwrap_or(0)
    }

    #[inline]
    pub(super) fn find(&self, key: u64, ply: i32) -> Option<StoredResult> {
        let check = high(key);
        let entry = self.buckets[self.place(key)]
            .0
            .iter()
            .find(|entry| entry.check == check && entry.depth > i8::MIN)?;
        Some(StoredResult {
            score: from_here(i32::from(entry.score), ply),
            depth: i32::from(entry.depth),
            bound: entry.bound(),
            code: entry.code,
            resting: i32::from(entry.resting),
        })
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, ply: i32, found: StoredResult) {
        let check = high(key);
        let age = self.age;
        let place = self.place(key);
        let bucket = &mut self.buckets[place].0;
        let worth =
            |entry: &Entry| i32::from(entry.depth) - 8 * i32::from(entry.years(age).min(15));
        let mut victim = 0;
        for way in 0..BUCKET_SIZE {
            if bucket[way].check == check {
                victim = way;
                break;
            }
            if worth(&bucket[way]) < worth(&bucket[victim]) {
                victim = way;
            }
        }
        let old = bucket[victim];
        let same = old.check == check && old.depth > i8::MIN;
        if same
            && found.bound != Bound::Exact
            && found.depth + 3 < i32::from(old.depth)
            && old.years(age) == 0
        {
            return;
        }
        bucket[victim] = Entry {
            check,
            code: if found.code == 0 && same { old.code } else { found.code },
            score: i16::try_from(to_there(found.score, ply)).unwrap_or(0),
            resting: i16::try_from(found.resting).unwrap_or(0),
            depth: i8::try_from(found.depth).unwrap_or(i8::MAX),
            mark: mark(age, found.bound),
        };
    }
}

#[inline]
fn high(key: u64) -> u32 {
    u32::try_from(key >> 32).unwrap_or(0)
}

/// Forced wins are counted from the root in the search and from the position in the table.
const fn to_there(score: Score, ply: i32) -> Score {
    if score >= DECIDED {
        score + ply
    } else if score <= -DECIDED {
        score - ply
    } else {
        score
    }
}

const fn from_here(score: Score, ply: i32) -> Score {
    if score >= DECIDED {
        score - ply
    } else if score <= -DECIDED {
        score + ply
    } else {
        score
    }
}

//! The transposition table: what was found out about positions, by key.

use crate::{DECIDED, Score};

/// What a stored score is to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// At least as much.
    Lower,
    /// At most as much.
    Upper,
    /// The same.
    Exact,
}

/// What the table knows of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The code of the best action, 0 for none.
    pub(super) code: u16,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    check: u32,
    code: u16,
    score: i16,
    depth: i8,
    age: u8,
    bound: Bound,
}

const EMPTY: Entry =
    Entry { check: 0, code: 0, score: 0, depth: i8::MIN, age: 0, bound: Bound::Upper };

const WAYS: usize = 4;

/// A table of a fixed size, kept from one search to the next.
#[derive(Debug, Clone)]
pub(super) struct Table {
    buckets: Vec<[Entry; WAYS]>,
    age: u8,
}

impl Table {
    /// A table of `1 << bits` buckets of four entries.
    pub(super) fn new(bits: u32) -> Self {
        Self { buckets: vec![[EMPTY; WAYS]; 1 << bits], age: 0 }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([EMPTY; WAYS]);
        self.age = 0;
    }

    /// Begins a search: what earlier ones left is the first to go.
    pub(super) const fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        usize::try_from(key & (self.buckets.len() as u64 - 1)).unwrap_or(0)
    }

    #[inline]
    pub(super) fn find(&self, key: u64, ply: i32) -> Option<Found> {
        let check = high(key);
        let entry = self.buckets[self.place(key)]
            .iter()
            .find(|entry| entry.check == check && entry.depth > i8::MIN)?;
        Some(Found {
            score: from_here(i32::from(entry.score), ply),
            depth: i32::from(entry.depth),
            bound: entry.bound,
            code: entry.code,
        })
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, ply: i32, found: Found) {
        let check = high(key);
        let age = self.age;
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let worth = |entry: &Entry| {
            i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age).min(15))
        };
        let mut victim = 0;
        for way in 0..WAYS {
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
            && old.age == age
        {
            return;
        }
        bucket[victim] = Entry {
            check,
            code: if found.code == 0 && same { old.code } else { found.code },
            score: i16::try_from(to_there(found.score, ply)).unwrap_or(0),
            depth: i8::try_from(found.depth).unwrap_or(i8::MAX),
            age,
            bound: found.bound,
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

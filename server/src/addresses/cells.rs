//! Measurements that are never forgotten early, in a fixed amount of memory.
//!
//! A table of fixed size cannot remember every key. This one never drops a measurement; instead, when
//! there are more keys than cells, keys share cells: a key falls back to a coarser one. Each key has
//! one cell in each of two rows and counts as the one that is less used, so it is counted with
//! others only if both of its cells are shared. The cells are chosen by hashes with random keys, so
//! no client can choose whom it shares a cell with.

use super::lock;
use governor::nanos::Nanos;
use governor::state::StateStore;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::sync::Mutex;

/// The number of rows.
const ROWS: usize = 2;

/// The bytes of a cell.
#[cfg(test)]
pub(super) const CELL: usize = size_of::<u64>();

/// A fixed number of cells, which remember for each key until when its allowance is used up.
pub(super) struct Cells<K> {
    hashes: [RandomState; ROWS],
    /// Zero in a cell that was never used.
    rows: Mutex<[Box<[u64]>; ROWS]>,
    keys: PhantomData<fn(K)>,
}

impl<K> fmt::Debug for Cells<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cells").finish_non_exhaustive()
    }
}

impl<K: Hash> Cells<K> {
    /// Two rows of so many cells each, at least one.
    pub(super) fn new(cells: usize) -> Self {
        let row = || vec![0; cells.max(1)].into_boxed_slice();
        Self {
            hashes: [RandomState::new(), RandomState::new()],
            rows: Mutex::new([row(), row()]),
            keys: PhantomData,
        }
    }

    /// The measurement of a key; `None` if neither it nor a key that shares its cells has one.
    pub(super) fn get(&self, key: &K) -> Option<Nanos> {
        least(&lock(&self.rows), self.places(key))
    }

    /// Raises the measurement of a key to at least this one.
    pub(super) fn raise(&self, key: &K, measured: Nanos) {
        raise(&mut lock(&self.rows), self.places(key), measured);
    }

    /// A number for each row; its remainder is the place in that row.
    fn places(&self, key: &K) -> [u64; ROWS] {
        [0, 1].map(|row: usize| self.hashes[row].hash_one(key))
    }
}

fn place(row: &[u64], hash: u64) -> usize {
    let length = u64::try_from(row.len()).unwrap_or(1).max(1);
    usize::try_from(hash % length).unwrap_or(0)
}

fn least(rows: &[Box<[u64]>; ROWS], hashes: [u64; ROWS]) -> Option<Nanos> {
    let cells = rows.iter().zip(hashes).map(|(row, hash)| row[place(row, hash)]);
    cells.min().filter(|&cell| cell > 0).map(Nanos::from)
}

fn raise(rows: &mut [Box<[u64]>; ROWS], hashes: [u64; ROWS], measured: Nanos) {
    for (row, hash) in rows.iter_mut().zip(hashes) {
        let at = place(row, hash);
        row[at] = row[at].max(measured.as_u64());
    }
}

impl<K: Hash + Eq + Clone> StateStore for Cells<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let places = self.places(key);
        let mut rows = lock(&self.rows);
        let (answer, next) = decide(least(&rows, places))?;
        raise(&mut rows, places, next);
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_forget_no_key_however_many_come() {
        let cells = Cells::new(8);
        for key in 0..1_000_u64 {
            cells.raise(&key, Nanos::from(key + 1));
            for known in 0..=key {
                assert!(cells.get(&known) >= Some(Nanos::from(known + 1)), "{known} after {key}");
            }
        }
        let bytes: usize = lock(&cells.rows).iter().map(|row| row.len() * CELL).sum();
        assert_eq!(bytes, 2 * 8 * 8, "the table has not grown");
    }

    #[test]
    fn cells_with_room_keep_keys_apart() {
        let cells = Cells::new(1 << 12);
        for key in 0..40_u64 {
            cells.raise(&key, Nanos::from(1_000));
        }
        // A key shares both cells with one in (40 / 4,096)², about one in ten thousand.
        let shared = (1_000..2_000_u64).filter(|key| cells.get(key).is_some()).count();
        assert!(shared < 10, "{shared}");
    }

    #[test]
    fn refused_measurement_changes_no_cell() {
        let cells = Cells::new(4);
        cells.raise(&7, Nanos::from(9));
        let refused: Result<(), _> = cells.measure_and_replace(&7, Err);
        assert_eq!(refused, Err(Some(Nanos::from(9))));
        assert_eq!(cells.get(&7), Some(Nanos::from(9)));
    }
}

//! The table of all matches in memory, in parts with a lock each.

use super::handle::MatchHandle;
use domain::MatchId;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// How many parts the table of matches has, each with its own lock.
const SHARDS: usize = 64;

#[derive(Debug, Default)]
struct Shard {
    matches: Mutex<HashMap<MatchId, MatchHandle>>,
    /// A lock for each match that is being loaded, so that none is loaded twice and none waits
    /// for another.
    loading: Mutex<HashMap<MatchId, Weak<tokio::sync::Mutex<()>>>>,
}

impl Shard {
    /// The lock of those who load a match.
    fn loading(&self, id: MatchId) -> Arc<tokio::sync::Mutex<()>> {
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = loading.get(&id).and_then(Weak::upgrade) {
            return turn;
        }
        loading.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        loading.insert(id, Arc::downgrade(&turn));
        turn
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, MatchHandle>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The match, unless its task has ended.
    fn get(&self, id: MatchId) -> Option<MatchHandle> {
        self.lock().get(&id).filter(|handle| !handle.is_closed()).cloned()
    }
}

/// All matches in memory.
#[derive(Debug)]
pub(super) struct Table {
    shards: Vec<Shard>,
    hasher: RandomState,
}

impl Table {
    /// An empty table.
    pub(super) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Shard::default()).collect(), hasher: RandomState::new() }
    }

    fn shard(&self, id: MatchId) -> &Shard {
        let hash = self.hasher.hash_one(id);
        &self.shards[usize::try_from(hash % SHARDS as u64).unwrap_or(0)]
    }

    /// The match, unless its task has ended.
    pub(super) fn get(&self, id: MatchId) -> Option<MatchHandle> {
        self.shard(id).get(id)
    }

    /// The lock of those who load a match.
    pub(super) fn loading(&self, id: MatchId) -> Arc<tokio::sync::Mutex<()>> {
        self.shard(id).loading(id)
    }

    /// Puts a match into the table; returns the one that is there and runs.
    pub(super) fn keep(&self, handle: &MatchHandle) -> Option<MatchHandle> {
        let mut matches = self.shard(handle.id()).lock();
        if let Some(running) = matches.get(&handle.id()).filter(|running| !running.is_closed()) {
            return Some(running.clone());
        }
        matches.insert(handle.id(), handle.clone());
        None
    }

    /// Takes a match that nobody needs out of the table; false if somebody does after all.
    pub(super) fn retire(&self, handle: &MatchHandle) -> bool {
        let mut matches = self.shard(handle.id()).lock();
        if !handle.is_idle() {
            return false;
        }
        matches.remove(&handle.id());
        true
    }

    /// All matches.
    pub(super) fn handles(&self) -> Vec<MatchHandle> {
        let of_shard = |shard: &Shard| shard.lock().values().cloned().collect::<Vec<_>>();
        self.shards.iter().flat_map(of_shard).collect()
    }

    /// How many matches there are.
    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().len()).sum()
    }
}

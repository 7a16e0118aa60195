//! The table of all matches in memory, divided into shards that have a lock each.
//!
//! The registry is its only user. Two things must hold: at most one running task for each match,
//! which `keep` decides under the shard's lock; and at most one task loading a match at a time,
//! which the lock from `loading` ensures without holding up other matches. No lock of a shard is
//! held across an await.

use super::handle::MatchHandle;
use domain::MatchId;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// How many shards the table has, each with its own lock.
const SHARDS: usize = 64;

#[derive(Debug, Default)]
struct Shard {
    matches: Mutex<HashMap<MatchId, MatchHandle>>,
    /// A lock for each match that is being loaded, so that no match is loaded twice and none waits
    /// for another one.
    loading: Mutex<HashMap<MatchId, Weak<tokio::sync::Mutex<()>>>>,
}

impl Shard {
    /// The lock to hold while a match is loaded.
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

    /// The lock to hold while a match is loaded.
    pub(super) fn loading(&self, id: MatchId) -> Arc<tokio::sync::Mutex<()>> {
        self.shard(id).loading(id)
    }

    /// Puts a match into the table, unless one with its id is there and running: that one is
    /// returned instead.
    pub(super) fn keep(&self, handle: &MatchHandle) -> Option<MatchHandle> {
        let mut matches = self.shard(handle.id()).lock();
        if let Some(running) = matches.get(&handle.id()).filter(|running| !running.is_closed()) {
            return Some(running.clone());
        }
        matches.insert(handle.id(), handle.clone());
        None
    }

    /// Removes an idle match from the table; false if requests are waiting for it after all.
    pub(super) fn retire(&self, handle: &MatchHandle) -> bool {
        let mut matches = self.shard(handle.id()).lock();
        if !handle.is_idle() {
            return false;
        }
        matches.remove(&handle.id());
        true
    }

    /// Removes a match whose task ends.
    pub(super) fn remove(&self, handle: &MatchHandle) {
        self.shard(handle.id()).lock().remove(&handle.id());
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

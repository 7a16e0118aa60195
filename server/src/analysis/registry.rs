//! The open analysis trees: each in memory once, for as long as it has a holder.
//!
//! Opening a tree reads the archived game; its changes are read when they are first needed. With
//! several nodes on one database its readers meet at one of them. A tree may be changed on another one
//! all the same, by an order of an operator, so a task reads regularly the changes of the others; it
//! also notes that a tree has no readers any more. The lock on the table is never held across an await.

use super::shared::{Reader, Shared};
use crate::time::TimeSource;
use domain::{MatchId, PlayerId};
use engine::AnyGame;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use store::{Audience, Database, StoreError};
use tokio::sync::Semaphore;

/// How often open trees are checked for changes by other servers.
const CATCH_UP: Duration = Duration::from_secs(2);

/// A tree cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The archive has no such game.
    #[error("no such game")]
    NotFound,
    /// The store is away.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its readers meet at another node.
    #[error("another node has the readers")]
    Elsewhere,
    /// It has as many readers as it may.
    #[error("too many readers")]
    Full,
    /// The stored game does not begin under today's rules.
    #[error("the stored game is damaged")]
    Damaged,
}

/// Every tree that is open, each once.
#[derive(Debug)]
pub struct Analyses {
    open: Mutex<HashMap<MatchId, Weak<Shared>>>,
    /// Those whose readers meet here, where there can be other nodes.
    met: Mutex<HashMap<MatchId, Arc<Shared>>>,
    store: Database,
    time: TimeSource,
    writing: Arc<Semaphore>,
}

impl Analyses {
    /// A registry in which no tree is open.
    #[must_use]
    pub fn new(store: Database, time: TimeSource) -> Self {
        Self {
            open: Mutex::default(),
            met: Mutex::default(),
            store,
            time,
            writing: Arc::new(Semaphore::new(1)),
        }
    }

    /// The tree of a stored game.
    ///
    /// # Errors
    ///
    /// [`OpenError`].
    pub async fn open(&self, id: MatchId) -> Result<Arc<Shared>, OpenError> {
        if let Some(shared) = self.lock().get(&id).and_then(Weak::upgrade) {
            return Ok(shared);
        }
        let game = self.store.game(id).await?.ok_or(OpenError::NotFound)?;
        let summary = &game.summary;
        let start = AnyGame::of_version(
            &summary.game,
            &summary.ruleset,
            summary.ruleset_version,
            &summary.options,
            Some(&summary.start),
        );
        let start = start.map_err(|error| {
            tracing::error!(match.id = %id, %error, "a stored game cannot be set up");
            OpenError::Damaged
        })?;
        let writing = Arc::clone(&self.writing);
        let made = Arc::new(Shared::new(game, start, self.store.clone(), self.time, writing));
        let mut open = self.lock();
        // Another caller may have opened it meanwhile.
        if let Some(shared) = open.get(&id).and_then(Weak::upgrade) {
            return Ok(shared);
        }
        open.retain(|_, shared| shared.strong_count() > 0);
        open.insert(id, Arc::downgrade(&made));
        Ok(made)
    }

    /// Adds a reader to the tree of a stored game, if its readers meet here.
    ///
    /// # Errors
    ///
    /// [`OpenError`].
    pub(crate) async fn join(&self, id: MatchId) -> Result<(Arc<Shared>, Reader), OpenError> {
        let shared = self.open(id).await?;
        let turn = shared.meeting().await;
        if !lock(&self.met).contains_key(&id) {
            if self.store.meet(Audience::Analysis, id).await? != self.store.own_node() {
                return Err(OpenError::Elsewhere);
            }
            if self.store.is_shared() {
                lock(&self.met).insert(id, Arc::clone(&shared));
            }
        }
        let reader = shared.enter().ok_or(OpenError::Full)?;
        drop(turn);
        Ok((shared, reader))
    }

    /// Notes of the trees without readers that nobody meets here.
    async fn part(&self) -> Result<(), StoreError> {
        let met: Vec<_> = lock(&self.met).values().cloned().collect();
        for shared in met.into_iter().filter(|shared| shared.count() == 0) {
            let _turn = shared.meeting().await;
            if shared.count() == 0 {
                self.store.part(Audience::Analysis, shared.id()).await?;
                lock(&self.met).remove(&shared.id());
            }
        }
        Ok(())
    }

    /// Reads every open tree again that has something of a deleted player, and sends it to its readers.
    pub async fn erase(&self, player: PlayerId) {
        let open: Vec<_> = self.lock().values().filter_map(Weak::upgrade).collect();
        for shared in open {
            if let Err(error) = shared.erase(player).await {
                tracing::warn!(%error, match.id = %shared.id(), "a tree cannot be read again");
            }
        }
    }

    /// Sends the readers of every open tree what other nodes have changed in it, and notes which have
    /// none, until it is dropped. It runs in a task of its own, and only where there may be other servers.
    pub async fn run(&self) {
        let mut ticks = tokio::time::interval(CATCH_UP);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.part().await {
                tracing::debug!(%error, "that a tree has no readers is not noted");
            }
            let open: Vec<_> = self.lock().values().filter_map(Weak::upgrade).collect();
            for shared in open.into_iter().filter(|shared| shared.count() > 0) {
                if let Err(error) = shared.catch_up().await {
                    tracing::warn!(%error, match.id = %shared.id(), "a tree cannot be read");
                    // The other trees could not be read either.
                    break;
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, Weak<Shared>>> {
        lock(&self.open)
    }
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

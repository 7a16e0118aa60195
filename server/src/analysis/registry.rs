//! The open analysis trees: each in memory once, for as long as it has a holder.
//!
//! Opening a tree reads the archived game; its changes are read when they are first needed. With
//! several servers on one database a tree may be open on more than one of them, so a task reads
//! regularly the changes of the others. The lock on the table is never held across an await.

use super::shared::Shared;
use crate::time::TimeSource;
use domain::{MatchId, PlayerId};
use engine::AnyGame;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use store::{Database, StoreError};
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
    /// The stored game does not begin under today's rules.
    #[error("the stored game is damaged")]
    Damaged,
}

/// Every tree that is open, each once.
#[derive(Debug)]
pub struct Analyses {
    open: Mutex<HashMap<MatchId, Weak<Shared>>>,
    store: Database,
    time: TimeSource,
    writing: Arc<Semaphore>,
}

impl Analyses {
    /// A registry in which no tree is open.
    #[must_use]
    pub fn new(store: Database, time: TimeSource) -> Self {
        Self { open: Mutex::default(), store, time, writing: Arc::new(Semaphore::new(1)) }
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

    /// Reads every open tree again that has something of a deleted player, and sends it to its readers.
    pub async fn erase(&self, player: PlayerId) {
        let open: Vec<_> = self.lock().values().filter_map(Weak::upgrade).collect();
        for shared in open {
            if let Err(error) = shared.erase(player).await {
                tracing::warn!(%error, match.id = %shared.id(), "a tree cannot be read again");
            }
        }
    }

    /// Sends the readers of every open tree what other servers have changed in it, until it is
    /// dropped. It runs in a task of its own, and only where there may be other servers.
    pub async fn run(&self) {
        let mut ticks = tokio::time::interval(CATCH_UP);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
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
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

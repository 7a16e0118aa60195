//! The trees that somebody looks at.

use super::shared::Shared;
use crate::store::{SharedStore, StoreError};
use crate::time::TimeSource;
use domain::MatchId;
use engine::AnyGame;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How often it is looked whether another server has changed an open tree.
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
    store: SharedStore,
    time: TimeSource,
    writing: Arc<Semaphore>,
}

impl Analyses {
    /// No tree is open yet.
    #[must_use]
    pub fn new(store: SharedStore, time: TimeSource) -> Self {
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
        let made = Arc::new(Shared::new(game, start, Arc::clone(&self.store), self.time, writing));
        let mut open = self.lock();
        // Another may have come first meanwhile.
        if let Some(shared) = open.get(&id).and_then(Weak::upgrade) {
            return Ok(shared);
        }
        open.retain(|_, shared| shared.strong_count() > 0);
        open.insert(id, Arc::downgrade(&made));
        Ok(made)
    }

    /// Tells the readers of every open tree what other servers have changed in it; for a task of
    /// its own, if there may be other servers.
    pub async fn run(&self) {
        let mut ticks = tokio::time::interval(CATCH_UP);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let open: Vec<_> = self.lock().values().filter_map(Weak::upgrade).collect();
            for shared in open.into_iter().filter(|shared| shared.count() > 0) {
                if let Err(error) = shared.catch_up().await {
                    tracing::warn!(%error, match.id = %shared.id(), "a tree cannot be read");
                    // The others would not be either.
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

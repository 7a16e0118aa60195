//! Matches that have no task get one: all of them when the server starts, those of servers that
//! are gone, and those that have lost theirs.

use super::actor::Actor;
use super::context::Host;
use super::handle::MatchHandle;
use super::limits::Begins;
use super::registry::Registry;
use super::restore::{self, Restored};
use crate::metrics::metrics;
use domain::{CreditCause, MatchId, Moment};
use futures_util::StreamExt;
use futures_util::future::join_all;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use store::{StoreError, StoreStream, Unfinished};
use tokio::time::timeout;

/// How many matches without a task are read at a time: a bounded step, after which others are
/// served.
const ADOPTED_AT_ONCE: usize = 64;

/// How long the store may take to give one such step's matches.
const ADOPTION_TIMEOUT: Duration = Duration::from_secs(20);

impl Registry {
    /// Starts the task of a restored match, and gives it back the time it was without one.
    pub(super) async fn adopt(self: &Arc<Self>, found: Restored) -> MatchHandle {
        let (actor, handle) = Actor::new(found.state, found.recent, self.context());
        credit_downtime(&handle, found.alive).await;
        self.launch(actor, handle, Begins::Again).await
    }

    /// Restores every unfinished match, and gives the time since the server's last sign of
    /// life back to the running clocks; returns how many there are. To be awaited before
    /// the port opens.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the journals cannot be read.
    pub async fn restore(self: &Arc<Self>) -> Result<usize, StoreError> {
        self.refresh_vacations().await?;
        self.take_in(self.store().unfinished()).await
    }

    /// Takes over the matches of servers that are gone, and gives a task to every match of this
    /// server that has none, in bounded steps; returns how many got one. Whatever fails is logged,
    /// and tried again when this is called the next time.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store is away.
    pub async fn inherit(self: &Arc<Self>) -> Result<usize, StoreError> {
        match self.store().take_over().await {
            Ok(0) => {}
            Ok(_) => self.record_orphan(),
            Err(error) => {
                // A match that was taken over before a failure, or without an answer, has no task.
                self.record_orphan();
                return Err(error);
            }
        }
        if self.store().take_handed_over().await? {
            self.record_orphan();
        }
        if !self.take_orphans() {
            return Ok(0);
        }
        let adopted = self.adopt_all().await;
        if !matches!(adopted, Ok((_, 0))) {
            self.record_orphan();
        }
        let (adopted, left) = adopted?;
        if left > 0 {
            tracing::warn!(matches = left, "could not be restored yet; they are tried again");
        }
        metrics().count_restored(adopted);
        Ok(adopted)
    }

    /// Gives a task to every match of this server that has none; returns how many got one, and
    /// how many may still get one.
    async fn adopt_all(self: &Arc<Self>) -> Result<(usize, usize), StoreError> {
        let held = self.store().held().await?;
        let orphans: Vec<MatchId> =
            held.into_iter().filter(|&id| self.table().get(id).is_none()).collect();
        let (mut adopted, mut left) = (0, 0);
        for step in orphans.chunks(ADOPTED_AT_ONCE) {
            if self.is_stopping() {
                break;
            }
            match timeout(ADOPTION_TIMEOUT, self.adopt_some(step)).await {
                Ok(Ok(some)) => adopted += some,
                Ok(Err(error)) => {
                    tracing::warn!(%error, matches = step.len(), "matches could not be read");
                    left += step.len();
                }
                Err(_) => {
                    tracing::warn!(matches = step.len(), "matches were not read in time");
                    left += step.len();
                }
            }
        }
        Ok((adopted, left))
    }

    async fn adopt_some(self: &Arc<Self>, ids: &[MatchId]) -> Result<usize, StoreError> {
        let mut found = pin!(restore::restored(self.store().journals(ids.to_vec()), self.now()));
        let mut adopted = 0;
        while let Some(some) = found.next().await {
            for restored in some? {
                // A client may have requested it by now; a match whose journal does not read is
                // logged, and no clock depends on it.
                self.adopt(restored).await;
                adopted += 1;
            }
        }
        Ok(adopted)
    }

    async fn take_in(
        self: &Arc<Self>,
        unfinished: StoreStream<'_, Unfinished>,
    ) -> Result<usize, StoreError> {
        let mut matches = pin!(restore::restored(unfinished, self.now()));
        let mut loaded = Vec::new();
        while let Some(some) = matches.next().await {
            for Restored { state, recent, alive } in some? {
                loaded.push((Actor::new(state, recent, self.context()), alive));
            }
        }
        // Only now, since no player was thinking while the others were read either.
        let (mut handles, mut behind) = (Vec::with_capacity(loaded.len()), Vec::new());
        for ((actor, handle), alive) in loaded {
            credit_downtime(&handle, alive).await;
            let is_behind = actor.decide_vacation(self.now()).is_some();
            let handle = self.launch(actor, handle, Begins::Again).await;
            if is_behind {
                behind.push(handle.clone());
            }
            handles.push(handle);
        }
        // A match answers after it has dealt with what came before.
        join_all(handles.iter().map(MatchHandle::summary)).await;
        // A vacation that began or ended right before the server went is in every journal.
        join_all(behind.iter().map(|handle| handle.settle(None))).await;
        metrics().count_restored(handles.len());
        Ok(handles.len())
    }
}

/// Credits a match's clock with the time since the last sign of life of its former holder.
///
/// To be awaited before the task begins: the request waits for it, so that no flag falls first.
async fn credit_downtime(handle: &MatchHandle, alive: Option<Moment>) {
    if let Some(alive) = alive {
        handle.credit(alive, CreditCause::Downtime).await;
    }
}

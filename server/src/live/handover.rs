//! Handing matches over to another server, which continues them, while this one runs.
//!
//! A match ends its present request, its task ends, and its lease passes to the other server, together
//! with the time that the clock is owed from then on. A request that comes in between waits for the new
//! holder to be known.

use super::context::Host;
use super::handle::MatchHandle;
use super::registry::Registry;
use domain::MatchId;
use futures_util::future::join_all;
use std::sync::Arc;

/// The match that was handed over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Moved {
    /// The number of matches that the other server has from now on.
    pub(crate) matches: usize,
    /// The number of connections that ended, whose clients look for the matches now.
    pub(crate) connections: usize,
}

impl Registry {
    /// Gives matches to another server. Those that it does not get have a task here again.
    pub(crate) async fn hand_over(self: &Arc<Self>, ids: &[MatchId], heir: i64) -> Moved {
        let registry = Arc::clone(self);
        let ids = ids.to_vec();
        // By a task of its own: a match without a task must not be left behind.
        let moved = self.tasks().spawn(async move { registry.move_to(&ids, heir).await });
        moved.await.unwrap_or_default()
    }

    async fn move_to(self: &Arc<Self>, ids: &[MatchId], heir: i64) -> Moved {
        let turns: Vec<_> = ids.iter().map(|&id| self.table().loading(id)).collect();
        let _turns = join_all(turns.iter().map(|turn| turn.lock())).await;
        let handles: Vec<MatchHandle> = ids.iter().filter_map(|&id| self.table().get(id)).collect();
        let connections = join_all(handles.iter().map(MatchHandle::hand_over)).await.iter().sum();
        for handle in &handles {
            self.table().remove(handle);
            self.limits().hand_over(handle.id());
        }
        let matches = match self.store().hand_over(ids, heir, self.now()).await {
            Ok(moved) => moved.len(),
            Err(error) => {
                tracing::warn!(%error, matches = ids.len(), "matches could not be handed over");
                0
            }
        };
        if matches < ids.len() {
            self.record_orphan();
        }
        Moved { matches, connections }
    }

    /// Waits while a match is being loaded or handed over.
    pub(crate) async fn settled(&self, id: MatchId) {
        drop(self.table().loading(id).lock().await);
    }

    /// Has matches that other servers have given to this one restored at once.
    pub(crate) fn hurry_takeover(&self) {
        self.takeovers().notify_one();
    }
}

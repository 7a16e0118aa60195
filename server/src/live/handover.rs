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

impl Registry {
    /// Gives matches to another server; returns how many it has from now on. The others get a task here
    /// again.
    pub(crate) async fn hand_over(self: &Arc<Self>, ids: &[MatchId], heir: i64) -> usize {
        let registry = Arc::clone(self);
        let ids = ids.to_vec();
        // By a task of its own: a match without a task must not be left behind.
        let moved = self.tasks().spawn(async move { registry.move_to(&ids, heir).await });
        moved.await.unwrap_or(0)
    }

    async fn move_to(self: &Arc<Self>, ids: &[MatchId], heir: i64) -> usize {
        let turns: Vec<_> = ids.iter().map(|&id| self.table().loading(id)).collect();
        let _turns = join_all(turns.iter().map(|turn| turn.lock())).await;
        let handles: Vec<MatchHandle> = ids.iter().filter_map(|&id| self.table().get(id)).collect();
        join_all(handles.iter().map(MatchHandle::hand_over)).await;
        for handle in &handles {
            self.table().remove(handle);
            self.limits().forget(handle.id());
        }
        let moved = match self.store().hand_over(ids, heir, self.now()).await {
            Ok(moved) => moved.len(),
            Err(error) => {
                tracing::warn!(%error, matches = ids.len(), "matches could not be handed over");
                0
            }
        };
        if moved < ids.len() {
            self.record_orphan();
        }
        moved
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

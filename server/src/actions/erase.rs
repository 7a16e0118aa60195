//! Deleting a player: the name, chat lines and notes disappear, games remain as those of "Someone",
//! and all sessions and tokens end.

use super::Actions;
use crate::runtime::Ticks;
use domain::{Player, PlayerId};
use std::sync::Arc;
use store::StoreError;
use tokio::time::Instant;

/// For how long a server looks for a deleted player in its matches and trees, in milliseconds: one that
/// was taken over from another server may have been written just before.
const ERASED_WITHIN: u64 = 600_000;

/// How many deleted players are looked for at a time.
const ERASED_AT_A_TIME: u32 = 1_000;

/// How long the journals are left alone after they were read, as a multiple of the time that took.
const SCRUB_PAUSE: u32 = 20;

impl Actions {
    /// Deletes a player.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; nothing but a seek is deleted then.
    pub(crate) async fn erase(&self, player: &Arc<Player>) -> Result<(), StoreError> {
        // While a match of theirs is about to begin, the seek ends with it.
        let _ = self.matchmaker.withdraw(player.id).await;
        self.accounts.erase(player.id, self.registry.now()).await?;
        self.decline_all(player).await;
        // Every node looks again for their remaining data.
        self.forget_erased(player.id).await;
        Ok(())
    }

    /// Removes the remaining data of a deleted player in the matches and analyses of this node.
    pub(crate) async fn forget_erased(&self, player: PlayerId) {
        self.registry.erase(player).await;
        self.analyses.erase(player).await;
    }

    /// Removes the remaining data of deleted players, whichever node they asked: in memory on this one, and in
    /// the journals of all matches.
    pub(super) async fn remove_erased(self: Arc<Self>, mut ticks: Ticks) {
        let mut scrubbed = Instant::now();
        while ticks.next().await {
            let now = self.registry.now();
            match self.store.erased_since(now.before(ERASED_WITHIN), ERASED_AT_A_TIME).await {
                Ok(erased) => {
                    for player in erased {
                        self.forget_erased(player).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "deleted players cannot be looked up"),
            }
            let began = Instant::now();
            if began < scrubbed {
                continue;
            }
            if let Err(error) = self.store.scrub_journals(ERASED_AT_A_TIME, now).await {
                tracing::warn!(%error, "deleted players cannot be removed from journals");
            }
            scrubbed = Instant::now() + began.elapsed() * SCRUB_PAUSE;
        }
    }
}

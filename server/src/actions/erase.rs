//! Deleting a player: the name, chat lines and notes disappear, games remain as those of "Someone",
//! and all sessions and tokens end.

use super::Actions;
use domain::{Player, PlayerId};
use std::sync::Arc;
use store::StoreError;

impl Actions {
    /// Deletes a player.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; nothing but a seek is deleted then.
    pub(crate) async fn erase(&self, player: &Arc<Player>) -> Result<(), StoreError> {
        // While a match of theirs is about to begin, the seek ends with it.
        let _ = self.matchmaker.withdraw(player.id).await;
        self.people.erase(player.id, self.registry.now()).await?;
        self.decline_all(player).await;
        // Every node looks again for what is left of them.
        self.forget_erased(player.id).await;
        Ok(())
    }

    /// Removes what is left of a deleted player in the matches and analyses of this node.
    pub(crate) async fn forget_erased(&self, player: PlayerId) {
        self.registry.erase(player).await;
        self.analyses.erase(player).await;
    }
}

//! The messages of the operators that a player has not read yet.

use super::Actions;
use domain::{Moment, PlayerId};
use store::{Report, StoreError, Warning};

/// The unread messages of the operators to a player.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unread {
    pub(crate) warnings: Vec<Warning>,
    /// The player's own reports that were handled, and when.
    pub(crate) handled: Vec<(Report, Moment)>,
    /// The end of a mute in force.
    pub(crate) muted_until: Option<Moment>,
}

impl Actions {
    /// A player's unread warnings and handled reports, and until when they are muted.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn unread(&self, player: PlayerId) -> Result<Unread, StoreError> {
        Ok(Unread {
            warnings: self.store.warnings(player).await?,
            handled: self.store.handled_reports(player).await?,
            muted_until: self.muted_until(player).await?,
        })
    }

    /// Marks all of a player's warnings and handled reports as read.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn mark_read(&self, player: PlayerId) -> Result<(), StoreError> {
        self.store.read_warnings(player, self.registry.now()).await
    }

    /// The end of a player's mute; `None` if they are not muted.
    pub(super) async fn muted_until(&self, player: PlayerId) -> Result<Option<Moment>, StoreError> {
        let mutes = self.store.mutes(self.registry.now()).await?;
        Ok(mutes.iter().find(|mute| mute.player == player).map(|mute| mute.until))
    }
}

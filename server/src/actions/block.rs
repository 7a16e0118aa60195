//! Blocking players. A block is private: the other player is not notified.

use super::Actions;
use domain::{Player, PlayerId};
use store::StoreError;

/// The most players that one player can block.
const MAX_BLOCKS: u32 = 500;

/// A player was not blocked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BlockError {
    /// Players cannot block themselves.
    #[error("a player cannot block themselves")]
    Oneself,
    /// The player has blocked as many as possible.
    #[error("the player has blocked too many players")]
    TooMany,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Actions {
    /// Blocks a player: neither can join the other's matches or challenge them any more, and seeks
    /// no longer pair the two. Neither follows the other from then on.
    ///
    /// # Errors
    ///
    /// [`BlockError`].
    pub(crate) async fn block(&self, by: PlayerId, other: PlayerId) -> Result<(), BlockError> {
        if by == other {
            return Err(BlockError::Oneself);
        }
        let is_blocked = self.store.block(by, other, self.registry.now(), MAX_BLOCKS).await?;
        if is_blocked { Ok(()) } else { Err(BlockError::TooMany) }
    }

    /// Unblocks a player; false if they were not blocked.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn unblock(&self, by: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        self.store.unblock(by, other).await
    }

    /// The players whom a player has blocked, in the order of blocking.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn blocked_players(&self, by: PlayerId) -> Result<Vec<Player>, StoreError> {
        self.players(&self.store.blocks(by).await?).await
    }
}

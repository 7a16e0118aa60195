//! Players with their current names.

use super::Actions;
use domain::{Player, PlayerId};
use std::time::Duration;
use store::StoreError;
use tokio::time::timeout;

/// How long the store may take to return a player's name.
const NAME_TIMEOUT: Duration = Duration::from_secs(2);

impl Actions {
    /// A player with their current name.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store fails or does not answer in time.
    pub(crate) async fn player(&self, id: PlayerId) -> Result<Player, StoreError> {
        let stored = timeout(NAME_TIMEOUT, self.store.guest(id)).await;
        Ok(stored.map_err(|_| StoreError::Unavailable)??.player(id))
    }

    /// The same of several players, in their order, without those who deleted everything.
    ///
    /// # Errors
    ///
    /// As [`player`](Self::player).
    pub(crate) async fn players(&self, ids: &[PlayerId]) -> Result<Vec<Player>, StoreError> {
        let stored = timeout(NAME_TIMEOUT, self.store.guests(ids)).await;
        let stored = stored.map_err(|_| StoreError::Unavailable)??;
        let known = ids.iter().zip(stored).filter(|(_, guest)| !guest.gone);
        Ok(known.map(|(&id, guest)| guest.player(id)).collect())
    }

    /// Up to `limit` players whose names begin with a text, given as its likeness; registered ones
    /// first. An empty text matches no player.
    ///
    /// # Errors
    ///
    /// As [`player`](Self::player).
    pub(crate) async fn players_called(
        &self,
        beginning: &str,
        limit: u32,
    ) -> Result<Vec<Player>, StoreError> {
        let mut players = Vec::new();
        if !beginning.is_empty() {
            for id in self.store.called(beginning, limit).await? {
                players.push(self.player(id).await?);
            }
        }
        Ok(players)
    }
}

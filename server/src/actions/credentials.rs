//! The credentials of a player, as the player sees them.

use super::Actions;
use domain::PlayerId;
use store::{Session, StoreError, StoredPasskey};

/// The ways by which a registered player is known and can sign in.
#[derive(Debug)]
pub(crate) struct OwnCredentials {
    /// Oldest first.
    pub(crate) sessions: Vec<Session>,
    pub(crate) recovery_codes: u32,
    pub(crate) has_password: bool,
}

impl Actions {
    /// A player's sessions and other ways to sign in.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn credentials(&self, player: PlayerId) -> Result<OwnCredentials, StoreError> {
        let sessions = self.store.sessions(player).await?;
        let account = self.store.account(player).await?;
        Ok(OwnCredentials {
            sessions,
            recovery_codes: self.store.recovery_codes_left(player).await?,
            has_password: account.is_some_and(|account| account.password.is_some()),
        })
    }

    /// A player's passkeys, oldest first.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn passkeys(
        &self,
        player: PlayerId,
    ) -> Result<Vec<StoredPasskey>, StoreError> {
        self.store.passkeys(player).await
    }
}

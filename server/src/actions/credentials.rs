//! The credentials of a player, as the player sees them.

use super::Actions;
use crate::accounts::sockets::Pass;
use crate::accounts::{AccountError, Proven};
use domain::{Moment, Player, PlayerId, SessionId};
use store::{Left, Session, StoreError, StoredPasskey};

/// The ways by which a registered player is known and can sign in.
#[derive(Debug)]
pub(crate) struct OwnCredentials {
    /// Oldest first.
    pub(crate) sessions: Vec<Session>,
    pub(crate) recovery_codes: u32,
    pub(crate) has_password: bool,
}

/// A link that signs another device in as a player.
#[derive(Debug)]
pub(crate) struct SignInLink {
    pub(crate) secret: String,
    /// The moment from which it no longer counts.
    pub(crate) until: Moment,
    /// The session that was begun for the player's own device, if there was none.
    pub(crate) session: Option<SessionId>,
}

impl Actions {
    /// Creates a link that signs another device in as a player. It ends with the credential of the
    /// request. A guest on two devices has a session on each, so that either can keep the identity.
    ///
    /// # Errors
    ///
    /// [`AccountError::Ended`], [`AccountError::Store`].
    pub(crate) async fn new_sign_in_link(
        &self,
        player: PlayerId,
        by: Pass,
        device: &str,
    ) -> Result<SignInLink, AccountError> {
        let (pass, session) = self.begin_session(player, device, by).await?;
        let (secret, until) = self.accounts.new_link(player, pass, self.registry.now()).await?;
        Ok(SignInLink { secret, until, session })
    }

    /// Begins a session of a player who has proved who they are, in place of what the browser was before.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn sign_in(
        &self,
        proven: Proven,
        device: &str,
        left: Left,
    ) -> Result<(Player, SessionId), StoreError> {
        let now = self.registry.now();
        let session = self.accounts.enter(proven, device, left, now).await?;
        Ok((self.player(proven.player).await?, session))
    }

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

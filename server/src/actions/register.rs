//! Registering: a guest becomes a registered player, by a name and a password or by a passkey.
//!
//! Games, seats and everything else stay theirs. A guest without a session gets one first, since a
//! cookie without a session is not valid for a registered player; it ends if the registration fails.

use super::{Actions, AllowedName};
use crate::accounts::sockets::Pass;
use crate::accounts::{AccountError, NewPasskey, Password};
use domain::names::Name;
use domain::{Player, PlayerId, SessionId};
use serde_json::Value;
use std::sync::Arc;
use store::StoreError;

/// A browser's answer to the challenge of a ceremony that makes a passkey.
#[derive(Debug)]
pub(crate) struct PasskeyAnswer<'a> {
    /// The origin of the page.
    pub(crate) origin: &'a str,
    /// The ceremony as it was begun.
    pub(crate) ceremony: &'a str,
    /// The credential that the browser made.
    pub(crate) credential: Value,
}

/// A player who has just registered.
#[derive(Debug)]
pub(crate) struct Registered {
    pub(crate) player: Arc<Player>,
    /// The recovery codes, which are shown only once.
    pub(crate) recovery_codes: Vec<String>,
    /// The session that was begun for it, if there was none.
    pub(crate) session: Option<SessionId>,
}

impl Actions {
    /// Registers a guest by a name and a password.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn register(
        &self,
        player: &Player,
        name: &AllowedName,
        password: Password,
        by: Pass,
        device: &str,
    ) -> Result<Registered, AccountError> {
        if !player.guest {
            return Err(AccountError::AlreadyRegistered);
        }
        let (pass, session) = self.begin_session(player.id, device, by).await?;
        let (name, now) = (name.name(), self.registry.now());
        let outcome =
            self.accounts.register_by_password(player.id, name, password, pass, now).await;
        let recovery_codes = self.or_end(player.id, session, outcome).await?;
        let player = self.show_registered(player, Some(name.clone())).await;
        Ok(Registered { player, recovery_codes, session })
    }

    /// Makes a passkey of a player. A guest becomes registered by it, and is returned.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn make_passkey(
        &self,
        player: &Player,
        answer: PasskeyAnswer<'_>,
        by: Pass,
        device: &str,
    ) -> Result<Option<Registered>, AccountError> {
        let PasskeyAnswer { origin, ceremony, credential } = answer;
        let now = self.registry.now();
        let made = self.accounts.end_making(origin, ceremony, player.id, credential, now).await?;
        if let (false, Some(session)) = (player.guest, by.session()) {
            self.accounts.add_passkey(player.id, session, made, device, now).await?;
            return Ok(None);
        }
        self.register_by_passkey(player, made, by, device).await.map(Some)
    }

    /// Registers a guest by a new passkey. The name that they chose stays theirs, unless another
    /// player has one that resembles it.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    async fn register_by_passkey(
        &self,
        player: &Player,
        passkey: NewPasskey,
        by: Pass,
        device: &str,
    ) -> Result<Registered, AccountError> {
        let (pass, session) = self.begin_session(player.id, device, by).await?;
        let name = player.named.then(|| Name::parse_registered(&player.name).ok()).flatten();
        let (accounts, now) = (&self.accounts, self.registry.now());
        let outcome =
            accounts.register_by_passkey(player.id, name, passkey, device, pass, now).await;
        let (name, recovery_codes) = self.or_end(player.id, session, outcome).await?;
        let player = self.show_registered(player, name).await;
        Ok(Registered { player, recovery_codes, session })
    }

    /// Begins a session for the device of a guest, unless it has one already or is a program. Returns
    /// the credential of the device, and the session if one was begun.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(super) async fn begin_session(
        &self,
        player: PlayerId,
        device: &str,
        by: Pass,
    ) -> Result<(Pass, Option<SessionId>), StoreError> {
        match by {
            Pass::Session(_) | Pass::Token(_) => Ok((by, None)),
            Pass::Guest => {
                let now = self.registry.now();
                let session = self.accounts.open_guest_session(player, device, now).await?;
                Ok((Pass::Session(session), Some(session)))
            }
        }
    }

    /// The outcome of a registration; the session that was begun for it ends if it failed.
    async fn or_end<T>(
        &self,
        player: PlayerId,
        begun: Option<SessionId>,
        outcome: Result<T, AccountError>,
    ) -> Result<T, AccountError> {
        if let (Err(_), Some(session)) = (&outcome, begun) {
            self.accounts.end_session(player, session).await?;
        }
        outcome
    }

    async fn show_registered(&self, guest: &Player, name: Option<Name>) -> Arc<Player> {
        self.show_as(Player { bot: guest.bot, ..Player::registered(guest.id, name) }).await
    }
}

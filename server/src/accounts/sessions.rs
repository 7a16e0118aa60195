//! Sessions: how one begins, by which proof, and what ends all of them but one.

use super::{AccountError, Accounts, Password, new_codes, secrets};
use crate::accounts::sockets::Pass;
use domain::{Moment, PlayerId, SessionId};
use store::{Generation, Left, Session, StoreError};

/// The most sessions of a person.
const MOST_SESSIONS: u32 = 50;

/// The span for which a sign-in link counts, in milliseconds.
const LINK_COUNTS: u64 = 5 * 60 * 1_000;

/// The most characters of a device's description.
pub(super) const MAX_DEVICE: usize = 60;

/// A player who has proved who they are, and may have a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Proven {
    /// The player.
    pub(crate) player: PlayerId,
    /// The generation of credentials to which the proof belongs.
    pub(super) generation: Generation,
    /// Whether the proof also confirms the session: a sign-in link does not.
    pub(super) is_confirmed: bool,
}

impl Accounts {
    /// The player who has that name and password.
    ///
    /// # Errors
    ///
    /// [`AccountError::BadCredentials`] whether the name is unknown or the password wrong.
    pub(crate) async fn log_in(
        &self,
        alike: &str,
        password: Password,
    ) -> Result<Proven, AccountError> {
        let known = self.store.account_alike(alike).await?;
        let hash = known.as_ref().and_then(|account| account.password.clone());
        let holds = self.passwords.verify(password, hash).await?;
        let account = known.filter(|_| holds).ok_or(AccountError::BadCredentials)?;
        Ok(Proven { player: account.id, generation: account.generation, is_confirmed: true })
    }

    /// Sets a new password, and ends every credential except a session.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn set_password(
        &self,
        id: PlayerId,
        session: SessionId,
        password: Password,
    ) -> Result<(), AccountError> {
        let name = self.account(id).await?.name.ok_or(AccountError::NameNeeded)?;
        let hash = self.passwords.hash(password, Some(name)).await?;
        let ended = self.store.set_password(id, session, &hash).await?;
        self.forget(id, &ended.ok_or(AccountError::Ended)?, |of| of != Pass::Session(session));
        Ok(())
    }

    /// Ends every session, token, link and subscription of a player except those of a session.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn end_others(
        &self,
        id: PlayerId,
        session: Option<SessionId>,
    ) -> Result<(), AccountError> {
        let ended = self.store.end_others(id, session).await?.ok_or(AccountError::Ended)?;
        self.forget(id, &ended, |of| of.session() != session);
        Ok(())
    }

    /// Makes new recovery codes in place of all that are left.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn new_codes(
        &self,
        id: PlayerId,
        session: SessionId,
    ) -> Result<Vec<String>, AccountError> {
        let (codes, digests) = new_codes();
        let are_set = self.store.set_recovery_codes(id, session, &digests).await?;
        if are_set { Ok(codes) } else { Err(AccountError::Ended) }
    }

    /// The player whose recovery code that is, which is used up by it. Every credential of theirs ends:
    /// a code is for players who have lost their other ways in, which others may have found. A new password
    /// replaces the old one.
    ///
    /// # Errors
    ///
    /// [`AccountError::BadCredentials`] if there is no such code.
    pub(crate) async fn recover(
        &self,
        code: &str,
        password: Option<Password>,
    ) -> Result<Proven, AccountError> {
        let digest = secrets::code_digest(code).ok_or(AccountError::BadCredentials)?;
        // A password that will not do must not use the code up.
        let hash = match password {
            Some(password) => Some(self.passwords.hash(password, None).await?),
            None => None,
        };
        let recovered = self.store.recover(digest, hash.as_deref()).await?;
        let recovered = recovered.ok_or(AccountError::BadCredentials)?;
        self.forget(recovered.player, &recovered.ended, |_| true);
        let (player, generation) = (recovered.player, recovered.generation);
        Ok(Proven { player, generation, is_confirmed: true })
    }

    /// Makes a link that carries an identity to another device: its secret, and until when it
    /// counts. It ends with the credential of the request.
    ///
    /// # Errors
    ///
    /// [`AccountError::Ended`], [`AccountError::Store`].
    pub(crate) async fn new_link(
        &self,
        id: PlayerId,
        pass: Pass,
        now: Moment,
    ) -> Result<(String, Moment), AccountError> {
        let (text, digest) = secrets::new_link();
        let until = now.after(LINK_COUNTS);
        let is_added = self.store.add_link(digest, id, pass, now, until).await?;
        if is_added { Ok((text, until)) } else { Err(AccountError::Ended) }
    }

    /// The player whose identity a link carries, which is used up by it.
    ///
    /// # Errors
    ///
    /// [`AccountError::LinkUsed`] if there is no such link.
    pub(crate) async fn take_link(&self, text: &str, now: Moment) -> Result<Proven, AccountError> {
        let taken = self.store.take_link(secrets::link_digest(text), now).await?;
        let (player, generation) = taken.ok_or(AccountError::LinkUsed)?;
        Ok(Proven { player, generation, is_confirmed: false })
    }

    /// Begins a session of a guest on a device.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn open_guest_session(
        &self,
        player: PlayerId,
        device: &str,
        now: Moment,
    ) -> Result<SessionId, StoreError> {
        let session = fresh(player, device, None, now);
        self.store.open_session(&session, Generation::GUEST, MOST_SESSIONS).await?;
        Ok(session.id)
    }

    /// Begins a session of a player on a device, and ends the device's earlier one.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn enter(
        &self,
        proven: Proven,
        device: &str,
        left: Left,
        now: Moment,
    ) -> Result<SessionId, StoreError> {
        let Proven { player, generation, is_confirmed } = proven;
        let session = fresh(player, device, is_confirmed.then_some(now), now);
        let ended = self.store.sign_in(&session, generation, MOST_SESSIONS, left).await?;
        let has_ended = |pass| match pass {
            Pass::Session(id) => left.session == Some(id),
            Pass::Token(id) => ended.contains(&id),
            Pass::Guest => false,
        };
        self.forget(left.player, &ended, has_ended);
        Ok(session.id)
    }

    /// Ends a session of a player, and its sockets; false if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn end_session(
        &self,
        player: PlayerId,
        id: SessionId,
    ) -> Result<bool, StoreError> {
        let ended = self.store.end_session(player, id).await?;
        self.forget(player, &[], |pass| pass == Pass::Session(id));
        Ok(ended)
    }
}

fn fresh(player: PlayerId, device: &str, confirmed_at: Option<Moment>, now: Moment) -> Session {
    let device = device.chars().filter(|c| !c.is_control()).take(MAX_DEVICE).collect();
    let id = SessionId::fresh();
    Session { id, player, device, created_at: now, seen_at: now, confirmed_at }
}

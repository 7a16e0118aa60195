//! People who keep their identity: by which cookies they are known, their passwords, and the secrets
//! of one use that bring an identity back or carry it to another device.
//!
//! A guest's id becomes a person's, so nothing that is theirs moves. Every proof of an identity begins a
//! session, which a cookie names and its owner can end; a session remembers when its player last proved
//! who they are (`confirming`). Nothing here reveals whether a name is known: a log-in with an unknown
//! name takes as long as one with a wrong password and gets the same answer.

mod ceremonies;
mod confirming;
mod credentials;
pub mod identity;
pub(crate) mod idle_guests;
pub(crate) mod lookups;
mod passwords;
mod registering;
mod secrets;
mod sessions;
pub(crate) mod sockets;
mod start;
pub(crate) mod tokens;

pub(crate) use ceremonies::NewPasskey;
pub(crate) use confirming::Ways;
pub(crate) use passwords::{Password, PasswordError};
pub(crate) use sessions::Proven;
pub(crate) use start::{AccountHandles, start};

use ceremonies::Ceremonies;
use credentials::Credentials;
use domain::names::{BadName, Name};
use domain::reserved::is_reserved;
use domain::{Moment, PlayerId, TokenId};
use identity::{Cookie, Seals};
use lookups::{Lookups, Validity};
use passwords::Passwords;
use sockets::{OpenSockets, Pass};
use std::sync::Arc;
use store::{Account, Database, Digest, StoreError};
use tokens::Tokens;

/// For how long requests may be under way that were sent before a registration, in
/// milliseconds.
const UNDER_WAY_FOR: u64 = 10_000;

/// The reason why a request about an account fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AccountError {
    /// The player is registered already.
    #[error("this player is registered already")]
    AlreadyRegistered,
    /// The identity is a guest's.
    #[error("register this player first")]
    NotRegistered,
    /// Another player has a name that resembles this one.
    #[error("this name is too similar to one that is taken")]
    NameTaken,
    /// A password needs a name to log in with.
    #[error("choose a name first: you log in with it")]
    NameNeeded,
    /// The name, the password or the code is wrong; the answer does not reveal which.
    #[error("the name or the password is wrong")]
    BadCredentials,
    /// The link was used, has expired or never was.
    #[error("this link was used or has expired; create a new one")]
    LinkUsed,
    /// Pages of this address cannot have passkeys.
    #[error("passkeys require HTTPS and a host name, or localhost")]
    NoPasskeys,
    /// The ceremony was ended, has taken too long or never was.
    #[error("this took too long or was completed already; begin again")]
    CeremonyOver,
    /// The passkey is unknown, or its signature is invalid.
    #[error("the passkey was not accepted")]
    BadPasskey,
    /// It is the only way back into the account.
    #[error("add a password or another passkey first: you could not log in without one")]
    LastPasskey,
    /// The player has as many passkeys as they may.
    #[error("you have 20 passkeys already; remove one first")]
    TooManyPasskeys,
    /// The session of the request has ended while it was processed.
    #[error("the session has ended")]
    Ended,
    /// The name cannot be had.
    #[error(transparent)]
    Name(#[from] BadName),
    /// The password cannot be set or verified.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The accounts of the server, with its state outside of the store.
#[derive(Debug)]
pub(crate) struct Accounts {
    store: Database,
    sockets: Arc<OpenSockets>,
    tokens: Arc<Tokens>,
    passwords: Passwords,
    credentials: Credentials,
    ceremonies: Ceremonies,
    /// For how long a proof confirms a session, in milliseconds.
    confirms_for: u64,
}

impl Accounts {
    /// The people of a store.
    pub(crate) fn new(
        store: Database,
        sockets: Arc<OpenSockets>,
        tokens: Arc<Tokens>,
        seals: Seals,
        lookups: Arc<Lookups>,
        confirms_for: u64,
    ) -> Self {
        Self {
            store,
            sockets,
            tokens,
            passwords: Passwords::default(),
            credentials: Credentials::new(lookups),
            ceremonies: Ceremonies::new(seals),
            confirms_for,
        }
    }

    /// Whether a cookie counts.
    pub(crate) async fn validity(&self, cookie: &Cookie, now: Moment) -> Validity {
        self.credentials.validity(&self.store, cookie, now).await
    }

    /// Whether a cookie that does not count is that of a guest who has registered a moment
    /// ago: its request may have been on its way when the browser was sent the cookie of the session.
    pub(crate) async fn is_overtaken(&self, cookie: &Cookie, now: Moment) -> bool {
        if cookie.session.is_some() {
            return false;
        }
        match self.store.account(cookie.id).await {
            Ok(account) => {
                account.is_some_and(|account| now.since(account.registered_at) < UNDER_WAY_FOR)
            }
            // It may be: the next request asks again.
            Err(_) => true,
        }
    }

    /// Refuses a name that resembles one of another player, or of the site, its staff and its
    /// computer players.
    ///
    /// # Errors
    ///
    /// [`AccountError::NameTaken`].
    pub(crate) async fn check_free(&self, id: PlayerId, name: &Name) -> Result<(), AccountError> {
        if is_reserved(name) {
            return Err(AccountError::NameTaken);
        }
        let alike = self.store.account_alike(&name.likeness()).await?;
        if alike.is_some_and(|account| account.id != id) {
            Err(AccountError::NameTaken)
        } else {
            Ok(())
        }
    }

    /// The ceremonies of passkeys.
    pub(crate) const fn ceremonies(&self) -> &Ceremonies {
        &self.ceremonies
    }

    /// Gives a registered player another name, or none.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn rename(
        &self,
        id: PlayerId,
        name: Option<&Name>,
    ) -> Result<(), AccountError> {
        if name.is_some_and(is_reserved) {
            return Err(AccountError::NameTaken);
        }
        if name.is_none() && self.account(id).await?.password.is_some() {
            return Err(AccountError::NameNeeded);
        }
        let alike = name.map(Name::likeness);
        let wished = name.map(Name::as_str).zip(alike.as_deref());
        if self.store.name_account(id, wished).await? {
            Ok(())
        } else {
            Err(AccountError::NameTaken)
        }
    }

    /// A registered player.
    ///
    /// # Errors
    ///
    /// [`AccountError::NotRegistered`] for guests.
    pub(crate) async fn account(&self, id: PlayerId) -> Result<Account, AccountError> {
        self.store.account(id).await?.ok_or(AccountError::NotRegistered)
    }

    /// Deletes everything about a player.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn erase(&self, id: PlayerId, now: Moment) -> Result<(), StoreError> {
        let tokens = self.store.tokens(id, now).await?;
        self.store.erase(id, now).await?;
        let tokens: Vec<TokenId> = tokens.into_iter().map(|token| token.id).collect();
        self.forget(id, &tokens, |_| true);
        Ok(())
    }

    /// Asks the store again about a player's credentials, and ends the sockets of those that have
    /// ended.
    fn forget(&self, id: PlayerId, tokens: &[TokenId], has_ended: impl Fn(Pass) -> bool) {
        self.credentials.forget(id);
        for &token in tokens {
            self.tokens.forget(token);
        }
        self.sockets.end(id, has_ended);
    }
}

fn new_codes() -> (Vec<String>, Vec<Digest>) {
    (0..secrets::CODES).map(|_| secrets::new_code()).unzip()
}

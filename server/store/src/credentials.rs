//! Credentials: the sessions, tokens, links and recovery codes by which players are known, and the
//! operations that end all of them but one.
//!
//! Every credential is made in a *generation* of its player's credentials and counts only while that is
//! the present one. Guests are in generation 0, registering begins generation 1, and a new password, a
//! recovery and signing out everywhere else begin the next. A credential of an earlier generation is
//! deleted by the same transaction; one that a request under way adds afterwards still counts for nothing.

use super::passkeys::StoredPasskey;
use super::people::{Digest, Person};
use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, SessionId, TokenId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// A generation of a player's credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generation(pub i64);

impl Generation {
    /// That of every guest.
    pub const GUEST: Self = Self(0);

    /// The one that begins when a guest registers.
    pub const REGISTERED: Self = Self(1);
}

/// The credential of a request or a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The cookie of a guest without a session.
    Guest,
    /// The cookie of a session.
    Session(SessionId),
    /// The token of a program.
    Token(TokenId),
}

impl Pass {
    /// The session, if it is the cookie of one.
    #[must_use]
    pub const fn session(self) -> Option<SessionId> {
        match self {
            Self::Session(id) => Some(id),
            Self::Guest | Self::Token(_) => None,
        }
    }
}

/// A guest who registers.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'a> {
    /// The new person; their generation is the first one.
    pub person: &'a Person,
    /// The likeness of the name.
    pub likeness: Option<&'a str>,
    /// The digests of the recovery codes.
    pub codes: &'a [Digest],
    /// The passkey that registers them, if that is the way.
    pub passkey: Option<&'a StoredPasskey>,
    /// The credential that remains theirs.
    pub pass: Pass,
}

/// The result of a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    /// The guest is registered. All their credentials ended except that of the request; these were the
    /// tokens among them.
    Kept(Vec<TokenId>),
    /// It is a person's identity, or was one's; nothing has changed.
    AlreadyKept,
    /// Another player has a name that resembles this one; nothing has changed.
    NameTaken,
    /// The passkey is known already; nothing has changed.
    PasskeyKnown,
    /// The credential of the request has ended; nothing has changed.
    Ended,
}

/// The result of adding a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adding {
    /// It is added.
    Added,
    /// There are as many as there may be, or this one is known.
    TooMany,
    /// The credential of the request has ended.
    Ended,
}

/// The earlier identity of a browser that signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// The player it was. The tokens of a guest end.
    pub player: PlayerId,
    /// The session it had, which ends.
    pub session: Option<SessionId>,
}

/// A player who came back by a recovery code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// The player.
    pub player: PlayerId,
    /// The generation that has begun.
    pub generation: Generation,
    /// The tokens that ended.
    pub ended: Vec<TokenId>,
}

/// Credentials. The default methods are those of a store without them.
pub trait Credentials {
    /// Registers a guest, and ends all credentials of the guest except that of the request.
    fn keep<'a>(&'a self, _registration: Registration<'a>) -> StoreFuture<'a, Keeping> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Replaces the hash of a player's password and ends all their credentials except a session.
    /// Returns the tokens that ended; none, with nothing changed, unless it is a session of theirs.
    fn set_password<'a>(
        &'a self,
        _player: PlayerId,
        _session: SessionId,
        _password: &'a str,
    ) -> StoreFuture<'a, Option<Vec<TokenId>>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Ends all sessions, tokens, links and subscriptions of a player except a session and its
    /// subscriptions, and forgets an address for mail that is not confirmed. Returns the tokens that ended; none, with nothing changed, unless it is a
    /// session of theirs.
    fn end_others(
        &self,
        _player: PlayerId,
        _except: Option<SessionId>,
    ) -> StoreFuture<'_, Option<Vec<TokenId>>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Uses a recovery code up and ends all credentials of its owner; also replaces the hash of the
    /// password, if there is a new one.
    fn recover<'a>(
        &'a self,
        _code: Digest,
        _password: Option<&'a str>,
    ) -> StoreFuture<'a, Option<Recovered>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Replaces all recovery codes of a player; false, with nothing changed, unless it is a session of
    /// theirs.
    fn set_recovery_codes<'a>(
        &'a self,
        _player: PlayerId,
        _session: SessionId,
        _codes: &'a [Digest],
    ) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The number of recovery codes that a player has left.
    fn recovery_codes_left(&self, _player: PlayerId) -> StoreFuture<'_, u32> {
        ready(Ok(0)).boxed()
    }

    /// When a player last confirmed in a session who they are; none if they never did, or if it is no
    /// session of theirs.
    fn session_confirmed(
        &self,
        _player: PlayerId,
        _session: SessionId,
    ) -> StoreFuture<'_, Option<Moment>> {
        ready(Ok(None)).boxed()
    }

    /// Records that a player has confirmed in a session who they are; false if it is no session of
    /// theirs.
    fn confirm_session(
        &self,
        _player: PlayerId,
        _session: SessionId,
        _now: Moment,
    ) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// The same by a recovery code of theirs, which is used up; false, with nothing changed, if it is
    /// not theirs.
    fn confirm_by_code(
        &self,
        _player: PlayerId,
        _session: SessionId,
        _code: Digest,
        _now: Moment,
    ) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Stores a link that signs another device in, in place of an earlier one of the player; false if
    /// the credential of the request has ended. The link ends with that credential.
    fn add_link(
        &self,
        _link: Digest,
        _player: PlayerId,
        _pass: Pass,
        _now: Moment,
        _expires_at: Moment,
    ) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Uses such a link up, unless it has expired by `now`; its player, and the generation in which it
    /// was made.
    fn take_link(
        &self,
        _link: Digest,
        _now: Moment,
    ) -> StoreFuture<'_, Option<(PlayerId, Generation)>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The guests who registered, or deleted themselves, from one moment until before another, at most
    /// `limit` of them.
    fn left_guests(
        &self,
        _from: Moment,
        _until: Moment,
        _limit: u32,
    ) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }
}

//! Sessions: the browsers and devices on which a player is signed in, as their owner sees and ends
//! them.
//!
//! A cookie is signed and names a session; ending the session here makes the cookie invalid. What a
//! device is called is a guess made from its headers, for recognition only.

use super::credentials::{Generation, Left};
use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, SessionId, TokenId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// A browser or device on which somebody is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id, which proves nothing by itself.
    pub id: SessionId,
    /// Who is signed in there.
    pub player: PlayerId,
    /// What it seems to be, in at most 60 characters, for its owner to recognise it.
    pub device: String,
    /// When it began.
    pub created_at: Moment,
    /// When it was last used, accurate to about an hour.
    pub seen_at: Moment,
    /// When the player last proved in it who they are, by a password, a passkey or a recovery code; none
    /// if they never did, as in one that a sign-in link began.
    pub confirmed_at: Option<Moment>,
}

/// Sessions. The default methods are those of a store without them.
pub trait Sessions {
    /// Stores a session, made in this generation of its player's credentials. If a player then has more
    /// than `most`, those that were unused for longest are ended.
    fn open_session<'a>(
        &'a self,
        _session: &'a Session,
        _generation: Generation,
        _most: u32,
    ) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The same for a browser that had another identity or session before. Subscriptions of the earlier
    /// session become those of the new one if the player is the same. Returns the tokens that ended.
    fn sign_in<'a>(
        &'a self,
        _session: &'a Session,
        _generation: Generation,
        _most: u32,
        _left: Left,
    ) -> StoreFuture<'a, Vec<TokenId>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// When a session of a player was last used; `None` once it has ended. Like every question here, it
    /// is about sessions of the present generation of the player's credentials.
    fn session_seen(&self, _player: PlayerId, _id: SessionId) -> StoreFuture<'_, Option<Moment>> {
        ready(Ok(None)).boxed()
    }

    /// Those of some sessions that have not ended, in any order.
    fn sessions_left<'a>(&'a self, _ids: &'a [SessionId]) -> StoreFuture<'a, Vec<SessionId>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Records that a session is in use.
    fn see_session(&self, _id: SessionId, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The sessions of a player, the oldest first.
    fn sessions(&self, _player: PlayerId) -> StoreFuture<'_, Vec<Session>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Ends a session of a player; false if there is none.
    fn end_session(&self, _player: PlayerId, _id: SessionId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Deletes sessions that were last used before `before`.
    fn forget_sessions(&self, _before: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }
}

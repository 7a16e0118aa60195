//! The browsers and devices on which somebody is known.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, SessionId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// A browser or device on which somebody is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id, which proves nothing by itself.
    pub id: SessionId,
    /// Who is known there.
    pub player: PlayerId,
    /// What it seems to be, in at most 60 characters, for its owner to recognise it.
    pub device: String,
    /// When it began.
    pub created_at: Moment,
    /// When it was used last, to the hour or so.
    pub seen_at: Moment,
}

/// Sessions. A store without them has none.
pub trait Sessions {
    /// Keeps a session; of more than `most` of one player those that were not used for the longest
    /// end.
    fn open_session<'a>(&'a self, _session: &'a Session, _most: u32) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// When a session of a player was used last; none once it has ended.
    fn session_seen(&self, _player: PlayerId, _id: SessionId) -> StoreFuture<'_, Option<Moment>> {
        ready(Ok(None)).boxed()
    }

    /// Notes that a session is in use.
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

    /// Ends all sessions of a player, except one.
    fn end_sessions(&self, _player: PlayerId, _except: Option<SessionId>) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Forgets sessions that were not used since `before`.
    fn forget_sessions(&self, _before: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }
}

//! The seeks that survive a restart: one for each player, until a match is made of it, it is
//! withdrawn, or it expires.
//!
//! Of the servers that share a database one is the matchmaker. It works in memory, and this is its
//! journal: nobody else changes seeks, and each of its changes is conditional on its being the
//! matchmaker still. A match is made of seeks by [`Append::seekers`](super::Append::seekers), in the
//! commit of its first events.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, Seek};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Who pairs the seeks of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matchmaking {
    /// This server, from now on until it is presumed dead. It must know these seeks, in no particular
    /// order, which are all that have not expired.
    Ours(Vec<Seek>),
    /// Another server, by its number.
    Another(i64),
}

/// Seeks that survive a restart. The default methods are those of a store without them.
pub trait Seeks {
    /// Makes this server the matchmaker, unless another is and has not been presumed dead. Expired
    /// seeks are deleted.
    fn take_seeks(&self, _now: Moment) -> StoreFuture<'_, Matchmaking> {
        ready(Ok(Matchmaking::Ours(Vec::new()))).boxed()
    }

    /// Whether this server is the matchmaker at this moment.
    fn is_matchmaker(&self) -> StoreFuture<'_, bool> {
        ready(Ok(true)).boxed()
    }

    /// Stores a seek, replacing the one its owner has. Fails with [`StoreError::Fenced`] on a server
    /// that is not the matchmaker.
    fn put_seek<'a>(&'a self, _seek: &'a Seek) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Deletes somebody's seek; false if there is none. Fails with [`StoreError::Fenced`] on a server
    /// that is not the matchmaker.
    fn remove_seek(&self, _who: PlayerId) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}

//! The seeks that survive a restart: one for each player, until a match is made of it, it is
//! withdrawn, or it expires.
//!
//! Each seek is held by one server, which alone may make a match of it. The matchmaker works in
//! memory; this is its journal.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, Seek};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Seeks that survive a restart. The default methods are those of a store without them.
pub trait Seeks {
    /// Stores a seek, replacing the one its owner has; this server holds it from now on.
    fn put_seek<'a>(&'a self, _seek: &'a Seek) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Deletes somebody's seek; false if there is none.
    fn remove_seek(&self, _who: PlayerId) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Deletes the seeks of all these people, to make a match of them, if this server holds one of
    /// each. Otherwise nothing changes, and the people without one are returned.
    fn claim_seeks<'a>(&'a self, _people: &'a [PlayerId]) -> StoreFuture<'a, Vec<PlayerId>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The seeks that have not expired by `now` and that no other living server holds, in no
    /// particular order; this server holds them from now on. Expired seeks are deleted.
    fn adopt_seeks(&self, _now: Moment) -> StoreFuture<'_, Vec<Seek>> {
        ready(Ok(Vec::new())).boxed()
    }
}

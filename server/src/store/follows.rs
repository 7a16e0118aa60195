//! Whose games somebody wants to see: the other is not told, and a block between two ends it.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Who follows whom. A store without it has nobody who does.
pub trait Follows {
    /// Has somebody follow another; false if they follow `most` others already.
    fn follow(
        &self,
        _by: PlayerId,
        _other: PlayerId,
        _now: Moment,
        _most: u32,
    ) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Ends that; false if it was not so.
    fn unfollow(&self, _by: PlayerId, _other: PlayerId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Whom somebody follows, in the order in which they began to.
    fn follows(&self, _by: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }
}

//! Which players follow which others, to see whose games are on.
//!
//! Following is private: the other player is not notified. A block between the two ends it. The
//! number of players that one can follow is bounded by the caller.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Who follows whom. The default methods are those of a store without it.
pub trait Follows {
    /// Makes somebody follow another; false if they follow `most` others already.
    fn follow(
        &self,
        _by: PlayerId,
        _other: PlayerId,
        _now: Moment,
        _most: u32,
    ) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Ends following; false if `by` did not follow `other`.
    fn unfollow(&self, _by: PlayerId, _other: PlayerId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// The players whom somebody follows, in the order in which they began to.
    fn follows(&self, _by: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }
}

//! Who does not want to be listed among those who are here.
//!
//! Everybody is listed who has not switched it off. The choice belongs to the identity, a guest's
//! as well as one that is kept.

use super::{StoreError, StoreFuture};
use domain::PlayerId;
use futures_util::FutureExt;
use futures_util::future::ready;

/// Who is not listed. The default methods are those of a store in which everybody is.
pub trait Unlisted {
    /// Has somebody listed from now on, or not.
    fn set_listed(&self, _player: PlayerId, _listed: bool) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Those of some players who do not want to be listed, in any order.
    fn unlisted_of<'a>(&'a self, _players: &'a [PlayerId]) -> StoreFuture<'a, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }
}

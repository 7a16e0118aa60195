//! Who wants nothing to do with whom: people who block each other are never paired, and neither can
//! challenge or follow the other.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Who blocks whom. The default methods are those of a store without blocks.
pub trait Blocks {
    /// Has somebody block another, and neither follow the other any more; false if they block `most` others
    /// already.
    fn block(
        &self,
        _by: PlayerId,
        _other: PlayerId,
        _now: Moment,
        _most: u32,
    ) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Ends that; false if it was not so.
    fn unblock(&self, _by: PlayerId, _other: PlayerId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Whom somebody blocks, in the order in which they began to.
    fn blocks(&self, _by: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Whether one of two blocks the other.
    fn blocked(&self, _one: PlayerId, _other: PlayerId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Everybody whom somebody must not meet: those they block, and those who block them.
    fn apart(&self, _one: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }
}

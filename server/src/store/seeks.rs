//! What people seek: one seek each, until its match is made, it is withdrawn, or its time is up.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, Seek};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Seeks that survive the server. A store without them has none.
pub trait Seeks {
    /// Keeps a seek, in place of the one its owner has; from now on this server looks for somebody.
    fn put_seek<'a>(&'a self, _seek: &'a Seek) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Forgets what somebody seeks; false if they seek nothing.
    fn remove_seek(&self, _who: PlayerId) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Forgets the seeks of all these people if this server keeps one of each, to make a match of them;
    /// else nothing changes, and those without one are returned.
    fn claim_seeks<'a>(&'a self, _people: &'a [PlayerId]) -> StoreFuture<'a, Vec<PlayerId>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The seeks that have not expired by `now` and that no other living server keeps, in no particular
    /// order; from now on this one does. Those that have expired are forgotten.
    fn adopt_seeks(&self, _now: Moment) -> StoreFuture<'_, Vec<Seek>> {
        ready(Ok(Vec::new())).boxed()
    }
}

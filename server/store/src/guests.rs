//! What is stored about guests besides their tokens: the name that a guest has chosen.
//!
//! A guest who never chose a name has no row, and costs nothing. Names are checked by the domain
//! before they arrive here.

use super::{Guest, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// What is known of guests besides their tokens.
pub trait Guests {
    /// What is known of a guest.
    fn guest(&self, id: PlayerId) -> StoreFuture<'_, Guest>;

    /// The same of each of some players, in their order.
    fn guests<'a>(&'a self, ids: &'a [PlayerId]) -> StoreFuture<'a, Vec<Guest>> {
        ready(Ok(vec![Guest::default(); ids.len()])).boxed()
    }

    /// Notes what a guest wants to be called from `now` on, or that it is nothing.
    fn set_name<'a>(
        &'a self,
        id: PlayerId,
        name: Option<&'a str>,
        now: Moment,
    ) -> StoreFuture<'a, ()>;

    /// Up to `limit` guests about whom something is stored, in the order of their ids after one of
    /// them, each with whether they are idle: nothing of theirs is as recent as `before`, and they
    /// have no account, finished game or seek.
    fn sweep_guests(
        &self,
        _after: Option<PlayerId>,
        _before: Moment,
        _limit: u32,
    ) -> StoreFuture<'_, Vec<(PlayerId, bool)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Deletes everything about some idle guests; their tokens are invalid from then on.
    fn forget_guests<'a>(
        &'a self,
        _guests: &'a [PlayerId],
        _before: Moment,
    ) -> StoreFuture<'a, ()> {
        ready(Ok(())).boxed()
    }
}

//! The vacations that people take from their games by days.
//!
//! One row a person: what they have used of this year's allowance, and since when they have been on
//! vacation. The rules of it are [`domain::Vacation`]'s; what a vacation does to a match is an event
//! of its journal.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, Vacation};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Vacations. A store without it has none.
pub trait Vacations {
    /// What vacation somebody has had, and whether they are on vacation; nothing used if they never
    /// were.
    fn vacation(&self, _who: PlayerId) -> StoreFuture<'_, Vacation> {
        ready(Ok(Vacation::default())).boxed()
    }

    /// Replaces `before`, which [`vacation`](Self::vacation) returned; false, and nothing is changed, if it is no longer
    /// so.
    fn put_vacation(
        &self,
        _who: PlayerId,
        _before: Vacation,
        _after: Vacation,
    ) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Everybody who is on vacation at a moment, with the moment at which that ends at the latest.
    fn on_vacation(&self, _now: Moment) -> StoreFuture<'_, Vec<(PlayerId, Moment)>> {
        ready(Ok(Vec::new())).boxed()
    }
}

//! The journals of unfinished matches, and the step that moves a finished match into the archive.
//!
//! A commit writes a batch for many matches in one transaction, so that one disk sync serves all of
//! them. It may fail without telling whether it wrote (`Ambiguous`); the caller then reads back
//! with `is_written` and never writes blindly again. With several servers on one database each
//! match is held by one of them, and a server that has been replaced gets `Fenced`.

use super::{Append, Conflict, Event, Frame, StoreFuture, StoreStream, Unfinished};
use domain::MatchId;

/// What is kept of matches that are not over, and the way of a match into the archive.
pub trait Journals {
    /// Writes all of `batch` in one transaction, or nothing.
    ///
    /// Fails with [`StoreError::Conflict`](super::StoreError::Conflict) if any of it exists
    /// already, with [`StoreError::Ambiguous`](super::StoreError::Ambiguous) if the outcome is
    /// unknown, which [`Journals::is_written`] resolves, and with
    /// [`StoreError::Fenced`](super::StoreError::Fenced) if another server has taken over this
    /// one's matches.
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()>;

    /// Whether exactly this was written: its last event with its payload, or the archived game.
    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool>;

    /// For each of `batch`, what of it is there already; nothing is written. After a commit that
    /// failed with [`StoreError::Conflict`](super::StoreError::Conflict) it shows which of them
    /// caused the conflict.
    fn conflicts<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, Vec<Option<Conflict>>>;

    /// The first `limit` events of an unfinished match with numbers above `since`, in order.
    fn events(&self, match_id: MatchId, since: u32, limit: u32) -> StoreFuture<'_, Vec<Event>>;

    /// Every unfinished match that this server holds, with all its events.
    fn unfinished(&self) -> StoreStream<'_, Unfinished>;

    /// Every unfinished match that this server holds.
    fn held(&self) -> StoreFuture<'_, Vec<MatchId>>;

    /// Those of these matches that this server holds, with all their events.
    fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished>;

    /// Gives an event of an unfinished match another text, as after the lines of a plan have become out
    /// of date; nothing if there is no such event any more.
    fn rewrite<'a>(
        &'a self,
        match_id: MatchId,
        seq: u32,
        payload: &'a Frame,
    ) -> StoreFuture<'a, ()>;

    /// The number of the event that `command` caused in a match, unfinished or archived.
    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>>;
}

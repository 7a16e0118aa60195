//! The analysis trees that people make of archived games, stored as a log of changes for each game.
//!
//! The store keeps the order of the changes and refuses a number or command that occurs twice; what
//! a change does to a tree is decided by `analysis` before it is written here.

use super::{Event, StoreFuture};
use domain::MatchId;

/// The logs of changes from which analysis trees are rebuilt.
pub trait Trees {
    /// The changes of the tree of an archived game with numbers above `since`, in order.
    fn changes(&self, game: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>>;

    /// Writes changes of the tree of an archived game, all of them or none.
    ///
    /// Fails with [`StoreError::Conflict`](super::StoreError::Conflict) if a number or a command
    /// exists already, with [`StoreError::Ambiguous`](super::StoreError::Ambiguous) if the outcome
    /// is unknown: [`Trees::changes`] shows whether they were written.
    fn add_changes<'a>(&'a self, game: MatchId, changes: &'a [Event]) -> StoreFuture<'a, ()>;

    /// Removes the changes of the tree of an archived game before the one of that number.
    fn drop_changes(&self, game: MatchId, before: u32) -> StoreFuture<'_, ()>;
}

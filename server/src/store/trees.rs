//! The trees that people make of stored games.

use super::{Event, StoreFuture};
use domain::MatchId;

/// What was tried and noted on stored games, as a log of changes for each game.
pub trait Trees {
    /// The changes of the tree of an archived game with numbers above `since`, in order.
    fn changes(&self, game: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>>;

    /// Writes changes of the tree of an archived game, all of them or none.
    ///
    /// Fails with [`StoreError::Conflict`](super::StoreError::Conflict) if a number or a command is there already, with
    /// [`StoreError::Ambiguous`](super::StoreError::Ambiguous) if only [`Trees::changes`] can tell whether they were written.
    fn add_changes<'a>(&'a self, game: MatchId, changes: &'a [Event]) -> StoreFuture<'a, ()>;
}

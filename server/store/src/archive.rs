//! The archive of finished games, as the rest of the server sees it.
//!
//! A game enters the archive once, normally in the commit that ends its match (see `Journals`) or
//! by an import, and never changes afterwards. Lists leave out aborted and hidden games; a game
//! asked for by its id is returned all the same.

use super::{Cursor, GameFilter, StoreFuture, StoreStream};
use domain::{FinishedGame, GameSummary, MatchId};

/// Finished games.
pub trait Archive {
    /// A game of the archive, aborted ones included.
    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>>;

    /// Up to `limit` games that pass `filter`, newest first, after the place `before`.
    fn games<'a>(
        &'a self,
        filter: &'a GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<GameSummary>>;

    /// Every game that passes `filter`, oldest first.
    fn export(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame>;

    /// Puts games into the archive; those that are there already stay as they are. Returns
    /// how many were new.
    fn import<'a>(&'a self, games: &'a [FinishedGame]) -> StoreFuture<'a, u64>;
}

//! The archive of finished games, as the rest of the server sees it.
//!
//! A game enters the archive once, normally in the commit that ends its match (see `journals`) or
//! by an import, and never changes afterwards. Lists leave out aborted and hidden games; a game
//! asked for by its id is returned all the same.

use crate::database::{AnyStore, on};
use crate::game_row;
use crate::{Cursor, Database, GameFilter, StoreError, StoreStream, postgres, sqlite};
use domain::{FinishedGame, GameSummary, MatchId};

/// Finished games.
impl Database {
    /// A game of the archive, aborted ones included.
    pub async fn game(&self, id: MatchId) -> Result<Option<FinishedGame>, StoreError> {
        on!(self, |store| game_row::find(store, id))
    }

    /// Up to `limit` games that pass `filter`, newest first, after the place `before`.
    pub async fn games(
        &self,
        filter: &GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> Result<Vec<GameSummary>, StoreError> {
        on!(self, archive::games(filter, before, limit))
    }

    /// Every game that passes `filter`, oldest first.
    pub fn export(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
        let found = match self.store() {
            AnyStore::Sqlite(store) => sqlite::archive::export(store, filter),
            AnyStore::Postgres(store) => postgres::archive::export(store, filter),
        };
        #[cfg(feature = "faults")]
        let found = self.at_once(found);
        found
    }

    /// Puts games into the archive; those that are there already stay as they are. Returns
    /// how many were new.
    pub async fn import(&self, games: &[FinishedGame]) -> Result<u64, StoreError> {
        on!(self, archive::import(games))
    }
}

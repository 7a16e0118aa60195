//! Reading the archive: pages of games, single games, exports, and positions that occurred.

use super::Actions;
use domain::explorer::ExplorerPosition;
use domain::{FinishedGame, GameSummary, MatchId};
use engine::AnyGame;
use std::collections::HashMap;
use store::{Cursor, GameFilter, SeenAction, StoreError, StoreStream};

/// A page of games.
#[derive(Debug)]
pub(crate) struct GamePage {
    pub(crate) games: Vec<GameSummary>,
    /// The cursor of the next page; `None` on the last one.
    pub(crate) next: Option<Cursor>,
}

impl Actions {
    /// The page of at most `limit` games after a cursor that pass a filter, newest first.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn games(
        &self,
        filter: &GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> Result<GamePage, StoreError> {
        // One more than requested shows whether there is a next page.
        let mut games = self.store.games(filter, before, limit + 1).await?;
        let whole = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = games.len() > whole;
        games.truncate(whole);
        let next = if has_more { games.last().map(Cursor::after) } else { None };
        Ok(GamePage { games, next })
    }

    /// A finished game.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn game(&self, id: MatchId) -> Result<Option<FinishedGame>, StoreError> {
        self.store.game(id).await
    }

    /// Every game that passes a filter, oldest first, read as the stream is consumed.
    pub(crate) fn export_games(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
        self.store.export(filter)
    }

    /// The legal actions of a position that were played in archived games, most frequent first, each
    /// with the results of those games.
    ///
    /// Positions are stored by a key that counts mirror images as one, and actions as those of a
    /// representative. They are translated back to the legal actions of this position; one that is
    /// not legal is left out, and images of each other have the same results.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn explore(&self, game: &AnyGame) -> Result<Vec<SeenAction>, StoreError> {
        let place = ExplorerPosition::of(game);
        let seen = self.store.seen(place.key).await?;
        let mut legal: HashMap<String, Vec<String>> = HashMap::new();
        if !seen.is_empty() {
            for action in game.legal() {
                legal.entry(place.representative(&action)).or_default().push(action);
            }
        }
        let images = seen.into_iter().flat_map(|seen| {
            let images = legal.remove(&seen.action).unwrap_or_default();
            images.into_iter().map(move |action| SeenAction { action, ..seen.clone() })
        });
        Ok(images.collect())
    }
}

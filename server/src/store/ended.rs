//! The sequence of games that entered the archive: the one place past which they go.
//!
//! What is derived from games (ratings, statistics, an explorer) reads this sequence instead of
//! being called when a match ends, so that it misses none after a crash and sees none twice. A game
//! gets its number in the transaction that archives it; numbers have no gaps and are visible in
//! order, also if several servers write. Imported games are in it as well; those that were in the
//! archive before the sequence was introduced come first.
//!
//! A reader of the sequence has a name and a place:
//!
//! ```no_run
//! # async fn example(store: yiguan::store::SharedStore) -> Result<(), yiguan::store::StoreError> {
//! let place = store.place_of("ratings").await?;
//! let games = store.ended(place, 100).await?;
//! if let Some(last) = games.last() {
//!     // … derive something from `games` …
//!     let is_ours = store.advance("ratings", place, last.number).await?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`EndedGames::advance`] succeeds for one of several servers that did the same part. A reader whose
//! results are in the same database advances in the transaction that writes them, and so counts
//! each game exactly once.

use super::{StoreError, StoreFuture};
use domain::FinishedGame;
use futures_util::FutureExt;
use futures_util::future::ready;

/// A game with its number in the sequence.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedGame {
    /// Counts from 1, without gaps.
    pub number: u64,
    /// The game.
    pub game: FinishedGame,
}

/// Games in the order in which they entered the archive, and how far each reader of them is. A
/// store without it has an empty sequence.
pub trait EndedGames {
    /// The first `limit` games with numbers above `after`, in order.
    fn ended(&self, _after: u64, _limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The number of the last game that `reader` is done with, 0 at first.
    fn place_of<'a>(&'a self, _reader: &'a str) -> StoreFuture<'a, u64> {
        ready(Ok(0)).boxed()
    }

    /// Moves the place of `reader` from one number to a later one; false, and nothing is changed, if
    /// it is no longer at `from`.
    ///
    /// After [`StoreError::Ambiguous`], [`EndedGames::place_of`] shows whether it was moved.
    fn advance<'a>(&'a self, _reader: &'a str, _from: u64, _to: u64) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}

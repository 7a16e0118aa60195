//! The sequence of ended games, which is all that other parts learn of a game's end.
//!
//! The commit that ends a match writes its events and the archived game, and adds the game to this
//! sequence. What is derived from games is written afterwards, by a reader of the sequence: it takes
//! the games in the order of their numbers and moves its cursor in the transaction that writes what
//! it derived, so that after a crash it misses no game and counts none twice. Imported games are in
//! the sequence as well.
//!
//! Numbers count from 1 without gaps. On SQLite a game gets its number in the commit that adds it,
//! since one connection writes. On Postgres it gets it afterwards, from whichever server reads on
//! first: a number given in the commit would make commits wait for each other, or would let a reader
//! pass a game whose commit is late.

use super::{StoreError, StoreFuture};
use domain::{FinishedGame, MatchId};
use futures_util::FutureExt;
use futures_util::future::ready;
use std::time::Duration;

/// A game with its number in the sequence.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedGame {
    /// Counts from 1, without gaps.
    pub number: u64,
    /// The game.
    pub game: FinishedGame,
}

/// Who reads the sequence, each with a cursor of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedReader {
    /// Counts rated games ([`Ratings`](super::Ratings)).
    Ratings,
    /// Counts what was played in positions ([`Explorer`](super::Explorer)).
    Explorer,
}

impl FeedReader {
    /// All readers, those first whose results somebody waits for.
    pub const ALL: [Self; 2] = [Self::Ratings, Self::Explorer];

    /// The name of its row.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ratings => "ratings",
            Self::Explorer => "explorer",
        }
    }
}

/// How much one call of [`EndedGames::read_on`] may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedBatch {
    /// The most games.
    pub games: u32,
    /// For how long it may write, and on SQLite hold the only connection that does. What was begun
    /// is finished: one game of a reader of ratings, or eight positions of the explorer's.
    pub span: Duration,
}

impl FeedBatch {
    /// A batch so small that moves are hardly delayed. It has as many games as a reader writes in its span:
    /// the others would be read again.
    #[must_use]
    pub const fn small(reader: FeedReader) -> Self {
        let games = match reader {
            FeedReader::Ratings => 16,
            FeedReader::Explorer => 2,
        };
        Self { games, span: Duration::from_millis(2) }
    }

    /// What a command does at a time: some more games than the explorer writes in the span, since the others
    /// would be read again.
    pub const LARGE: Self = Self { games: 32, span: Duration::from_millis(50) };
}

/// Games in the order in which they ended, and what is derived from them.
pub trait EndedGames {
    /// The first `limit` games with numbers above `after`, in order.
    fn ended(&self, _after: u64, _limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Lets a reader derive what it derives from the next games; how many are left. Several servers may
    /// do so at once, and each game counts once.
    fn read_on(&self, _reader: FeedReader, _batch: FeedBatch) -> StoreFuture<'_, u64> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Whether a reader is past a game; `None` if it is not in the sequence.
    fn is_read(&self, _reader: FeedReader, _game: MatchId) -> StoreFuture<'_, Option<bool>> {
        ready(Ok(None)).boxed()
    }

    /// How many games each of [`FeedReader::ALL`] has still to read.
    fn unread(&self) -> StoreFuture<'_, [u64; 2]> {
        ready(Ok([0, 0])).boxed()
    }
}

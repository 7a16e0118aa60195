//! The explorer: actions in the positions of finished games.
//!
//! A reader of the sequence of ended games writes it, imported games as well.

use crate::database::on;
use crate::ended::read_again;
use crate::row::row;
use crate::sql::{Archived, Backend};
use crate::{Database, FeedReader, StoreError, rows};
use domain::explorer::Seen;
use domain::{FinishedGame, MatchId, MatchResult};
use engine::Side;
use uuid::Uuid;

/// An action that was played in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenAction {
    /// The action that represents all its images.
    pub action: String,
    /// Games that the first side won.
    pub first: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the second side won.
    pub second: u32,
    /// Up to three games, those archived last first; none that are in no list.
    pub last: Vec<MatchId>,
}

/// Actions in positions.
impl Database {
    /// The actions in the position of a number ([`domain::explorer::ExplorerPosition`]), the most frequent action
    /// first.
    pub async fn seen(&self, position: u64) -> Result<Vec<SeenAction>, StoreError> {
        on!(self, explorer::seen(position))
    }

    /// Rebuilds the records from all games of the archive and returns how many there were. Games
    /// that end during this are recorded exactly once; until it is done, the counts are too low.
    pub async fn rebuild_explorer(&self) -> Result<u64, StoreError> {
        on!(self, |store| rebuild(store))
    }
}

/// Games that are in no list are left out.
pub(super) const SEEN: &str = "select move as action, first, draws, second,
        case when last1 in (select match_id from hidden_game) then null else last1 end as last1,
        case when last2 in (select match_id from hidden_game) then null else last2 end as last2,
        case when last3 in (select match_id from hidden_game) then null else last3 end as last3
    from seen where position = $1 order by first + draws + second desc, move";

/// The treatment of a row that exists already.
macro_rules! on_seen {
    ($insert:literal) => {
        concat!(
            $insert,
            " on conflict (position, move) do update set first = seen.first + excluded.first,
              draws = seen.draws + excluded.draws, second = seen.second + excluded.second,
              last1 = excluded.last1, last2 = seen.last1, last3 = seen.last2"
        )
    };
}
pub(super) use on_seen;

row! {
    /// A row of `seen`.
    pub(super) struct SeenRow {
        action: String,
        first: i32,
        draws: i32,
        second: i32,
        last1: Option<Uuid>,
        last2: Option<Uuid>,
        last3: Option<Uuid>,
    }
}

impl SeenRow {
    pub(super) fn read(self) -> Result<SeenAction, StoreError> {
        let last = [self.last1, self.last2, self.last3].into_iter().flatten();
        Ok(SeenAction {
            action: self.action,
            first: rows::count(self.first)?,
            draws: rows::count(self.draws)?,
            second: rows::count(self.second)?,
            last: last.map(MatchId).collect(),
        })
    }
}

/// The positions that a game went through, in the order of the table.
pub(super) fn positions(seen: &[Seen]) -> Vec<i64> {
    let mut positions: Vec<i64> = seen.iter().map(|seen| seen.position.cast_signed()).collect();
    positions.sort_unstable();
    positions.dedup();
    positions
}

/// A game's result as the counts that it adds to a row: wins of the first side, draws, wins of the second.
pub(super) fn tally(game: &FinishedGame) -> [i32; 3] {
    match game.summary.result {
        Some(MatchResult::Won(Side::First)) => [1, 0, 0],
        Some(MatchResult::Draw) => [0, 1, 0],
        Some(MatchResult::Won(Side::Second)) => [0, 0, 1],
        None => [0, 0, 0],
    }
}

async fn rebuild<B: Backend<Connection: Archived>>(store: &B) -> Result<u64, StoreError> {
    read_again(store, FeedReader::Explorer, B::Connection::FORGET_SEEN).await
}

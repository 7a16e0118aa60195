//! Tallies: how many games of each kind a player won, drew and lost.
//!
//! A reader of the sequence of ended games counts them, imported games as well, so that a page of a
//! player costs one statement however many games there are. Hidden games count, as they do in ratings.

use crate::database::on;
use crate::ended::read_again;
use crate::ratings::small;
use crate::row::row;
use crate::sql::{Dialect, sql};
use crate::{Database, FeedReader, StoreError, rows};
use domain::text::Text;
use domain::{GameSummary, Opponent, PlayerId, Tally, TallyEntry};

/// A player's results in one game against one kind of opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameTally {
    /// The game, as in the catalogue.
    pub game: String,
    /// The kind of the opponents.
    pub opponent: Opponent,
    /// The results.
    pub tally: Tally,
}

const TALLIES: &str = "select game, opponent, won, drawn, lost from tally
    where player_id = $1 order by game, opponent";

const ADD: &str = "insert into tally (player_id, game, opponent, won, drawn, lost)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (player_id, game, opponent) do update set won = tally.won + excluded.won,
    drawn = tally.drawn + excluded.drawn, lost = tally.lost + excluded.lost";

const TOTALS: &str = "select count(*), coalesce(sum(won + drawn + lost), 0) from tally";

row! {
    /// A row of `tally`.
    struct TallyRow {
        game: String,
        opponent: String,
        won: i32,
        drawn: i32,
        lost: i32,
    }
}

impl TallyRow {
    fn read(self) -> Result<GameTally, StoreError> {
        let opponent = Opponent::from_word(&self.opponent)
            .ok_or(StoreError::Damaged("an unknown kind of opponent"))?;
        let tally = Tally {
            won: rows::count(self.won)?,
            drawn: rows::count(self.drawn)?,
            lost: rows::count(self.lost)?,
        };
        Ok(GameTally { game: self.game, opponent, tally })
    }
}

/// Results of players.
impl Database {
    /// The results of a player, by game and kind of opponent; none where no game was finished.
    pub async fn tallies(&self, player: PlayerId) -> Result<Vec<GameTally>, StoreError> {
        let rows: Vec<TallyRow> = on!(self, |store| sql(TALLIES).bind(player.0).read_all(store))?;
        rows.into_iter().map(TallyRow::read).collect()
    }

    /// The number of tallies, and of the results in all of them.
    pub async fn tally_totals(&self) -> Result<(u64, u64), StoreError> {
        let row: Option<(i64, i64)> = on!(self, |store| sql(TOTALS).read_optional(store))?;
        let (tallies, results) = row.unwrap_or_default();
        Ok((tallies.cast_unsigned(), results.cast_unsigned()))
    }

    /// Counts all games of the archive again and returns how many there were. Games that end during the
    /// call count once; until it returns, the tallies are too low.
    pub async fn rebuild_tallies(&self) -> Result<u64, StoreError> {
        on!(self, |store| read_again(store, FeedReader::Tallies, &["delete from tally"]))
    }
}

/// Adds a game to the tallies of its players.
pub(super) async fn count(connection: &mut impl Dialect, game: &GameSummary) -> sqlx::Result<()> {
    for TallyEntry { player, opponent, tally } in TallyEntry::of(game) {
        sql(ADD)
            .bind(player.0)
            .bind(game.game.clone())
            .bind(opponent.as_str())
            .bind(small(tally.won))
            .bind(small(tally.drawn))
            .bind(small(tally.lost))
            .execute(connection)
            .await?;
    }
    Ok(())
}

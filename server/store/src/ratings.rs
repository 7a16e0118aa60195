//! Ratings: where players stand, and what each game changed.
//!
//! A reader of the sequence of ended games writes them, in the order of its numbers, so that they follow
//! from the archive alone. The statements are the same text on both databases.

use crate::database::{on, write};
use crate::ended::{give_numbers, locked, set_cursor};
use crate::row::row;
use crate::rows::{EndedRow, millis, number_of, place};
use crate::sql::{Archived, Backend, Dialect, MAX_IDS, sql, sql_of_ids};
use crate::{Database, EndedGame, FeedReader, StoreError, rows};
use domain::rating::{Counted, Outcome, PairDay, Pool, Rating, RatingChange, Standing};
use domain::{FinishedGame, MatchId, PlayerId};
use engine::{BySide, Side};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

/// The standings of players.
impl Database {
    /// The standing of a player in a pool; `None` before the first rated game.
    pub async fn standing(
        &self,
        pool: &Pool,
        player: PlayerId,
    ) -> Result<Option<Standing>, StoreError> {
        let row: Option<StandingRow> = on!(self, |store| sql(STANDING)
            .bind(pool.to_string())
            .bind(player.0)
            .read_optional(store))?;
        let found = row.map(StandingRow::read).transpose()?;
        Ok(found.flatten().map(|(_, _, standing)| standing))
    }

    /// The standings of several players in a pool; those who have not played in it have none.
    pub async fn standings(
        &self,
        pool: &Pool,
        players: &[PlayerId],
    ) -> Result<Vec<(PlayerId, Standing)>, StoreError> {
        let mut found = Vec::new();
        for players in players.chunks(MAX_IDS) {
            let rows = on!(self, |store| sql_of_ids(STANDINGS)
                .bind_ids(players.iter().map(|id| id.0))
                .bind(pool.to_string())
                .browse_all(store))?;
            let rows = standings(rows)?.into_iter();
            found.extend(rows.map(|(player, _, standing)| (player, standing)));
        }
        Ok(found)
    }

    /// The standings of a player in every pool in which they have played.
    pub async fn standings_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(Pool, Standing)>, StoreError> {
        let rows = on!(self, |store| sql(STANDINGS_OF).bind(player.0).read_all(store))?;
        Ok(standings(rows)?.into_iter().map(|(_, pool, standing)| (pool, standing)).collect())
    }

    /// How many games of two people have counted on the last day on which one did.
    pub async fn pair_day(&self, [one, other]: [PlayerId; 2]) -> Result<PairDay, StoreError> {
        let (low, high) = (one.min(other), one.max(other));
        let row: Option<(i32, i32)> =
            on!(self, |store| sql(PAIR).bind(low.0).bind(high.0).read_optional(store))?;
        row.map_or(Ok(PairDay::default()), |(day, games)| {
            Ok(PairDay { day: rows::count(day)?, games: rows::count(games)? })
        })
    }

    /// The `limit` players of a pool who are rated best, as certain as they were after their last game; those
    /// whose rating was provisional then, or who met too few known opponents, are left out.
    pub async fn best(
        &self,
        pool: &Pool,
        limit: u32,
    ) -> Result<Vec<(PlayerId, Standing)>, StoreError> {
        let rows = on!(self, |store| sql(BEST)
            .bind(pool.to_string())
            .bind(Rating::PROVISIONAL)
            .bind(i64::from(limit))
            .bind(small(Standing::LISTED_FROM))
            .browse_all(store))?;
        let found = standings(rows)?.into_iter();
        Ok(found.map(|(player, _, standing)| (player, standing)).collect())
    }

    /// The last `limit` games of a player in a pool, the latest first.
    pub async fn rating_history(
        &self,
        player: PlayerId,
        pool: &Pool,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let rows = on!(self, |store| sql(HISTORY)
            .bind(player.0)
            .bind(pool.to_string())
            .bind(i64::from(limit))
            .browse_all(store))?;
        changes(rows)
    }

    /// The changes by a game, for each of its players; nothing if it did not count.
    pub async fn rating_changes(&self, game: MatchId) -> Result<Vec<RatingChange>, StoreError> {
        changes(on!(self, |store| sql(CHANGES).bind(game.0).read_all(store))?)
    }

    /// The first `limit` games with numbers above `after` that say they are rated, in order, as far as
    /// they are counted.
    pub async fn rated_games(&self, after: u64, limit: u32) -> Result<Vec<EndedGame>, StoreError> {
        let rows: Vec<EndedRow> = on!(self, |store| rated_games(store, after, limit))?;
        rows.into_iter().map(EndedRow::read).collect()
    }

    /// The results of the rated games among the `limit` games that ended last, however many there are in all.
    pub async fn latest_rated(&self, limit: u32) -> Result<Vec<Outcome>, StoreError> {
        let rows: Vec<(Option<Uuid>, Option<Uuid>, String, i32)> =
            on!(self, |store| sql(LATEST).bind(i64::from(limit)).browse_all(store))?;
        let outcomes = rows.into_iter().filter_map(|(first, second, result, plies)| {
            let players = BySide { first: PlayerId(first?), second: PlayerId(second?) };
            let winner = match result.as_str() {
                "first" => Some(Side::First),
                "second" => Some(Side::Second),
                _ => None,
            };
            Some(Outcome { players, winner, plies: u32::try_from(plies).unwrap_or(0) })
        });
        Ok(outcomes.collect())
    }

    /// How many ratings there are, and how many changes that games made.
    pub async fn rating_totals(&self) -> Result<(u64, u64), StoreError> {
        let row: Option<(i64, i64)> = on!(self, |store| sql(TOTALS).read_optional(store))?;
        let (ratings, changes) = row.unwrap_or_default();
        Ok((ratings.cast_unsigned(), changes.cast_unsigned()))
    }

    /// Recomputes all ratings from the archive, in one transaction, and returns how many games
    /// counted. Games that end during this are counted afterwards.
    pub async fn rebuild_ratings(&self) -> Result<u64, StoreError> {
        write!(self, |connection| rebuild(connection))
    }
}

/// How many games a rebuilding reads at a time.
pub(super) const STEP: u32 = 500;

pub(super) const STANDING: &str =
    "select player_id, pool, rating, deviation, volatility, games, at,
    found, opponents, drift
    from rating where pool = $1 and player_id = $2";

pub(super) const STANDINGS: &str =
    "select player_id, pool, rating, deviation, volatility, games, at,
    found, opponents, drift
    from rating where player_id in {ids} and pool = $2";

pub(super) const STANDINGS_OF: &str =
    "select player_id, pool, rating, deviation, volatility, games, at,
    found, opponents, drift
    from rating where player_id = $1 order by pool";

pub(super) const BEST: &str = "select player_id, pool, rating, deviation, volatility, games, at,
    found, opponents, drift
    from rating where pool = $1 and deviation <= $2 and opponents >= $4
    order by rating desc, player_id limit $3";

pub(super) const HISTORY: &str = "select game_id, side, pool, player_id, before, before_deviation,
    rating, deviation, volatility, games, at, found, opponents, drift
    from rating_change where player_id = $1 and pool = $2 order by games desc limit $3";

pub(super) const CHANGES: &str = "select game_id, side, pool, player_id, before, before_deviation,
    rating, deviation, volatility, games, at, found, opponents, drift
    from rating_change where game_id = $1 order by side";

pub(super) const SET: &str = "insert into rating
    (pool, player_id, rating, deviation, volatility, games, at, found, opponents, drift)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (pool, player_id) do update set rating = excluded.rating,
    deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
    at = excluded.at, found = excluded.found, opponents = excluded.opponents,
    drift = excluded.drift";

/// Notes an opponent whose rating was known; no row if that is an earlier one.
pub(super) const MEET: &str = "insert into rating_opponent (pool, player_id, opponent_id)
    values ($1, $2, $3) on conflict do nothing";

/// How many games of a pair have counted on the last day on which one did.
pub(super) const PAIR: &str =
    "select day, games from rating_pair where low_id = $1 and high_id = $2";

pub(super) const SET_PAIR: &str = "insert into rating_pair (low_id, high_id, day, games)
    values ($1, $2, $3, $4)
    on conflict (low_id, high_id) do update set day = excluded.day, games = excluded.games";

pub(super) const LATEST: &str = "select first_id, second_id, result, plies from
    (select first_id, second_id, result, plies, rated from game where result is not null
        order by ended_at desc, id desc limit $1) as latest
    where rated";

pub(super) const TOTALS: &str =
    "select (select count(*) from rating), (select count(*) from rating_change)";

/// Games are found by how strong their players were: a player's by the rating of the opponent, others
/// by the lower one of both.
pub(super) const STRENGTH: &str = "update game
    set strength = $2, first_rating = $3, second_rating = $4 where id = $1";

/// The ratings before a game, rounded.
#[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
pub(super) fn rounded(changes: &BySide<RatingChange>) -> BySide<i32> {
    BySide::from_fn(|side| changes[side].before.rating.round() as i32)
}

pub(super) const NOTE: &str = "insert into rating_change (game_id, side, pool, player_id, before,
    before_deviation, rating, deviation, volatility, games, at, found, opponents, drift)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

row! {
    /// A row of `rating`.
    pub(super) struct StandingRow {
        player_id: Uuid,
        pool: String,
        rating: f64,
        deviation: f64,
        volatility: f64,
        games: i32,
        at: i64,
        found: i32,
        opponents: i32,
        drift: f64,
    }
}

impl StandingRow {
    /// The row, or `None` if no ruleset of today counts in its pool.
    pub(super) fn read(self) -> Result<Option<(PlayerId, Pool, Standing)>, StoreError> {
        let Self { rating, deviation, volatility, .. } = self;
        let Ok(pool) = self.pool.parse() else { return Ok(None) };
        let standing = Standing {
            rating: Rating { rating, deviation, volatility },
            games: rows::count(self.games)?,
            at: rows::moment(self.at)?,
            found: rows::count(self.found)?,
            opponents: rows::count(self.opponents)?,
            drift: self.drift,
        };
        Ok(Some((PlayerId(self.player_id), pool, standing)))
    }
}

row! {
    /// A row of `rating_change`.
    pub(super) struct ChangeRow {
        game_id: Uuid,
        side: String,
        before: f64,
        before_deviation: f64,
    } and { after: StandingRow }
}

impl ChangeRow {
    pub(super) fn read(self) -> Result<Option<RatingChange>, StoreError> {
        let side = Side::ALL.into_iter().find(|side| side.as_str() == self.side);
        let side = side.ok_or(StoreError::Damaged("an unknown side"))?;
        let Some((player, pool, after)) = self.after.read()? else { return Ok(None) };
        let before = Rating {
            rating: self.before,
            deviation: self.before_deviation,
            volatility: after.rating.volatility,
        };
        Ok(Some(RatingChange { game: MatchId(self.game_id), side, pool, player, before, after }))
    }
}

/// A count of games as both databases take it.
pub(super) fn small(games: u32) -> i32 {
    i32::try_from(games).unwrap_or(i32::MAX)
}

/// The rows whose pool still counts.
fn standings(rows: Vec<StandingRow>) -> Result<Vec<(PlayerId, Pool, Standing)>, StoreError> {
    rows.into_iter().filter_map(|row| row.read().transpose()).collect()
}

/// The rows whose pool still counts.
fn changes(rows: Vec<ChangeRow>) -> Result<Vec<RatingChange>, StoreError> {
    rows.into_iter().filter_map(|row| row.read().transpose()).collect()
}

async fn rated_games<B: Backend<Connection: Archived>>(
    store: &B,
    after: u64,
    limit: u32,
) -> Result<Vec<EndedRow>, StoreError> {
    sql(AssertSqlSafe(rated::<B::Connection>()))
        .bind(place(after))
        .bind(i64::from(limit))
        .read_all(store)
        .await
}

/// The games that say they are rated, as far as their reader is.
fn rated<C: Archived>() -> String {
    C::numbered(
        "join",
        "where rated and number > $1
            and number <= (select number from ended_game_reader where name = 'ratings')
         order by number limit $2",
    )
}

/// Counts a game as the archive returns it, if it counts.
pub(super) async fn count(
    connection: &mut impl Dialect,
    game: &FinishedGame,
) -> sqlx::Result<bool> {
    let Some(counted) = Counted::of(game) else { return Ok(false) };
    if let Some([low, high]) = counted.pair() {
        let known: Option<(i32, i32)> =
            sql(PAIR).bind(low.0).bind(high.0).optional(connection).await?;
        let number = |value: i32| u32::try_from(value).unwrap_or(0);
        let known = known.unwrap_or_default();
        let known = PairDay { day: number(known.0), games: number(known.1) };
        let Some(PairDay { day, games }) = known.with_game(counted.at) else {
            return Ok(false);
        };
        sql(SET_PAIR)
            .bind(low.0)
            .bind(high.0)
            .bind(small(day))
            .bind(small(games))
            .execute(connection)
            .await?;
    }
    let mut before =
        BySide::from_fn(|side| Standing::before_any(&counted.pool, counted.players[side]));
    for side in Side::ALL {
        let row: Option<StandingRow> = sql(STANDING)
            .bind(counted.pool.to_string())
            .bind(counted.players[side].0)
            .optional(connection)
            .await?;
        let found = row.map(StandingRow::read).transpose();
        let found = found.map_err(|error| sqlx::Error::Decode(error.into()))?;
        if let Some((_, _, standing)) = found.flatten() {
            before[side] = standing;
        }
    }
    let mut is_new = counted.meets_known(&before);
    for side in Side::ALL {
        if is_new[side] {
            let noted = sql(MEET)
                .bind(counted.pool.to_string())
                .bind(counted.players[side].0)
                .bind(counted.players[side.other()].0)
                .execute(connection)
                .await?;
            is_new[side] = noted > 0;
        }
    }
    let changes = RatingChange::of(&counted, &before, &is_new);
    let BySide { first, second } = rounded(&changes);
    sql(STRENGTH)
        .bind(counted.id.0)
        .bind(first.min(second))
        .bind(first)
        .bind(second)
        .execute(connection)
        .await?;
    for side in Side::ALL {
        record(connection, &changes[side]).await?;
    }
    Ok(true)
}

async fn record(connection: &mut impl Dialect, change: &RatingChange) -> sqlx::Result<()> {
    let Standing { rating, games, at, found, opponents, drift } = change.after;
    let Rating { rating, deviation, volatility } = rating;
    sql(SET)
        .bind(change.pool.to_string())
        .bind(change.player.0)
        .bind(rating)
        .bind(deviation)
        .bind(volatility)
        .bind(small(games))
        .bind(millis(at))
        .bind(small(found))
        .bind(small(opponents))
        .bind(drift)
        .execute(connection)
        .await?;
    sql(NOTE)
        .bind(change.game.0)
        .bind(change.side.as_str())
        .bind(change.pool.to_string())
        .bind(change.player.0)
        .bind(change.before.rating)
        .bind(change.before.deviation)
        .bind(rating)
        .bind(deviation)
        .bind(volatility)
        .bind(small(games))
        .bind(millis(at))
        .bind(small(found))
        .bind(small(opponents))
        .bind(drift)
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts all games again, in one transaction for which the servers' readers wait; returns how many
/// counted.
async fn rebuild(connection: &mut impl Archived) -> sqlx::Result<u64> {
    give_numbers(connection).await?;
    let mut transaction = connection.start().await?;
    locked(&mut *transaction, FeedReader::Ratings).await?;
    let counted = recount(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(counted)
}

async fn recount<C: Archived>(connection: &mut C) -> sqlx::Result<u64> {
    for table in ["rating", "rating_change", "rating_opponent", "rating_pair"] {
        sql(AssertSqlSafe(format!("delete from {table}"))).execute(connection).await?;
    }
    let last: i64 = sql(AssertSqlSafe(C::LAST_NUMBER)).value(connection).await?;
    let last = number_of(last).map_err(|error| sqlx::Error::Decode(error.into()))?;
    set_cursor(connection, FeedReader::Ratings, last).await?;
    let (mut after, mut counted) = (0, 0);
    loop {
        let rows: Vec<EndedRow> = sql(AssertSqlSafe(rated::<C>()))
            .bind(place(after))
            .bind(i64::from(STEP))
            .all(connection)
            .await?;
        let Some(last) = rows.last() else { return Ok(counted) };
        after = last.number().map_err(|error| sqlx::Error::Decode(error.into()))?;
        for row in rows {
            let game = row.read().map_err(|error| sqlx::Error::Decode(error.into()))?;
            counted += u64::from(count(connection, &game.game).await?);
        }
    }
}

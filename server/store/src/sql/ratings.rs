//! Ratings. The reader of ended games writes them, in the order of the games' numbers.

use super::ended::{give_numbers, locked, set_cursor};
use super::statement::{MAX_IDS, sql_of_ids};
use super::{Archived, Backend, Dialect, sql, write};
use crate::ratings::{
    BEST, CHANGES, ChangeRow, HISTORY, LATEST, MEET, NOTE, PAIR, Ratings, SET, SET_PAIR, STANDING,
    STANDINGS, STANDINGS_OF, STEP, STRENGTH, StandingRow, TOTALS, rounded, small,
};
use crate::rows::{self, EndedRow, millis, number_of, place};
use crate::{EndedGame, FeedReader, StoreError, StoreFuture};
use domain::rating::{Counted, Outcome, PairDay, Pool, Rating, RatingChange, Standing};
use domain::{FinishedGame, MatchId, PlayerId};
use engine::{BySide, Side};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

impl<B: Backend<Connection: Archived>> Ratings for B {
    fn standing<'a>(
        &'a self,
        pool: &'a Pool,
        player: PlayerId,
    ) -> StoreFuture<'a, Option<Standing>> {
        Box::pin(async move {
            let row: Option<StandingRow> =
                sql(STANDING).bind(pool.to_string()).bind(player.0).read_optional(self).await?;
            let found = row.map(StandingRow::read).transpose()?;
            Ok(found.flatten().map(|(_, _, standing)| standing))
        })
    }

    fn standings<'a>(
        &'a self,
        pool: &'a Pool,
        players: &'a [PlayerId],
    ) -> StoreFuture<'a, Vec<(PlayerId, Standing)>> {
        Box::pin(async move {
            let mut found = Vec::new();
            for players in players.chunks(MAX_IDS) {
                let statement = sql_of_ids(STANDINGS).bind_ids(players.iter().map(|id| id.0));
                let rows = statement.bind(pool.to_string()).browse_all(self).await?;
                let rows = standings(rows)?.into_iter();
                found.extend(rows.map(|(player, _, standing)| (player, standing)));
            }
            Ok(found)
        })
    }

    fn standings_of(&self, player: PlayerId) -> StoreFuture<'_, Vec<(Pool, Standing)>> {
        Box::pin(async move {
            let rows = sql(STANDINGS_OF).bind(player.0).read_all(self).await?;
            Ok(standings(rows)?.into_iter().map(|(_, pool, standing)| (pool, standing)).collect())
        })
    }

    fn pair_day(&self, [one, other]: [PlayerId; 2]) -> StoreFuture<'_, PairDay> {
        Box::pin(async move {
            let (low, high) = (one.min(other), one.max(other));
            let row: Option<(i32, i32)> =
                sql(PAIR).bind(low.0).bind(high.0).read_optional(self).await?;
            row.map_or(Ok(PairDay::default()), |(day, games)| {
                Ok(PairDay { day: rows::count(day)?, games: rows::count(games)? })
            })
        })
    }

    fn best<'a>(
        &'a self,
        pool: &'a Pool,
        limit: u32,
    ) -> StoreFuture<'a, Vec<(PlayerId, Standing)>> {
        Box::pin(async move {
            let rows = sql(BEST)
                .bind(pool.to_string())
                .bind(Rating::PROVISIONAL)
                .bind(i64::from(limit))
                .bind(small(Standing::LISTED_FROM))
                .browse_all(self)
                .await?;
            let found = standings(rows)?.into_iter();
            Ok(found.map(|(player, _, standing)| (player, standing)).collect())
        })
    }

    fn rating_history<'a>(
        &'a self,
        player: PlayerId,
        pool: &'a Pool,
        limit: u32,
    ) -> StoreFuture<'a, Vec<RatingChange>> {
        Box::pin(async move {
            let rows = sql(HISTORY)
                .bind(player.0)
                .bind(pool.to_string())
                .bind(i64::from(limit))
                .browse_all(self)
                .await?;
            changes(rows)
        })
    }

    fn rating_changes(&self, game: MatchId) -> StoreFuture<'_, Vec<RatingChange>> {
        Box::pin(async move { changes(sql(CHANGES).bind(game.0).read_all(self).await?) })
    }

    fn rated_games(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        Box::pin(async move {
            let rows: Vec<EndedRow> = sql(AssertSqlSafe(rated::<B::Connection>()))
                .bind(place(after))
                .bind(i64::from(limit))
                .read_all(self)
                .await?;
            rows.into_iter().map(EndedRow::read).collect()
        })
    }

    fn latest_rated(&self, limit: u32) -> StoreFuture<'_, Vec<Outcome>> {
        Box::pin(async move {
            let rows: Vec<(Option<Uuid>, Option<Uuid>, String, i32)> =
                sql(LATEST).bind(i64::from(limit)).browse_all(self).await?;
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
        })
    }

    fn rating_totals(&self) -> StoreFuture<'_, (u64, u64)> {
        Box::pin(async move {
            let row: Option<(i64, i64)> = sql(TOTALS).read_optional(self).await?;
            let (ratings, changes) = row.unwrap_or_default();
            Ok((ratings.cast_unsigned(), changes.cast_unsigned()))
        })
    }

    fn rebuild_ratings(&self) -> StoreFuture<'_, u64> {
        write!(self, connection => rebuild(connection))
    }
}

/// The rows whose pool still counts.
fn standings(rows: Vec<StandingRow>) -> Result<Vec<(PlayerId, Pool, Standing)>, StoreError> {
    rows.into_iter().filter_map(|row| row.read().transpose()).collect()
}

/// The rows whose pool still counts.
fn changes(rows: Vec<ChangeRow>) -> Result<Vec<RatingChange>, StoreError> {
    rows.into_iter().filter_map(|row| row.read().transpose()).collect()
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
        note(connection, &changes[side]).await?;
    }
    Ok(true)
}

async fn note(connection: &mut impl Dialect, change: &RatingChange) -> sqlx::Result<()> {
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
    let last: i64 = sql(AssertSqlSafe(C::LAST)).value(connection).await?;
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

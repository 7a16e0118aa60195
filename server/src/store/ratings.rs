//! Ratings: where players stand, and what each game changed.
//!
//! Both databases write them in the transaction that ends the game, after it has its number in the sequence of
//! archived games and in the order of these numbers, so that they follow from the archive alone. The
//! statements are the same text on both; [`rating_statements`] makes them for one connection.

use super::{EndedGame, StoreError, StoreFuture, rows};
use domain::rating::{Pool, Rating, RatingChange, Standing};
use domain::{MatchId, Moment, PlayerId};
use engine::{BySide, Side};
use futures_util::FutureExt;
use futures_util::future::ready;
use uuid::Uuid;

/// Where players stand. A store without it has no ratings.
pub trait Ratings {
    /// Where somebody stands in a pool; `None` before the first rated game.
    fn standing<'a>(
        &'a self,
        _pool: &'a Pool,
        _player: PlayerId,
    ) -> StoreFuture<'a, Option<Standing>> {
        ready(Ok(None)).boxed()
    }

    /// Where somebody stands in every pool in which they have played.
    fn standings_of(&self, _player: PlayerId) -> StoreFuture<'_, Vec<(Pool, Standing)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The `limit` players of a pool who are rated best, as certain as they were after their last game; those
    /// whose rating was provisional then are left out.
    fn best<'a>(
        &'a self,
        _pool: &'a Pool,
        _limit: u32,
    ) -> StoreFuture<'a, Vec<(PlayerId, Standing)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The last `limit` games of somebody in a pool, the latest first.
    fn rating_history<'a>(
        &'a self,
        _player: PlayerId,
        _pool: &'a Pool,
        _limit: u32,
    ) -> StoreFuture<'a, Vec<RatingChange>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// What a game changed, for each of its players; nothing if it did not count.
    fn rating_changes(&self, _game: MatchId) -> StoreFuture<'_, Vec<RatingChange>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The first `limit` games with numbers above `after` that say they are rated, in order.
    fn rated_games(&self, _after: u64, _limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// How many ratings there are, and how many changes that games made.
    fn rating_totals(&self) -> StoreFuture<'_, (u64, u64)> {
        ready(Ok((0, 0))).boxed()
    }

    /// Recomputes all ratings from the archive, in one transaction during which no game ends, and
    /// returns how many games counted.
    fn rebuild_ratings(&self) -> StoreFuture<'_, u64> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}

/// How many games a rebuilding reads at a time.
pub(super) const STEP: u32 = 500;

pub(super) const STANDING: &str = "select player_id, pool, rating, deviation, volatility, games, at
    from rating where pool = $1 and player_id = $2";

pub(super) const STANDINGS_OF: &str =
    "select player_id, pool, rating, deviation, volatility, games, at
    from rating where player_id = $1 order by pool";

pub(super) const BEST: &str = "select player_id, pool, rating, deviation, volatility, games, at
    from rating where pool = $1 and deviation <= $2 order by rating desc, player_id limit $3";

pub(super) const HISTORY: &str = "select game_id, side, pool, player_id, before, before_deviation,
    rating, deviation, volatility, games, at
    from rating_change where player_id = $1 and pool = $2 order by games desc limit $3";

pub(super) const CHANGES: &str = "select game_id, side, pool, player_id, before, before_deviation,
    rating, deviation, volatility, games, at
    from rating_change where game_id = $1 order by side";

pub(super) const SET: &str = "insert into rating
    (pool, player_id, rating, deviation, volatility, games, at) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (pool, player_id) do update set rating = excluded.rating,
    deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
    at = excluded.at";

pub(super) const TOTALS: &str =
    "select (select count(*) from rating), (select count(*) from rating_change)";

/// Games are found by how strong their players were.
pub(super) const STRENGTH: &str = "update game set strength = $2 where id = $1";

/// The lower one of the ratings before a game, rounded.
#[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
pub(super) fn strength(changes: &BySide<RatingChange>) -> i32 {
    changes.first.before.rating.min(changes.second.before.rating).round() as i32
}

/// Whether somebody keeps an identity, or did.
pub(super) const KEPT: &str = "select count(*) from person where id = $1";

pub(super) const NOTE: &str = "insert into rating_change (game_id, side, pool, player_id, before,
    before_deviation, rating, deviation, volatility, games, at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

/// A row of `rating`.
#[derive(sqlx::FromRow)]
pub(super) struct StandingRow {
    player_id: Uuid,
    pool: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i32,
    at: i64,
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
        };
        Ok(Some((PlayerId(self.player_id), pool, standing)))
    }
}

/// A row of `rating_change`.
#[derive(sqlx::FromRow)]
pub(super) struct ChangeRow {
    game_id: Uuid,
    side: String,
    before: f64,
    before_deviation: f64,
    #[sqlx(flatten)]
    after: StandingRow,
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

/// A moment as both databases take it.
pub(super) fn millis(at: Moment) -> i64 {
    rows::millis(at)
}

/// The functions of a database: on its pool `$pool`, on a connection `$connection` of its own.
macro_rules! rating_statements {
    ($database:ty, $pool:ty, $connection:ty) => {
        use crate::store::ratings::{
            BEST, CHANGES, ChangeRow, HISTORY, KEPT, NOTE, SET, STANDING, STANDINGS_OF, STEP,
            STRENGTH, StandingRow, TOTALS, millis, small, strength,
        };
        use crate::store::rows::{EndedRow, place};
        use crate::store::{EndedGame, StoreError, fault};
        use domain::rating::{Counted, Pool, Rating, RatingChange, Standing};
        use domain::{FinishedGame, MatchId, PlayerId};
        use engine::{BySide, Side};
        use std::borrow::Cow;

        /// Counts a game of the same transaction, if it counts.
        pub(super) async fn count(
            connection: &mut $connection,
            game: &FinishedGame,
        ) -> sqlx::Result<bool> {
            let Some(counted) = Counted::of(&*as_kept(connection, game).await?) else {
                return Ok(false);
            };
            let mut before =
                BySide::from_fn(|side| Standing::before_any(&counted.pool, counted.players[side]));
            for side in Side::ALL {
                let row: Option<StandingRow> = sqlx::query_as(STANDING)
                    .bind(counted.pool.to_string())
                    .bind(counted.players[side].0)
                    .fetch_optional(&mut *connection)
                    .await?;
                let found = row.map(StandingRow::read).transpose();
                let found = found.map_err(|error| sqlx::Error::Decode(error.into()))?;
                if let Some((_, _, standing)) = found.flatten() {
                    before[side] = standing;
                }
            }
            let changes = RatingChange::of(&counted, &before);
            sqlx::query(STRENGTH)
                .bind(counted.id.0)
                .bind(strength(&changes))
                .execute(&mut *connection)
                .await?;
            for side in Side::ALL {
                write(connection, &changes[side]).await?;
            }
            Ok(true)
        }

        /// The game as the archive returns it: a player who deletes their identity during a rated
        /// game is a guest in the match from then on, but the archive lists as guests only players
        /// who never had an identity.
        async fn as_kept<'a>(
            connection: &mut $connection,
            game: &'a FinishedGame,
        ) -> sqlx::Result<Cow<'a, FinishedGame>> {
            let mut game = Cow::Borrowed(game);
            for side in Side::ALL {
                let player = game.summary.players[side].as_ref();
                let Some(guest) = player.filter(|player| player.guest && game.summary.rated) else {
                    continue;
                };
                let kept: i64 =
                    sqlx::query_scalar(KEPT).bind(guest.id.0).fetch_one(&mut *connection).await?;
                if let Some(player) = &mut game.to_mut().summary.players[side] {
                    player.guest = kept == 0;
                }
            }
            Ok(game)
        }

        async fn write(connection: &mut $connection, change: &RatingChange) -> sqlx::Result<()> {
            let Standing { rating, games, at } = change.after;
            let Rating { rating, deviation, volatility } = rating;
            sqlx::query(SET)
                .bind(change.pool.to_string())
                .bind(change.player.0)
                .bind(rating)
                .bind(deviation)
                .bind(volatility)
                .bind(small(games))
                .bind(millis(at))
                .execute(&mut *connection)
                .await?;
            sqlx::query(NOTE)
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
                .execute(connection)
                .await?;
            Ok(())
        }

        pub(super) async fn standing(
            pool: &$pool,
            of: &Pool,
            player: PlayerId,
        ) -> Result<Option<Standing>, StoreError> {
            let row: Option<StandingRow> = sqlx::query_as(STANDING)
                .bind(of.to_string())
                .bind(player.0)
                .fetch_optional(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            let found = row.map(StandingRow::read).transpose()?;
            Ok(found.flatten().map(|(_, _, standing)| standing))
        }

        pub(super) async fn standings_of(
            pool: &$pool,
            player: PlayerId,
        ) -> Result<Vec<(Pool, Standing)>, StoreError> {
            let rows: Vec<StandingRow> = sqlx::query_as(STANDINGS_OF)
                .bind(player.0)
                .fetch_all(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            let found = rows.into_iter().filter_map(|row| row.read().transpose());
            found.map(|found| found.map(|(_, pool, standing)| (pool, standing))).collect()
        }

        pub(super) async fn best(
            pool: &$pool,
            of: &Pool,
            limit: u32,
        ) -> Result<Vec<(PlayerId, Standing)>, StoreError> {
            let rows: Vec<StandingRow> = sqlx::query_as(BEST)
                .bind(of.to_string())
                .bind(Rating::PROVISIONAL)
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            let found = rows.into_iter().filter_map(|row| row.read().transpose());
            found.map(|found| found.map(|(player, _, standing)| (player, standing))).collect()
        }

        pub(super) async fn history(
            pool: &$pool,
            player: PlayerId,
            of: &Pool,
            limit: u32,
        ) -> Result<Vec<RatingChange>, StoreError> {
            let rows: Vec<ChangeRow> = sqlx::query_as(HISTORY)
                .bind(player.0)
                .bind(of.to_string())
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            rows.into_iter().filter_map(|row| row.read().transpose()).collect()
        }

        pub(super) async fn changes(
            pool: &$pool,
            game: MatchId,
        ) -> Result<Vec<RatingChange>, StoreError> {
            let rows: Vec<ChangeRow> = sqlx::query_as(CHANGES)
                .bind(game.0)
                .fetch_all(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            rows.into_iter().filter_map(|row| row.read().transpose()).collect()
        }

        pub(super) async fn totals(pool: &$pool) -> Result<(u64, u64), StoreError> {
            let (ratings, changes): (i64, i64) = sqlx::query_as(TOTALS)
                .fetch_one(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            Ok((ratings.cast_unsigned(), changes.cast_unsigned()))
        }

        fn rated_games_query(after: u64, limit: u32) -> sqlx::QueryBuilder<$database> {
            let mut query = sqlx::QueryBuilder::new("select number, ");
            query
                .push(SUMMARY)
                .push(REST)
                .push(" from ended_game join game on game.id = ended_game.game_id")
                .push(" where rated and number > ");
            query.push_bind(place(after)).push(" order by number limit ");
            query.push_bind(i64::from(limit));
            query
        }

        pub(super) async fn rated_games(
            pool: &$pool,
            after: u64,
            limit: u32,
        ) -> Result<Vec<EndedGame>, StoreError> {
            let rows: Vec<EndedRow> = rated_games_query(after, limit)
                .build_query_as()
                .fetch_all(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            rows.into_iter().map(EndedRow::read).collect()
        }

        /// Counts all games again, in a transaction that the caller has begun.
        pub(super) async fn recount(connection: &mut $connection) -> sqlx::Result<u64> {
            sqlx::query("delete from rating").execute(&mut *connection).await?;
            sqlx::query("delete from rating_change").execute(&mut *connection).await?;
            let (mut after, mut counted) = (0, 0);
            loop {
                let rows: Vec<EndedRow> = rated_games_query(after, STEP)
                    .build_query_as()
                    .fetch_all(&mut *connection)
                    .await?;
                let Some(last) = rows.last() else { return Ok(counted) };
                after = last.number().map_err(|error| sqlx::Error::Decode(error.into()))?;
                for row in rows {
                    let game = row.read().map_err(|error| sqlx::Error::Decode(error.into()))?;
                    counted += u64::from(count(connection, &game.game).await?);
                }
            }
        }
    };
}
pub(super) use rating_statements;

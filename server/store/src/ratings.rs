//! Ratings: where players stand, and what each game changed.
//!
//! A reader of the sequence of ended games writes them, in the order of its numbers, so that they follow
//! from the archive alone. The statements are the same text on both databases; `sql::ratings` executes
//! them.

use super::row::row;
use super::{EndedGame, StoreError, StoreFuture, rows};
use domain::rating::{Outcome, PairDay, Pool, Rating, RatingChange, Standing};
use domain::{MatchId, PlayerId};
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

    /// The standings of several players in a pool; those who have not played in it have none.
    fn standings<'a>(
        &'a self,
        _pool: &'a Pool,
        _players: &'a [PlayerId],
    ) -> StoreFuture<'a, Vec<(PlayerId, Standing)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Where somebody stands in every pool in which they have played.
    fn standings_of(&self, _player: PlayerId) -> StoreFuture<'_, Vec<(Pool, Standing)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// How many games of two people have counted on the last day on which one did.
    fn pair_day(&self, _pair: [PlayerId; 2]) -> StoreFuture<'_, PairDay> {
        ready(Ok(PairDay::default())).boxed()
    }

    /// The `limit` players of a pool who are rated best, as certain as they were after their last game; those
    /// whose rating was provisional then, or who met too few known opponents, are left out.
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

    /// The first `limit` games with numbers above `after` that say they are rated, in order, as far as
    /// they are counted.
    fn rated_games(&self, _after: u64, _limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The results of the rated games among the `limit` games that ended last, however many there are in all.
    fn latest_rated(&self, _limit: u32) -> StoreFuture<'_, Vec<Outcome>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// How many ratings there are, and how many changes that games made.
    fn rating_totals(&self) -> StoreFuture<'_, (u64, u64)> {
        ready(Ok((0, 0))).boxed()
    }

    /// Recomputes all ratings from the archive, in one transaction, and returns how many games
    /// counted. Games may end meanwhile; they are counted afterwards.
    fn rebuild_ratings(&self) -> StoreFuture<'_, u64> {
        ready(Err(StoreError::Unavailable)).boxed()
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

/// Notes an opponent whose rating was known; no row if that is one of before.
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

//! `/api/ratings` and the ratings of players and of finished games.
//!
//! Games count in pools: a game, or those of its rulesets that play alike. A rating is sent with
//! its deviation as of now, which grows while a player is inactive; above a limit it is
//! provisional, and such players are in no list of the best. Ratings are computed by
//! `domain::rating` when a game is archived and only read here.

use crate::actions::Actions;
use crate::addresses::LimitedAction;
use crate::http::matches::live::match_id;
use crate::http::openapi::problems;
use crate::request::{ApiError, ClientLimits, Name, Params, Part};
use crate::time::TimeSource;
use domain::rating::{Pool, Rating, RatingChange, Standing};
use domain::{MatchId, Moment, PlayerId};
use engine::{Side, find_game};
use protocol::{MatchIdText, PlayerIdText, PlayerView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How many players can be asked about at once.
const ASKED: usize = 50;

/// A pool of ratings: a game, or those of its rulesets that play alike.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PoolView {
    /// The id of the pool.
    pool: String,
    /// The game of the pool.
    game: &'static str,
    /// The rulesets whose games count in the pool.
    rulesets: Vec<&'static str>,
}

impl PoolView {
    fn of(pool: &Pool) -> Self {
        Self { pool: pool.to_string(), game: pool.game(), rulesets: pool.rulesets() }
    }
}

/// A rating, with how certain it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingView {
    /// The rating, rounded; new players have 1500.
    rating: i32,
    /// The uncertainty as of now: the standard deviation, 45 to 500.
    deviation: i32,
    /// Whether the rating is provisional: its deviation is above 110. Pages then show a question
    /// mark.
    provisional: bool,
    /// The number of games it is based on.
    games: u32,
}

impl RatingView {
    fn of(rating: &Rating, games: u32) -> Self {
        Self {
            rating: rounded(rating.rating),
            deviation: rounded(rating.deviation),
            provisional: rating.is_provisional(),
            games,
        }
    }

    fn now(standing: &Standing, now: Moment) -> Self {
        Self::of(&standing.now(now), standing.games)
    }
}

/// A rating or a deviation as it is shown.
#[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
pub(in crate::http) fn rounded(number: f64) -> i32 {
    number.round() as i32
}

/// Every pool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Pools {
    pools: Vec<PoolView>,
}

problems! {
    /// There are no further problems.
    PoolsProblems:
}

/// Lists the pools in which games are rated.
#[utoipa::path(
    get, path = "/api/ratings", operation_id = "pools", tag = "ratings",
    responses((status = 200, description = "Every pool", body = Pools), PoolsProblems),
)]
pub(crate) async fn pools() -> axum::Json<Pools> {
    axum::Json(Pools { pools: Pool::all().iter().map(PoolView::of).collect() })
}

/// The players whose ratings are requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RatingsQuery {
    /// The ruleset; by default the game's first.
    ruleset: Option<String>,
    /// The ids of at most 50 players, separated by commas; by default the best of the pool are
    /// listed.
    players: Option<String>,
}

/// A player with a rating.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatedPlayer {
    player: PlayerView,
    #[serde(flatten)]
    rating: RatingView,
}

/// Ratings of a pool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingList {
    #[serde(flatten)]
    pool: PoolView,
    /// The requested players who can be rated, or the 50 best, best first.
    players: Vec<RatedPlayer>,
}

problems! {
    /// The query is invalid.
    RatingsProblems: BadRequest, UnknownGame, UnknownRuleset,
}

/// Returns ratings in the pool of a ruleset: those of the given players, or the best that are not
/// provisional.
#[utoipa::path(
    get, path = "/api/ratings/{game}", operation_id = "ratings", tag = "ratings",
    params(("game" = String, Path, description = "The game, as in the catalogue"), RatingsQuery),
    responses((status = 200, description = "The ratings", body = RatingList), RatingsProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    Name(game): Name,
    Params(query): Params<RatingsQuery>,
) -> Result<axum::Json<RatingList>, ApiError> {
    let info = find_game(&game)?;
    let pool = Pool::of_ruleset(info, info.ruleset(query.ruleset.as_deref())?);
    let now = time.now();
    let found = match &query.players {
        Some(players) => actions.standings(&pool, &ids(players)?).await?,
        None => actions.best(&pool).await?,
    };
    let players = found.into_iter().map(|(player, standing)| RatedPlayer {
        player: player.into(),
        rating: RatingView::now(&standing, now),
    });
    Ok(axum::Json(RatingList { pool: PoolView::of(&pool), players: players.collect() }))
}

/// Reads the ids of a query.
fn ids(players: &str) -> Result<Vec<PlayerId>, ApiError> {
    let ids: Vec<PlayerId> =
        players.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| {
            ApiError::BadRequest("`players` are ids, separated by commas".to_owned())
        })?;
    if ids.len() > ASKED {
        return Err(ApiError::BadRequest(format!("`players` are at most {ASKED}")));
    }
    Ok(ids)
}

/// The part of a player's ratings that is requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayerQuery {
    /// Only this pool, with the player's rated games in it; by default all pools, without games.
    pool: Option<String>,
}

/// The effect of a rated game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatedGame {
    /// The game.
    #[schema(value_type = MatchIdText)]
    id: MatchId,
    /// When it ended.
    at: u64,
    #[serde(flatten)]
    after: RatingView,
    /// The rating before it, rounded.
    before: i32,
    /// The points won or lost.
    change: i32,
}

impl RatedGame {
    fn of(change: &RatingChange) -> Self {
        let RatingChange { game, before, after, .. } = change;
        let after_view = RatingView::of(&after.rating, after.games);
        let before = rounded(before.rating);
        let change = after_view.rating - before;
        Self { id: *game, at: after.at.0, after: after_view, before, change }
    }
}

/// A player's rating in a pool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerRating {
    #[serde(flatten)]
    pool: PoolView,
    #[serde(flatten)]
    rating: RatingView,
    /// The last 500 rated games in the pool, oldest first; only if one pool was requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    history: Vec<RatedGame>,
}

/// The ratings of a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerRatings {
    ratings: Vec<PlayerRating>,
}

problems! {
    /// There is no such pool or player.
    RatingProblems: BadRequest, NotFound,
}

/// Returns a player's rating in every pool in which they have played rated games, or in one pool
/// with its games.
#[utoipa::path(
    get, path = "/api/accounts/{id}/ratings", operation_id = "ratingsOf", tag = "ratings",
    params(("id" = PlayerIdText, Path, description = "The player"), PlayerQuery),
    responses((status = 200, description = "The ratings", body = PlayerRatings), RatingProblems),
)]
pub(crate) async fn of_player(
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    limits: ClientLimits,
    Name(id): Name,
    Params(query): Params<PlayerQuery>,
) -> Result<axum::Json<PlayerRatings>, ApiError> {
    let id: PlayerId = id.parse().map_err(|_| ApiError::NotFound)?;
    let now = time.now();
    let shown = |pool: &Pool, standing: &Standing, history| PlayerRating {
        pool: PoolView::of(pool),
        rating: RatingView::now(standing, now),
        history,
    };
    let Some(pool) = &query.pool else {
        let standings = actions.standings_of(id).await?;
        let ratings = standings.iter().map(|(pool, standing)| shown(pool, standing, Vec::new()));
        return Ok(axum::Json(PlayerRatings { ratings: ratings.collect() }));
    };
    limits.check(LimitedAction::Archive).await?;
    let pool: Pool = pool.parse().map_err(|_| ApiError::NotFound)?;
    let (standing, history) = actions.rating_history(id, &pool).await?;
    let history = history.iter().map(RatedGame::of).collect();
    Ok(axum::Json(PlayerRatings { ratings: vec![shown(&pool, &standing, history)] }))
}

/// The rating changes of a finished game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameRatings {
    /// The change for the first side; null if the game was not rated.
    #[schema(required)]
    first: Option<RatedGame>,
    /// The change for the second side; null if the game was not rated.
    #[schema(required)]
    second: Option<RatedGame>,
}

problems! {
    /// There is no such game.
    GameProblems: NotFound,
}

/// Returns how a finished game changed the ratings of its players. Right after its end the answer may take two
/// seconds, until the game is counted.
#[utoipa::path(
    get, path = "/api/archive/{id}/ratings", operation_id = "ratingsAfter", tag = "ratings",
    params(("id" = MatchIdText, Path, description = "The game")),
    responses((status = 200, description = "The changes", body = GameRatings), GameProblems),
)]
pub(crate) async fn of_game(
    Part(actions): Part<Actions>,
    Name(id): Name,
) -> Result<axum::Json<GameRatings>, ApiError> {
    let changes = actions.rating_changes(match_id(&id)?).await?;
    let of = |side: Side| changes.iter().find(|change| change.side == side).map(RatedGame::of);
    Ok(axum::Json(GameRatings { first: of(Side::First), second: of(Side::Second) }))
}

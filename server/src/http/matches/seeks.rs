//! `/api/seeks`: making and withdrawing a seek, how it stands, and answering when an opponent has
//! been found.
//!
//! A player has at most one seek; making another replaces it. The matchmaker decides who is paired,
//! and sockets are signalled when something changes; these addresses do the rest, so a program can
//! also poll. Making a seek is limited by address and refused while the server drains.

use crate::actions::{Actions, NewSeek};
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{ApiError, CurrentPlayer, Json, Part};
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use domain::SoughtGame;
use domain::clock::{ClockError, ClockSetting};
use engine::{SetupError, Side};
use protocol::{ClockSettingView, StandingView};
use serde::Deserialize;
use std::net::SocketAddr;
use utoipa::ToSchema;
use uuid::Uuid;

/// The body of `POST /api/seeks`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SeekRequest {
    /// The games, 1 to 64, the preferred ones first.
    games: Vec<SoughtGameRequest>,
    /// The time controls, 1 to 16, the preferred ones first.
    clocks: Vec<ClockSettingView>,
    /// The side; by default either.
    #[serde(default)]
    side: SideChoice,
    /// Whether the game is to be rated; for registered players only.
    #[serde(default)]
    rated: bool,
    /// The largest accepted difference between the two players' ratings in the pool of the game, as
    /// they are when the two are paired; by default there is no limit. For registered players only.
    #[schema(minimum = 25, maximum = 1_000)]
    within: Option<u16>,
    /// For how many minutes the seek is kept; an hour by default. A guest's ends after an hour at the
    /// latest, and a minute after the guest was last there.
    #[schema(minimum = 1, maximum = 20_160)]
    minutes: Option<u32>,
}

impl SeekRequest {
    fn parse(self) -> Result<NewSeek, ApiError> {
        let clocks: Result<Vec<ClockSetting>, ClockError> =
            self.clocks.into_iter().map(ClockSetting::try_from).collect();
        let games = self.games.iter();
        let games: Result<Vec<SoughtGame>, SetupError> =
            games.map(|game| SoughtGame::new(&game.game, game.ruleset.as_deref())).collect();
        Ok(NewSeek {
            clocks: clocks?,
            games: games?,
            side: self.side.side(),
            rated: self.rated,
            within: self.within,
            minutes: self.minutes,
        })
    }
}

/// A game and its ruleset.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SoughtGameRequest {
    /// The game, as in the catalogue.
    game: String,
    /// The ruleset; by default the game's first.
    ruleset: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SoughtSide)]
enum SideChoice {
    First,
    Second,
    #[default]
    Random,
}

impl SideChoice {
    const fn side(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Random => None,
        }
    }
}

problems! {
    /// The token is invalid.
    StandingProblems: BadToken,
}

/// Returns the state of the caller's seek.
#[utoipa::path(
    get, path = "/api/seeks", operation_id = "seek", tag = "seeks",
    responses((status = 200, description = "The state of the seek", body = StandingView), StandingProblems),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> axum::Json<StandingView> {
    axum::Json(actions.poll_seek(player.id).await)
}

problems! {
    /// The seek is invalid, or names a correspondence clock while the caller is on vacation.
    SeekProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        UnknownGame, UnknownRuleset, BadClock, NotRegistered, BadSeek, Settling,
        OnVacation, Wait,
}

/// Creates a seek, which replaces the caller's earlier one. It lasts until it is withdrawn, a match
/// begins, or it expires.
#[utoipa::path(
    post, path = "/api/seeks", operation_id = "makeSeek", tag = "seeks", request_body = SeekRequest,
    responses((status = 201, description = "The seek is created", body = StandingView), SeekProblems),
)]
pub(crate) async fn create(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    CurrentPlayer(player): CurrentPlayer,
    Json(body): Json<SeekRequest>,
) -> Result<(StatusCode, axum::Json<StandingView>), ApiError> {
    let admission = actions.admit()?;
    limiter.check_rate(client.ip(), LimitedAction::Seek)?;
    let caller = limiter.caller(client.ip());
    actions.seek(admission, &player, caller, body.parse()?).await?;
    Ok((StatusCode::CREATED, axum::Json(actions.seek_state(player.id).await)))
}

problems! {
    /// The match of the seek is about to begin.
    WithdrawProblems: BadToken, BadOrigin, Settling,
}

/// Withdraws the caller's seek; does nothing if there is none.
#[utoipa::path(
    delete, path = "/api/seeks", operation_id = "endSeek", tag = "seeks",
    responses((status = 204, description = "The caller has no seek"), WithdrawProblems),
)]
pub(crate) async fn end(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    actions.withdraw_seek(player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The body of `POST /api/seeks/found`.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = FoundAnswer)]
pub(crate) struct AnswerRequest {
    /// The `id` of `found`.
    id: Uuid,
    /// True to accept the opponent, false to decline.
    accept: bool,
}

problems! {
    /// The answer is too late, or there is no such opponent.
    AnswerProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, NotFound,
}

/// Accepts or declines the opponent found. If either player declines, both keep their places in the
/// queue. A player who does not answer loses the seek, and waits before the next one.
#[utoipa::path(
    post, path = "/api/seeks/found", operation_id = "answerFound", tag = "seeks",
    request_body = AnswerRequest,
    responses((status = 200, description = "The state of the seek", body = StandingView), AnswerProblems),
)]
pub(crate) async fn answer(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
    Json(answer): Json<AnswerRequest>,
) -> Result<axum::Json<StandingView>, ApiError> {
    actions.answer_found(player.id, answer.id, answer.accept).await?;
    Ok(axum::Json(actions.seek_state(player.id).await))
}

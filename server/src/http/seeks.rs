//! `/api/seeks`: making and withdrawing a seek, how it stands, and answering when an opponent has
//! been found.
//!
//! A player has at most one seek; making another replaces it. The matchmaker decides who is paired,
//! and sockets are signalled when something changes; these addresses do the rest, so a program can
//! also poll. Making a seek is limited by address and refused while the server drains.

use super::openapi::problems;
use super::vacation::has_correspondence;
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::request::{ApiError, Json, Who};
use crate::seeks::ratings_of;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::clock::{ClockError, ClockSetting};
use domain::{SEEK_MINUTES, Seek, SoughtGame, Terms};
use engine::{SetupError, Side};
use protocol::{ClockSettingView, StandingView};
use serde::Deserialize;
use std::net::SocketAddr;
use utoipa::ToSchema;
use uuid::Uuid;

/// How long a seek is kept by default, in minutes.
const MINUTES: u32 = 60;

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
    StandingProblems: "bad_token",
}

/// Returns the state of the caller's seek.
#[utoipa::path(
    get, path = "/api/seeks", operation_id = "seek", tag = "seeks",
    responses((status = 200, description = "The state of the seek", body = StandingView), StandingProblems),
)]
pub(crate) async fn show(
    State(app): State<AppState>,
    Who(player): Who,
) -> axum::Json<StandingView> {
    app.matchmaker().hear(player.id);
    axum::Json(app.standing_of(player.id).await)
}

problems! {
    /// The seek is invalid, or names a correspondence clock while the caller is on vacation.
    SeekProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json",
        "unknown_game", "unknown_ruleset", "bad_clock", "not_kept", "bad_seek", "settling",
        "on_vacation", "wait",
}

/// Creates a seek, which replaces the caller's earlier one. It lasts until it is withdrawn, a match
/// begins, or it expires.
#[utoipa::path(
    post, path = "/api/seeks", operation_id = "makeSeek", tag = "seeks", request_body = SeekRequest,
    responses((status = 201, description = "The seek is created", body = StandingView), SeekProblems),
)]
pub(crate) async fn create(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    Json(body): Json<SeekRequest>,
) -> Result<(StatusCode, axum::Json<StandingView>), ApiError> {
    if app.desk().is_draining() {
        return Err(ApiError::ShuttingDown);
    }
    app.ration(client.ip(), LimitedAction::Seek)?;
    let games = body.games.iter();
    let games: Result<Vec<SoughtGame>, SetupError> =
        games.map(|body| SoughtGame::new(&body.game, body.ruleset.as_deref())).collect();
    let clocks: Result<Vec<ClockSetting>, ClockError> =
        body.clocks.into_iter().map(ClockSetting::try_from).collect();
    let clocks = clocks?;
    if has_correspondence(&clocks) && app.registry().vacation_until(player.id).is_some() {
        return Err(ApiError::OnVacation);
    }
    let minutes = body.minutes.unwrap_or(MINUTES);
    // A guest's seek ends with the page in any case.
    let is_bounded = player.guest && (SEEK_MINUTES.0..=SEEK_MINUTES.1).contains(&minutes);
    let minutes = if is_bounded { minutes.min(MINUTES) } else { minutes };
    let (now, id) = (app.registry().now(), player.id);
    let games = games?;
    let terms = Terms {
        side: body.side.side(),
        rated: body.rated,
        within: body.within,
        ratings: ratings_of(app.store(), &player, &games).await?,
    };
    let seek = Seek::new((*player).clone(), games, clocks, terms, minutes, now)?;
    app.matchmaker().seek(seek, app.caller(client.ip())).await?;
    Ok((StatusCode::CREATED, axum::Json(app.standing_of(id).await)))
}

problems! {
    /// The match of the seek is about to begin.
    WithdrawProblems: "bad_token", "bad_origin", "settling",
}

/// Withdraws the caller's seek; does nothing if there is none.
#[utoipa::path(
    delete, path = "/api/seeks", operation_id = "endSeek", tag = "seeks",
    responses((status = 204, description = "The caller has no seek"), WithdrawProblems),
)]
pub(crate) async fn end(
    State(app): State<AppState>,
    Who(player): Who,
) -> Result<StatusCode, ApiError> {
    app.matchmaker().withdraw(player.id).await?;
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
    AnswerProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json", "not_found",
}

/// Accepts or declines the opponent found. If either player declines, both keep their places in the
/// queue. A player who does not answer loses the seek, and waits before the next one.
#[utoipa::path(
    post, path = "/api/seeks/found", operation_id = "answerFound", tag = "seeks",
    request_body = AnswerRequest,
    responses((status = 200, description = "The state of the seek", body = StandingView), AnswerProblems),
)]
pub(crate) async fn answer(
    State(app): State<AppState>,
    Who(player): Who,
    Json(answer): Json<AnswerRequest>,
) -> Result<axum::Json<StandingView>, ApiError> {
    app.matchmaker().answer(player.id, answer.id, answer.accept).await?;
    Ok(axum::Json(app.standing_of(player.id).await))
}

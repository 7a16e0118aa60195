//! `/api/matches` and what is below it.

use super::extract::{Json, Name, Params};
use super::identity::Who;
use super::{ApiError, AppState};
use crate::ids::MatchId;
use crate::matches::clock::ClockSetting;
use crate::matches::{Found, LISTED, Listing, Setup};
use crate::wire::{ClockSettingView, Room, ServerMessage, Snapshot, Visibility};
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Options, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The body of `POST /api/matches`.
#[derive(Debug, Deserialize)]
pub(super) struct Wish {
    game: String,
    ruleset: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    position: Option<String>,
    #[serde(default)]
    clock: ClockSettingView,
    #[serde(default)]
    seat: SeatWish,
    #[serde(default = "public")]
    visibility: Visibility,
    #[serde(default)]
    rated: bool,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SeatWish {
    First,
    Second,
    #[default]
    Random,
}

const fn public() -> Visibility {
    Visibility::Public
}

#[derive(Debug, Serialize)]
pub(super) struct Made {
    id: MatchId,
    url: String,
    seat: &'static str,
}

pub(super) async fn create(
    State(app): State<AppState>,
    Who(creator): Who,
    Json(wish): Json<Wish>,
) -> Result<(StatusCode, axum::Json<Made>), ApiError> {
    let options: Options = wish.options.iter().collect();
    let setup = Setup {
        game: Setup::game(&wish.game, wish.ruleset.as_deref(), &options, wish.position.as_deref())?,
        clock: ClockSetting::try_from(wish.clock)?,
        creator: (*creator).clone(),
        seat: match wish.seat {
            SeatWish::First => Side::First,
            SeatWish::Second => Side::Second,
            SeatWish::Random if rand::random() => Side::First,
            SeatWish::Random => Side::Second,
        },
        visibility: wish.visibility,
        rated: wish.rated,
    };
    let handle = app.registry().create(&setup).await?;
    let id = handle.id();
    let made = Made { id, url: format!("/m/{id}"), seat: setup.seat.as_str() };
    Ok((StatusCode::CREATED, axum::Json(made)))
}

#[derive(Debug, Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    state: ListState,
    game: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ListState {
    #[default]
    Open,
    Live,
}

#[derive(Debug, Serialize)]
pub(super) struct Rooms {
    matches: Vec<Room>,
}

pub(super) async fn list(
    State(app): State<AppState>,
    Params(query): Params<ListQuery>,
) -> axum::Json<Rooms> {
    let listing = match query.state {
        ListState::Open => Listing::Open,
        ListState::Live => Listing::Live,
    };
    let matches = app.registry().lobby().rooms(listing, query.game.as_deref(), LISTED).await;
    axum::Json(Rooms { matches })
}

/// An id in an address; what is no id names nothing.
pub(super) fn match_id(text: &str) -> Result<MatchId, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound)
}

pub(super) async fn show(
    State(app): State<AppState>,
    Name(id): Name,
) -> Result<axum::Json<ServerMessage>, ApiError> {
    let snapshot: Box<Snapshot> = match app.registry().find(match_id(&id)?).await? {
        Found::Here(handle) => handle.snapshot().await?,
        Found::Archived(state) => Box::new(state.snapshot(app.registry().now())),
    };
    Ok(axum::Json(ServerMessage::Snapshot(snapshot)))
}

#[derive(Debug, Serialize)]
pub(super) struct Seated {
    seat: &'static str,
}

pub(super) async fn join(
    State(app): State<AppState>,
    Name(id): Name,
    Who(player): Who,
) -> Result<axum::Json<Seated>, ApiError> {
    let side = match app.registry().find(match_id(&id)?).await? {
        Found::Here(handle) => handle.join(player).await?,
        Found::Archived(state) => state.seat_of(player.id).ok_or(ApiError::MatchOver)?,
    };
    Ok(axum::Json(Seated { seat: side.as_str() }))
}

#[derive(Debug, Deserialize)]
pub(super) struct EventsQuery {
    #[serde(default)]
    since: u32,
}

pub(super) async fn events(
    State(app): State<AppState>,
    Name(id): Name,
    Params(query): Params<EventsQuery>,
) -> Result<Response, ApiError> {
    let id = match_id(&id)?;
    let events = app.store().events(id, query.since).await?;
    if events.is_empty() {
        match app.registry().find(id).await? {
            // The journal of a match that is over has become its row in the archive.
            Found::Archived(_) => return Err(ApiError::MatchOver),
            Found::Here(handle) if handle.snapshot().await?.result.is_some() => {
                return Err(ApiError::MatchOver);
            }
            Found::Here(_) => {}
        }
    }
    let mut body = Vec::with_capacity(events.iter().map(|e| e.payload.bytes().len() + 1).sum());
    for event in &events {
        body.extend_from_slice(event.payload.bytes());
        body.push(b'\n');
    }
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from(body)).into_response())
}

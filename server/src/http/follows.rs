//! `/api/me/follows`: the players whose games somebody wants to see, and what they are doing now.
//!
//! Only those who keep their identity can follow, and the other player is not notified; a block of
//! either ends it. The list is read from this server's state, so it shows what happens here.

use super::openapi::problems;
use super::person::public_matches;
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::request::{ApiError, Name, Who};
use crate::wire::{PlayerIdText, PlayerView, Room};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::{PlayerId, house_players};
use serde::Serialize;
use std::net::SocketAddr;
use utoipa::ToSchema;

/// How many people somebody can follow. Each is looked up whenever the list is requested.
const MOST: u32 = 100;

/// Somebody who is followed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FollowedView {
    player: PlayerView,
    /// Whether they are here, on the server that was asked: a page of theirs is open in the lobby, or was a moment ago,
    /// or they are playing.
    here: bool,
    /// Public matches that they are playing.
    playing: Vec<Room>,
}

/// Those who are followed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnFollows {
    players: Vec<FollowedView>,
}

problems! {
    /// Whoever brings a token must be somebody.
    ListFollowsProblems: "bad_token",
}

/// Whom whoever asks follows, in the order in which they began to, and what they are doing.
#[utoipa::path(
    get, path = "/api/me/follows", operation_id = "follows", tag = "people",
    responses((status = 200, description = "They", body = OwnFollows), ListFollowsProblems),
)]
pub(crate) async fn list(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
) -> Result<Json<OwnFollows>, ApiError> {
    // Each of them is looked up, so that a list costs as much as one of the archive.
    app.ration(client.ip(), LimitedAction::Archive)?;
    let mut players = Vec::new();
    for id in app.store().follows(player.id).await? {
        let playing = public_matches(&app, id).await;
        players.push(FollowedView {
            player: app.player(id).await?.into(),
            here: !playing.is_empty() || app.matchmaker().is_there(id),
            playing,
        });
    }
    Ok(Json(OwnFollows { players }))
}

problems! {
    /// Guests follow nobody, and nobody follows themselves, or whom they do not play.
    FollowProblems: "bad_token", "bad_origin", "not_kept", "blocked", "not_found", "not_yourself",
        "too_many_follows",
}

/// Follows somebody who has a page. They are not told; a block of either ends it.
#[utoipa::path(
    put, path = "/api/me/follows/{id}", operation_id = "follow", tag = "people",
    params(("id" = PlayerIdText, Path, description = "Whom")),
    responses((status = 204, description = "They are followed"), FollowProblems),
)]
pub(crate) async fn add(
    State(app): State<AppState>,
    Name(id): Name,
    Who(player): Who,
) -> Result<StatusCode, ApiError> {
    if player.guest {
        return Err(ApiError::NotKept);
    }
    let other: PlayerId = id.parse().map_err(|_| ApiError::NotFound)?;
    if other == player.id {
        return Err(ApiError::NotYourself);
    }
    // House players are always here, and those who deleted everything have no page.
    if house_players::level_of(other).is_some() || app.store().guest(other).await?.gone {
        return Err(ApiError::NotFound);
    }
    if app.store().blocked(player.id, other).await? {
        return Err(ApiError::Blocked);
    }
    let followed = app.store().follow(player.id, other, app.registry().now(), MOST).await?;
    if followed { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::TooManyFollows) }
}

problems! {
    /// Whoever asks does not follow them.
    UnfollowProblems: "bad_token", "bad_origin", "not_found",
}

/// Ends following somebody.
#[utoipa::path(
    delete, path = "/api/me/follows/{id}", operation_id = "unfollow", tag = "people",
    params(("id" = PlayerIdText, Path, description = "Whom")),
    responses((status = 204, description = "They are not followed any more"), UnfollowProblems),
)]
pub(crate) async fn remove(
    State(app): State<AppState>,
    Name(id): Name,
    Who(player): Who,
) -> Result<StatusCode, ApiError> {
    let other: PlayerId = id.parse().map_err(|_| ApiError::NotFound)?;
    let ended = app.store().unfollow(player.id, other).await?;
    if ended { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

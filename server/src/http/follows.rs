//! `/api/me/follows`: the players whom the caller follows, and what they are doing now.
//!
//! Only registered players can follow others, and the followed player is not notified; a block by
//! either ends it. With several servers on one database the list shows what happens on all of them.

use super::openapi::problems;
use super::person::PLAYING;
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::request::{ApiError, Name, Who};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::{PlayerId, house_players};
use protocol::{PlayerIdText, PlayerView, Room};
use serde::Serialize;
use std::net::SocketAddr;
use utoipa::ToSchema;

/// How many players one player can follow. Each is looked up whenever the list is requested.
const MOST: u32 = 100;

/// A followed player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FollowedView {
    player: PlayerView,
    /// Whether the player is here, on any server: connected now, in the lobby a moment ago, or
    /// playing in public. A player who does not want to be listed is here only while playing.
    here: bool,
    /// The public matches that the player is playing.
    playing: Vec<Room>,
}

/// The followed players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnFollows {
    players: Vec<FollowedView>,
}

problems! {
    /// The token is invalid.
    ListFollowsProblems: "bad_token",
}

/// Lists the players whom the caller follows, in the order of following, and what they are doing.
#[utoipa::path(
    get, path = "/api/me/follows", operation_id = "follows", tag = "people",
    responses((status = 200, description = "The followed players", body = OwnFollows), ListFollowsProblems),
)]
pub(crate) async fn list(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
) -> Result<Json<OwnFollows>, ApiError> {
    // Each of them is looked up, so that a list costs as much as one of the archive.
    app.ration(client.ip(), LimitedAction::Archive)?;
    let followed = app.store().follows(player.id).await?;
    let mut playing = app.registry().public_matches(&followed, PLAYING).await?;
    let here = app.registry().here_of(&followed).await?;
    let unlisted = app.store().unlisted_of(&followed).await?;
    let mut players = Vec::new();
    for player in app.actions().players(&followed).await? {
        let id = player.id;
        let playing = playing.remove(&id).unwrap_or_default();
        let is_here = here.contains(&id) || app.matchmaker().is_there(id);
        players.push(FollowedView {
            player: player.into(),
            here: !playing.is_empty() || (is_here && !unlisted.contains(&id)),
            playing,
        });
    }
    Ok(Json(OwnFollows { players }))
}

problems! {
    /// The caller is a guest, or the player is the caller, or one of the two has blocked the other.
    FollowProblems: "bad_token", "bad_origin", "not_kept", "blocked", "not_found", "not_yourself",
        "too_many_follows",
}

/// Follows a registered player. The followed player is not notified; a block by either ends it.
#[utoipa::path(
    put, path = "/api/me/follows/{id}", operation_id = "follow", tag = "people",
    params(("id" = PlayerIdText, Path, description = "The player")),
    responses((status = 204, description = "The player is followed"), FollowProblems),
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
    /// The caller does not follow this player.
    UnfollowProblems: "bad_token", "bad_origin", "not_found",
}

/// Unfollows a player.
#[utoipa::path(
    delete, path = "/api/me/follows/{id}", operation_id = "unfollow", tag = "people",
    params(("id" = PlayerIdText, Path, description = "The player")),
    responses((status = 204, description = "The player is no longer followed"), UnfollowProblems),
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

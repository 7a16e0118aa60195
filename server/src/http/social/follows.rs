//! `/api/me/follows`: the players whom the caller follows, and their present matches.
//!
//! With several servers on one database the list shows what happens on all of them.

use crate::actions::{Actions, Followed};
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{ApiError, CurrentPlayer, Name, Part};
use axum::Json;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use domain::PlayerId;
use protocol::{MatchSummary, PlayerIdText, PlayerView};
use serde::Serialize;
use std::net::SocketAddr;
use utoipa::ToSchema;

/// A followed player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FollowedView {
    player: PlayerView,
    /// Whether the player is online, on any server: connected now, in the lobby a moment ago, or
    /// playing in public. A player who does not want to be listed is online only while playing.
    online: bool,
    /// The public matches that the player is playing.
    playing: Vec<MatchSummary>,
}

impl From<Followed> for FollowedView {
    fn from(Followed { player, is_online, playing }: Followed) -> Self {
        Self { player: player.into(), online: is_online, playing }
    }
}

/// The followed players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnFollows {
    players: Vec<FollowedView>,
}

problems! {
    /// The token is invalid.
    ListFollowsProblems: BadToken,
}

/// Lists the players whom the caller follows, in the order of following, and their present matches.
#[utoipa::path(
    get, path = "/api/me/follows", operation_id = "follows", tag = "accounts",
    responses((status = 200, description = "The followed players", body = OwnFollows), ListFollowsProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<OwnFollows>, ApiError> {
    // Each of them is looked up, so that a list costs as much as one of the archive.
    limiter.check_rate(client.ip(), LimitedAction::Archive)?;
    let followed = actions.followed_players(player.id).await?;
    Ok(Json(OwnFollows { players: followed.into_iter().map(FollowedView::from).collect() }))
}

problems! {
    /// The caller is a guest, or the player is the caller, or one of the two has blocked the other.
    FollowProblems: BadToken, BadOrigin, NotRegistered, Blocked, NotFound, NotYourself,
        TooManyFollows,
}

/// Follows a registered player. The followed player is not notified; a block by either ends it.
#[utoipa::path(
    put, path = "/api/me/follows/{id}", operation_id = "follow", tag = "accounts",
    params(("id" = PlayerIdText, Path, description = "The player")),
    responses((status = 204, description = "The player is followed"), FollowProblems),
)]
pub(crate) async fn add(
    Part(actions): Part<Actions>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    let other: PlayerId = id.parse().map_err(|_| ApiError::NotFound)?;
    actions.follow(&player, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

problems! {
    /// The caller does not follow this player.
    UnfollowProblems: BadToken, BadOrigin, NotFound,
}

/// Unfollows a player.
#[utoipa::path(
    delete, path = "/api/me/follows/{id}", operation_id = "unfollow", tag = "accounts",
    params(("id" = PlayerIdText, Path, description = "The player")),
    responses((status = 204, description = "The player is no longer followed"), UnfollowProblems),
)]
pub(crate) async fn remove(
    Part(actions): Part<Actions>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    let other: PlayerId = id.parse().map_err(|_| ApiError::NotFound)?;
    let ended = actions.unfollow(player.id, other).await?;
    if ended { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

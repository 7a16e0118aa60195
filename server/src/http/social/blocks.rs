//! `/api/me/blocks`: the players whom the caller has blocked.
//!
//! A block is private: no response reveals it to the other player.

use crate::actions::Actions;
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{ApiError, CurrentPlayer, Name, Part};
use axum::Json;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use domain::PlayerId;
use protocol::{PlayerIdText, PlayerView};
use serde::Serialize;
use std::net::SocketAddr;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnBlocks {
    players: Vec<PlayerView>,
}

problems! {
    /// The token is invalid.
    ListBlocksProblems: BadToken,
}

/// Lists the players whom the caller has blocked, in the order of blocking.
#[utoipa::path(
    get, path = "/api/me/blocks", operation_id = "blocks", tag = "accounts",
    responses((status = 200, description = "The blocked players", body = OwnBlocks), ListBlocksProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<OwnBlocks>, ApiError> {
    limiter.check_rate(client.ip(), LimitedAction::Archive)?;
    let players = actions.blocked_players(player.id).await?;
    let players = players.into_iter().map(PlayerView::from).collect();
    Ok(Json(OwnBlocks { players }))
}

problems! {
    /// The caller tried to block themselves, or has blocked too many players.
    BlockProblems: BadToken, BadOrigin, NotFound, NotYourself, TooManyBlocks,
}

/// Blocks a player: neither can join the other's matches any more, and seeks no longer pair the
/// two. The blocked player is not notified.
#[utoipa::path(
    put, path = "/api/me/blocks/{id}", operation_id = "block", tag = "accounts",
    params(("id" = PlayerIdText, Path, description = "The player")),
    responses((status = 204, description = "The player is blocked"), BlockProblems),
)]
pub(crate) async fn add(
    Part(actions): Part<Actions>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    let other: PlayerId = id.parse().map_err(|_| ApiError::NotFound)?;
    actions.block(player.id, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

problems! {
    /// The caller has not blocked this player.
    UnblockProblems: BadToken, BadOrigin, NotFound,
}

/// Unblocks a player.
#[utoipa::path(
    delete, path = "/api/me/blocks/{id}", operation_id = "unblock", tag = "accounts",
    params(("id" = PlayerIdText, Path, description = "The player")),
    responses((status = 204, description = "The player is no longer blocked"), UnblockProblems),
)]
pub(crate) async fn remove(
    Part(actions): Part<Actions>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    let other: PlayerId = id.parse().map_err(|_| ApiError::NotFound)?;
    let lifted = actions.unblock(player.id, other).await?;
    if lifted { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

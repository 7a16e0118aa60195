//! `/api/online`: the players who are online, for a list that a visitor opens; `/api/me/online`: whether
//! the caller is in it.
//!
//! A player is online while any socket of theirs is open, on any server of the database. The list is
//! bounded and made when it is requested; nothing of it is sent on its own.

use crate::actions::{Actions, Online, OnlinePlayer};
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{self, ApiError, CurrentPlayer, Params, Part};
use axum::Json;
use axum::extract::ConnectInfo;
use domain::MatchId;
use protocol::{MatchIdText, PlayerView};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::{IntoParams, ToSchema};

/// The maximum number of players in a list.
const MAX_PLAYERS: usize = 100;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OnlineQuery {
    /// The number of players listed; 100 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// A player who is online.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OnlinePlayer)]
pub(crate) struct OnlinePlayerView {
    player: PlayerView,
    /// Whether they have an open seek.
    seeking: bool,
    /// The public match that they are connected to and playing; null if there is none.
    #[schema(value_type = Option<MatchIdText>, required)]
    playing: Option<MatchId>,
}

impl From<OnlinePlayer> for OnlinePlayerView {
    fn from(OnlinePlayer { player, is_seeking, playing }: OnlinePlayer) -> Self {
        Self { player: player.into(), seeking: is_seeking, playing }
    }
}

/// The players who are online.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Online)]
pub(crate) struct OnlineView {
    /// The number of players who are online, including those who are not listed.
    total: u32,
    /// Registered players first; of each kind, those who came last first.
    players: Vec<OnlinePlayerView>,
    /// Whether the caller is listed for others.
    listed: bool,
}

problems! {
    /// The limit is not in range.
    OnlineProblems: BadRequest, BadToken,
}

/// Lists the players who are online: those with a socket open, on any server. Without those who do not
/// want to be listed, those whom the caller has blocked or who have blocked the caller, and banned
/// players.
#[utoipa::path(
    get, path = "/api/online", operation_id = "online", tag = "accounts", params(OnlineQuery),
    responses((status = 200, description = "The players", body = OnlineView), OnlineProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Params(query): Params<OnlineQuery>,
    CurrentPlayer(asker): CurrentPlayer,
) -> Result<Json<OnlineView>, ApiError> {
    let limit = query.limit.unwrap_or(MAX_PLAYERS);
    if !(1..=MAX_PLAYERS).contains(&limit) {
        return Err(ApiError::BadRequest(format!("`limit` is 1 to {MAX_PLAYERS}")));
    }
    // Each of them is looked up, so that a list costs as much as one of the archive.
    limiter.check_rate(client.ip(), LimitedAction::Archive)?;
    let Online { total, players, is_listed } = actions.online(asker.id, limit).await?;
    let players = players.into_iter().map(OnlinePlayerView::from).collect();
    Ok(Json(OnlineView { total, players, listed: is_listed }))
}

/// Whether the caller is listed among those who are online.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub(crate) struct OwnListing {
    /// Every player is unless they switch it off.
    listed: bool,
}

problems! {
    /// The token is invalid.
    ShowListingProblems: BadToken,
}

/// Returns whether the caller is listed among those who are online.
#[utoipa::path(
    get, path = "/api/me/online", operation_id = "listing", tag = "accounts",
    responses((status = 200, description = "Whether the caller is listed", body = OwnListing), ShowListingProblems),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<OwnListing>, ApiError> {
    let listed = actions.is_listed(player.id).await?;
    Ok(Json(OwnListing { listed }))
}

problems! {
    /// The body is invalid.
    SetListingProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
}

/// Lists the caller among those who are online, or does not. Followers are not shown that the caller
/// is online either, apart from public matches that the caller plays.
#[utoipa::path(
    put, path = "/api/me/online", operation_id = "setListing", tag = "accounts", request_body = OwnListing,
    responses((status = 200, description = "Whether the caller is listed now", body = OwnListing), SetListingProblems),
)]
pub(crate) async fn set(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    CurrentPlayer(player): CurrentPlayer,
    request::Json(body): request::Json<OwnListing>,
) -> Result<Json<OwnListing>, ApiError> {
    limiter.check_rate(client.ip(), LimitedAction::Name)?;
    actions.set_listed(player.id, body.listed).await?;
    Ok(Json(body))
}

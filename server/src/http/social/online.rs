//! `/api/here`: the people who are here, for a list that somebody opens; `/api/me/here`: whether
//! the caller is in it.
//!
//! A player is online while any socket of theirs is open, on any server of the database. The list is
//! bounded and made when it is requested; nothing of it is sent on its own.

use crate::actions::{Online, OnlinePlayer};
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::http::openapi::problems;
use crate::request::{self, ApiError, Params, Who};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use domain::MatchId;
use protocol::{MatchIdText, PlayerView};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::{IntoParams, ToSchema};

/// How many people are listed at most.
const MOST: usize = 100;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HereQuery {
    /// The number of people listed; 100 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// Somebody who is here.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PersonHere)]
pub(crate) struct PersonHereView {
    player: PlayerView,
    /// Whether they have an open seek.
    seeking: bool,
    /// The public match that they are connected to and playing; null if there is none.
    #[schema(value_type = Option<MatchIdText>, required)]
    playing: Option<MatchId>,
}

impl From<OnlinePlayer> for PersonHereView {
    fn from(OnlinePlayer { player, is_seeking, playing }: OnlinePlayer) -> Self {
        Self { player: player.into(), seeking: is_seeking, playing }
    }
}

/// The people who are here.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Here)]
pub(crate) struct HereView {
    /// How many people are here, those included who are not listed.
    total: u32,
    /// Registered players first; of each kind, those who came last first.
    people: Vec<PersonHereView>,
    /// Whether the caller is listed for others.
    listed: bool,
}

problems! {
    /// The limit is not in range.
    HereProblems: "bad_request", "bad_token",
}

/// Lists the people who are here: those with a socket open, on any server. Without those who do not
/// want to be listed, those whom the caller has blocked or who have blocked the caller, and banned
/// players.
#[utoipa::path(
    get, path = "/api/here", operation_id = "here", tag = "people", params(HereQuery),
    responses((status = 200, description = "The people", body = HereView), HereProblems),
)]
pub(crate) async fn list(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Params(query): Params<HereQuery>,
    Who(asker): Who,
) -> Result<Json<HereView>, ApiError> {
    let limit = query.limit.unwrap_or(MOST);
    if !(1..=MOST).contains(&limit) {
        return Err(ApiError::BadRequest(format!("`limit` is 1 to {MOST}")));
    }
    // Each of them is looked up, so that a list costs as much as one of the archive.
    app.ration(client.ip(), LimitedAction::Archive)?;
    let Online { total, players, is_listed } = app.actions().online(asker.id, limit).await?;
    let people = players.into_iter().map(PersonHereView::from).collect();
    Ok(Json(HereView { total, people, listed: is_listed }))
}

/// Whether the caller is listed among those who are here.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub(crate) struct OwnListing {
    /// Everybody is unless they switch it off.
    listed: bool,
}

problems! {
    /// The token is invalid.
    ShowListingProblems: "bad_token",
}

/// Returns whether the caller is listed among those who are here.
#[utoipa::path(
    get, path = "/api/me/here", operation_id = "listing", tag = "people",
    responses((status = 200, description = "Whether the caller is listed", body = OwnListing), ShowListingProblems),
)]
pub(crate) async fn show(
    State(app): State<AppState>,
    Who(player): Who,
) -> Result<Json<OwnListing>, ApiError> {
    let listed = app.actions().is_listed(player.id).await?;
    Ok(Json(OwnListing { listed }))
}

problems! {
    /// The body is invalid.
    SetListingProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json",
}

/// Lists the caller among those who are here, or does not. Followers are not shown that the caller
/// is here either, apart from public matches that the caller plays.
#[utoipa::path(
    put, path = "/api/me/here", operation_id = "setListing", tag = "people", request_body = OwnListing,
    responses((status = 200, description = "Whether the caller is listed now", body = OwnListing), SetListingProblems),
)]
pub(crate) async fn set(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    request::Json(body): request::Json<OwnListing>,
) -> Result<Json<OwnListing>, ApiError> {
    app.ration(client.ip(), LimitedAction::Name)?;
    app.actions().set_listed(player.id, body.listed).await?;
    Ok(Json(body))
}

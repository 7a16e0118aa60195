//! `/api/here`: the people who are here, for a list that somebody opens; `/api/me/here`: whether
//! the caller is in it.
//!
//! Somebody is here while any socket of theirs is open, on any server of the database. The list is
//! bounded and made when it is asked for; nothing of it is sent on its own. It leaves out those who
//! switched it off, those whom the caller has blocked or who have blocked the caller, and banned
//! players; the total counts everybody, so that it says nothing about any of them.

use super::openapi::problems;
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::matches::Listing;
use crate::request::{self, ApiError, Params, Who};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use domain::{MatchId, PlayerId};
use engine::Side;
use protocol::{MatchIdText, PlayerView};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use store::Present;
use utoipa::{IntoParams, ToSchema};

/// How many people are listed at most.
const MOST: usize = 100;

/// How many are considered at most, so that those who are left out leave room for others.
const CONSIDERED: usize = 300;

/// How many are looked up at a time.
const AT_A_TIME: usize = 48;

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
    let people = listed(&app, asker.id, limit).await?;
    let playing = if people.is_empty() { HashMap::new() } else { playing(&app).await };
    let people: Vec<PersonHereView> = people
        .into_iter()
        .map(|player| PersonHereView {
            seeking: app.matchmaker().standing(player.id).seek.is_some(),
            playing: playing.get(&player.id).copied(),
            player,
        })
        .collect();
    let unlisted = app.store().unlisted_of(&[asker.id]).await?;
    // Of those at other servers the number is a moment older than the list.
    let total = app.registry().count_here().max(u32::try_from(people.len()).unwrap_or(u32::MAX));
    Ok(Json(HereView { total, people, listed: unlisted.is_empty() }))
}

/// The players who are listed for somebody.
async fn listed(
    app: &AppState,
    asker: PlayerId,
    limit: usize,
) -> Result<Vec<PlayerView>, ApiError> {
    let apart: HashSet<PlayerId> = app.store().apart(asker).await?.into_iter().collect();
    let posted = app.desk().posted();
    let mut people = app.registry().people_here(CONSIDERED).await?;
    people.retain(|one| !apart.contains(&one.player) && !posted.bans_guest(one.player));
    let mut players = Vec::new();
    for some in people.chunks(AT_A_TIME) {
        let ids: Vec<PlayerId> = some.iter().map(|&Present { player, .. }| player).collect();
        let unlisted: HashSet<PlayerId> =
            app.store().unlisted_of(&ids).await?.into_iter().collect();
        let found = app.actions().players(&ids).await?;
        players.extend(found.into_iter().filter(|player| !unlisted.contains(&player.id)));
        if players.len() >= limit {
            break;
        }
    }
    players.truncate(limit);
    // Somebody may keep their identity since they came.
    players.sort_by_key(|player| player.guest);
    Ok(players.into_iter().map(PlayerView::from).collect())
}

/// The newest public match that each player is connected to and playing.
async fn playing(app: &AppState) -> HashMap<PlayerId, MatchId> {
    let mut playing = HashMap::new();
    for room in app.actions().public_matches(Listing::Live, None).await {
        for side in Side::ALL {
            let (player, is_there) = match side {
                Side::First => (&room.players.first, room.presence.first),
                Side::Second => (&room.players.second, room.presence.second),
            };
            if let (Some(player), true) = (player, is_there) {
                playing.entry(player.id).or_insert(room.id);
            }
        }
    }
    playing
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
    let listed = app.store().unlisted_of(&[player.id]).await?.is_empty();
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
    app.store().set_listed(player.id, body.listed).await?;
    Ok(Json(body))
}

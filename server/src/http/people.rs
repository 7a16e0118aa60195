//! `/api/guests`, `/api/me` and what is below it.

use super::identity::Who;
use super::openapi::problems;
use super::{ApiError, AppState, extract};
use crate::addresses::Wish;
use crate::ids::PlayerId;
use crate::names::Name;
use crate::wire::{Player, Room};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// A new guest with the token by which programs are known.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NewGuest {
    #[serde(flatten)]
    player: Player,
    /// What proves who it is, in `Authorization: Bearer …`.
    token: String,
}

problems! {
    /// Another site's page.
    GuestProblems: "bad_origin",
}

/// Makes a guest, for programs: browsers get a cookie by themselves.
#[utoipa::path(
    post, path = "/api/guests", operation_id = "createGuest", tag = "people",
    responses((status = 201, description = "A new guest", body = NewGuest), GuestProblems),
)]
pub(super) async fn create_guest(State(app): State<AppState>) -> (StatusCode, Json<NewGuest>) {
    let player = Player::guest(PlayerId::fresh());
    let token = app.keys().sign(player.id);
    (StatusCode::CREATED, Json(NewGuest { player, token }))
}

problems! {
    /// Whoever brings a token must be somebody.
    MeProblems: "bad_token",
}

/// Who the request is from.
#[utoipa::path(
    get, path = "/api/me", operation_id = "me", tag = "people",
    responses((status = 200, description = "Who it is", body = Player), MeProblems),
)]
pub(super) async fn me(Who(player): Who) -> Json<Player> {
    Json((*player).clone())
}

/// The body of `PUT /api/me`.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Wished {
    /// What to be called; without one, or with null, by the digits of the id.
    #[schema(max_length = 20)]
    name: Option<String>,
}

problems! {
    /// Nobody can be called that, or not so often.
    RenameProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json", "bad_name",
}

/// Gives whoever asks a name, or takes it away; seats in matches that are not over show it too.
#[utoipa::path(
    put, path = "/api/me", operation_id = "rename", tag = "people", request_body = Wished,
    responses((status = 200, description = "Who it is now", body = Player), RenameProblems),
)]
pub(super) async fn rename(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    extract::Json(wished): extract::Json<Wished>,
) -> Result<Json<Player>, ApiError> {
    let name = wished.name.as_deref().map(Name::parse).transpose()?;
    app.ration(client.ip(), Wish::Name)?;
    let now = app.registry().now();
    app.store().set_name(player.id, name.as_ref().map(Name::as_str), now).await?;
    let player = Arc::new(Player::guest_called(player.id, name));
    app.registry().rename(&player).await;
    Ok(Json((*player).clone()))
}

/// How many matches of one's own are listed.
const OWN: usize = 100;

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnMatches {
    matches: Vec<Room>,
}

/// The matches in which whoever asks has a seat and that are not over, also those found by their
/// link only, the one in which something happened last first.
#[utoipa::path(
    get, path = "/api/me/matches", operation_id = "myMatches", tag = "people",
    responses((status = 200, description = "Up to 100 of them", body = OwnMatches), MeProblems),
)]
pub(super) async fn matches(State(app): State<AppState>, Who(player): Who) -> Json<OwnMatches> {
    Json(OwnMatches { matches: app.registry().matches_of(player.id, OWN).await })
}

//! `/api/guests`, `/api/me`.

use super::AppState;
use super::identity::Who;
use super::openapi::problems;
use crate::ids::PlayerId;
use crate::wire::Player;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
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

//! `/api/guests`, `/api/me`.

use super::AppState;
use super::identity::Who;
use crate::ids::PlayerId;
use crate::wire::Player;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;

/// A new guest with the token by which programs are known.
#[derive(Debug, Serialize)]
pub(super) struct NewGuest {
    #[serde(flatten)]
    player: Player,
    token: String,
}

pub(super) async fn create_guest(State(app): State<AppState>) -> (StatusCode, Json<NewGuest>) {
    let player = Player::guest(PlayerId::fresh());
    let token = app.keys().sign(player.id);
    (StatusCode::CREATED, Json(NewGuest { player, token }))
}

pub(super) async fn me(Who(player): Who) -> Json<Player> {
    Json((*player).clone())
}

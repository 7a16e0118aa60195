//! `/api/accounts`: players by the beginning of their name, for a field in which one types it.
//!
//! Names are compared by what readers take for the same (`domain::likeness`): case, width, spaces,
//! and traditional and simplified characters make no difference. Those who keep their identity come
//! before guests, whose names need not be unique; a guest without a name is not found.

use crate::actions::Actions;
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{ApiError, Params, Part};
use axum::Json;
use axum::extract::ConnectInfo;
use domain::likeness::likeness;
use protocol::PlayerView;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::{IntoParams, ToSchema};

/// How many players are found at most.
const MAX_FOUND: u32 = 10;

/// The most characters of a name that are compared.
const MAX_COMPARED: usize = 64;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NameQuery {
    /// The beginning of the name.
    name: String,
}

/// Players whose names begin with the given text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerList {
    /// Registered players first.
    players: Vec<PlayerView>,
}

problems! {
    /// The name is missing.
    PlayerListProblems: BadRequest,
}

/// Lists up to ten players whose names begin with a text. Case, width, spaces, and traditional or
/// simplified characters make no difference.
#[utoipa::path(
    get, path = "/api/accounts", operation_id = "accounts", tag = "accounts", params(NameQuery),
    responses((status = 200, description = "The players", body = PlayerList), PlayerListProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Params(query): Params<NameQuery>,
) -> Result<Json<PlayerList>, ApiError> {
    // Each of them is looked up, so that the answer costs as much as a list of the archive.
    limiter.check_rate(client.ip(), LimitedAction::Archive)?;
    let beginning = likeness(&query.name.chars().take(MAX_COMPARED).collect::<String>());
    let players = actions.players_called(&beginning, MAX_FOUND).await?;
    Ok(Json(PlayerList { players: players.into_iter().map(PlayerView::from).collect() }))
}

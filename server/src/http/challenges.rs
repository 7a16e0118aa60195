//! Challenges: declining one, and ending those to somebody who is deleted.
//!
//! A challenge is a match whose free seat is reserved for one player. Declining it aborts the match,
//! which then leaves no trace in the archive.

use super::matches::match_id;
use super::openapi::problems;
use crate::addresses::LimitedAction;
use crate::app_state::{App, AppState};
use crate::matches::{FindError, Found, Lookup, MatchHandle, Unanswered, Verdict};
use crate::request::{ApiError, Name, Who};
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::{Command, CommandId, MatchId, Player};
use protocol::{MatchIdText, Room};
use std::net::SocketAddr;
use std::sync::Arc;
use store::Operation;
use uuid::Uuid;

/// How many challenges to somebody are ended when they are deleted; more are not possible.
const MOST_DECLINED: usize = 1_000;

problems! {
    /// The caller is not challenged to this match.
    DeclineProblems: "bad_token", "bad_origin", "not_found", "match_over", "not_challenged",
        "elsewhere",
}

/// Declines a challenge, which aborts the match.
#[utoipa::path(
    post, path = "/api/matches/{id}/decline", operation_id = "decline", tag = "matches",
    params(("id" = MatchIdText, Path, description = "The match")),
    responses((status = 204, description = "The challenge is declined"), DeclineProblems),
)]
pub(crate) async fn decline(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(id): Name,
    Who(player): Who,
) -> Result<StatusCode, ApiError> {
    app.ration(client.ip(), LimitedAction::Seat)?;
    let Found::Here(handle) = app.registry().find(match_id(&id)?).await? else {
        return Err(ApiError::MatchOver);
    };
    let is_challenged = handle.snapshot().await?.invited.is_some_and(|of| of.id == player.id);
    if !is_challenged {
        return Err(ApiError::NotChallenged);
    }
    match abort(&handle, player).await? {
        Ok(Verdict::Done { .. }) => Ok(StatusCode::NO_CONTENT),
        Ok(Verdict::Refused { .. }) => Err(ApiError::NotChallenged),
        Ok(Verdict::Busy { .. }) | Err(_) => Err(ApiError::Busy),
    }
}

/// Ends the match to which a player is challenged.
async fn abort(
    handle: &MatchHandle,
    player: Arc<Player>,
) -> Result<Result<Verdict, Unanswered>, ApiError> {
    // The same command id for every challenge, so that declining twice is done once.
    let command: CommandId = "decline".parse().map_err(|_| ApiError::Internal)?;
    Ok(handle.command(player, command, Command::Abort, Lookup::Spared).await)
}

/// Declines every challenge to a player who has deleted themselves. One on another server is ended
/// there by the same order that operators give; one that cannot be reached now ends by its time.
pub(super) async fn decline_all(app: &App, player: &Arc<Player>) {
    let rooms = match app.registry().matches_anywhere(player.id, MOST_DECLINED).await {
        Ok(rooms) => rooms,
        Err(error) => {
            tracing::warn!(%error, "challenges to somebody deleted stay open");
            return;
        }
    };
    let is_challenged = |room: &Room| room.invited.as_ref().is_some_and(|of| of.id == player.id);
    for room in rooms.into_iter().filter(is_challenged) {
        let declined = match app.registry().find(room.id).await {
            Ok(Found::Here(handle)) => abort(&handle, Arc::clone(player)).await.is_ok(),
            Ok(Found::Archived(_)) | Err(FindError::NotFound) => true,
            Err(FindError::Elsewhere) => {
                app.store().record(&order_to_end(app, room.id)).await.is_ok()
            }
            Err(FindError::Busy | FindError::Damaged) => false,
        };
        if !declined {
            tracing::warn!(match.id = %room.id, "a challenge to somebody deleted stays open");
        }
    }
}

fn order_to_end(app: &App, id: MatchId) -> Operation {
    Operation {
        id: Uuid::now_v7(),
        at: app.registry().now(),
        operator: "yiguan".to_owned(),
        action: "end".to_owned(),
        target: id.to_string(),
        reason: "the player challenged is deleted".to_owned(),
        outcome: None,
    }
}

//! `/api/matches/{id}/decline`: declining a challenge.

use super::live::match_id;
use crate::actions::Actions;
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{ApiError, CurrentPlayer, Name, Part};
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use protocol::MatchIdText;
use std::net::SocketAddr;

problems! {
    /// The caller is not challenged to this match.
    DeclineProblems: BadToken, BadOrigin, NotFound, MatchOver, NotChallenged,
}

/// Declines a challenge, which aborts the match.
#[utoipa::path(
    post, path = "/api/matches/{id}/decline", operation_id = "decline", tag = "matches",
    params(("id" = MatchIdText, Path, description = "The match")),
    responses((status = 204, description = "The challenge is declined"), DeclineProblems),
)]
pub(crate) async fn decline(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    limiter.check_rate(client.ip(), LimitedAction::Seat)?;
    actions.decline(player, match_id(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

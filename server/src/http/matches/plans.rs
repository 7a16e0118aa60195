//! `/api/matches/{id}/plan`: the caller's conditional moves in a correspondence match.

use super::live::match_id;
use crate::actions::Actions;
use crate::addresses::{LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::live::Planned;
use crate::request::{ApiError, CurrentPlayer, Json, Name, Part};
use axum::extract::ConnectInfo;
use protocol::MatchIdText;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::ToSchema;

/// The body of `PUT /api/matches/{id}/plan`: lines of actions, each starting with the next action
/// of the match, whichever side plays it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PlanRequest {
    /// The number of actions played before the lines begin.
    ply: u32,
    /// At most 20 lines of at most 40 actions, with the actions of both sides; an empty list
    /// cancels the plan.
    lines: Vec<Vec<String>>,
}

/// The part of a plan that is still ahead.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Plan)]
pub(crate) struct PlanView {
    /// The number of actions played before the lines begin.
    ply: u32,
    /// The lines, each starting with the next action of the match, whichever side plays it.
    lines: Vec<Vec<String>>,
    /// The indices, counted from 0, of the actions of the match that the caller's plans have
    /// played.
    fired: Vec<u32>,
}

impl From<Planned> for PlanView {
    fn from(Planned { ply, lines, fired }: Planned) -> Self {
        Self { ply, lines, fired }
    }
}

problems! {
    /// The caller has no seat in such a match.
    PlanProblems: BadToken, NotFound, MatchOver, NotSeated,
}

/// Returns the caller's plan, which no other player can see.
#[utoipa::path(
    get, path = "/api/matches/{id}/plan", operation_id = "plan", tag = "matches",
    params(("id" = MatchIdText, Path, description = "The match")),
    responses((status = 200, description = "The part that is still ahead", body = PlanView), PlanProblems),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<axum::Json<PlanView>, ApiError> {
    let planned = actions.plan(player.id, match_id(&id)?).await?;
    Ok(axum::Json(planned.into()))
}

problems! {
    /// The plan is not acceptable.
    SetPlanProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, NotFound,
        MatchOver, NotSeated, Stale, NotAllowed, BadPlan,
}

/// Replaces the caller's plan. Each reply is played as soon as the opponent has played the action
/// before it.
#[utoipa::path(
    put, path = "/api/matches/{id}/plan", operation_id = "makePlan", tag = "matches",
    params(("id" = MatchIdText, Path, description = "The match")), request_body = PlanRequest,
    responses((status = 200, description = "The plan is set", body = PlanView), SetPlanProblems),
)]
pub(crate) async fn set(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
    Json(PlanRequest { ply, lines }): Json<PlanRequest>,
) -> Result<axum::Json<PlanView>, ApiError> {
    limiter.check_rate(client.ip(), LimitedAction::Seat)?;
    let planned = actions.set_plan(player, match_id(&id)?, ply, lines).await?;
    Ok(axum::Json(planned.into()))
}

//! `/api/me/vacation`: the caller's vacation from correspondence matches.
//!
//! One allowance for all of a player's matches, guests included; the rule is [`domain::Vacation`]'s.

use crate::actions::Actions;
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::request::{ApiError, ClientLimits, CurrentPlayer, Part};
use crate::time::TimeSource;
use axum::Json;
use axum::http::StatusCode;
use domain::{Moment, Vacation};
use serde::Serialize;
use utoipa::ToSchema;

/// The caller's vacation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Vacation)]
pub(crate) struct VacationView {
    /// The server's time.
    now: u64,
    /// When the current vacation ends at the latest; null if the caller is not on vacation.
    #[schema(required)]
    until: Option<u64>,
    /// The rest of this year's allowance, in milliseconds; during a vacation, the rest
    /// if it ended now.
    left: u64,
    /// The allowance for each calendar year (UTC), in milliseconds.
    allowance: u64,
    /// The least cost of a vacation, in milliseconds.
    least: u64,
}

impl VacationView {
    fn of(vacation: &Vacation, now: Moment) -> Json<Self> {
        Json(Self {
            now: now.0,
            until: vacation.until(now).map(|until| until.0),
            left: vacation.left(now),
            allowance: Vacation::ALLOWANCE,
            least: Vacation::LEAST,
        })
    }
}

problems! {
    /// The token is invalid.
    ShowVacationProblems: BadToken,
}

/// Returns whether the caller is on vacation, and how much vacation is left.
#[utoipa::path(
    get, path = "/api/me/vacation", operation_id = "vacation", tag = "accounts",
    responses((status = 200, description = "The vacation", body = VacationView), ShowVacationProblems),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<VacationView>, ApiError> {
    let vacation = actions.vacation(player.id).await?;
    Ok(VacationView::of(&vacation, time.now()))
}

problems! {
    /// The caller is on vacation already, or has used up this year's allowance.
    BeginVacationProblems: BadToken, BadOrigin, OnVacation, NoVacationLeft,
}

/// Begins a vacation: until it ends, the caller's clock stands still in all correspondence matches.
/// Moves can still be made. A seek for a correspondence match is withdrawn.
#[utoipa::path(
    post, path = "/api/me/vacation", operation_id = "beginVacation", tag = "accounts",
    responses((status = 201, description = "The vacation has begun", body = VacationView), BeginVacationProblems),
)]
pub(crate) async fn begin(
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    limits: ClientLimits,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<(StatusCode, Json<VacationView>), ApiError> {
    limits.check(LimitedAction::Name).await?;
    let vacation = actions.begin_vacation(player.id).await?;
    Ok((StatusCode::CREATED, VacationView::of(&vacation, time.now())))
}

problems! {
    /// The caller is not on vacation.
    EndVacationProblems: BadToken, BadOrigin, NotOnVacation,
}

/// Ends the caller's vacation: the clocks of the matches in which it is the caller's turn run again.
/// A vacation costs at least a day of the allowance.
#[utoipa::path(
    delete, path = "/api/me/vacation", operation_id = "endVacation", tag = "accounts",
    responses((status = 200, description = "The vacation is over", body = VacationView), EndVacationProblems),
)]
pub(crate) async fn end(
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    limits: ClientLimits,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<VacationView>, ApiError> {
    limits.check(LimitedAction::Name).await?;
    let vacation = actions.end_vacation(player.id).await?;
    Ok(VacationView::of(&vacation, time.now()))
}

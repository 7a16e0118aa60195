//! `/api/reports` and `/api/me/warnings`: reporting what another player said, and reading warnings
//! from operators.
//!
//! The server takes the evidence from the match itself and not from the reporter, so a report
//! cannot contain words that were never said. That needs the match's journal, so nothing can be
//! reported once the match has left memory. Open reports are bounded for each reporter, and the
//! player who is reported is not notified.

use super::matches::match_id;
use super::openapi::problems;
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::matches::Found;
use crate::request::{self, ApiError, Who};
use crate::store::Report;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::Moment;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::ToSchema;
use uuid::Uuid;

/// How many open reports somebody can have.
const MOST_OPEN: u32 = 20;

/// The most lines that a report can have.
const MOST_LINES: usize = 20;

/// The most characters of the reporter's note.
const LONGEST_NOTE: usize = 500;

/// Why a line is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReportReason {
    /// Insults or threats.
    Abuse,
    /// Advertising, or repeated messages.
    Spam,
    /// Help from outside during a game.
    Help,
    /// Something else, explained in the note.
    Other,
}

impl ReportReason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Abuse => "abuse",
            Self::Spam => "spam",
            Self::Help => "help",
            Self::Other => "other",
        }
    }
}

/// The body of `POST /api/reports`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReportRequest {
    /// The match with the reported lines.
    #[serde(rename = "match")]
    id: String,
    /// The `seq` of the event of each reported line: 1 to 20 lines, all by one player.
    lines: Vec<u32>,
    /// The kind of offence.
    reason: ReportReason,
    /// A note for the operators, at most 500 characters.
    #[serde(default)]
    note: String,
}

problems! {
    /// The match has no such lines by one other player, or the caller has too many open reports.
    ReportProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json", "not_found",
        "elsewhere", "not_yourself", "too_many_reports",
}

/// Reports chat lines of a match to the operators of the server. The report includes the lines as
/// they are in the match at that moment. The reported player is not notified.
#[utoipa::path(
    post, path = "/api/reports", operation_id = "report", tag = "people", request_body = ReportRequest,
    responses((status = 201, description = "The report is filed"), ReportProblems),
)]
pub(crate) async fn report(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    request::Json(body): request::Json<ReportRequest>,
) -> Result<StatusCode, ApiError> {
    let bad = |text: &str| ApiError::BadRequest(text.to_owned());
    if body.lines.is_empty() || body.lines.len() > MOST_LINES {
        return Err(bad("a report has 1 to 20 lines"));
    }
    if body.note.chars().count() > LONGEST_NOTE {
        return Err(bad("a note has at most 500 characters"));
    }
    app.ration(client.ip(), LimitedAction::Note)?;
    let id = match_id(&body.id)?;
    let Found::Here(handle) = app.registry().find(id).await? else {
        // The talk of a match is deleted with its journal.
        return Err(ApiError::NotFound);
    };
    let snapshot = handle.snapshot().await?;
    let said = |number: &u32| snapshot.chat.iter().find(|line| line.seq == *number);
    let lines: Option<Vec<_>> = body.lines.iter().map(said).collect();
    let lines = lines.ok_or(ApiError::NotFound)?;
    let side = lines.first().and_then(|line| line.by);
    if lines.iter().any(|line| line.by != side) {
        return Err(bad("the lines of a report are of one speaker"));
    }
    // A spectator who speaks is known by a name only and cannot be reported here.
    let about = side.and_then(|side| match side {
        engine::Side::First => snapshot.players.first.as_ref(),
        engine::Side::Second => snapshot.players.second.as_ref(),
    });
    let about = about.ok_or(ApiError::NotFound)?.id;
    if about == player.id {
        return Err(ApiError::NotYourself);
    }
    let report = Report {
        id: Uuid::now_v7(),
        at: app.registry().now(),
        by: player.id,
        about,
        match_id: id,
        reason: body.reason.as_str().to_owned(),
        evidence: serde_json::to_string(&lines).unwrap_or_default(),
        note: body.note,
        outcome: None,
    };
    if app.store().add_report(&report, MOST_OPEN).await? {
        Ok(StatusCode::CREATED)
    } else {
        Err(ApiError::TooManyReports)
    }
}

/// A warning from the operators.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WarningView {
    /// When it was sent.
    at: u64,
    /// The text.
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnWarnings {
    warnings: Vec<WarningView>,
    /// Until when the caller is muted; null if they are not.
    muted_until: Option<u64>,
}

problems! {
    /// The token is invalid.
    WarningProblems: "bad_token",
}

/// Returns the operators' warnings to the caller that are still unread.
#[utoipa::path(
    get, path = "/api/me/warnings", operation_id = "warnings", tag = "people",
    responses((status = 200, description = "The unread warnings", body = OwnWarnings), WarningProblems),
)]
pub(crate) async fn warnings(
    State(app): State<AppState>,
    Who(player): Who,
) -> Result<Json<OwnWarnings>, ApiError> {
    let warnings = app.store().warnings(player.id).await?;
    let mutes = app.store().mutes(app.registry().now()).await?;
    let muted = mutes.iter().find(|mute| mute.player == player.id);
    let views = warnings.into_iter().map(|one| WarningView { at: one.at.0, text: one.text });
    let muted_until = muted.map(|mute| mute.until).map(|Moment(until)| until);
    Ok(Json(OwnWarnings { warnings: views.collect(), muted_until }))
}

problems! {
    /// The token is invalid.
    ReadWarningsProblems: "bad_token", "bad_origin",
}

/// Marks all of the caller's warnings as read.
#[utoipa::path(
    delete, path = "/api/me/warnings", operation_id = "readWarnings", tag = "people",
    responses((status = 204, description = "The warnings are marked as read"), ReadWarningsProblems),
)]
pub(crate) async fn read_warnings(
    State(app): State<AppState>,
    Who(player): Who,
) -> Result<StatusCode, ApiError> {
    app.store().read_warnings(player.id, app.registry().now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

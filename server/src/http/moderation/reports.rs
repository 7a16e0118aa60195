//! `/api/reports` and `/api/me/warnings`: reporting what another player said or did, and reading
//! warnings from operators and which reports were handled.
//!
//! A player can be reported for a game, or by themselves, without any chat.

use crate::actions::{Actions, NewReport, ReportOrigin, Subject, Unread};
use crate::addresses::{LimitedAction, Limiter};
use crate::http::matches::live::match_id;
use crate::http::openapi::problems;
use crate::request::{self, ApiError, CurrentPlayer, Part};
use axum::Json;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use domain::{MatchId, Moment, PlayerId};
use protocol::{MatchIdText, PlayerIdText};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::ToSchema;

/// The most lines that a report can have.
const MOST_LINES: usize = 20;

/// The most characters of the reporter's note.
const LONGEST_NOTE: usize = 500;

/// Why a player is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportReason {
    /// Insults or threats.
    Abuse,
    /// Advertising, or repeated messages.
    Spam,
    /// Help from outside during a game.
    Help,
    /// Help from an engine or from outside, as seen in the moves.
    Cheating,
    /// Not playing on in a lost position.
    Stalling,
    /// Leaving games.
    Leaving,
    /// Losing on purpose.
    Losing,
    /// The name.
    Name,
    /// The chat.
    Chat,
    /// Something else, explained in the note.
    Other,
}

impl ReportReason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Abuse => "abuse",
            Self::Spam => "spam",
            Self::Help => "help",
            Self::Cheating => "cheating",
            Self::Stalling => "stalling",
            Self::Leaving => "leaving",
            Self::Losing => "losing",
            Self::Name => "name",
            Self::Chat => "chat",
            Self::Other => "other",
        }
    }
}

/// The body of `POST /api/reports`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReportRequest {
    /// The match with the reported lines, or the game in which the player is reported.
    #[serde(rename = "match")]
    #[schema(value_type = Option<MatchIdText>)]
    id: Option<String>,
    /// The `seq` of the event of each reported line: up to 20 lines, all by one player. Without lines
    /// `player` is required.
    #[serde(default)]
    lines: Vec<u32>,
    /// The player who is reported, if no lines are.
    #[schema(value_type = Option<PlayerIdText>)]
    player: Option<PlayerId>,
    /// The kind of offence.
    reason: ReportReason,
    /// A note for the operators, at most 500 characters.
    #[serde(default)]
    note: String,
}

problems! {
    /// The match has no such lines by one other player, the player has no seat in it, or there are too
    /// many open reports of the caller or of their address.
    ReportProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, NotFound, NotYourself, UnknownPlayer, TooManyReports,
}

/// Reports a player to the operators of the server: chat lines of a match, which the report includes
/// as they are at that moment, a game, or the player. A line or game in an open report already is not
/// reported again. The reported player is not notified.
#[utoipa::path(
    post, path = "/api/reports", operation_id = "report", tag = "accounts", request_body = ReportRequest,
    responses((status = 201, description = "The report is filed"), ReportProblems),
)]
pub(crate) async fn report(
    Part(actions): Part<Actions>,
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    CurrentPlayer(player): CurrentPlayer,
    request::Json(body): request::Json<ReportRequest>,
) -> Result<StatusCode, ApiError> {
    let bad = |text: &str| ApiError::BadRequest(text.to_owned());
    if body.lines.is_empty() && body.player.is_none() || body.lines.len() > MOST_LINES {
        return Err(bad("a report has 1 to 20 lines, or a player"));
    }
    if body.note.chars().count() > LONGEST_NOTE {
        return Err(bad("a note has at most 500 characters"));
    }
    limiter.check_rate(client.ip(), LimitedAction::Note)?;
    let origin = ReportOrigin { address: client.ip(), is_limited: limiter.is_on() };
    actions.report(player.id, origin, body.parse()?).await?;
    Ok(StatusCode::CREATED)
}

impl ReportRequest {
    fn parse(self) -> Result<NewReport, ApiError> {
        let game = self.id.as_deref().map(match_id).transpose()?;
        let subject = match (self.player, game) {
            (Some(player), None) if self.lines.is_empty() => Subject::Player(player),
            (Some(player), Some(game)) if self.lines.is_empty() => Subject::Game(game, player),
            (_, Some(game)) => Subject::Lines(game, self.lines),
            (_, None) => {
                let problem = "`match`: lines are reported with their match";
                return Err(ApiError::BadRequest(problem.to_owned()));
            }
        };
        Ok(NewReport { subject, reason: self.reason.as_str(), note: self.note })
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

/// A report of the caller that the operators have handled.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HandledReport {
    /// When it was handled.
    at: u64,
    /// The match or the game; null if it was about none.
    #[serde(rename = "match")]
    #[schema(value_type = Option<MatchIdText>, required)]
    id: Option<MatchId>,
    /// The kind of offence.
    reason: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnWarnings {
    warnings: Vec<WarningView>,
    /// The caller's reports that were handled since they read this last.
    handled: Vec<HandledReport>,
    /// Until when the caller is muted; null if they are not.
    muted_until: Option<u64>,
}

problems! {
    /// The token is invalid.
    WarningProblems: BadToken,
}

/// Returns the operators' warnings to the caller, and which of the caller's reports were handled, as far
/// as they are still unread.
#[utoipa::path(
    get, path = "/api/me/warnings", operation_id = "warnings", tag = "accounts",
    responses((status = 200, description = "The unread warnings", body = OwnWarnings), WarningProblems),
)]
pub(crate) async fn warnings(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<OwnWarnings>, ApiError> {
    let Unread { warnings, handled, muted_until } = actions.unread(player.id).await?;
    let warnings = warnings.into_iter().map(|one| WarningView { at: one.at.0, text: one.text });
    let handled = handled.into_iter().map(|(report, Moment(at))| {
        let id = Some(report.match_id).filter(|id| !id.0.is_nil());
        HandledReport { at, id, reason: report.reason }
    });
    Ok(Json(OwnWarnings {
        warnings: warnings.collect(),
        handled: handled.collect(),
        muted_until: muted_until.map(|Moment(until)| until),
    }))
}

problems! {
    /// The token is invalid.
    ReadWarningsProblems: BadToken, BadOrigin,
}

/// Marks all of the caller's warnings, and their handled reports, as read.
#[utoipa::path(
    delete, path = "/api/me/warnings", operation_id = "readWarnings", tag = "accounts",
    responses((status = 204, description = "The warnings are marked as read"), ReadWarningsProblems),
)]
pub(crate) async fn read_warnings(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    actions.mark_read(player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

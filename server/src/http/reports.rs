//! `/api/reports` and `/api/me/warnings`: reporting what another player said or did, and reading
//! warnings from operators and which reports were handled.
//!
//! The server takes chat lines as evidence from the match itself and not from the reporter, so a
//! report cannot contain words that were never said; they can be reported while the match is in
//! memory. A player can be reported for a game, or by themselves, without any chat. Open reports are
//! bounded for each reporter and each address, a line is reported once, and the player who is reported
//! is not notified.

use super::matches::match_id;
use super::openapi::problems;
use crate::addresses::{LimitedAction, rate_limit_prefix};
use crate::app_state::AppState;
use crate::matches::{Detail, FindError, Found};
use crate::request::{self, ApiError, Who};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::{MatchId, Moment, PlayerId};
use protocol::{MatchIdText, PlayerIdText};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, SocketAddr};
use store::{Report, ReportLimits};
use utoipa::ToSchema;
use uuid::Uuid;

/// How many open reports somebody can have, and how many there can be from one address.
const MAX_OPEN: u32 = 20;
const MAX_OPEN_OF_ADDRESS: u32 = 3;

/// How many open reports about a player are compared with a new one.
const COMPARED: u32 = 500;

/// The most lines that a report can have.
const MOST_LINES: usize = 20;

/// The most characters of the reporter's note.
const LONGEST_NOTE: usize = 500;

/// Why a player is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
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
    ReportProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json", "not_found",
        "elsewhere", "not_yourself", "unknown_player", "too_many_reports",
}

/// Reports a player to the operators of the server: chat lines of a match, which the report includes
/// as they are at that moment, a game, or the player. What is in an open report already is not
/// reported again. The reported player is not notified.
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
    if body.lines.is_empty() && body.player.is_none() || body.lines.len() > MOST_LINES {
        return Err(bad("a report has 1 to 20 lines, or a player"));
    }
    if body.note.chars().count() > LONGEST_NOTE {
        return Err(bad("a note has at most 500 characters"));
    }
    app.ration(client.ip(), LimitedAction::Note)?;
    let game = body.id.as_deref().map(match_id).transpose()?;
    let (about, lines) = match (body.player, game) {
        (Some(about), None) if body.lines.is_empty() => (known(&app, about).await?, Vec::new()),
        (Some(about), Some(game)) if body.lines.is_empty() => {
            (seated(&app, game, about).await?, Vec::new())
        }
        (_, Some(game)) => said(&app, game, &body.lines, player.id).await?,
        (_, None) => return Err(bad("`match`: lines are reported with their match")),
    };
    if about == player.id {
        return Err(ApiError::NotYourself);
    }
    let report = Report {
        id: Uuid::now_v7(),
        at: app.registry().now(),
        by: player.id,
        about,
        match_id: game.unwrap_or(MatchId(Uuid::nil())),
        reason: body.reason.as_str().to_owned(),
        evidence: Value::from(lines).to_string(),
        note: body.note,
        outcome: None,
    };
    let open = app.store().reports_about(about, COMPARED).await?;
    let Some(report) = news(report, &open) else { return Ok(StatusCode::CREATED) };
    let of_address = if app.is_limited() { MAX_OPEN_OF_ADDRESS } else { u32::MAX };
    let limits = ReportLimits { origin: origin(client.ip()), of_person: MAX_OPEN, of_address };
    if app.store().add_report(&report, limits).await? {
        Ok(StatusCode::CREATED)
    } else {
        Err(ApiError::TooManyReports)
    }
}

/// A digest of the address that limits count.
fn origin(address: IpAddr) -> [u8; 16] {
    let digest = Sha256::digest(format!("report {}", rate_limit_prefix(address)));
    let mut origin = [0; 16];
    origin.copy_from_slice(&digest[..16]);
    origin
}

/// A player who can be reported by themselves.
async fn known(app: &AppState, id: PlayerId) -> Result<PlayerId, ApiError> {
    let is_here = app.matchmaker().is_there(id) || app.registry().seated(id) > 0;
    if is_here || app.store().is_known(id).await? { Ok(id) } else { Err(ApiError::UnknownPlayer) }
}

/// A player with a seat in a match that goes on or is in the archive.
async fn seated(app: &AppState, game: MatchId, id: PlayerId) -> Result<PlayerId, ApiError> {
    let has_seat = match app.registry().find(game).await {
        Ok(Found::Here(handle)) => handle.seat_of(id).await?.is_some(),
        Ok(Found::Archived(state)) => state.seat_of(id).is_some(),
        Err(FindError::Elsewhere) => app.registry().peek(game).await?.seat_of(id).is_some(),
        Err(error) => return Err(error.into()),
    };
    if has_seat { Ok(id) } else { Err(ApiError::NotFound) }
}

/// The author of chat lines of a match, and the lines, as the reporter could read them.
async fn said(
    app: &AppState,
    game: MatchId,
    numbers: &[u32],
    reporter: PlayerId,
) -> Result<(PlayerId, Vec<Value>), ApiError> {
    let Found::Here(handle) = app.registry().find(game).await? else {
        // The chat of a match is deleted with its journal.
        return Err(ApiError::NotFound);
    };
    let snapshot = handle.detailed(Detail::Plain, Some(reporter)).await?;
    let line = |number: &u32| snapshot.chat.iter().find(|line| line.seq == *number);
    let lines: Option<Vec<_>> = numbers.iter().map(line).collect();
    let lines = lines.ok_or(ApiError::NotFound)?;
    let side = lines.first().and_then(|line| line.by);
    if lines.iter().any(|line| line.by != side) {
        return Err(ApiError::BadRequest("the lines of a report are of one speaker".to_owned()));
    }
    // A spectator who chats is known by a name only and cannot be reported here.
    let about = side.and_then(|side| match side {
        engine::Side::First => snapshot.players.first.as_ref(),
        engine::Side::Second => snapshot.players.second.as_ref(),
    });
    let about = about.ok_or(ApiError::NotFound)?.id;
    let lines = lines.iter().map(|line| serde_json::to_value(line).unwrap_or_default());
    Ok((about, lines.collect()))
}

/// The report without what open ones have already; none if nothing is left of it.
fn news(mut report: Report, open: &[Report]) -> Option<Report> {
    let lines =
        |report: &Report| serde_json::from_str::<Vec<Value>>(&report.evidence).unwrap_or_default();
    let mut left = lines(&report);
    let of_match = || open.iter().filter(|other| other.match_id == report.match_id);
    if left.is_empty() {
        let is_same = |other: &Report| other.by == report.by && other.reason == report.reason;
        return (!of_match().any(is_same)).then_some(report);
    }
    let known: Vec<Value> = of_match().flat_map(lines).collect();
    left.retain(|line| !known.iter().any(|known| known["seq"] == line["seq"]));
    if left.is_empty() {
        return None;
    }
    report.evidence = Value::from(left).to_string();
    Some(report)
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
    WarningProblems: "bad_token",
}

/// Returns the operators' warnings to the caller, and which of the caller's reports were handled, as far
/// as they are still unread.
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
    let handled = app.store().handled_reports(player.id).await?.into_iter();
    let handled = handled.map(|(report, Moment(at))| {
        let id = Some(report.match_id).filter(|id| !id.0.is_nil());
        HandledReport { at, id, reason: report.reason }
    });
    let (warnings, handled) = (views.collect(), handled.collect());
    Ok(Json(OwnWarnings { warnings, handled, muted_until }))
}

problems! {
    /// The token is invalid.
    ReadWarningsProblems: "bad_token", "bad_origin",
}

/// Marks all of the caller's warnings, and their handled reports, as read.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(by: PlayerId, lines: &[u32], reason: &str) -> Report {
        let lines: Vec<Value> =
            lines.iter().map(|seq| serde_json::json!({"seq": seq, "text": "x"})).collect();
        Report {
            id: Uuid::now_v7(),
            at: Moment(0),
            by,
            about: PlayerId(Uuid::from_u128(1)),
            match_id: MatchId(Uuid::from_u128(2)),
            reason: reason.to_owned(),
            evidence: Value::from(lines).to_string(),
            note: String::new(),
            outcome: None,
        }
    }

    #[test]
    fn line_is_reported_once_whoever_reports_it() {
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let open = [report(one, &[4, 7], "abuse")];
        assert_eq!(news(report(other, &[4, 7], "spam"), &open), None);
        let some = news(report(other, &[4, 9], "spam"), &open).expect("one line is new");
        assert!(some.evidence.contains("9") && !some.evidence.contains('4'));
        let elsewhere = Report { match_id: MatchId::fresh(), ..report(other, &[4], "spam") };
        assert!(news(elsewhere, &open).is_some());
    }

    #[test]
    fn game_is_reported_once_by_each_for_a_reason() {
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let open = [report(one, &[], "cheating")];
        assert_eq!(news(report(one, &[], "cheating"), &open), None);
        assert!(news(report(one, &[], "stalling"), &open).is_some());
        assert!(news(report(other, &[], "cheating"), &open).is_some());
    }

    #[test]
    fn addresses_of_one_network_have_one_origin() {
        let of = |text: &str| origin(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::3"), of("2001:db8:1:2:4::5"));
        assert_ne!(of("2001:db8:1:2::3"), of("2001:db8:1:3::3"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}

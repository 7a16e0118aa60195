//! Reporting a player to the operators: chat lines of a match, a game, or the player.
//!
//! The lines are taken from the match itself and not from the reporter, so a report cannot contain
//! words that were never written; they can be reported while the match is in memory. The reported
//! player is not notified.

use super::Actions;
use crate::addresses::rate_limit_prefix;
use crate::live::{Detail, FindError, Found, Unreachable};
use domain::{Channel, MatchId, PlayerId};
use engine::Side;
use protocol::Snapshot;
use serde_json::Value;
use std::net::IpAddr;
use store::{Report, ReportLimits, StoreError};
use uuid::Uuid;

/// The most open reports of one player, and from one address.
const MAX_OPEN: u32 = 20;
const MAX_OPEN_OF_ADDRESS: u32 = 3;

/// The most open reports about a player that are compared with a new one.
const MAX_COMPARED: u32 = 500;

/// A report by a player.
#[derive(Debug)]
pub(crate) struct NewReport {
    pub(crate) subject: Subject,
    /// The kind of offence.
    pub(crate) reason: &'static str,
    /// The reporter's note.
    pub(crate) note: String,
}

/// The subject of a report.
#[derive(Debug)]
pub(crate) enum Subject {
    /// A player.
    Player(PlayerId),
    /// A player in one game.
    Game(MatchId, PlayerId),
    /// Chat lines of a match, by the numbers of their events; all by one player.
    Lines(MatchId, Vec<u32>),
}

/// The address from which a report comes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReportOrigin {
    pub(crate) address: IpAddr,
    /// Whether open reports from one address are limited.
    pub(crate) is_limited: bool,
}

/// A report was not filed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReportError {
    /// There is no such player.
    #[error("there is no such player")]
    UnknownPlayer,
    /// Players cannot report themselves.
    #[error("a player cannot report themselves")]
    Oneself,
    /// The player has no seat in the game, or the match has no such lines by one of its players.
    #[error("the match has no such player, or no such lines")]
    NotFound,
    /// The lines are by several speakers.
    #[error("the lines of a report are of one speaker")]
    Speakers,
    /// The reporter, or their address, has too many open reports.
    #[error("too many reports are open")]
    TooMany,
    /// The match cannot be found.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The match does not answer.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Actions {
    /// Files a report. The lines that an open report has already are left out, and a report of which
    /// nothing is left is not filed.
    ///
    /// # Errors
    ///
    /// [`ReportError`].
    pub(crate) async fn report(
        &self,
        by: PlayerId,
        origin: ReportOrigin,
        new: NewReport,
    ) -> Result<(), ReportError> {
        let NewReport { subject, reason, note } = new;
        let (about, match_id, lines) = match subject {
            Subject::Player(about) if self.is_known(about).await? => (about, None, Vec::new()),
            Subject::Player(_) => return Err(ReportError::UnknownPlayer),
            Subject::Game(id, about) if self.has_seat(id, about).await? => {
                (about, Some(id), Vec::new())
            }
            Subject::Game(..) => return Err(ReportError::NotFound),
            Subject::Lines(id, numbers) => {
                let (about, lines) = self.chat_lines(id, &numbers, by).await?;
                (about, Some(id), lines)
            }
        };
        if about == by {
            return Err(ReportError::Oneself);
        }
        let report = Report {
            id: Uuid::now_v7(),
            at: self.registry.now(),
            by,
            about,
            match_id: match_id.unwrap_or(MatchId(Uuid::nil())),
            reason: reason.to_owned(),
            evidence: Value::from(lines).to_string(),
            note,
            outcome: None,
        };
        let open = self.store.reports_about(about, MAX_COMPARED).await?;
        let Some(report) = without_known(report, &open) else { return Ok(()) };
        let limits = ReportLimits {
            origin: self.masks.of(counted(origin.address).as_bytes()),
            of_person: MAX_OPEN,
            of_address: if origin.is_limited { MAX_OPEN_OF_ADDRESS } else { u32::MAX },
        };
        let is_filed = self.store.add_report(&report, limits).await?;
        if is_filed { Ok(()) } else { Err(ReportError::TooMany) }
    }

    /// Whether a player has a seat in a match in progress, on any node, or in an archived game.
    async fn has_seat(&self, id: MatchId, player: PlayerId) -> Result<bool, ReportError> {
        Ok(match self.registry.find(id).await {
            Ok(Found::Here(handle)) => handle.seat_of(player).await?.is_some(),
            Ok(Found::Archived(state)) => state.seat_of(player).is_some(),
            Err(FindError::Elsewhere) => self.registry.peek(id).await?.seat_of(player).is_some(),
            Err(error) => return Err(error.into()),
        })
    }

    /// The author of chat lines of a match, and the lines, as the reporter could read them.
    async fn chat_lines(
        &self,
        id: MatchId,
        numbers: &[u32],
        reporter: PlayerId,
    ) -> Result<(PlayerId, Vec<Value>), ReportError> {
        let snapshot = match self.registry.find(id).await {
            Ok(Found::Here(handle)) => handle.detailed(Detail::Plain, Some(reporter)).await?,
            // The chat of a match is deleted with its journal.
            Ok(Found::Archived(_)) => return Err(ReportError::NotFound),
            Err(FindError::Elsewhere) => {
                let state = self.registry.peek(id).await?;
                let channel = Channel::of(state.seat_of(reporter));
                Box::new(Snapshot::of(&state, self.registry.now(), Some(channel)))
            }
            Err(error) => return Err(error.into()),
        };
        let line = |number: &u32| snapshot.chat.iter().find(|line| line.seq == *number);
        let lines: Option<Vec<_>> = numbers.iter().map(line).collect();
        let lines = lines.ok_or(ReportError::NotFound)?;
        let side = lines.first().and_then(|line| line.by);
        if lines.iter().any(|line| line.by != side) {
            return Err(ReportError::Speakers);
        }
        // A spectator who chats is known by a name only and cannot be reported here.
        let about = side.and_then(|side| match side {
            Side::First => snapshot.players.first.as_ref(),
            Side::Second => snapshot.players.second.as_ref(),
        });
        let about = about.ok_or(ReportError::NotFound)?.id;
        let lines = lines.iter().map(|line| serde_json::to_value(line).unwrap_or_default());
        Ok((about, lines.collect()))
    }
}

/// The text by which reports of an address are counted, before it is masked.
fn counted(address: IpAddr) -> String {
    format!("report {}", rate_limit_prefix(address))
}

/// A report without the lines of open reports; `None` if nothing new is left.
fn without_known(mut report: Report, open: &[Report]) -> Option<Report> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Moment;

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
    fn line_is_reported_once_by_all_players() {
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let open = [report(one, &[4, 7], "abuse")];
        assert_eq!(without_known(report(other, &[4, 7], "spam"), &open), None);
        let some = without_known(report(other, &[4, 9], "spam"), &open).expect("one line is new");
        assert!(some.evidence.contains("9") && !some.evidence.contains('4'));
        let in_other_match = Report { match_id: MatchId::fresh(), ..report(other, &[4], "spam") };
        assert!(without_known(in_other_match, &open).is_some());
    }

    #[test]
    fn game_is_reported_once_by_each_for_a_reason() {
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let open = [report(one, &[], "cheating")];
        assert_eq!(without_known(report(one, &[], "cheating"), &open), None);
        assert!(without_known(report(one, &[], "stalling"), &open).is_some());
        assert!(without_known(report(other, &[], "cheating"), &open).is_some());
    }

    #[test]
    fn addresses_of_one_network_have_one_origin() {
        let of = |text: &str| counted(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::3"), of("2001:db8:1:2:4::5"));
        assert_ne!(of("2001:db8:1:2::3"), of("2001:db8:1:3::3"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}

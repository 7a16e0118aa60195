//! The log of a match: a span for its task, one line for each event, and an error when a
//! task ends unexpectedly.
//!
//! Moves are logged at `trace`, other events at `debug`. Neither names nor anything that people
//! write is ever logged: only sequence numbers, seats, actions and kinds.

use crate::metrics::metrics;
use domain::{Event, MatchId, NumberedEvent};
use tracing::{Span, debug, trace};

/// The span of a match's task. It exists at `debug` only, because a span takes memory in every
/// match.
pub(super) fn span(id: MatchId) -> Span {
    tracing::debug_span!("match", match.id = %id)
}

/// Logs an event that has become part of the match.
pub(super) fn event(numbered: &NumberedEvent) {
    let seq = numbered.seq;
    match &numbered.event {
        Event::Created(created) => debug!(seq, game = %created.game, "created"),
        Event::Joined { seat, .. } => debug!(seq, ?seat, "joined"),
        Event::Left(left) => debug!(seq, seat = ?left.seat, reason = ?left.reason, "left"),
        Event::Renamed { seat, .. } => debug!(seq, ?seat, "renamed"),
        Event::Moved(moved) => trace!(seq, ply = moved.ply, action = %moved.action, "moved"),
        Event::Planned { by, lines } => debug!(seq, ?by, lines = lines.len(), "planned"),
        Event::Offered { offer, by } => debug!(seq, ?offer, ?by, "offered"),
        Event::Declined { offer, by } => debug!(seq, ?offer, ?by, "declined"),
        Event::Withdrawn { offer, by } => debug!(seq, ?offer, ?by, "withdrawn"),
        Event::TakenBack(taken) => debug!(seq, ply = taken.ply, "taken back"),
        Event::Credited { credit, cause, .. } => debug!(seq, credit, ?cause, "credited"),
        Event::Vacation { by, until, .. } => {
            debug!(seq, ?by, until = until.map(|until| until.0), "vacation");
        }
        Event::Paused { until, .. } => debug!(seq, until = until.0, "paused"),
        Event::Resumed { by, .. } => debug!(seq, ?by, "resumed"),
        Event::Ended { result, reason, .. } => debug!(seq, ?result, ?reason, "ended"),
        Event::Chat { by, .. } => debug!(seq, ?by, "chat"),
        Event::ChatRemoved { chat } => debug!(seq, chat, "chat_removed"),
        Event::Presence { first, second, spectators } => {
            debug!(seq, first, second, spectators, "presence");
        }
        Event::Rematched { next } => debug!(seq, %next, "rematched"),
    }
}

/// Logs that a match's task ends because another node has the match. It is not counted as lost: its
/// players are served there.
pub(super) fn taken_over(id: MatchId) {
    tracing::warn!(
        match.id = %id,
        "another node has taken this match over, as it does when this one was silent for too long; \
         its players continue there"
    );
}

/// Logs and counts that a match's task ends before its match does; the next request for the match
/// restores it.
pub(super) fn lost(id: MatchId, why: &'static str) {
    metrics().count_lost();
    tracing::error!(match.id = %id, why, "a match is restored from its journal");
}

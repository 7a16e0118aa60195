//! Matches whose players are away, and when they end by it.

use super::state::Match;
use crate::moment::Moment;
use crate::span::{days, hours, minutes};
use crate::text::{MatchState, Visibility};
use engine::Side;

/// How long the creator of a listed match may be away before it is closed.
pub const LISTED_MATCH_RETENTION: u64 = minutes(10);

/// How long the creator of a match that is found by its link may be away before it is closed.
pub const LINKED_MATCH_RETENTION: u64 = hours(24);

/// How long the creator of an open match for a correspondence game may be away before it is closed: they are
/// not expected to wait in it.
pub const CORRESPONDENCE_RETENTION: u64 = days(7);

/// How long both players of a match without a clock may be away before it ends.
pub const UNCLOCKED_RETENTION: u64 = days(3);

impl Match {
    /// Since when the player of a seat counts as away: not while the match is paused. `None` while they are
    /// there, or the seat is free.
    #[must_use]
    pub fn away_since(&self, side: Side) -> Option<Moment> {
        self.seats()[side].as_ref()?;
        self.presence.away_since(side).map(|since| self.clock.counts_from(since))
    }

    /// When a deserted match ends: an open match whose creator is away, or a match without a clock that
    /// both players have left. Any other match is ended by its clock.
    pub(super) fn deserted_at(&self) -> Option<Moment> {
        let away = |side| self.presence.away_since(side);
        match (self.state(), self.free_seat()) {
            (MatchState::Open, Some(free)) => {
                let kept = match self.visibility {
                    _ if !self.clock.setting().expects_presence() => CORRESPONDENCE_RETENTION,
                    // Both players of a challenge may be away.
                    _ if self.invited().is_some() => CORRESPONDENCE_RETENTION,
                    Visibility::Public => LISTED_MATCH_RETENTION,
                    Visibility::Link => LINKED_MATCH_RETENTION,
                };
                Some(away(free.other())?.after(kept))
            }
            (MatchState::Live, _) if self.clock.deadline().is_none() => {
                let since = self.clock.counts_from(self.presence.deserted_since()?);
                Some(since.after(UNCLOCKED_RETENTION))
            }
            (MatchState::Open | MatchState::Live | MatchState::Over, _) => None,
        }
    }
}

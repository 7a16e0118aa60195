//! The opponent of an open match before both sides have acted: leaving it frees the seat again.
//!
//! A player who offers an open match must not lose it to an opponent who aborts it, or takes the
//! seat and never acts. Such an opponent leaves: the match is open again, from its start. The player
//! who opened the match still ends it by aborting; in every other kind of match either player does.

use super::command::Refusal;
use super::state::Match;
use crate::clock::{Clock, ClockSetting};
use crate::ending::{EndReason, Ending};
use crate::event::{Event, Left};
use crate::moment::Moment;
use crate::player::Player;
use crate::span::minutes;
use crate::text::{MatchState, Visibility};
use engine::Side;

/// How many opponents may leave one match; the next to do so ends it. A journal stays short whatever
/// opponents do.
pub const MAX_LEAVES: u32 = 100;

/// How long the opponent of a listed match without a clock has for the first action, in
/// milliseconds. With a clock the grace decides.
pub const UNCLOCKED_BEGUN_WITHIN: u64 = minutes(10);

impl Match {
    /// The player who opened the match to any opponent.
    #[must_use]
    pub fn opener(&self) -> Option<&Player> {
        self.seats[self.opener?].as_ref()
    }

    /// How many opponents have left the match.
    #[must_use]
    pub const fn leaves(&self) -> u32 {
        self.leaves
    }

    /// Whether a connection that had a seat after so many opponents had left has it no more: another
    /// one has left since.
    #[must_use]
    pub fn has_lost_seat(&self, seat: Side, leaves: u32) -> bool {
        self.leaves != leaves && self.opener.is_some_and(|opener| opener != seat)
    }

    /// Whether `side` leaves the match, instead of ending it, when it gives up now.
    pub(super) fn frees_seat(&self, side: Side) -> bool {
        self.opener.is_some_and(|opener| opener != side)
            && self.leaves < MAX_LEAVES
            && self.state() == MatchState::Live
            && !self.both_acted()
    }

    /// The effect of an abort of `side` while the match is being played.
    pub(super) fn decide_abort(&self, side: Side, now: Moment) -> Result<Vec<Event>, Refusal> {
        if self.both_acted() {
            return Err(Refusal::NotAllowed);
        }
        Ok(vec![self.given_up(side, Ending::ABORTED, now)])
    }

    /// The event by which `side` gives up with that ending: it leaves, or the match ends.
    pub(super) fn given_up(&self, side: Side, ending: Ending, now: Moment) -> Event {
        if !self.frees_seat(side) {
            return self.ended(ending, now);
        }
        let reason = match ending.reason {
            EndReason::NoStart | EndReason::Timeout => EndReason::NoStart,
            _ => EndReason::Aborted,
        };
        let mut game = self.game.clone();
        game.truncate(0);
        Event::Left(Box::new(Left {
            seat: side,
            reason,
            position: game.position_text(),
            check: game.is_check(),
            clock: Clock::new(self.clock.setting()).reading(now),
            hash: game.key(),
        }))
    }

    /// When the opponent of a listed match without a clock has not begun in time.
    pub(super) fn unbegun_at(&self) -> Option<Moment> {
        let side = self.turn()?;
        let waits = self.clock.setting() == ClockSetting::None
            && self.visibility == Visibility::Public
            && self.frees_seat(side);
        let since = self.clock.counts_from(self.active_at);
        waits.then(|| since.after(UNCLOCKED_BEGUN_WITHIN))
    }

    /// Takes in that an opponent has left.
    pub(super) fn evolve_left(&mut self, left: &Left, at: Moment) {
        self.active_at = at;
        self.game.truncate(0);
        self.acts.clear();
        self.fired.clear();
        self.clock = Clock::new(self.clock.setting());
        self.offers = super::Offers::default();
        self.plans = engine::BySide::default();
        self.seats[left.seat] = None;
        self.presence.left(left.seat, at);
        self.leaves = self.leaves.saturating_add(1);
    }
}

//! Actions of a match without a request, and their times: flags that fall, presence that changes, vacations, and
//! its own end.

use super::{Actor, RETRY};
use domain::{MatchState, Moment};

/// How long a match that is over, or that was asked for only once, stays in memory after the
/// last connection went: long enough for a page to reload.
const LINGER: u64 = 30_000;

impl Actor {
    /// When there is something to do without being asked.
    pub(super) fn wake_at(&self) -> Option<Moment> {
        if self.outage.is_some() {
            // Whatever else is due must wait for the store.
            return Some(self.context.now().after(RETRY));
        }
        let leaves = (self.state.ending().is_some() && !self.state.presence().anybody())
            .then(|| self.deserted.after(LINGER));
        let now = self.context.now();
        let vacation = self.decide_vacation(now).map(|_| now);
        let waits = self.state.due().is_some_and(|due| due <= now) && self.is_kept_out();
        let due = if waits { Some(now.after(RETRY)) } else { self.state.due() };
        [leaves, vacation, self.lists_due(), due, self.state.presence().due()]
            .into_iter()
            .flatten()
            .min()
    }

    /// When the lists are to show something else without anything happening: that a player is
    /// away, or not the match any more.
    fn lists_due(&self) -> Option<Moment> {
        let is_listed = matches!(self.handle.listed(), Some(MatchState::Open | MatchState::Live));
        if !is_listed {
            return None;
        }
        self.state.presence().list_due().into_iter().chain(self.state.quiet_at()).min()
    }

    /// Reports due changes to the lobby.
    pub(super) fn record_lists(&mut self) {
        let now = self.context.now();
        if self.lists_due().is_some_and(|due| due <= now) {
            self.state.presence_mut().list(now);
            self.record_change();
        }
    }

    /// Whether the match is over and all clients have left.
    pub(super) fn is_done(&self) -> bool {
        self.state.ending().is_some()
            && !self.state.presence().anybody()
            && self.context.now() >= self.deserted.after(LINGER)
    }
}

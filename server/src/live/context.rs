//! The parts of the server that a match's task may use.
//!
//! A task knows the time, its journal and those who follow matches from outside: the
//! changes for the lobby, the seats, the vacations, the computer players and players whose page is closed. It does not know the registry: what concerns other matches, or
//! the table of all of them, it asks of its [`Host`].

use super::calls::Calls;
use super::handle::MatchHandle;
use super::journal::Journal;
use super::limits::Limited;
use super::list_changes::ListChanges;
use super::seats::Seats;
use super::standstills::Standstills;
use super::vacations::Vacations;
use crate::accounts::identity::RematchIds;
use crate::accounts::lookups::Lookups;
use crate::notifications::Notices;
use crate::time::TimeSource;
use domain::{Event, Match, MatchId, Moment, PlayerId};
use futures_util::future::BoxFuture;
use std::fmt::Debug;
use std::sync::{Arc, Weak};
use store::Database;

/// The owner of the tasks of all matches.
pub(super) trait Host: Debug + Send + Sync {
    /// Makes the match that follows another one, with the events it begins with; true if it is
    /// there, or was there and is over by now.
    fn open_next(
        self: Arc<Self>,
        before: MatchId,
        next: Match,
        events: Vec<Event>,
        now: Moment,
    ) -> BoxFuture<'static, bool>;

    /// Removes a match that is no longer needed from the table; false if it is needed after all.
    fn retire(self: Arc<Self>, handle: &MatchHandle) -> bool;

    /// Notes that a match has lost its task.
    fn record_orphan(&self);
}

/// The state that the tasks of all matches share.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) time: TimeSource,
    pub(super) journal: Journal,
    /// Read for earlier events and commands; only the journal writes.
    pub(super) store: Database,
    pub(super) list_changes: ListChanges,
    pub(super) seats: Seats,
    /// The matches in memory that remember a player though they have no seat there, or none any more:
    /// by a chat line, or as a player of a match that is over.
    pub(super) traces: Seats,
    /// How many matches players may have open, and how long they wait.
    pub(super) limits: Limited,
    pub(super) vacations: Vacations,
    pub(super) calls: Calls,
    pub(super) standstills: Standstills,
    /// The players who were turned away because a credential could not be looked up.
    pub(super) lookups: Arc<Lookups>,
    /// Notifies players whose page is closed.
    pub(super) notices: Notices,
    /// The key for the ids of rematches.
    pub(super) rematch_ids: RematchIds,
    /// It outlives every task.
    pub(super) host: Weak<dyn Host>,
}

impl Context {
    /// The current time.
    pub(super) fn now(&self) -> Moment {
        self.time.now()
    }

    /// Whether a player is on vacation now, as far as this server knows.
    pub(super) fn is_on_vacation(&self, who: PlayerId) -> bool {
        self.vacations.until(who).is_some_and(|until| until > self.now())
    }

    /// Removes a match that is no longer needed from the table; false if it is needed after all.
    pub(super) fn retire(&self, handle: &MatchHandle) -> bool {
        self.host.upgrade().is_none_or(|host| host.retire(handle))
    }

    /// Notes that a match has lost its task.
    pub(super) fn record_orphan(&self) {
        if let Some(host) = self.host.upgrade() {
            host.record_orphan();
        }
    }
}

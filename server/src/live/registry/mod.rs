//! All matches in memory. How one is made is in `making`, how it is found in `finding`, the table of them
//! in `table`; how matches without a task get one is in `adoption`.

mod finding;
mod making;

pub(super) use finding::away;
pub use finding::{FindError, Found};

use super::actor::Actor;
use super::calls::Calls;
use super::challenges::TooManyChallenges;
use super::context::{Context, Host};
use super::handle::MatchHandle;
use super::journal::Journal;
use super::limits::{Begins, Limited, MatchLimits};
use super::list_changes::ListChanges;
use super::log;
use super::recent::Recent;
use super::seats::Seats;
use super::standstills::Standstills;
use super::states::states_of;
use super::table::Table;
use super::vacations::Vacations;
use crate::accounts::identity::Keys;
use crate::accounts::lookups::Lookups;
use crate::notifications::Notices;
use crate::time::TimeSource;
use domain::{Caller, Event, Match, MatchId, Moment, NoPlace, Player, PlayerId};
use futures_util::future::{BoxFuture, join_all};
use protocol::MatchSummary;
use std::cmp::Reverse;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::available_parallelism;
use store::Database;
use tokio::sync::{Notify, Semaphore};
use tokio_util::task::TaskTracker;
use tracing::Instrument;

/// The most matches in memory; more are refused until some end.
const MOST_MATCHES: usize = 200_000;

/// In how many matches a player's name is changed; the others keep the one they show.
const MOST_RENAMED: usize = 100;

/// A match could not be made: the store is away, or the server is full or stopping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no match can be made now")]
pub struct CannotOpen;

/// A match could not be made as a player asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// No match can be made.
    #[error(transparent)]
    CannotOpen(#[from] CannotOpen),
    /// Too many listed matches wait for an opponent.
    #[error("too many open matches: {0}")]
    Open(NoPlace),
    /// Too many matches against computer players are unfinished.
    #[error("too many matches against the computer: {0}")]
    Computer(NoPlace),
    /// Too many challenges are open.
    #[error(transparent)]
    Challenges(#[from] TooManyChallenges),
}

/// How a player asks for a match, as limits count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Opening {
    /// The origin of the player, if that counts.
    pub caller: Option<Caller>,
    /// Whether the challenged player, if there is one, does not follow the challenger.
    pub is_stranger: bool,
}

/// All matches in memory, and what their tasks share.
#[derive(Debug)]
pub struct Registry {
    table: Table,
    context: Arc<Context>,
    tasks: TaskTracker,
    stopping: AtomicBool,
    /// Lets as many games be played again at a time as there are processors.
    replays: Arc<Semaphore>,
    /// Whether there may be matches of this server without a task.
    orphans: AtomicBool,
    /// Notified when other servers have given matches to this one.
    takeovers: Notify,
}

impl Host for Registry {
    fn open_next(
        self: Arc<Self>,
        before: MatchId,
        next: Match,
        events: Vec<Event>,
        now: Moment,
    ) -> BoxFuture<'static, bool> {
        Box::pin(async move {
            match self.is_archived(next.id()).await {
                // Since then the match before has been forgotten, and with it that it had a
                // rematch.
                Ok(true) => true,
                Ok(false) => {
                    let (limits, id) = (&self.context.limits, next.id());
                    // Its player comes from the same place.
                    let caller = limits.caller_of(before);
                    let opened = limits.admit(&next, caller, now).is_ok()
                        && limits.take(limits.claim(&next, caller, true)).await.is_ok()
                        && self.open(next, events, now).await.is_ok();
                    if !opened {
                        limits.forget(id);
                    }
                    opened
                }
                Err(_) => false,
            }
        })
    }

    fn retire(self: Arc<Self>, handle: &MatchHandle) -> bool {
        let is_retired = self.table.retire(handle);
        if is_retired {
            let id = handle.id();
            self.context.limits.forget(id);
            if self.store().is_shared() {
                let registry = Arc::clone(&self);
                self.tasks.spawn(async move { registry.part(id).await });
            }
        }
        is_retired
    }

    fn record_orphan(&self) {
        self.orphans.store(true, Ordering::Relaxed);
    }
}

impl Registry {
    /// An empty registry, whose tasks `tasks` tracks.
    #[must_use]
    pub fn new(
        store: Database,
        journal: Journal,
        time: TimeSource,
        tasks: TaskTracker,
        keys: &Keys,
        notices: Notices,
    ) -> Arc<Self> {
        let limits = MatchLimits::USUAL;
        Self::with_limits(store, journal, time, tasks, keys, notices, limits)
    }

    /// The same under other limits.
    #[must_use]
    pub fn with_limits(
        store: Database,
        journal: Journal,
        time: TimeSource,
        tasks: TaskTracker,
        keys: &Keys,
        notices: Notices,
        limits: MatchLimits,
    ) -> Arc<Self> {
        let processors = available_parallelism().map_or(1, NonZero::get);
        Arc::new_cyclic(|registry: &Weak<Self>| {
            let host: Weak<dyn Host> = registry.clone();
            let limits = Limited::new(limits, &store, keys.masks());
            let context = Context {
                time,
                journal,
                store,
                list_changes: ListChanges::default(),
                seats: Seats::default(),
                traces: Seats::default(),
                limits,
                vacations: Vacations::default(),
                calls: Calls::default(),
                standstills: Standstills::default(),
                lookups: Arc::new(Lookups::new(time)),
                notices,
                rematch_ids: keys.rematch_ids(),
                host,
            };
            Self {
                table: Table::new(),
                context: Arc::new(context),
                tasks,
                stopping: AtomicBool::new(false),
                replays: Arc::new(Semaphore::new(processors)),
                orphans: AtomicBool::new(false),
                takeovers: Notify::new(),
            }
        })
    }

    /// The look-ups of credentials, and the players who were turned away because one failed.
    pub(crate) fn lookups(&self) -> &Arc<Lookups> {
        &self.context.lookups
    }

    /// The changes of public matches, for the lobby.
    pub(crate) fn list_changes(&self) -> &ListChanges {
        &self.context.list_changes
    }

    /// The matches in which a computer player has something to do.
    #[must_use]
    pub fn calls(&self) -> &Calls {
        &self.context.calls
    }

    /// How many matches players may have open, and how long they wait.
    #[must_use]
    pub fn limits(&self) -> &Limited {
        &self.context.limits
    }

    /// How many matches that are not over a player has a seat in.
    #[must_use]
    pub fn seated(&self, player: PlayerId) -> usize {
        self.context.seats.count(player)
    }

    /// Up to `limit` matches that are not over and in which a player has a seat, the one in which
    /// something happened last first.
    pub async fn matches_of(self: &Arc<Self>, player: PlayerId, limit: usize) -> Vec<MatchSummary> {
        let handles =
            join_all(self.context.seats.of(player, limit).into_iter().map(|id| self.handle(id)));
        let handles: Vec<MatchHandle> = handles.await.into_iter().flatten().collect();
        let mut summaries = states_of(&handles).await;
        summaries.sort_by_key(|summary| Reverse((summary.active_at, summary.id)));
        summaries
    }

    /// Shows a player by another name in matches that are not over.
    pub async fn rename(self: &Arc<Self>, player: &Arc<Player>) {
        let handles =
            self.context.seats.of(player.id, MOST_RENAMED).into_iter().map(|id| self.handle(id));
        let handles = join_all(handles).await.into_iter().flatten().collect::<Vec<_>>();
        join_all(handles.iter().map(|handle| handle.rename(Arc::clone(player)))).await;
    }

    /// The server's time.
    #[must_use]
    pub fn time(&self) -> &TimeSource {
        &self.context.time
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.context.now()
    }

    pub(crate) fn store(&self) -> &Database {
        &self.context.store
    }

    /// The state that the tasks of matches share.
    pub(super) fn context(&self) -> Arc<Context> {
        Arc::clone(&self.context)
    }

    /// The players on vacation.
    pub(super) fn vacations(&self) -> &Vacations {
        &self.context.vacations
    }

    /// The tracker of the tasks that must end before the store is closed.
    pub(super) const fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    pub(super) fn traces(&self) -> &Seats {
        &self.context.traces
    }

    pub(crate) fn seats(&self) -> &Seats {
        &self.context.seats
    }

    pub(super) const fn takeovers(&self) -> &Notify {
        &self.takeovers
    }

    pub(super) const fn table(&self) -> &Table {
        &self.table
    }

    /// Whether there may have been matches without a task since this was asked last.
    pub(super) fn take_orphans(&self) -> bool {
        self.orphans.swap(false, Ordering::Relaxed)
    }

    /// Starts the task of a match, unless it runs already.
    async fn start(self: &Arc<Self>, state: Match, recent: Recent) -> MatchHandle {
        let (actor, handle) = Actor::new(state, recent, self.context());
        self.launch(actor, handle, Begins::New).await
    }

    /// Begins the task of a match, unless it has one; returns the handle of the one that runs.
    pub(super) async fn launch(
        &self,
        mut actor: Actor,
        handle: MatchHandle,
        begins: Begins,
    ) -> MatchHandle {
        if let Some(running) = self.table.keep(&handle) {
            return running;
        }
        // The player who made a match finds it in the lists from now on.
        actor.record_change();
        actor.record_all_seats();
        actor.record_limits(begins);
        actor.call_computer();
        self.spawn(actor, handle.id());
        if self.is_stopping() {
            // It may have come too late to be stopped along with the others.
            handle.stop().await;
        }
        handle
    }

    fn spawn(&self, actor: Actor, id: MatchId) {
        let span = log::span(id);
        tracing::debug!(parent: &span, "its task begins");
        self.tasks.spawn(actor.run().instrument(span));
    }

    /// Whether a match has a task on this server.
    pub(crate) fn is_here(&self, id: MatchId) -> bool {
        self.table.get(id).is_some()
    }

    /// How many matches are in memory.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// How many appends wait for the journal's writer.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.context.journal.waiting()
    }

    /// Whether no match is in memory.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether matches are being stopped.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Stops every match after its present request; their connections see the end of the
    /// events.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        // At once, so that one that is long at something keeps no other.
        let handles = self.table.handles();
        join_all(handles.iter().map(MatchHandle::stop)).await;
    }
}

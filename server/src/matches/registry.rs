//! All matches in memory: making, finding, restoring and stopping them.

use super::actor::Actor;
use super::calls::Calls;
use super::handle::MatchHandle;
use super::journal::{AppendError, Journal};
use super::lobby::{self, Lobby};
use super::log;
use super::recent::Recent;
use super::restore::{self, Restored};
use super::seats::Seats;
use super::setup::Setup;
use super::state::Match;
use crate::identity::Successors;
use crate::ids::{MatchId, PlayerId};
use crate::metrics::metrics;
use crate::store::{
    Append, Conflict, Event as Stored, Frame, Holder, SharedStore, StoreError, StoreStream,
    Unfinished,
};
use crate::time::{Moment, TimeSource};
use crate::wire::{CreditCause, Event, EventFrame, Player, Room, Visibility};
use futures_util::StreamExt;
use futures_util::future::join_all;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

/// How many parts the table of matches has, each with its own lock.
const SHARDS: usize = 64;

/// How many matches are kept in memory; more are refused until some end.
const MOST_MATCHES: usize = 200_000;

/// In how many matches a player's name is changed; the others keep the one they show.
const MOST_RENAMED: usize = 100;

/// How many matches without a task are read at a time: a bounded step, after which others are
/// served.
const ADOPTED_AT_ONCE: usize = 64;

/// How long the store may take to give one such step's matches.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many events of a match are read at a time.
const EVENTS: u32 = 512;

/// A match cannot be reached.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// There is none of that id, or it left no trace.
    #[error("no such match")]
    NotFound,
    /// The store is away, or the server is stopping.
    #[error("the store is unavailable")]
    Busy,
    /// Another server on the same database has it.
    #[error("another server has the match")]
    Elsewhere,
    /// What the store has of it does not make a match.
    #[error("the stored match is damaged")]
    Damaged,
}

/// A match could not be made: the store is away, or the server is full or stopping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no match can be made now")]
pub struct CannotOpen;

/// Where a match was found.
#[derive(Debug)]
pub enum Found {
    /// In memory.
    Here(MatchHandle),
    /// In the archive.
    Archived(Box<Match>),
}

/// The same, with what a task would have to know.
enum Loaded {
    Here(MatchHandle),
    Archived(Box<Restored>),
}

#[derive(Debug, Default)]
struct Shard {
    matches: Mutex<HashMap<MatchId, MatchHandle>>,
    /// A lock for each match that is being loaded, so that none is loaded twice and none waits
    /// for another.
    loading: Mutex<HashMap<MatchId, Weak<tokio::sync::Mutex<()>>>>,
}

impl Shard {
    /// The lock of those who load a match.
    fn loading(&self, id: MatchId) -> Arc<tokio::sync::Mutex<()>> {
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = loading.get(&id).and_then(Weak::upgrade) {
            return turn;
        }
        loading.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        loading.insert(id, Arc::downgrade(&turn));
        turn
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, MatchHandle>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The match, unless its task has ended.
    fn get(&self, id: MatchId) -> Option<MatchHandle> {
        self.lock().get(&id).filter(|handle| !handle.is_closed()).cloned()
    }
}

/// All matches in memory.
#[derive(Debug)]
pub struct Registry {
    shards: Vec<Shard>,
    hasher: RandomState,
    store: SharedStore,
    journal: Journal,
    time: TimeSource,
    lobby: Arc<Lobby>,
    seats: Seats,
    calls: Calls,
    tasks: TaskTracker,
    stopping: AtomicBool,
    successors: Successors,
    /// Lets as many games be played again at a time as there are processors.
    replays: Arc<Semaphore>,
    /// Whether there may be matches of this server without a task.
    orphans: AtomicBool,
}

impl Registry {
    /// An empty registry, whose tasks `tasks` tracks.
    #[must_use]
    pub fn new(
        store: SharedStore,
        journal: Journal,
        time: TimeSource,
        tasks: TaskTracker,
        successors: Successors,
    ) -> Arc<Self> {
        let processors = available_parallelism().map_or(1, NonZero::get);
        Arc::new(Self {
            shards: (0..SHARDS).map(|_| Shard::default()).collect(),
            hasher: RandomState::new(),
            store,
            journal,
            time,
            lobby: Arc::default(),
            seats: Seats::default(),
            calls: Calls::default(),
            tasks,
            stopping: AtomicBool::new(false),
            successors,
            replays: Arc::new(Semaphore::new(processors)),
            orphans: AtomicBool::new(false),
        })
    }

    /// What the ids of rematches are made with.
    pub(super) const fn successors(&self) -> &Successors {
        &self.successors
    }

    /// Notes that a match has lost its task.
    pub(super) fn note_orphan(&self) {
        self.orphans.store(true, Ordering::Relaxed);
    }

    /// The public matches.
    #[must_use]
    pub const fn lobby(&self) -> &Arc<Lobby> {
        &self.lobby
    }

    /// Where everybody sits.
    pub(super) const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The matches in which a house player has something to do.
    #[must_use]
    pub const fn calls(&self) -> &Calls {
        &self.calls
    }

    /// How many matches that are not over a player has a seat in.
    #[must_use]
    pub fn seated(&self, player: PlayerId) -> usize {
        self.seats.count(player)
    }

    /// Up to `limit` matches that are not over and in which a player has a seat, the one in which
    /// something happened last first.
    pub async fn matches_of(self: &Arc<Self>, player: PlayerId, limit: usize) -> Vec<Room> {
        let handles = join_all(self.seats.of(player, limit).into_iter().map(|id| self.handle(id)));
        let handles: Vec<MatchHandle> = handles.await.into_iter().flatten().collect();
        let mut rooms = lobby::ask(&handles).await;
        rooms.sort_by_key(|room| Reverse((room.active_at, room.id)));
        rooms
    }

    /// Shows a player by another name in matches that are not over.
    pub async fn rename(self: &Arc<Self>, player: &Arc<Player>) {
        let handles = self.seats.of(player.id, MOST_RENAMED).into_iter().map(|id| self.handle(id));
        let handles = join_all(handles).await.into_iter().flatten().collect::<Vec<_>>();
        join_all(handles.iter().map(|handle| handle.rename(Arc::clone(player)))).await;
    }

    /// The server's time.
    #[must_use]
    pub const fn time(&self) -> &TimeSource {
        &self.time
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.time.now()
    }

    pub(super) const fn journal(&self) -> &Journal {
        &self.journal
    }

    fn shard(&self, id: MatchId) -> &Shard {
        let hash = self.hasher.hash_one(id);
        &self.shards[usize::try_from(hash % SHARDS as u64).unwrap_or(0)]
    }

    /// Makes a match.
    ///
    /// # Errors
    ///
    /// [`CannotOpen`]: nothing was made, or the server stops and only its next start will tell.
    pub async fn create(self: &Arc<Self>, setup: &Setup) -> Result<MatchHandle, CannotOpen> {
        let now = self.now();
        let created = setup.created();
        let id = match setup.visibility {
            Visibility::Public => MatchId::fresh(),
            Visibility::Link => MatchId::hidden(),
        };
        let mut state = Match::begin(id, &created, now).map_err(|error| {
            tracing::error!(%error, "a checked setup did not make a match");
            CannotOpen
        })?;
        let mut events = vec![Event::Created(Box::new(created))];
        if let Some(opponent) = &setup.opponent
            && let Ok((_, Some(joined))) = state.decide_join(opponent, now)
        {
            state.evolve(&joined, now).map_err(|_| CannotOpen)?;
            events.push(joined);
        }
        self.open(state, events, now).await
    }

    /// Journals a match with the events it begins with, and starts its task. A match that is
    /// there already stays as it is.
    pub(super) async fn open(
        self: &Arc<Self>,
        state: Match,
        events: Vec<Event>,
        now: Moment,
    ) -> Result<MatchHandle, CannotOpen> {
        if self.is_stopping() || self.len() >= MOST_MATCHES {
            return Err(CannotOpen);
        }
        let id = state.id();
        let events = (1..).zip(events).map(|(seq, event)| Stored {
            seq,
            command: None,
            payload: Frame::from(EventFrame { seq, at: now.0, event }.to_text()),
        });
        let append = Append { match_id: id, events: events.collect(), closing: None };
        let registry = Arc::clone(self);
        // By a task of its own: whoever asked may go away meanwhile, and a match that is in the
        // journal must not be left without a task.
        let opened = self.tasks.spawn(async move {
            match registry.journal.append(append).await {
                Ok(()) => {
                    tracing::debug!(match.id = %id, game = state.game_id(), "made");
                    Ok(registry.start(state, Recent::default()).await)
                }
                Err(AppendError::Conflict(Conflict::Seq)) => {
                    registry.handle(id).await.map_err(|_| CannotOpen)
                }
                Err(
                    AppendError::Conflict(_)
                    | AppendError::Fenced
                    | AppendError::Busy
                    | AppendError::Unknown,
                ) => Err(CannotOpen),
            }
        });
        opened.await.unwrap_or(Err(CannotOpen))
    }

    /// Whether a match of that id has ended and is in the archive.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if the store is away.
    pub(super) async fn is_archived(&self, id: MatchId) -> Result<bool, FindError> {
        let stored = self.store.game(id).await.map_err(|error| away(&error))?;
        Ok(stored.is_some())
    }

    /// The match of that id where it is.
    ///
    /// # Errors
    ///
    /// [`FindError`].
    pub async fn find(self: &Arc<Self>, id: MatchId) -> Result<Found, FindError> {
        Ok(match self.load(id).await? {
            Loaded::Here(handle) => Found::Here(handle),
            Loaded::Archived(restored) => Found::Archived(Box::new(restored.state)),
        })
    }

    async fn load(self: &Arc<Self>, id: MatchId) -> Result<Loaded, FindError> {
        match self.live(id).await? {
            Some(handle) => Ok(Loaded::Here(handle)),
            None => Ok(Loaded::Archived(Box::new(self.archived(id).await?))),
        }
    }

    /// The match of that id unless it is over and has left memory; it is restored if it has no
    /// task.
    ///
    /// # Errors
    ///
    /// [`FindError`], but never that there is none of that id.
    pub async fn live(self: &Arc<Self>, id: MatchId) -> Result<Option<MatchHandle>, FindError> {
        let shard = self.shard(id);
        if let Some(handle) = shard.get(id) {
            return Ok(Some(handle));
        }
        let turn = shard.loading(id);
        let _turn = turn.lock().await;
        if let Some(handle) = shard.get(id) {
            return Ok(Some(handle));
        }
        // It may have failed, or have ended with the store away; its journal knows.
        let alive = match self.store.holder(id).await.map_err(|error| away(&error))? {
            Holder::Us { alive } => alive,
            Holder::Another => return Err(FindError::Elsewhere),
            Holder::Nobody => return Ok(None),
        };
        if self.is_stopping() {
            return Err(FindError::Busy);
        }
        let events = self.events(id).await.map_err(|error| away(&error))?;
        if events.is_empty() {
            // It has ended just now; the next look finds it in the archive.
            return Err(FindError::Busy);
        }
        let (found, now) = (Unfinished { match_id: id, events, alive }, self.now());
        let found = self.replay(move || restore::one(&found, now)).await?;
        Ok(Some(self.adopt(found).await))
    }

    /// All events of a match.
    async fn events(&self, id: MatchId) -> Result<Vec<Stored>, StoreError> {
        let mut events = Vec::new();
        loop {
            let since = events.last().map_or(0, |last: &Stored| last.seq);
            let page = self.store.events(id, since, EVENTS).await?;
            let is_last = u32::try_from(page.len()).is_ok_and(|count| count < EVENTS);
            events.extend(page);
            if is_last {
                return Ok(events);
            }
        }
    }

    /// The match that a game of the archive was.
    async fn archived(&self, id: MatchId) -> Result<Restored, FindError> {
        let stored = self.store.game(id).await.map_err(|error| away(&error))?;
        let stored = stored.ok_or(FindError::NotFound)?;
        let now = self.now();
        self.replay(move || restore::archived(&stored, now)).await
    }

    /// Plays a game again beside the tasks that serve, however long that takes.
    async fn replay(
        &self,
        work: impl FnOnce() -> Option<Restored> + Send + 'static,
    ) -> Result<Restored, FindError> {
        let replays = Arc::clone(&self.replays);
        let turn = replays.acquire_owned().await.map_err(|_| FindError::Busy)?;
        let replayed = spawn_blocking(move || {
            let restored = work();
            drop(turn);
            restored
        });
        // It ends early by a panic alone, which has been told of.
        replayed.await.ok().flatten().ok_or(FindError::Damaged)
    }

    /// The match of that id with a task, started if it comes from the archive.
    ///
    /// # Errors
    ///
    /// [`FindError`].
    pub async fn handle(self: &Arc<Self>, id: MatchId) -> Result<MatchHandle, FindError> {
        match self.load(id).await? {
            Loaded::Here(handle) => Ok(handle),
            Loaded::Archived(_) if self.is_stopping() => Err(FindError::Busy),
            Loaded::Archived(restored) => {
                let Restored { state, recent, .. } = *restored;
                Ok(self.start(state, recent).await)
            }
        }
    }

    /// Starts the task of a restored match, and gives it back the time it was without one.
    async fn adopt(self: &Arc<Self>, found: Restored) -> MatchHandle {
        let (actor, handle) = Actor::new(found.state, found.recent, Arc::clone(self));
        credit_downtime(&handle, found.alive).await;
        self.launch(actor, handle).await
    }

    /// Starts the task of a match, unless it runs already.
    async fn start(self: &Arc<Self>, state: Match, recent: Recent) -> MatchHandle {
        let (actor, handle) = Actor::new(state, recent, Arc::clone(self));
        self.launch(actor, handle).await
    }

    /// Begins the task of a match, unless it has one; returns the handle of the one that runs.
    async fn launch(&self, actor: Actor, handle: MatchHandle) -> MatchHandle {
        if let Some(running) = self.keep(&handle) {
            return running;
        }
        // Whoever made a match finds it in the lists from now on.
        actor.note_change();
        actor.note_all_seats();
        actor.call_house();
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

    /// Puts a match into the table; returns the one that is there and runs.
    fn keep(&self, handle: &MatchHandle) -> Option<MatchHandle> {
        let mut matches = self.shard(handle.id()).lock();
        if let Some(running) = matches.get(&handle.id()).filter(|running| !running.is_closed()) {
            return Some(running.clone());
        }
        matches.insert(handle.id(), handle.clone());
        None
    }

    /// Takes a match that nobody needs out of the table; false if somebody does after all.
    pub(super) fn retire(&self, handle: &MatchHandle) -> bool {
        let mut matches = self.shard(handle.id()).lock();
        if !handle.is_idle() {
            return false;
        }
        matches.remove(&handle.id());
        true
    }

    /// Restores every unfinished match, and gives the time since the server's last sign of
    /// life back to the running clocks; returns how many there are. To be awaited before
    /// anybody can connect.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the journals cannot be read.
    pub async fn restore(self: &Arc<Self>) -> Result<usize, StoreError> {
        self.take_in(self.store.unfinished()).await
    }

    /// Takes over the matches of servers that are gone, and gives a task to every match of this
    /// server that has none, in bounded steps; returns how many got one. Whatever fails is logged,
    /// and tried again when this is called the next time.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store is away.
    pub async fn inherit(self: &Arc<Self>) -> Result<usize, StoreError> {
        match self.store.take_over().await {
            Ok(0) => {}
            Ok(_) => self.note_orphan(),
            Err(error) => {
                // What was taken over before it failed, or without our hearing of it, has no task.
                self.note_orphan();
                return Err(error);
            }
        }
        if !self.orphans.swap(false, Ordering::Relaxed) {
            return Ok(0);
        }
        let adopted = self.adopt_all().await;
        if !matches!(adopted, Ok((_, 0))) {
            self.note_orphan();
        }
        let (adopted, left) = adopted?;
        if left > 0 {
            tracing::warn!(matches = left, "could not be restored yet; they are tried again");
        }
        metrics().count_restored(adopted);
        Ok(adopted)
    }

    /// Gives a task to every match of this server that has none; returns how many got one, and
    /// how many may still get one.
    async fn adopt_all(self: &Arc<Self>) -> Result<(usize, usize), StoreError> {
        let held = self.store.held().await?;
        let orphans: Vec<MatchId> =
            held.into_iter().filter(|&id| self.shard(id).get(id).is_none()).collect();
        let (mut adopted, mut left) = (0, 0);
        for step in orphans.chunks(ADOPTED_AT_ONCE) {
            if self.is_stopping() {
                break;
            }
            match timeout(PATIENCE, self.adopt_some(step)).await {
                Ok(Ok(some)) => adopted += some,
                Ok(Err(error)) => {
                    tracing::warn!(%error, matches = step.len(), "matches could not be read");
                    left += step.len();
                }
                Err(_) => {
                    tracing::warn!(matches = step.len(), "matches were not read in time");
                    left += step.len();
                }
            }
        }
        Ok((adopted, left))
    }

    async fn adopt_some(self: &Arc<Self>, ids: &[MatchId]) -> Result<usize, StoreError> {
        let mut found = pin!(restore::restored(self.store.journals(ids.to_vec()), self.now()));
        let mut adopted = 0;
        while let Some(some) = found.next().await {
            for restored in some? {
                // Somebody may have asked for it by now; whose journal does not read is logged,
                // and nobody's clock hangs on it.
                self.adopt(restored).await;
                adopted += 1;
            }
        }
        Ok(adopted)
    }

    async fn take_in(
        self: &Arc<Self>,
        unfinished: StoreStream<'_, Unfinished>,
    ) -> Result<usize, StoreError> {
        let mut matches = pin!(restore::restored(unfinished, self.now()));
        let mut loaded = Vec::new();
        while let Some(some) = matches.next().await {
            for Restored { state, recent, alive } in some? {
                loaded.push((Actor::new(state, recent, Arc::clone(self)), alive));
            }
        }
        // Only now, since the reading of all the others is nobody's thinking time either.
        let mut handles = Vec::with_capacity(loaded.len());
        for ((actor, handle), alive) in loaded {
            credit_downtime(&handle, alive).await;
            handles.push(self.launch(actor, handle).await);
        }
        // A match answers after it has dealt with what came before.
        join_all(handles.iter().map(MatchHandle::room)).await;
        metrics().count_restored(handles.len());
        Ok(handles.len())
    }

    /// How many matches are in memory.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().len()).sum()
    }

    /// How many appends wait for the journal's writer.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.journal.waiting()
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

    /// Stops every match when it has done what it is at; their connections see the end of the
    /// events.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        // At once, so that one that is long at something keeps no other.
        let handles: Vec<MatchHandle> = self
            .shards
            .iter()
            .flat_map(|s| s.lock().values().cloned().collect::<Vec<_>>())
            .collect();
        join_all(handles.iter().map(MatchHandle::stop)).await;
    }
}

/// Gives the time since the last sign of life of whoever held a match before back to its clock.
///
/// To be awaited before the task begins: the request waits for it, so that no flag falls first.
async fn credit_downtime(handle: &MatchHandle, alive: Option<Moment>) {
    if let Some(alive) = alive {
        handle.credit(alive, CreditCause::Downtime).await;
    }
}

fn away(error: &StoreError) -> FindError {
    tracing::warn!(%error, "a match could not be looked up");
    FindError::Busy
}

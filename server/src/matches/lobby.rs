//! The public matches: what the lists and the lobby's sockets show.
//!
//! The lobby holds handles, not rooms: a match is asked how it stands only when somebody looks
//! at it, at most once a second, so that a move costs the lobby one flag.

use super::handle::MatchHandle;
use crate::ids::MatchId;
use crate::store::Frame;
use crate::time::{Moment, TimeSource};
use crate::wire::{Room, RoomState, ServerMessage};
use futures_util::future::join_all;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::timeout;

/// How many rooms a list has at the most.
pub const LISTED: usize = 200;

/// How many matches being played the lobby's sockets show.
pub const LIVE_SHOWN: usize = 60;

/// How often the lobby's sockets are told of changes.
const TICK: Duration = Duration::from_secs(1);

/// How many frames a lobby's socket may be behind before it gets the whole list again.
const BACKLOG: usize = 512;

/// How long a match may take to say how it stands before it is left out.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// Rooms with a free seat.
    Open,
    /// Matches being played.
    Live,
}

/// The public matches.
#[derive(Debug)]
pub struct Lobby {
    index: Mutex<Index>,
    /// Matches that have changed since the last tick.
    changed: Mutex<Vec<MatchHandle>>,
    updates: broadcast::Sender<Frame>,
    connections: AtomicU32,
}

/// Public matches by the time of their making.
#[derive(Debug, Default)]
struct Index {
    open: BTreeMap<(Moment, MatchId), MatchHandle>,
    live: BTreeMap<(Moment, MatchId), MatchHandle>,
}

impl Index {
    fn of(&self, listing: Listing) -> &BTreeMap<(Moment, MatchId), MatchHandle> {
        match listing {
            Listing::Open => &self.open,
            Listing::Live => &self.live,
        }
    }
}

impl Default for Lobby {
    fn default() -> Self {
        Self {
            index: Mutex::default(),
            changed: Mutex::default(),
            updates: broadcast::Sender::new(BACKLOG),
            connections: AtomicU32::new(0),
        }
    }
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lobby {
    /// Notes that a public match has changed.
    pub(super) fn note(&self, handle: &MatchHandle, state: RoomState) {
        if handle.list(state) {
            let place = (handle.created_at(), handle.id());
            let mut index = lock(&self.index);
            index.open.remove(&place);
            index.live.remove(&place);
            match state {
                RoomState::Open => {
                    index.open.insert(place, handle.clone());
                }
                RoomState::Live => {
                    index.live.insert(place, handle.clone());
                }
                RoomState::Over => {}
            }
        }
        if handle.note() {
            lock(&self.changed).push(handle.clone());
        }
    }

    /// Up to `limit` rooms, newest first, of one game or of all.
    pub async fn rooms(&self, listing: Listing, game: Option<&str>, limit: usize) -> Vec<Room> {
        let handles: Vec<MatchHandle> = lock(&self.index)
            .of(listing)
            .values()
            .rev()
            .filter(|handle| game.is_none_or(|game| game == handle.game()))
            .take(limit)
            .cloned()
            .collect();
        let asked = handles.iter().map(|handle| timeout(PATIENCE, handle.room()));
        let rooms = join_all(asked).await;
        rooms.into_iter().filter_map(|room| Some(*room.ok()?.ok()?)).collect()
    }

    /// The whole list for a socket of the lobby, and the updates that follow it.
    pub async fn subscribe(&self, time: &TimeSource) -> (Frame, broadcast::Receiver<Frame>) {
        let updates = self.updates.subscribe();
        let mut rooms = self.rooms(Listing::Open, None, LISTED).await;
        rooms.extend(self.rooms(Listing::Live, None, LIVE_SHOWN).await);
        (frame(&ServerMessage::Rooms { now: time.now().0, rooms }), updates)
    }

    /// Counts a connection of any kind, until the value returned is dropped.
    pub fn count(self: &std::sync::Arc<Self>) -> Counted {
        self.connections.fetch_add(1, Ordering::Relaxed);
        Counted(std::sync::Arc::clone(self))
    }

    /// How many sockets are connected, and how many public matches are being played.
    #[must_use]
    pub fn counts(&self) -> (u32, u32) {
        let live = u32::try_from(lock(&self.index).live.len()).unwrap_or(u32::MAX);
        (self.connections.load(Ordering::Relaxed), live)
    }

    /// Tells the lobby's sockets every second what has changed; for a task of its own.
    pub async fn run(&self) {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut shown = HashSet::new();
        let mut counts = (0, 0);
        loop {
            tick.tick().await;
            let changed = std::mem::take(&mut *lock(&self.changed));
            if self.updates.receiver_count() == 0 {
                changed.iter().for_each(MatchHandle::unnote);
                shown.clear();
                continue;
            }
            self.tell_changes(&changed, &mut shown).await;
            let now = self.counts();
            if now != counts {
                counts = now;
                self.tell(&ServerMessage::Counts { players: now.0, live: now.1 });
            }
        }
    }

    async fn tell_changes(&self, changed: &[MatchHandle], shown: &mut HashSet<MatchId>) {
        let mut asked = Vec::new();
        for handle in changed {
            let id = handle.id();
            match handle.listed() {
                Some(RoomState::Open) => asked.push(handle),
                Some(RoomState::Live) if shown.contains(&id) || shown.len() < LIVE_SHOWN => {
                    shown.insert(id);
                    asked.push(handle);
                }
                // It may have been shown as open, or be in somebody's first list.
                Some(RoomState::Live | RoomState::Over) | None => {
                    handle.unnote();
                    shown.remove(&id);
                    self.tell(&ServerMessage::Gone { id });
                }
            }
        }
        let rooms = join_all(asked.into_iter().map(|handle| timeout(PATIENCE, handle.room())));
        for room in rooms.await.into_iter().flatten().flatten() {
            if room.state != RoomState::Over {
                self.tell(&ServerMessage::Room { room });
            }
        }
    }

    fn tell(&self, message: &ServerMessage) {
        // Everybody may have left.
        let _ = self.updates.send(frame(message));
    }
}

/// A connection that is counted while this value lives.
#[derive(Debug)]
pub struct Counted(std::sync::Arc<Lobby>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

fn frame(message: &ServerMessage) -> Frame {
    let text = serde_json::to_string(message).expect("messages hold nothing JSON cannot say");
    Frame::from(text)
}

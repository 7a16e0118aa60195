//! The players who are online on this node, and the channel to all connections of a player.
//!
//! There is one notion of being online: a player is online while a socket of theirs is open. A player
//! who has only just left, or who makes requests without a socket, is still *reachable* for
//! `REACHABLE_FOR`; it covers the reload of a page and bots that poll, and only seeks ask for it.
//! The table holds ids without names, so that a rename shows at once. It is as large as there are
//! sockets and recent requests, both of which are bounded by the limits of addresses.

mod table;

pub(crate) use table::in_order;

use crate::runtime::{Runtime, Ticks};
use crate::time::TimeSource;
use domain::PlayerId;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{PresenceChanges, Present};
use table::Table;
use tokio::sync::watch;

/// How often players who are no longer reachable are forgotten.
const PRUNE: Duration = Duration::from_secs(1);

/// Starts the table of players online.
pub(crate) fn start(runtime: &Runtime) -> Arc<Presence> {
    let presence = Presence::new(runtime.time);
    runtime.add("presence", prune(Arc::clone(&presence), runtime.every(PRUNE)));
    presence
}

async fn prune(presence: Arc<Presence>, mut ticks: Ticks) {
    while ticks.next().await {
        presence.prune();
    }
}

/// The players online, and their channels.
#[derive(Debug)]
pub(crate) struct Presence {
    table: Mutex<Table>,
    connections: AtomicU32,
    /// The number of players online on other nodes and not on this one.
    on_other_nodes: AtomicU32,
    time: TimeSource,
}

impl Presence {
    /// An empty table.
    #[must_use]
    pub(crate) fn new(time: TimeSource) -> Arc<Self> {
        Arc::new(Self {
            table: Mutex::default(),
            connections: AtomicU32::new(0),
            on_other_nodes: AtomicU32::new(0),
            time,
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection of a player, of any kind, until the value returned is dropped.
    pub(crate) fn connect(self: &Arc<Self>, player: PlayerId, is_registered: bool) -> Connection {
        self.connections.fetch_add(1, Ordering::Relaxed);
        self.table().connect(player, is_registered, self.time.now());
        Connection { presence: Arc::clone(self), player }
    }

    /// Subscribes to the channel of a player. The first signal is there at once.
    pub(crate) fn subscribe(self: &Arc<Self>, player: PlayerId) -> Subscription {
        let signal = self.table().subscribe(player, self.time.now());
        Subscription { player, signal: Some(signal), presence: Arc::clone(self) }
    }

    /// Records a request of a player.
    pub(crate) fn touch(&self, player: PlayerId) {
        self.table().touch(player, self.time.now());
    }

    /// Signals to all connections of these players that something which concerns them has changed.
    pub(crate) fn notify(&self, players: impl IntoIterator<Item = PlayerId>) {
        self.table().notify(players);
    }

    /// Whether a socket of a player is open on this node.
    pub(crate) fn is_online(&self, player: PlayerId) -> bool {
        self.table().is_online(player)
    }

    /// Whether a player is online on this node, or was a moment ago.
    pub(crate) fn is_reachable(&self, player: PlayerId) -> bool {
        self.table().is_reachable(player, self.time.now())
    }

    /// Up to `limit` players online on this node, [in order](in_order).
    pub(crate) fn first(&self, limit: usize) -> Vec<Present> {
        let mut all = self.table().online();
        in_order(&mut all);
        all.truncate(limit);
        all
    }

    /// The number of sockets open on this node.
    pub(crate) fn connections(&self) -> u32 {
        self.connections.load(Ordering::Relaxed)
    }

    /// The number of players online on all nodes, each counted once.
    pub(crate) fn count(&self) -> u32 {
        let online = u32::try_from(self.table().len()).unwrap_or(u32::MAX);
        online.saturating_add(self.on_other_nodes.load(Ordering::Relaxed))
    }

    /// Records the number of players online on other nodes and not on this one.
    pub(crate) fn set_on_other_nodes(&self, players: u32) {
        self.on_other_nodes.store(players, Ordering::Relaxed);
    }

    /// The changes since the last call, or everything if there was none before.
    pub(crate) fn changes(&self) -> PresenceChanges {
        self.table().changes()
    }

    /// Records no changes until everything is asked for again.
    pub(crate) fn stop_recording(&self) {
        self.table().stop_recording();
    }

    /// Forgets the players who are no longer reachable.
    pub(crate) fn prune(&self) {
        let now = self.time.now();
        self.table().prune(now);
    }
}

/// A connection that is counted while this value lives.
#[derive(Debug)]
pub(crate) struct Connection {
    presence: Arc<Presence>,
    player: PlayerId,
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Self { presence, player } = self;
        presence.connections.fetch_sub(1, Ordering::Relaxed);
        presence.table().disconnect(*player, presence.time.now());
    }
}

/// A subscription to the channel of a player. Signals carry no data and are never queued: a subscriber
/// that wakes asks for the current state.
#[derive(Debug)]
pub(crate) struct Subscription {
    player: PlayerId,
    signal: Option<watch::Receiver<()>>,
    presence: Arc<Presence>,
}

impl Subscription {
    /// The player.
    #[must_use]
    pub(crate) const fn player(&self) -> PlayerId {
        self.player
    }

    /// Waits until something that concerns the player changes; the first time at once. Nothing is lost
    /// if the wait is given up.
    pub(crate) async fn changed(&mut self) {
        let Some(signal) = &mut self.signal else { return std::future::pending().await };
        if signal.changed().await.is_err() {
            // The table outlives every socket, so this is never reached.
            self.signal = None;
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        // A player who reloads a page stays reachable: from now on time decides.
        self.presence.touch(self.player);
    }
}

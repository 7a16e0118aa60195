//! The public matches, as the lists and the lobby's sockets show them.
//!
//! The lobby holds handles, not states: a match is queried for its state only when a list is
//! requested, at most once a second, so that a move costs the lobby one flag.

mod listed;
mod remote;
#[cfg(test)]
mod tests;

use crate::live::{MatchHandle, Registry, STATE_TIMEOUT, Unreachable, states_of};
use crate::presence::Presence;
use crate::runtime::{Runtime, until_shutdown};
use domain::{MatchId, MatchState, Moment, PlayerId};
use engine::Side;
use futures_util::future::join_all;
use listed::{ListKey, Listed};
use protocol::{Frame, MatchSummary, ServerMessage};
use remote::RemoteMatches;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::OtherMatches;
use tokio::sync::broadcast;
use tokio::time::timeout;

/// The most matches of a list.
pub(crate) const LISTED: usize = 200;

/// The matches considered for a list, as a multiple of its length: a player has few open ones.
const CONSIDERED: usize = 5;

/// The most live matches that the lobby's sockets show.
pub(crate) const LIVE_SHOWN: usize = 60;

/// How often changes are sent to the lobby's sockets.
const TICK: Duration = Duration::from_secs(1);

/// The most frames that a lobby's socket may be behind before it gets the whole list again.
const BACKLOG: usize = 512;

/// The kind of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listing {
    /// Matches with a free seat.
    Open,
    /// Live matches.
    Live,
}

impl Listing {
    const fn state(self) -> MatchState {
        match self {
            Self::Open => MatchState::Open,
            Self::Live => MatchState::Live,
        }
    }
}

/// Starts the lobby.
pub(crate) fn start(
    runtime: &Runtime,
    registry: Arc<Registry>,
    presence: Arc<Presence>,
) -> Arc<Lobby> {
    let lobby = Lobby::new(registry, presence);
    let updated = Arc::clone(&lobby);
    let update = until_shutdown(runtime.shutdown.clone(), async move { updated.run().await });
    runtime.add("lobby", update);
    lobby
}

/// The public matches.
#[derive(Debug)]
pub(crate) struct Lobby {
    registry: Arc<Registry>,
    presence: Arc<Presence>,
    index: Mutex<Index>,
    /// Matches that have changed since the last tick.
    changed: Mutex<Vec<MatchHandle>>,
    /// Locked before the index where both are.
    shown: Mutex<Shown>,
    updates: broadcast::Sender<Frame>,
    /// The matches of other nodes; locked by itself or first.
    remote: Mutex<RemoteMatches>,
}

/// Public matches by the time of their creation.
#[derive(Debug, Default)]
struct Index {
    open: Listed<MatchHandle>,
    live: Listed<MatchHandle>,
}

impl Index {
    /// Moves a match to where its state belongs.
    fn update(&mut self, handle: &MatchHandle) {
        let (game, key) = (handle.game(), handle.key());
        self.open.remove(game, key);
        self.live.remove(game, key);
        match handle.listed() {
            Some(MatchState::Open) => self.open.insert(game, key, handle.clone()),
            Some(MatchState::Live) => self.live.insert(game, key, handle.clone()),
            Some(MatchState::Over) | None => {}
        }
    }

    fn of(&self, listing: Listing) -> &Listed<MatchHandle> {
        match listing {
            Listing::Open => &self.open,
            Listing::Live => &self.live,
        }
    }

    /// The match at this key, with its state.
    fn get(&self, key: ListKey) -> Option<(&MatchHandle, MatchState)> {
        let open = self.open.get(key).map(|handle| (handle, MatchState::Open));
        open.or_else(|| self.live.get(key).map(|handle| (handle, MatchState::Live)))
    }

    /// Whether this node holds a match at this key.
    fn contains(&self, key: ListKey) -> bool {
        self.get(key).is_some()
    }
}

/// The matches that the lobby's sockets know, which are sent again when they change or go.
#[derive(Debug, Default)]
struct Shown {
    open: HashSet<MatchId>,
    /// By the time of their creation, at most [`LIVE_SHOWN`].
    live: BTreeMap<(Moment, MatchId), MatchHandle>,
    /// Whether a socket has connected since the last tick; it has no counts yet.
    newcomer: bool,
}

impl Shown {
    /// Shows a match; false if there is no key for it.
    fn show(&mut self, handle: &MatchHandle, state: MatchState) -> bool {
        let key = handle.key();
        match state {
            MatchState::Open => {
                // It is open again if the opponent has left.
                self.live.remove(&key);
                self.open.insert(key.1);
                true
            }
            MatchState::Live if self.live.len() < LIVE_SHOWN || self.live.contains_key(&key) => {
                self.open.remove(&key.1);
                self.live.insert(key, handle.clone());
                true
            }
            MatchState::Live | MatchState::Over => false,
        }
    }

    /// No longer shows a match; true if it was shown.
    fn hide(&mut self, handle: &MatchHandle) -> bool {
        let key = handle.key();
        let was_open = self.open.remove(&key.1);
        self.live.remove(&key).is_some() || was_open
    }
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lobby {
    /// The lobby of these matches.
    pub(crate) fn new(registry: Arc<Registry>, presence: Arc<Presence>) -> Arc<Self> {
        Arc::new(Self {
            registry,
            presence,
            index: Mutex::default(),
            changed: Mutex::default(),
            shown: Mutex::default(),
            updates: broadcast::Sender::new(BACKLOG),
            remote: Mutex::default(),
        })
    }

    /// The index, with the latest changes of matches. They are taken under the lock of the index, so that
    /// no reader misses a change that another one has taken and not yet applied.
    fn index(&self) -> MutexGuard<'_, Index> {
        let mut index = lock(&self.index);
        let changed = self.registry.list_changes().take();
        for handle in &changed {
            index.update(handle);
        }
        if !changed.is_empty() {
            lock(&self.changed).extend(changed);
        }
        index
    }

    /// Up to `limit` matches of all nodes, newest first, of one game or of all; those whose creator is
    /// away come after the others.
    pub(crate) async fn list(
        &self,
        listing: Listing,
        game: Option<&str>,
        limit: usize,
    ) -> Vec<MatchSummary> {
        let handles = varied(self.index().of(listing).newest(game), limit);
        let mut matches = states_of(&handles).await;
        matches.extend(self.remote_matches(listing, game));
        matches.sort_by_key(|summary| Reverse(remote::key(summary)));
        in_order(by_variety(matches, limit, opener_of))
    }

    /// The matches that this node shows of its own.
    pub(crate) async fn own_matches(&self) -> Vec<MatchSummary> {
        let handles: Vec<MatchHandle> = {
            let index = self.index();
            let mut own = varied(index.open.newest(None), LISTED);
            own.extend(index.live.newest(None).take(LIVE_SHOWN).cloned());
            own
        };
        states_of(&handles).await
    }

    /// A public match as another node shows it.
    pub(crate) fn remote_match(&self, id: MatchId) -> Option<MatchSummary> {
        lock(&self.remote).get(id).cloned()
    }

    /// The public matches of other nodes.
    fn remote_matches(&self, listing: Listing, game: Option<&str>) -> Vec<MatchSummary> {
        let remote = lock(&self.remote);
        let matches: Vec<MatchSummary> = remote.newest(listing.state(), game).cloned().collect();
        drop(remote);
        let index = self.index();
        matches.into_iter().filter(|summary| !index.contains(remote::key(summary))).collect()
    }

    /// Lists the matches that the other nodes show now, and sends the changes to the lobby's sockets.
    pub(crate) fn set_remote_matches(&self, found: OtherMatches) {
        let changes = lock(&self.remote).replace(found);
        if self.updates.receiver_count() == 0 {
            return;
        }
        for key in changes.gone {
            if !self.keeps_showing(key) {
                self.send(&ServerMessage::Gone { id: key.1 });
            }
        }
        for summary in changes.shown {
            if !self.index().contains(remote::key(&summary)) {
                self.send(&ServerMessage::Match { summary: Box::new(summary) });
            }
        }
    }

    /// Records that a match which the lobby's sockets know from another node is shown by this one,
    /// if it has taken the match over; false if it does not show it.
    fn keeps_showing(&self, key: ListKey) -> bool {
        let mut shown = lock(&self.shown);
        let index = self.index();
        index.get(key).is_some_and(|(handle, state)| shown.show(handle, state))
    }

    /// The whole list for a socket of the lobby, with the version of the client that the pages are
    /// of, and the updates that follow it; the next tick sends the counts.
    pub(crate) async fn subscribe(
        &self,
        client: &'static str,
    ) -> (Frame, broadcast::Receiver<Frame>) {
        let (handles, updates) = self.welcome();
        let mut matches = states_of(&handles).await;
        matches.extend(
            [Listing::Open, Listing::Live]
                .map(|listing| self.remote_matches(listing, None))
                .into_iter()
                .flatten(),
        );
        let matches = in_order(matches);
        let message =
            ServerMessage::Matches { now: self.registry.now().0, client: client.into(), matches };
        (frame(&message), updates)
    }

    /// The matches for a new connection: the open ones, and the live ones that all connections know, with
    /// as many of the newest as there is space for.
    fn welcome(&self) -> (Vec<MatchHandle>, broadcast::Receiver<Frame>) {
        let mut shown = lock(&self.shown);
        let index = self.index();
        let mut handles = varied(index.open.newest(None), LISTED);
        for handle in &handles {
            shown.show(handle, MatchState::Open);
        }
        for handle in index.live.newest(None) {
            if !shown.show(handle, MatchState::Live) {
                break;
            }
        }
        handles.extend(shown.live.values().rev().cloned());
        shown.newcomer = true;
        (handles, self.updates.subscribe())
    }

    /// The number of public matches that are being played on this node.
    #[must_use]
    pub(crate) fn live(&self) -> u32 {
        u32::try_from(self.index().live.len()).unwrap_or(u32::MAX)
    }

    /// The number of players online on all nodes, and of public matches that are being played.
    fn counts(&self) -> (u32, u32) {
        let played = lock(&self.remote).live();
        (self.presence.count(), self.live().saturating_add(played))
    }

    /// Sends the lobby's sockets the changes every second; for a task of its own.
    pub(crate) async fn run(&self) {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut counts = None;
        loop {
            tick.tick().await;
            drop(self.index());
            let mut changed = std::mem::take(&mut *lock(&self.changed));
            // A match whose state has changed is there again.
            let mut known = HashSet::new();
            changed.retain(|handle| known.insert(handle.id()));
            let Some(has_newcomer) = self.audience() else {
                changed.iter().for_each(MatchHandle::clear_changed);
                continue;
            };
            self.send_changes(changed).await;
            let now = Some(self.counts());
            if (has_newcomer || now != counts)
                && let Some((players, live)) = now
            {
                counts = now;
                self.send(&ServerMessage::Counts { players, live });
            }
        }
    }

    /// Whether a connection has been added since the last call; none if there are no connections.
    fn audience(&self) -> Option<bool> {
        let mut shown = lock(&self.shown);
        if self.updates.receiver_count() == 0 {
            *shown = Shown::default();
            return None;
        }
        Some(std::mem::take(&mut shown.newcomer))
    }

    async fn send_changes(&self, changed: Vec<MatchHandle>) {
        let mut asked = Vec::new();
        for handle in changed {
            if handle.listed().is_some_and(|state| lock(&self.shown).show(&handle, state)) {
                asked.push(handle);
            } else {
                handle.clear_changed();
                self.send_gone(&handle);
            }
        }
        let matches =
            join_all(asked.iter().map(|handle| timeout(STATE_TIMEOUT, handle.summary()))).await;
        for (handle, summary) in asked.iter().zip(matches) {
            match summary {
                // It may have gone on while it was asked.
                Ok(Ok(summary)) if lock(&self.shown).show(handle, summary.state) => {
                    self.send(&ServerMessage::Match { summary });
                }
                Ok(Ok(_)) => self.send_gone(handle),
                // The next request for it restores it, and then it notes a change.
                Ok(Err(Unreachable)) => {}
                // It is noted still, so that it will not say by itself when it has changed.
                Err(_) => lock(&self.changed).push(handle.clone()),
            }
        }
    }

    /// Sends that a match is not shown any more, if it was.
    fn send_gone(&self, handle: &MatchHandle) {
        if lock(&self.shown).hide(handle) {
            self.send(&ServerMessage::Gone { id: handle.id() });
        }
    }

    fn send(&self, message: &ServerMessage) {
        // All sockets may have left.
        let _ = self.updates.send(frame(message));
    }
}

/// Up to `limit` of the newest matches, so that few players who open many do not fill a list.
fn varied<'a>(newest: impl Iterator<Item = &'a MatchHandle>, limit: usize) -> Vec<MatchHandle> {
    let considered = newest.take(limit.saturating_mul(CONSIDERED)).cloned().collect();
    by_variety(considered, limit, MatchHandle::opener)
}

/// The player who opened a match.
fn opener_of(summary: &MatchSummary) -> Option<PlayerId> {
    let free = summary.seat?;
    let player = match free {
        Side::First => &summary.players.second,
        Side::Second => &summary.players.first,
    };
    player.as_ref().map(|player| player.id)
}

/// Up to `limit` of the listed matches, in their order: first one of each player, then the second of each,
/// and so on. A match that no single player opened stands for itself.
fn by_variety<T>(listed: Vec<T>, limit: usize, opener: impl Fn(&T) -> Option<PlayerId>) -> Vec<T> {
    if listed.len() <= limit {
        return listed;
    }
    let mut counts: HashMap<PlayerId, usize> = HashMap::new();
    let mut ranked: Vec<(usize, usize, T)> = listed
        .into_iter()
        .enumerate()
        .map(|(key, item)| {
            let rank = opener(&item).map_or(0, |player| {
                let count = counts.entry(player).or_default();
                *count += 1;
                *count - 1
            });
            (rank, key, item)
        })
        .collect();
    ranked.sort_by_key(|&(rank, key, _)| (rank, key));
    ranked.truncate(limit);
    ranked.sort_by_key(|&(_, key, _)| key);
    ranked.into_iter().map(|(_, _, item)| item).collect()
}

/// Open matches before those being played, and first of all those whose creator is online.
fn in_order(mut matches: Vec<MatchSummary>) -> Vec<MatchSummary> {
    matches.sort_by_key(|summary| {
        let is_there = match summary.seat {
            Some(Side::First) => summary.presence.second,
            Some(Side::Second) => summary.presence.first,
            None => true,
        };
        (summary.state != MatchState::Open, !is_there)
    });
    matches
}

fn frame(message: &ServerMessage) -> Frame {
    let text = serde_json::to_string(message).expect("messages hold nothing JSON cannot say");
    Frame::from(text)
}

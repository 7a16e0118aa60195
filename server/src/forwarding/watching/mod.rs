//! Matches of other nodes that spectators on this node watch.
//!
//! For each such match there is one socket to its holder, whatever the number of spectators. Its events
//! are sent on from here, in order and without a gap: what was missed while the match moved is read in
//! the journal. The spectators' own sockets are served on this node; a line of chat that one of them
//! writes is forwarded as a request of its own. A spectator who is too slow is disconnected here, which
//! concerns no other.
//!
//! Players have a socket to the holder each, and so have those who watch a match with a free seat, which
//! they may take, and those who ask for legal actions.

mod stream;
mod wire;

pub(crate) use wire::{greeting, update};

use super::{Checked, Forwarding, Peer, Unanswered, lock};
use crate::accounts::sockets::Pass;
use crate::live::{Audience, FindError, Outgoing, OutgoingKind, Replayed};
use domain::{Channel, MatchId, PlayerId};
use engine::{BySide, Side};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::{Method, Response, StatusCode};
use protocol::{ClientMessage, Frame};
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Mutex as AsyncMutex, broadcast, watch};
use tokio::time::timeout;
use wire::{Greeting, Update};

/// The most bytes of a match as a whole, and how long they may take.
const MAX_WHOLE: usize = 4 * 1_024 * 1_024;
const WHOLE_TIMEOUT: Duration = Duration::from_secs(1);

/// A match of another node, for the spectators on this one.
#[derive(Debug)]
pub(super) struct WatchedMatch {
    id: MatchId,
    state: Mutex<State>,
    readers: watch::Sender<Readers>,
    phase: watch::Sender<Phase>,
    /// The last answer of the holder with the match as a whole, and the number of the request.
    whole: AsyncMutex<(u64, Option<Whole>)>,
    /// The number of such requests so far.
    asked: AtomicU64,
}

/// The match as far as its events have come.
#[derive(Debug)]
struct State {
    /// None when the match cannot be watched any more.
    audience: Option<Audience>,
    seq: u32,
    is_journaled: bool,
    seats: BySide<Option<PlayerId>>,
    holder: Peer,
}

/// The connections that need the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Readers {
    /// Those that have asked for it.
    all: usize,
    /// Those of them that the holder counts as spectators.
    spectators: u32,
}

/// The state of the socket to the holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Opening,
    Open,
    /// The holder does not answer.
    Silent,
    /// There is nothing to watch.
    Over,
}

/// The match as a whole, as spectators are shown it.
#[derive(Debug, Clone)]
pub(crate) struct Whole {
    /// The number of the last event in it.
    pub(crate) seq: u32,
    /// The message of a snapshot.
    pub(crate) frame: Frame,
}

/// The beginning of a spectator's connection.
#[derive(Debug)]
pub(crate) struct Beginning {
    /// The last event so far; `events` continues after it.
    pub(crate) seq: u32,
    /// The events from now on.
    pub(crate) events: broadcast::Receiver<Outgoing>,
    /// The match as a whole, unless the events since the number asked for are in the journal.
    pub(crate) whole: Option<Whole>,
}

/// The holder's answer to a command of a spectator.
#[derive(Debug)]
pub(crate) enum Commanded {
    /// The message for the spectator.
    Answered(Frame),
    /// Nothing was done, as far as is known.
    Busy,
    /// Its result is unknown; the same command may be sent again.
    Lost,
}

/// The way in which a client's socket of a match of another node is served.
#[derive(Debug)]
pub(crate) enum Way {
    /// On this node.
    Watching(Watching),
    /// By a socket of its own to the holder.
    Own,
    /// The holder does not answer.
    Silent,
}

/// A spectator's share of a match of another node, which is watched as long as there is one.
#[derive(Debug, Clone)]
pub(crate) struct Watching(Arc<Reader>);

#[derive(Debug)]
struct Reader {
    forwarding: Arc<Forwarding>,
    watched: Arc<WatchedMatch>,
    player: PlayerId,
    pass: Pass,
    client: IpAddr,
    /// True once the spectator is counted.
    is_counted: AtomicBool,
}

impl Forwarding {
    /// The way to serve a client's socket of a match that `peer` holds.
    pub(crate) async fn way(self: &Arc<Self>, id: MatchId, peer: &Peer, request: &Checked) -> Way {
        let query = request.uri.query().unwrap_or_default();
        if query.split('&').any(|parameter| parameter.starts_with("legal")) {
            return Way::Own;
        }
        // A player who has had the seat for longer than a second needs no more looks.
        if self.store.is_seated_elsewhere(request.player, id).await.unwrap_or(false) {
            return Way::Own;
        }
        let reader = self.reader(id, peer, request);
        let phase = {
            let mut phases = reader.watched.phase.subscribe();
            let decided = phases.wait_for(|&phase| phase != Phase::Opening).await;
            decided.map_or(Phase::Silent, |phase| *phase)
        };
        match phase {
            Phase::Open if reader.watched.is_for(request.player) => {
                Way::Watching(Watching(Arc::new(reader)))
            }
            Phase::Silent => Way::Silent,
            Phase::Opening | Phase::Open | Phase::Over => Way::Own,
        }
    }

    fn reader(self: &Arc<Self>, id: MatchId, peer: &Peer, request: &Checked) -> Reader {
        let mut matches = lock(&self.watched);
        let watched = match matches.entry(id) {
            Entry::Occupied(watched) => Arc::clone(watched.get()),
            Entry::Vacant(place) => {
                let watched = Arc::clone(place.insert(Arc::new(WatchedMatch::new(id, peer))));
                let (this, next) = (Arc::clone(self), Arc::clone(&watched));
                self.tasks.spawn(async move { this.watch_match(&next).await });
                watched
            }
        };
        watched.readers.send_modify(|readers| readers.all += 1);
        let Checked { player, pass, client, .. } = *request;
        let (forwarding, is_counted) = (Arc::clone(self), AtomicBool::new(false));
        Reader { forwarding, watched, player, pass, client, is_counted }
    }

    /// Forgets a match without spectators; false if it has some.
    fn forget(&self, watched: &WatchedMatch) -> bool {
        let mut matches = lock(&self.watched);
        let is_unread = watched.readers.borrow().all == 0;
        if is_unread {
            matches.remove(&watched.id);
        }
        is_unread
    }

    /// Ends the sockets of a match's spectators; the next spectator opens the match again.
    fn give_up(&self, watched: &WatchedMatch, phase: Phase) {
        lock(&self.watched).remove(&watched.id);
        lock(&watched.state).audience = None;
        watched.phase.send_replace(phase);
    }
}

impl WatchedMatch {
    fn new(id: MatchId, holder: &Peer) -> Self {
        let state = State {
            audience: Some(Audience::default()),
            seq: 0,
            is_journaled: true,
            seats: BySide::default(),
            holder: holder.clone(),
        };
        Self {
            id,
            state: Mutex::new(state),
            readers: watch::Sender::new(Readers::default()),
            phase: watch::Sender::new(Phase::Opening),
            whole: AsyncMutex::default(),
            asked: AtomicU64::new(0),
        }
    }

    /// True for a player without a seat who cannot take one.
    fn is_for(&self, player: PlayerId) -> bool {
        let seats = lock(&self.state).seats;
        Side::ALL.into_iter().all(|side| seats[side].is_some_and(|seated| seated != player))
    }

    fn begin(&self, greeting: Greeting) {
        let mut state = lock(&self.state);
        state.seq = greeting.seq;
        state.is_journaled = greeting.is_journaled;
        state.seats = greeting.seats;
    }

    fn take(&self, update: Update) {
        let mut state = lock(&self.state);
        let Update { event, leaves } = update;
        match event.kind {
            OutgoingKind::Ended => state.is_journaled = false,
            OutgoingKind::Joined(player) => {
                let free = Side::ALL.into_iter().find(|&side| state.seats[side].is_none());
                if let Some(free) = free {
                    state.seats[free] = Some(player);
                }
            }
            OutgoingKind::Event | OutgoingKind::Left(..) | OutgoingKind::Whole => {}
        }
        if let Some(side) = leaves {
            state.seats[side] = None;
        }
        state.send(&event);
    }

    fn has_unsent(&self) -> bool {
        lock(&self.state).audience.as_ref().is_some_and(Audience::has_unsent)
    }

    fn send_to_row(&self) {
        if let Some(audience) = &mut lock(&self.state).audience {
            audience.send_to_row();
        }
    }
}

impl State {
    fn send(&mut self, event: &Outgoing) {
        self.seq = event.seq;
        if let Some(audience) = &mut self.audience {
            audience.send_later(event);
        }
    }
}

impl Watching {
    /// Counts the spectator, who has the events up to a number, if any, and starts the events; none if
    /// the match cannot be watched any more.
    pub(crate) async fn connect(&self, since: Option<u32>) -> Option<Beginning> {
        let watched = &self.0.watched;
        if !self.0.is_counted.swap(true, Ordering::Relaxed) {
            watched.readers.send_modify(|readers| readers.spectators += 1);
        }
        let (seq, is_journaled, events) = {
            let mut state = lock(&watched.state);
            let events = state.audience.as_mut()?.spectator();
            (state.seq, state.is_journaled, events)
        };
        if is_journaled && since.is_some_and(|since| since <= seq) {
            return Some(Beginning { seq, events, whole: None });
        }
        // It is as of the events that have come, or of later ones, which come again and are known.
        let whole = self.whole().await.filter(|whole| whole.seq >= seq)?;
        Some(Beginning { seq: whole.seq, events, whole: Some(whole) })
    }

    /// The match as a whole. All who ask while the holder is being asked get the next answer together.
    pub(crate) async fn whole(&self) -> Option<Whole> {
        let Reader { watched, forwarding, .. } = &*self.0;
        let asked = watched.asked.load(Ordering::Acquire);
        let mut last = watched.whole.lock().await;
        let (number, whole) = &*last;
        if *number > asked {
            return whole.clone();
        }
        let number = watched.asked.fetch_add(1, Ordering::AcqRel) + 1;
        let holder = lock(&watched.state).holder.clone();
        let whole = forwarding.whole(&holder, watched.id).await;
        *last = (number, whole.clone());
        whole
    }

    /// As [`MatchHandle::events_since`](crate::live::MatchHandle::events_since), for a spectator.
    ///
    /// # Errors
    ///
    /// [`FindError`].
    pub(crate) async fn events_since(
        &self,
        since: u32,
        limit: u32,
    ) -> Result<Vec<Replayed>, FindError> {
        let Reader { watched, forwarding, .. } = &*self.0;
        let channel = Some(Channel::Spectators);
        forwarding.registry.events_since(watched.id, since, limit, channel).await
    }

    /// Has the holder do a command of the spectator.
    pub(crate) async fn command(&self, message: &ClientMessage) -> Commanded {
        let Reader { watched, forwarding, player, pass, client, .. } = &*self.0;
        let (Ok(uri), Ok(body)) = (commands_of(watched.id).parse(), serde_json::to_vec(message))
        else {
            return Commanded::Busy;
        };
        let request = Checked {
            method: Method::POST,
            uri,
            headers: hyper::HeaderMap::new(),
            body: body.into(),
            player: *player,
            pass: *pass,
            client: *client,
        };
        let holder = lock(&watched.state).holder.clone();
        match forwarding.send(&holder, &request).await {
            Ok(answer) if answer.status() == StatusCode::OK => {
                text_of(answer).await.map_or(Commanded::Lost, Commanded::Answered)
            }
            Ok(answer) if answer.status() == StatusCode::SERVICE_UNAVAILABLE => Commanded::Busy,
            Ok(_) | Err(Unanswered::NotSent(_) | Unanswered::Silent) => Commanded::Lost,
        }
    }
}

impl Forwarding {
    async fn whole(&self, holder: &Peer, id: MatchId) -> Option<Whole> {
        #[derive(serde::Deserialize)]
        struct Numbered {
            seq: u32,
        }
        let request = Checked::own(Method::GET, format!("/api/matches/{id}").parse().ok()?);
        let answer = self.send(holder, &request).await.ok()?;
        if answer.status() != StatusCode::OK {
            return None;
        }
        let frame = text_of(answer).await?;
        let Numbered { seq } = serde_json::from_str(frame.as_str()).ok()?;
        Some(Whole { seq, frame })
    }
}

/// The path by which a node subscribes for its spectators of a match.
fn audience_of(id: MatchId) -> String {
    format!("/internal/matches/{id}/audience")
}

/// The path by which a node sends the commands of its spectators of a match.
fn commands_of(id: MatchId) -> String {
    format!("/internal/matches/{id}/commands")
}

async fn text_of(answer: Response<Incoming>) -> Option<Frame> {
    let body = Limited::new(answer.into_body(), MAX_WHOLE).collect();
    let body = timeout(WHOLE_TIMEOUT, body).await.ok()?.ok()?.to_bytes();
    String::from_utf8(body.into()).ok().map(Frame::from)
}

impl Drop for Reader {
    fn drop(&mut self) {
        let is_counted = self.is_counted.load(Ordering::Relaxed);
        self.watched.readers.send_modify(|readers| {
            readers.all = readers.all.saturating_sub(1);
            readers.spectators = readers.spectators.saturating_sub(u32::from(is_counted));
        });
    }
}

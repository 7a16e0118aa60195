//! `MatchHandle`: the only way to reach a running match from outside its task.
//!
//! A handle sends requests into the task's bounded queue and awaits the answers. A command that
//! finds the queue full is refused at once as busy; other requests (snapshots, connections) wait
//! for room in a smaller share of the queue, so that spectators cannot keep a player's command out.
//! When the task has ended, every request fails with `Unreachable`, and the caller looks the match
//! up again in the registry, which restores it.
//!
//! A handle also carries what lists and the lobby need without asking the task: the id, the game,
//! the time of creation, and whether a change is waiting to be listed.

use super::context::Context;
use super::inbox::{Inbox, Requests, inbox};
use crate::store::{Frame, SharedStore};
use crate::wire::{Room, Snapshot};
use domain::{
    Command, CommandId, CreditCause, JoinRefusal, MatchId, MatchOrder, Moment, Player, PlayerId,
    Refusal, RoomState,
};
use engine::Side;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use tokio::sync::{broadcast, oneshot};
use tokio::time::Instant;

/// How many requests may wait for a match. Further commands are refused as busy; every other
/// request waits outside while half as many are queued, so that strangers keep no player out.
const INBOX: usize = 32;

/// An event on its way to every reader of a match.
#[derive(Debug, Clone)]
pub struct Outgoing {
    /// The event's number.
    pub seq: u32,
    /// The event as it is sent.
    pub frame: Frame,
    /// The same with what is legal after it, for those who asked for that; boxed, since few do.
    pub with_legal: Option<Arc<Frame>>,
    /// Whether a seat was taken: a watching connection of the player who took it becomes a
    /// player's.
    pub joined: bool,
}

/// The answer of a match's task to a command.
#[derive(Debug)]
pub(super) enum Reply {
    /// It was done: its event is on disk.
    Done {
        /// The number of its event.
        seq: u32,
    },
    /// It was done before, and is not done again.
    DoneBefore {
        /// The number of its event.
        seq: u32,
    },
    /// It was refused, as the match stands. A command that was done long ago may be refused
    /// so; the store remembers those.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The last event so far.
        seq: u32,
    },
    /// It was done long ago: only the store still has its event.
    Known,
    /// The store is away; nothing changed.
    Busy {
        /// The last event so far.
        seq: u32,
    },
}

/// What a new connection begins with.
#[derive(Debug)]
pub struct Connected {
    /// The seat of the player who connected; `None` for a spectator.
    pub seat: Option<Side>,
    /// The last event so far; `events` continues after it.
    pub seq: u32,
    /// What happens from now on; it ends when the match's task does.
    pub events: broadcast::Receiver<Outgoing>,
    /// The match as a whole, unless the events since the number asked for are in the journal.
    pub snapshot: Option<Box<Snapshot>>,
    /// What is legal now, if that was asked for.
    pub legal: Option<Legal>,
}

/// What is legal when a connection begins.
#[derive(Debug)]
pub struct Legal {
    /// The actions, sorted as text.
    pub actions: Vec<String>,
    /// While this is held, events bring what is legal after them.
    pub reader: Arc<()>,
}

/// What somebody wants to know of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// How it stands.
    #[default]
    Plain,
    /// Also what is legal.
    Legal,
}

/// What can be asked of a match.
#[derive(Debug)]
pub(super) enum Request {
    Command {
        who: Arc<Player>,
        id: CommandId,
        command: Command,
        /// When it was received.
        came: Instant,
        reply: oneshot::Sender<Reply>,
    },
    Join {
        who: Arc<Player>,
        reply: oneshot::Sender<Result<Side, JoinError>>,
    },
    Connect {
        who: Arc<Player>,
        since: Option<u32>,
        detail: Detail,
        reply: oneshot::Sender<Connected>,
    },
    /// A connection that came as a watcher asks whether it has a seat by now.
    Reseat {
        who: Arc<Player>,
        reply: oneshot::Sender<Option<(Side, broadcast::Receiver<Outgoing>)>>,
    },
    Disconnect {
        seat: Option<Side>,
    },
    Rename {
        who: Arc<Player>,
    },
    Snapshot {
        detail: Detail,
        reply: oneshot::Sender<Box<Snapshot>>,
    },
    Room {
        reply: oneshot::Sender<Box<Room>>,
    },
    Order {
        order: MatchOrder,
        reply: oneshot::Sender<bool>,
    },
    IsOver {
        reply: oneshot::Sender<bool>,
    },
    /// What somebody with a seat has planned.
    Plan {
        who: PlayerId,
        reply: oneshot::Sender<Option<Planned>>,
    },
    /// To do what is due, as after somebody's vacation has begun or ended.
    Settle {
        of: Option<PlayerId>,
        reply: oneshot::Sender<()>,
    },
    Credit {
        since: Moment,
        cause: CreditCause,
    },
    Stop,
    #[cfg(any(test, feature = "faults"))]
    Fail,
}

/// What a side has planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// How many actions have been played before the lines begin.
    pub ply: u32,
    /// The lines.
    pub lines: Vec<Vec<String>>,
    /// The plies at which plans of this side have acted.
    pub fired: Vec<u32>,
}

/// A seat could not be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// The match refused it.
    #[error(transparent)]
    Refused(#[from] JoinRefusal),
    /// The store is away, or the match is stopping.
    #[error("the match is busy")]
    Busy,
}

/// The match's queue is full, or its task has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the match is busy")]
pub struct Unreachable;

/// A match as others hold it; cloning shares it.
#[derive(Debug, Clone)]
pub struct MatchHandle(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: MatchId,
    inbox: Inbox<Box<Request>>,
    context: Arc<Context>,
    game: &'static str,
    created_at: Moment,
    /// Whether the lobby was notified of a change and has not looked yet.
    changed: AtomicBool,
    /// How far the match had come when the lobby was last notified: its place in [`RoomState::ALL`] plus 1.
    listed: AtomicU8,
}

impl MatchHandle {
    pub(super) fn new(
        id: MatchId,
        game: &'static str,
        created_at: Moment,
        context: Arc<Context>,
    ) -> (Self, Requests<Box<Request>>) {
        let (inbox, requests) = inbox(INBOX);
        let (changed, listed) = (AtomicBool::new(false), AtomicU8::new(0));
        (Self(Arc::new(Inner { id, inbox, context, game, created_at, changed, listed })), requests)
    }

    /// The match's id.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.0.id
    }

    pub(super) fn store(&self) -> &SharedStore {
        &self.0.context.store
    }

    pub(super) fn game(&self) -> &'static str {
        self.0.game
    }

    /// Its place in the lists, which are sorted by the time of creation.
    pub(super) fn place(&self) -> (Moment, MatchId) {
        (self.0.created_at, self.0.id)
    }

    /// Sends a command to the task; the answer arrives when the command's event is on disk.
    ///
    /// The task remembers only the latest commands; [`command`](Self::command) also asks the
    /// store about older ones.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if too much waits already.
    pub(super) fn ask(
        &self,
        who: Arc<Player>,
        id: CommandId,
        command: Command,
    ) -> Result<oneshot::Receiver<Reply>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        let came = Instant::now();
        self.try_send(Request::Command { who, id, command, came, reply })?;
        Ok(answer)
    }

    /// Takes the free seat for `who`.
    ///
    /// # Errors
    ///
    /// [`JoinError`].
    pub async fn join(&self, who: Arc<Player>) -> Result<Side, JoinError> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Join { who, reply }).await.map_err(|_| JoinError::Busy)?;
        answer.await.unwrap_or(Err(JoinError::Busy))
    }

    /// Counts a new connection and starts its events.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn connect(
        &self,
        who: Arc<Player>,
        since: Option<u32>,
    ) -> Result<Connected, Unreachable> {
        self.connect_for(who, since, Detail::Plain).await
    }

    /// The same, with what the connection wants to know.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn connect_for(
        &self,
        who: Arc<Player>,
        since: Option<u32>,
        detail: Detail,
    ) -> Result<Connected, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Connect { who, since, detail, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// The seat that a connection which came as a watcher has by now, and what happens from now
    /// on; it is then counted as a player's, and sent to before the watchers.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn reseat(
        &self,
        who: Arc<Player>,
    ) -> Result<Option<(Side, broadcast::Receiver<Outgoing>)>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Reseat { who, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Reports that a connection of `seat` has closed.
    pub async fn disconnect(&self, seat: Option<Side>) {
        // A match that has ended counts no connections.
        let _ = self.send(Request::Disconnect { seat }).await;
    }

    /// Changes the name that a player is shown by.
    pub(super) async fn rename(&self, who: Arc<Player>) {
        // A match that has ended keeps the name that was shown.
        let _ = self.send(Request::Rename { who }).await;
    }

    /// The match as a whole.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn snapshot(&self) -> Result<Box<Snapshot>, Unreachable> {
        self.detailed(Detail::Plain).await
    }

    /// The match as a whole, with what was asked for.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn detailed(&self, detail: Detail) -> Result<Box<Snapshot>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Snapshot { detail, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// The match as the lists show it.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn room(&self) -> Result<Box<Room>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Room { reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Carries out an operator's order; false if it does not apply to the match as it stands.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended, or the store is away.
    pub async fn order(&self, order: MatchOrder) -> Result<bool, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Order { order, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Whether the match is over, once the requests queued before this one are done.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn is_over(&self) -> Result<bool, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::IsOver { reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// What somebody has planned; `None` if they have no seat.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn plan(&self, who: PlayerId) -> Result<Option<Planned>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Plan { who, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Lets the match do what is due, as after somebody's vacation has begun or ended; returns when it
    /// is done, or when the match has ended.
    pub(super) async fn settle(&self, of: Option<PlayerId>) {
        let (reply, answer) = oneshot::channel();
        if self.send(Request::Settle { of, reply }).await.is_ok() {
            // A task that has ended looks when it begins again.
            let _ = answer.await;
        }
    }

    /// Credits the time since a moment to the side whose clock runs.
    pub(super) async fn credit(&self, since: Moment, cause: CreditCause) {
        // A match that has ended needs no credit.
        let _ = self.send(Request::Credit { since, cause }).await;
    }

    /// Asks the task to end once the requests queued before this one are done.
    pub(super) async fn stop(&self) {
        // It may have ended by itself.
        let _ = self.0.inbox.send_reserved(Box::new(Request::Stop)).await;
    }

    /// Lets the match's task panic, to see that nothing else does.
    #[cfg(any(test, feature = "faults"))]
    pub fn fail(&self) {
        // A task that has ended cannot fail any more.
        let _ = self.try_send(Request::Fail);
    }

    /// Whether the match's task has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.0.inbox.is_closed()
    }

    /// Whether nothing waits for the match.
    pub(super) fn is_idle(&self) -> bool {
        self.0.inbox.is_empty()
    }

    /// Marks the match as changed for the lobby; true if it was not marked already.
    pub(super) fn mark_changed(&self) -> bool {
        !self.0.changed.swap(true, Ordering::Relaxed)
    }

    /// Clears the mark, right before the lobby looks at the match.
    pub(super) fn clear_changed(&self) {
        self.0.changed.store(false, Ordering::Relaxed);
    }

    /// Records the state of the match as listed; true if it differs from what was recorded.
    pub(super) fn list(&self, state: RoomState) -> bool {
        let place = RoomState::ALL.iter().position(|&known| known == state).unwrap_or(0);
        let place = u8::try_from(place + 1).unwrap_or(0);
        self.0.listed.swap(place, Ordering::Relaxed) != place
    }

    /// The state that was last recorded by [`list`](Self::list).
    pub(super) fn listed(&self) -> Option<RoomState> {
        let place = usize::from(self.0.listed.load(Ordering::Relaxed));
        RoomState::ALL.get(place.checked_sub(1)?).copied()
    }

    fn try_send(&self, request: Request) -> Result<(), Unreachable> {
        self.0.inbox.try_send(Box::new(request)).map_err(|_| Unreachable)
    }

    async fn send(&self, request: Request) -> Result<(), Unreachable> {
        if self.0.inbox.send(Box::new(request)).await { Ok(()) } else { Err(Unreachable) }
    }
}

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

use super::connected::{Connected, Detail, Reseated, Watched};
use super::context::Context;
use super::inbox::{Inbox, Requests, inbox};
use super::listed_state::ListedState;
use super::planned::Planned;
use super::seats::JoinError;
use domain::{
    Caller, ChatLine, Command, CommandId, CreditCause, Match, MatchId, MatchOrder, MatchState,
    Moment, Player, PlayerId, Refusal,
};
use engine::Side;
use protocol::{MatchSummary, Snapshot};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::Database;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// How many requests may wait for a match. Further commands are refused as busy; every other
/// request waits outside while half as many are queued, so that strangers keep no player out.
const INBOX: usize = 32;

/// The answer of a match's task to a command.
#[derive(Debug)]
pub(crate) enum Reply {
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

/// The requests to a match.
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
        /// The origin of the player, if that counts.
        caller: Option<Caller>,
        reply: oneshot::Sender<Result<Side, JoinError>>,
    },
    Connect {
        who: Arc<Player>,
        since: Option<u32>,
        detail: Detail,
        reply: oneshot::Sender<Connected>,
    },
    /// A connection that came as a spectator asks whether it has a seat by now.
    Reseat {
        who: Arc<Player>,
        reply: oneshot::Sender<Option<Reseated>>,
    },
    /// Another node subscribes for its spectators.
    Watch {
        reply: oneshot::Sender<Watched>,
    },
    /// The number of the spectators of another node has changed.
    Recount {
        before: u32,
        after: u32,
    },
    Disconnect {
        seat: Option<Side>,
        /// How many opponents had left the match when the connection got its seat.
        leaves: u32,
    },
    Rename {
        who: Arc<Player>,
    },
    /// The chat lines of a player that the match remembers.
    Lines {
        who: PlayerId,
        reply: oneshot::Sender<Vec<ChatLine>>,
    },
    /// To take a deleted player out of the match.
    Erase {
        who: PlayerId,
        reply: oneshot::Sender<()>,
    },
    Snapshot {
        detail: Detail,
        /// The reader, whose seat decides which chat lines are in it; without one none are until the
        /// match is over.
        reader: Option<PlayerId>,
        reply: oneshot::Sender<Box<Snapshot>>,
    },
    Summary {
        reply: oneshot::Sender<Box<MatchSummary>>,
    },
    Seat {
        who: PlayerId,
        reply: oneshot::Sender<Option<Side>>,
    },
    Order {
        order: MatchOrder,
        reply: oneshot::Sender<bool>,
    },
    IsOver {
        reply: oneshot::Sender<bool>,
    },
    /// The conditional moves of a player.
    Plan {
        who: PlayerId,
        reply: oneshot::Sender<Option<Planned>>,
    },
    /// To do due work, as after a player's vacation has begun or ended.
    Settle {
        of: Option<PlayerId>,
        reply: oneshot::Sender<()>,
    },
    Credit {
        since: Moment,
        cause: CreditCause,
    },
    Stop,
    /// Ends the task, and forgets the match in the lists of this server: another one gets it. The answer
    /// is how many connections there were.
    HandOver {
        ended: oneshot::Sender<usize>,
    },
    #[cfg(any(test, feature = "faults"))]
    Fail,
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
    /// The player who opened the match, if it is open to any player.
    opener: Option<PlayerId>,
    /// Whether the lobby was notified of a change and has not looked yet.
    changed: AtomicBool,
    /// The state of the match when the lobby was last notified.
    listed: ListedState,
}

impl MatchHandle {
    pub(super) fn new(state: &Match, context: Arc<Context>) -> (Self, Requests<Box<Request>>) {
        let (id, game, created_at) = (state.id(), state.game_id(), state.created_at());
        let opener = state.opener().map(|player| player.id);
        let (inbox, requests) = inbox(INBOX);
        let (changed, listed) = (AtomicBool::new(false), ListedState::default());
        let inner = Inner { id, inbox, context, game, created_at, opener, changed, listed };
        (Self(Arc::new(inner)), requests)
    }

    /// The match's id.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.0.id
    }

    pub(super) fn store(&self) -> &Database {
        &self.0.context.store
    }

    pub(crate) fn game(&self) -> &'static str {
        self.0.game
    }

    /// The player who opened the match, if it is open to any player.
    pub(crate) fn opener(&self) -> Option<PlayerId> {
        self.0.opener
    }

    /// Its key in the lists, which are sorted by the time of creation.
    pub(crate) fn key(&self) -> (Moment, MatchId) {
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
    pub(crate) fn ask(
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
        self.join_from(who, None).await
    }

    /// The same for a player who comes from a place that counts.
    ///
    /// # Errors
    ///
    /// [`JoinError`].
    pub async fn join_from(
        &self,
        who: Arc<Player>,
        caller: Option<Caller>,
    ) -> Result<Side, JoinError> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Join { who, caller, reply }).await.map_err(|_| JoinError::Busy)?;
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

    /// The same, with the detail that the connection wants.
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

    /// The seat that a connection which came as a spectator has by now, and what happens from now
    /// on; it is then counted as a player's, and sent to before the spectators.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn reseat(&self, who: Arc<Player>) -> Result<Option<Reseated>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Reseat { who, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Reports that a connection of `seat` has closed, which got it after so many opponents had left
    /// the match.
    pub async fn disconnect(&self, seat: Option<Side>, leaves: u32) {
        // A match that has ended counts no connections.
        let _ = self.send(Request::Disconnect { seat, leaves }).await;
    }

    /// Changes the name that a player is shown by.
    pub(super) async fn rename(&self, who: Arc<Player>) {
        // A match that has ended keeps the name that was shown.
        let _ = self.send(Request::Rename { who }).await;
    }

    /// The match as a whole, without chat until it is over.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn snapshot(&self) -> Result<Box<Snapshot>, Unreachable> {
        self.detailed(Detail::Plain, None).await
    }

    /// The match as a whole as a reader is shown it, with the details that were asked for.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn detailed(
        &self,
        detail: Detail,
        reader: Option<PlayerId>,
    ) -> Result<Box<Snapshot>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Snapshot { detail, reader, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// The chat lines of a player that the match remembers.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub(super) async fn lines_of(&self, who: PlayerId) -> Result<Vec<ChatLine>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Lines { who, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Takes a deleted player out of the match: their name and their chat lines.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended, or the store is away.
    pub(super) async fn erase(&self, who: PlayerId) -> Result<(), Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Erase { who, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// The seat of a player.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn seat_of(&self, who: PlayerId) -> Result<Option<Side>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Seat { who, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// The match as the lists show it.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn summary(&self) -> Result<Box<MatchSummary>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Summary { reply }).await?;
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

    /// The conditional moves of a player; `None` if they have no seat.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub async fn plan(&self, who: PlayerId) -> Result<Option<Planned>, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Plan { who, reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Lets the match do due work, as after a player's vacation has begun or ended; returns when it
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

    /// Asks the task to end, like [`stop`](Self::stop), because another server gets the match; returns
    /// how many connections it had, when it has ended.
    pub(super) async fn hand_over(&self) -> usize {
        let (ended, connections) = oneshot::channel();
        if !self.0.inbox.send_reserved(Box::new(Request::HandOver { ended })).await {
            return 0;
        }
        // Without an answer it had ended before.
        connections.await.unwrap_or(0)
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
    pub(crate) fn clear_changed(&self) {
        self.0.changed.store(false, Ordering::Relaxed);
    }

    /// Records the state of the match as listed; true if it differs from the recorded one.
    pub(super) fn list(&self, state: MatchState) -> bool {
        self.0.listed.set(state)
    }

    /// The state that was last recorded by [`list`](Self::list).
    pub(crate) fn listed(&self) -> Option<MatchState> {
        self.0.listed.get()
    }

    fn try_send(&self, request: Request) -> Result<(), Unreachable> {
        self.0.inbox.try_send(Box::new(request)).map_err(|_| Unreachable)
    }

    pub(super) async fn send(&self, request: Request) -> Result<(), Unreachable> {
        if self.0.inbox.send(Box::new(request)).await { Ok(()) } else { Err(Unreachable) }
    }
}

//! One analysis tree that several people share: it decides their commands, writes the changes, and
//! sends them to every reader.
//!
//! As with matches, a change is stored before any client sees it. If another server changed the tree
//! first, the write conflicts; then the tree is read again and the command is decided once more.
//! After a write with an unknown outcome the state in memory is dropped and read again by the next
//! caller. Cursors and drawings of readers are sent but not stored. Readers and waiting
//! frames are bounded.

use super::command::{Command, Refusal};
use super::tree::Tree;
use crate::time::TimeSource;
use domain::{CommandId, FinishedGame, MatchId, Player, PlayerId, TreeChange};
use engine::{AnyGame, Side};
use protocol::{AnalysisMessage, ChangeFrame, Frame, Shapes, TreeView};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use store::{Database, Event, StoreError, codec};
use tokio::sync::{Mutex, MutexGuard, Semaphore, broadcast};
use uuid::Uuid;

/// How many frames may wait for a slow reader before it is disconnected.
const BACKLOG: usize = 256;

/// The most connections to one tree.
const MAX_READERS: u32 = 64;

/// A frame on its way to every reader.
#[derive(Debug, Clone)]
pub struct Outgoing {
    /// The change's number, or 0 for a frame that is not stored.
    pub seq: u32,
    /// The text.
    pub frame: Frame,
}

/// The first message of a new connection.
#[derive(Debug)]
pub struct Connected {
    /// The seat it had in the game.
    pub seat: Option<Side>,
    /// The last change so far.
    pub seq: u32,
    /// The whole tree, unless `since` spared it.
    pub tree: Option<Box<TreeView>>,
    /// The events from now on.
    pub updates: broadcast::Receiver<Outgoing>,
}

/// The outcome of a command.
#[derive(Debug)]
pub enum Reply {
    /// It is written, or there was nothing to write.
    Done(u32),
    /// It was refused.
    Refused(Refusal, u32),
    /// The store is away.
    Busy(u32),
}

/// The state of a tree in memory, and how far its readers have been sent it.
#[derive(Debug, Default)]
struct Known {
    /// `None` when it has to be read again.
    state: Option<State>,
    /// The last change that readers here were sent; `None` while there has been no reader.
    sent: Option<u32>,
}

/// A tree as read from the store, valid until a write conflicts or fails.
#[derive(Debug)]
struct State {
    tree: Tree,
    /// The changes that commands began with.
    commands: HashMap<Arc<str>, u32>,
}

/// The tree of one stored game, held by its connections.
#[derive(Debug)]
pub struct Shared {
    game: FinishedGame,
    start: AnyGame,
    store: Database,
    time: TimeSource,
    /// Lets one tree write at a time, so that matches wait for at most one of them.
    writing: Arc<Semaphore>,
    known: Mutex<Known>,
    updates: broadcast::Sender<Outgoing>,
    readers: AtomicU32,
    /// Held while it is decided where its readers meet.
    meeting: Mutex<()>,
}

impl Shared {
    pub(super) fn new(
        game: FinishedGame,
        start: AnyGame,
        store: Database,
        time: TimeSource,
        writing: Arc<Semaphore>,
    ) -> Self {
        let (updates, _) = broadcast::channel(BACKLOG);
        let (known, readers) = (Mutex::default(), AtomicU32::new(0));
        let meeting = Mutex::default();
        Self { game, start, store, time, writing, known, updates, readers, meeting }
    }

    /// The game.
    #[must_use]
    pub const fn id(&self) -> MatchId {
        self.game.summary.id
    }

    fn seat(&self, who: &Player) -> Option<Side> {
        let sits = |side: &Side| {
            self.game.summary.players[*side].as_ref().is_some_and(|player| player.id == who.id)
        };
        Side::ALL.into_iter().find(sits)
    }

    /// Keeps others from deciding where the readers meet.
    pub(super) async fn meeting(&self) -> MutexGuard<'_, ()> {
        self.meeting.lock().await
    }

    /// Counts a new reader; `None` if there are too many.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Reader> {
        let more = |count: u32| (count < MAX_READERS).then_some(count + 1);
        self.readers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        self.send_readers();
        Some(Reader(Arc::clone(self)))
    }

    fn send_readers(&self) {
        self.send(&AnalysisMessage::Readers { count: self.count() });
    }

    /// The number of readers.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.readers.load(Ordering::Relaxed)
    }

    /// The tree as it is.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if it cannot be read.
    pub async fn view(&self) -> Result<TreeView, StoreError> {
        let mut known = self.known.lock().await;
        Ok(self.state(&mut known).await?.tree.view())
    }

    /// The first message of a connection of `who`. With `since`, the number of the last change it has,
    /// the tree itself is left out.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if it cannot be read.
    pub async fn connect(&self, who: &Player, since: Option<u32>) -> Result<Connected, StoreError> {
        let mut known = self.known.lock().await;
        let tree = &self.state(&mut known).await?.tree;
        let seq = tree.seq();
        let resumes = since.is_some_and(|since| since <= seq);
        let tree = (!resumes).then(|| Box::new(tree.view()));
        // Subscribed under the lock, so that no change falls between the tree and its events.
        Ok(Connected { seat: self.seat(who), seq, tree, updates: self.updates.subscribe() })
    }

    /// The changes after `since`.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if they cannot be read.
    pub async fn changes(&self, since: u32) -> Result<Vec<Outgoing>, StoreError> {
        let events = self.store.changes(self.id(), since).await?;
        events
            .iter()
            .map(|event| Ok(Outgoing { seq: event.seq, frame: frame_of(event)? }))
            .collect()
    }

    /// Carries out a command of `who`, if it is allowed: decides, writes, then broadcasts.
    pub async fn command(&self, who: &Player, id: CommandId, command: &Command) -> Reply {
        self.decided(who, self.seat(who).is_some(), id, command).await
    }

    async fn decided(&self, who: &Player, plays: bool, id: CommandId, command: &Command) -> Reply {
        let mut known = self.known.lock().await;
        match self.attempt(&mut known, (who, plays), id, command).await {
            // Another server has changed the tree: read and broadcast its changes, then try again.
            Err(StoreError::Conflict(_)) => {}
            outcome => return self.reply(&known, outcome),
        }
        let outcome = self.attempt(&mut known, (who, plays), id, command).await;
        self.reply(&known, outcome)
    }

    fn reply(&self, known: &Known, outcome: Result<Reply, StoreError>) -> Reply {
        outcome.unwrap_or_else(|error| {
            tracing::warn!(%error, match.id = %self.id(), "a change was not written");
            Reply::Busy(known.sent.unwrap_or(0))
        })
    }

    /// Tries once; after an error the tree is read again by the next caller.
    async fn attempt(
        &self,
        known: &mut Known,
        (who, plays): (&Player, bool),
        id: CommandId,
        command: &Command,
    ) -> Result<Reply, StoreError> {
        let state = self.state(known).await?;
        let seq = state.tree.seq();
        let key = id.key(who.id);
        if let Some(done) = state.commands.get(&key) {
            return Ok(Reply::Done(*done));
        }
        let changes = match state.tree.decide(who, plays, command, &self.start) {
            Ok(changes) if changes.is_empty() => return Ok(Reply::Done(seq)),
            Ok(changes) => changes,
            Err(refusal) => return Ok(Reply::Refused(refusal, seq)),
        };
        let at = self.time.now();
        let events: Vec<Event> = (seq + 1..)
            .zip(changes)
            .map(|(number, change)| TreeChange { seq: number, at, by: who.clone(), change })
            .map(|change| Event {
                seq: change.seq,
                command: (change.seq == seq + 1).then(|| key.clone()),
                payload: codec::write_change(&change),
            })
            .collect();
        if let Err(error) = self.write(&events).await {
            // Reading again shows whether it was written, for when the command is sent again.
            known.state = None;
            return Err(error);
        }
        for event in &events {
            self.take_in(known, event)?;
        }
        Ok(Reply::Done(seq + 1))
    }

    /// Applies a stored change to the state in memory, and sends it to the readers.
    fn take_in(&self, known: &mut Known, event: &Event) -> Result<(), StoreError> {
        let Known { state: Some(state), sent } = known else { return Ok(()) };
        state.take_in(event)?;
        *sent = Some(event.seq);
        self.send_change(event)
    }

    /// Sends a stored change to the readers.
    fn send_change(&self, event: &Event) -> Result<(), StoreError> {
        // There may be no readers left.
        let _ = self.updates.send(Outgoing { seq: event.seq, frame: frame_of(event)? });
        Ok(())
    }

    /// Applies what other servers have changed meanwhile, and sends it to the readers.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if it cannot be read.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        let mut known = self.known.lock().await;
        let seq = self.state(&mut known).await?.tree.seq();
        for event in self.store.changes(self.id(), seq).await? {
            self.take_in(&mut known, &event)?;
        }
        Ok(())
    }

    /// Reads the tree again if it has something of a deleted player, and sends it to the readers.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if it cannot be read.
    pub(super) async fn erase(&self, player: PlayerId) -> Result<(), StoreError> {
        let mut known = self.known.lock().await;
        if !known.state.as_ref().is_some_and(|state| state.tree.has_author(player)) {
            return Ok(());
        }
        known.state = None;
        let tree = self.state(&mut known).await?.tree.view();
        let (tree, parts) = tree.into_parts();
        self.send(&AnalysisMessage::Tree(Box::new(tree)));
        for notes in parts {
            self.send(&AnalysisMessage::Notes { notes });
        }
        Ok(())
    }

    /// Removes a note by an operator's order; `None` if it cannot be done now, false if there is no
    /// such note.
    pub(crate) async fn remove_note(&self, node: u32, author: PlayerId) -> Option<bool> {
        self.order(&Command::Note(node, String::new(), Some(author))).await
    }

    /// Removes a variation with all that follows by an operator's order; `None` if it cannot be done
    /// now, false if there is no such variation.
    pub(crate) async fn remove_variation(&self, node: u32) -> Option<bool> {
        self.order(&Command::Delete(node)).await
    }

    /// Removes everything that was added to the game by an operator's order, also from the store; `None`
    /// if it cannot be done now.
    pub(crate) async fn clear(&self) -> Option<bool> {
        if !self.order(&Command::Clear).await? {
            return Some(false);
        }
        let known = self.known.lock().await;
        let seq = known.state.as_ref().map(|state| state.tree.cleared())?;
        self.store.drop_changes(self.id(), seq).await.ok()?;
        Some(true)
    }

    async fn order(&self, command: &Command) -> Option<bool> {
        // The name is never shown: a removed note has no author any more.
        let operator = Player::new(PlayerId(Uuid::nil()), "operator", false);
        let id = Uuid::new_v4().simple().to_string().parse().ok()?;
        let before = self.known.lock().await.state.as_ref().map(|state| state.tree.seq());
        match self.decided(&operator, true, id, command).await {
            Reply::Done(seq) => Some(before.is_none_or(|before| seq > before)),
            Reply::Refused(..) => Some(false),
            Reply::Busy(_) => None,
        }
    }

    async fn write(&self, events: &[Event]) -> Result<(), StoreError> {
        let _turn = self.writing.acquire().await.map_err(|_| StoreError::Unavailable)?;
        self.store.add_changes(self.id(), events).await
    }

    /// Shows the others where `who` looks.
    pub async fn look(&self, who: &Player, node: u32) {
        if self.has(node).await {
            self.send(&AnalysisMessage::Looked { player: who.into(), node });
        }
    }

    /// Shows the others what `who` has drawn on the position of a node.
    pub async fn draw(&self, who: &Player, node: u32, shapes: Shapes) {
        if self.has(node).await {
            self.send(&AnalysisMessage::Drawn { player: who.into(), node, shapes });
        }
    }

    async fn has(&self, node: u32) -> bool {
        self.known.lock().await.state.as_ref().is_some_and(|state| state.tree.has(node))
    }

    fn send(&self, message: &AnalysisMessage) {
        let text = serde_json::to_string(message).expect("messages hold nothing JSON cannot say");
        // There may be no readers yet.
        let _ = self.updates.send(Outgoing { seq: 0, frame: Frame::from(text) });
    }

    /// The state in memory, read from the store if necessary. Changes that the readers have not been
    /// sent yet are sent then: those of a write with an unknown outcome, or of another server.
    async fn state<'a>(&self, known: &'a mut Known) -> Result<&'a mut State, StoreError> {
        let state = match known.state.take() {
            Some(state) => state,
            None => {
                let (state, events) = self.read().await?;
                let sent = known.sent.replace(state.tree.seq());
                for event in
                    events.into_iter().filter(|event| sent.is_some_and(|sent| event.seq > sent))
                {
                    self.send_change(&event)?;
                }
                state
            }
        };
        Ok(known.state.insert(state))
    }

    async fn read(&self) -> Result<(State, Vec<Event>), StoreError> {
        let mut state = State { tree: Tree::new(&self.game.moves), commands: HashMap::new() };
        let events = self.store.changes(self.id(), 0).await?;
        for event in &events {
            state.take_in(event)?;
        }
        Ok((state, events))
    }
}

/// The change of a stored text.
fn read(event: &Event) -> Result<TreeChange, StoreError> {
    codec::read_change(&event.payload).map_err(|error| {
        tracing::error!(%error, "a change of a tree cannot be read");
        StoreError::Damaged("a change of a tree")
    })
}

/// A stored change as it is sent.
fn frame_of(event: &Event) -> Result<Frame, StoreError> {
    Ok(Frame::from(ChangeFrame::from(read(event)?).into_text()))
}

impl State {
    fn take_in(&mut self, event: &Event) -> Result<(), StoreError> {
        self.tree.apply(&read(event)?);
        if let Some(command) = &event.command {
            self.commands.insert(Arc::clone(command), event.seq);
        }
        Ok(())
    }
}

/// A reader that is counted while this value lives.
#[derive(Debug)]
pub(crate) struct Reader(Arc<Shared>);

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.readers.fetch_sub(1, Ordering::Relaxed);
        self.0.send_readers();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Analyses, Command};
    use super::*;

    use domain::{EndReason, GameSummary, MatchResult, Moment, PlayerId};
    use engine::Options;
    use tokio::sync::broadcast::Receiver;

    fn game() -> FinishedGame {
        let id = MatchId::fresh();
        let start = AnyGame::new("shogi", None, &Options::none(), None).expect("a known game");
        FinishedGame {
            summary: GameSummary {
                result: Some(MatchResult::Draw),
                reason: EndReason::Agreement,
                started_at: Moment(1),
                ended_at: Moment(2),
                ..GameSummary::of(id, &start)
            },
            moves: Vec::new(),
            times: Vec::new(),
            last_seq: 1,
            commands: Vec::new(),
        }
    }

    fn received(receiver: &mut Receiver<Outgoing>) -> Vec<u32> {
        std::iter::from_fn(|| receiver.try_recv().ok())
            .map(|update| update.seq)
            .filter(|&seq| seq != 0)
            .collect()
    }

    /// Two servers on one store, with readers of the same tree on each.
    #[tokio::test]
    async fn what_another_server_changes_is_told_without_a_gap() {
        let store = Database::in_memory().await;
        let game = game();
        assert_eq!(store.import(std::slice::from_ref(&game)).await, Ok(1));
        let servers = [0, 1].map(|_| Analyses::new(store.clone(), TimeSource::system()));
        let mut trees = Vec::new();
        for server in &servers {
            trees.push(server.open(game.summary.id).await.expect("it is there"));
        }
        let people = [1, 2].map(|number| Player::guest(PlayerId(uuid::Uuid::from_u128(number))));
        let mut heard = Vec::new();
        for (tree, who) in trees.iter().zip(&people) {
            heard.push(tree.connect(who, None).await.expect("it reads").updates);
        }
        let note = |text: &str| Command::Note(0, text.to_owned(), None);
        let id = |number: u32| format!("c{number}").parse().expect("a plain id");
        for number in 1..=3 {
            let reply = trees[0].command(&people[0], id(number), &note(&number.to_string())).await;
            assert!(matches!(reply, Reply::Done(seq) if seq == number), "{reply:?}");
        }
        // The other server has not read these three, and still accepts the command at once.
        let reply = trees[1].command(&people[1], id(1), &note("four")).await;
        assert!(matches!(reply, Reply::Done(4)), "{reply:?}");
        assert_eq!(received(&mut heard[1]), [1, 2, 3, 4]);
        assert_eq!(received(&mut heard[0]), [1, 2, 3]);
        trees[0].catch_up().await.expect("it reads");
        assert_eq!(received(&mut heard[0]), [4]);
        trees[0].catch_up().await.expect("it reads");
        assert_eq!(received(&mut heard[0]), [0; 0]);
        store.close().await;
    }
}

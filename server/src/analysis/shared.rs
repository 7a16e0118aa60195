//! One tree that several people look at: commands in, changes out.

use super::command::{Command, Refusal};
use super::tree::Tree;
use crate::ids::{MatchId, PlayerId};
use crate::matches::MatchHandle;
use crate::store::{Event, FinishedGame, Frame, SharedStore, StoreError};
use crate::time::TimeSource;
use crate::wire::{AnalysisMessage, ChangeFrame, CommandId, Player, Shapes, TreeView};
use engine::{AnyGame, Side};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::{Mutex, Semaphore, broadcast};
use uuid::Uuid;

/// Frames that may wait for a slow reader, beyond which it is closed.
const BACKLOG: usize = 256;

/// The most connections to one tree.
const MOST_READERS: u32 = 64;

/// What readers are told.
#[derive(Debug, Clone)]
pub struct Told {
    /// The change's number, or 0 for what is not kept.
    pub seq: u32,
    /// The text.
    pub frame: Frame,
}

/// What a newcomer begins with.
#[derive(Debug)]
pub struct Connected {
    /// The seat it had in the game.
    pub seat: Option<Side>,
    /// The last change so far.
    pub seq: u32,
    /// The whole tree, unless `since` spared it.
    pub tree: Option<Box<TreeView>>,
    /// What happens from now on.
    pub told: broadcast::Receiver<Told>,
}

/// What became of a command.
#[derive(Debug)]
pub enum Reply {
    /// It is written, or there was nothing to write.
    Done(u32),
    /// It was refused.
    Refused(Refusal, u32),
    /// The store is away.
    Busy(u32),
}

/// What is known of a tree, as long as the store agrees.
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
    store: SharedStore,
    time: TimeSource,
    /// Lets one tree write at a time, so that matches wait for at most one of them.
    writing: Arc<Semaphore>,
    /// Nothing while it has to be read again.
    state: Mutex<Option<State>>,
    told: broadcast::Sender<Told>,
    readers: AtomicU32,
}

impl Shared {
    pub(super) fn new(
        game: FinishedGame,
        start: AnyGame,
        store: SharedStore,
        time: TimeSource,
        writing: Arc<Semaphore>,
    ) -> Self {
        let (told, _) = broadcast::channel(BACKLOG);
        let (state, readers) = (Mutex::default(), AtomicU32::new(0));
        Self { game, start, store, time, writing, state, told, readers }
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

    /// Counts a reader in, if there is room.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Reader> {
        let more = |count: u32| (count < MOST_READERS).then_some(count + 1);
        self.readers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        self.tell_readers();
        Some(Reader(Arc::clone(self)))
    }

    fn tell_readers(&self) {
        self.tell(&AnalysisMessage::Readers { count: self.count() });
    }

    /// How many read.
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
        let mut state = self.state.lock().await;
        Ok(self.known(&mut state).await?.tree.view())
    }

    /// What a connection of `who` begins with; `since` spares the tree as it was then.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if it cannot be read.
    pub async fn connect(&self, who: &Player, since: Option<u32>) -> Result<Connected, StoreError> {
        let mut state = self.state.lock().await;
        let tree = &self.known(&mut state).await?.tree;
        let seq = tree.seq();
        let resumes = since.is_some_and(|since| since <= seq);
        let tree = (!resumes).then(|| Box::new(tree.view()));
        // Under the lock: nothing happens between the tree and what is told after it.
        Ok(Connected { seat: self.seat(who), seq, tree, told: self.told.subscribe() })
    }

    /// The changes after `since`.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if they cannot be read.
    pub async fn changes(&self, since: u32) -> Result<Vec<Event>, StoreError> {
        self.store.changes(self.id(), since).await
    }

    /// Does what `who` asks for, if it may be done: decided, written, then told.
    pub async fn command(&self, who: &Player, id: CommandId, command: &Command) -> Reply {
        self.decided(who, self.seat(who).is_some(), id, command).await
    }

    async fn decided(&self, who: &Player, plays: bool, id: CommandId, command: &Command) -> Reply {
        let mut slot = self.state.lock().await;
        let Ok(state) = self.known(&mut slot).await else { return Reply::Busy(0) };
        let seq = state.tree.seq();
        let key = MatchHandle::command_key(who.id, id);
        if let Some(done) = state.commands.get(&key) {
            return Reply::Done(*done);
        }
        let changes = match state.tree.decide(who, plays, command, &self.start) {
            Ok(changes) if changes.is_empty() => return Reply::Done(seq),
            Ok(changes) => changes,
            Err(refusal) => return Reply::Refused(refusal, seq),
        };
        let at = self.time.now().0;
        let frames: Vec<ChangeFrame> = (seq + 1..)
            .zip(changes)
            .map(|(seq, change)| ChangeFrame { seq, at, by: who.clone(), change })
            .collect();
        let events: Vec<Event> = (0..)
            .zip(&frames)
            .map(|(place, frame)| Event {
                seq: frame.seq,
                command: (place == 0).then(|| key.clone()),
                payload: Frame::from(frame.clone().into_text()),
            })
            .collect();
        if let Err(error) = self.write(&events).await {
            // Whether it was written, reading again tells: the command comes a second time.
            *slot = None;
            tracing::warn!(%error, match.id = %self.id(), "a change was not written");
            return Reply::Busy(seq);
        }
        state.commands.insert(key, seq + 1);
        for (frame, event) in frames.iter().zip(events) {
            state.tree.apply(frame);
            // Nobody may be listening any more.
            let _ = self.told.send(Told { seq: event.seq, frame: event.payload });
        }
        Reply::Done(seq + 1)
    }

    /// Takes back a note by an operator's order; `None` if it cannot be done now, false if there is
    /// none.
    pub(crate) async fn remove_note(&self, node: u32, author: PlayerId) -> Option<bool> {
        self.order(&Command::Note(node, String::new(), Some(author))).await
    }

    /// Removes a variation with all that follows by an operator's order; `None` if it cannot be done
    /// now, false if there is none.
    pub(crate) async fn remove_variation(&self, node: u32) -> Option<bool> {
        self.order(&Command::Delete(node)).await
    }

    async fn order(&self, command: &Command) -> Option<bool> {
        // Nobody is shown by this name: what was removed has no author any more.
        let operator = Player::new(PlayerId(Uuid::nil()), "operator", false);
        let id = Uuid::new_v4().simple().to_string().parse().ok()?;
        let before = self.state.lock().await.as_ref().map(|state| state.tree.seq());
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
            self.tell(&AnalysisMessage::Looked { player: who.clone(), node });
        }
    }

    /// Shows the others what `who` has drawn on the position of a node.
    pub async fn draw(&self, who: &Player, node: u32, shapes: Shapes) {
        if self.has(node).await {
            self.tell(&AnalysisMessage::Drawn { player: who.clone(), node, shapes });
        }
    }

    async fn has(&self, node: u32) -> bool {
        self.state.lock().await.as_ref().is_some_and(|state| state.tree.has(node))
    }

    fn tell(&self, message: &AnalysisMessage) {
        let text = serde_json::to_string(message).expect("messages hold nothing JSON cannot say");
        // Nobody may be listening yet.
        let _ = self.told.send(Told { seq: 0, frame: Frame::from(text) });
    }

    /// What is known, read from the store if it is not.
    async fn known<'a>(&self, slot: &'a mut Option<State>) -> Result<&'a mut State, StoreError> {
        let read = match slot.take() {
            Some(state) => state,
            None => self.read().await?,
        };
        Ok(slot.insert(read))
    }

    async fn read(&self) -> Result<State, StoreError> {
        let mut tree = Tree::new(&self.game.moves);
        let mut commands = HashMap::new();
        for event in self.store.changes(self.id(), 0).await? {
            let frame = ChangeFrame::from_text(event.payload.as_str());
            tree.apply(&frame.ok_or(StoreError::Damaged("a change of a tree"))?);
            if let Some(command) = event.command {
                commands.insert(command, event.seq);
            }
        }
        Ok(State { tree, commands })
    }
}

/// A reader that is counted while this value lives.
#[derive(Debug)]
pub(crate) struct Reader(Arc<Shared>);

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.readers.fetch_sub(1, Ordering::Relaxed);
        self.0.tell_readers();
    }
}

//! A tree of tried actions as a synchronous state: the changes of a command, and the effect of a
//! change.

#[cfg(test)]
mod tests;

use super::command::{Command, Refusal};
use domain::names::SOMEONE;
use domain::{Change, Player, PlayerId, TreeChange};
use engine::AnyGame;
use protocol::{MAX_NOTE, NodeView, NoteView, TreeView};
use std::collections::HashMap;

/// The most nodes besides the game's own; of these the last ones are reserved for the game's players. And
/// the most of one person who is not a player.
const MAX_NODES: usize = 1_000;
const RESERVED_NODES: usize = 500;
const MAX_NODES_OF_ONE: usize = 100;

/// The most changes of one tree since it was cleared: they are all kept. The last ones are reserved for
/// the game's players. And the most of one person who is not a player.
const MAX_CHANGES: u32 = 5_000;
const RESERVED_CHANGES: u32 = 1_000;
const MAX_CHANGES_OF_ONE: u32 = 500;

/// The most notes on a node.
const MAX_NOTES: usize = 8;

/// The most notes of one person, the most bytes of the texts of one person who is not a player, and the
/// most bytes of all notes with their metadata, of which half are reserved for the game's players: a
/// tree is sent whole to every client that joins.
const MAX_NOTES_OF_ONE: usize = 200;
const MAX_NOTE_BYTES_OF_ONE: usize = 20 << 10;
const MAX_NOTE_BYTES: usize = 256 << 10;
const RESERVED_NOTE_BYTES: usize = 128 << 10;

/// The approximate size of a note besides its text, in bytes: its position and its author.
const NOTE_HEAD: usize = 160;

/// The most actions added at once, and from the start of the game to any node.
const MAX_MOVES: usize = 200;
const DEEPEST: usize = 2_000;

#[derive(Debug, Clone)]
struct Note {
    by: Player,
    text: Box<str>,
}

#[derive(Debug, Clone)]
struct Node {
    parent: u32,
    action: Box<str>,
    /// The player who tried it; none for an action of the game itself.
    by: Option<Player>,
    /// The first continues the line.
    children: Vec<u32>,
    notes: Vec<Note>,
}

/// The actions played, and the variations.
#[derive(Debug, Clone)]
pub struct Tree {
    plies: u32,
    nodes: HashMap<u32, Node>,
    /// The number of the next node; none is given twice.
    next: u32,
    locked: bool,
    seq: u32,
    /// The number of changes before the tree was cleared last, that change included.
    cleared: u32,
    /// How many changes each person has made since.
    made: HashMap<PlayerId, u32>,
}

impl Tree {
    /// The game alone. The node 0 is the start, the node `n` stands after `n` actions.
    #[must_use]
    pub fn new(moves: &[String]) -> Self {
        let mut tree = Self {
            plies: 0,
            nodes: HashMap::new(),
            next: 0,
            locked: false,
            seq: 0,
            cleared: 0,
            made: HashMap::new(),
        };
        tree.put(0, 0, "", None);
        for (parent, action) in (0..).zip(moves) {
            tree.put(parent + 1, parent, action, None);
            tree.plies = parent + 1;
        }
        tree
    }

    /// The last change it holds.
    #[must_use]
    pub const fn seq(&self) -> u32 {
        self.seq
    }

    /// The number of the change that cleared it last; 0 if there is none.
    #[must_use]
    pub const fn cleared(&self) -> u32 {
        self.cleared
    }

    /// Whether there is a node of that number.
    #[must_use]
    pub fn has(&self, node: u32) -> bool {
        self.nodes.contains_key(&node)
    }

    /// Whether a player has written a note, or added a node, under a name.
    #[must_use]
    pub fn has_author(&self, player: PlayerId) -> bool {
        let is_named = |by: &Player| by.id == player && &*by.name != SOMEONE;
        self.nodes.values().any(|node| {
            node.by.as_ref().is_some_and(is_named)
                || node.notes.iter().any(|note| is_named(&note.by))
        })
    }

    fn put(&mut self, id: u32, parent: u32, action: &str, by: Option<Player>) {
        let node =
            Node { parent, action: action.into(), by, children: Vec::new(), notes: Vec::new() };
        self.nodes.insert(id, node);
        self.next = self.next.max(id + 1);
        if id != 0
            && let Some(parent) = self.nodes.get_mut(&parent)
        {
            parent.children.push(id);
        }
    }

    const fn is_game(&self, node: u32) -> bool {
        node <= self.plies
    }

    fn child(&self, node: u32, action: &str) -> Option<u32> {
        let children = &self.nodes.get(&node)?.children;
        children.iter().copied().find(|child| &*self.nodes[child].action == action)
    }

    /// The actions from the start to a node.
    fn actions(&self, mut node: u32) -> Vec<&str> {
        let mut actions = Vec::new();
        while node != 0 {
            let Some(step) = self.nodes.get(&node) else { break };
            actions.push(&*step.action);
            node = step.parent;
        }
        actions.reverse();
        actions
    }

    /// A node and all that follows, parents before children, siblings in their order.
    fn below(&self, node: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(id) = open.pop() {
            found.push(id);
            if let Some(node) = self.nodes.get(&id) {
                open.extend(node.children.iter().rev());
            }
        }
        found
    }

    /// The changes that a command of `who` makes; `plays` is whether that is one of the players,
    /// `start` is the game before its first action. A command that changes nothing is not refused.
    ///
    /// # Errors
    ///
    /// [`Refusal`]: nothing is to be changed.
    pub fn decide(
        &self,
        who: &Player,
        plays: bool,
        command: &Command,
        start: &AnyGame,
    ) -> Result<Vec<Change>, Refusal> {
        if self.locked && !plays {
            return Err(Refusal::NotAllowed);
        }
        let changes = match command {
            Command::Add(node, moves) => self.add(who, plays, *node, moves, start)?,
            Command::Note(node, text, of) => {
                self.note(who, plays, *node, text, *of)?.into_iter().collect()
            }
            Command::Delete(node) => {
                self.check_owner(who, plays, &self.below(*node))?;
                vec![Change::Deleted { node: *node }]
            }
            Command::Promote(node) => {
                self.check_owner(who, plays, &[*node])?;
                vec![Change::Promoted { node: *node }]
            }
            // Only an operator's order gets here: no message of a client is read as this.
            Command::Clear => vec![Change::Cleared],
            Command::Lock(_) if !plays => return Err(Refusal::NotAllowed),
            Command::Lock(on) if *on == self.locked => Vec::new(),
            Command::Lock(on) => vec![Change::Locked { on: *on }],
        };
        let count = u32::try_from(changes.len()).unwrap_or(u32::MAX);
        let all = (self.seq - self.cleared).saturating_add(count);
        let own = self.made.get(&who.id).copied().unwrap_or(0).saturating_add(count);
        let is_full = if plays {
            all > MAX_CHANGES
        } else {
            all > MAX_CHANGES - RESERVED_CHANGES || own > MAX_CHANGES_OF_ONE
        };
        if is_full && *command != Command::Clear { Err(Refusal::Full) } else { Ok(changes) }
    }

    /// Only players remove or move what others tried, and the actions of the game itself cannot be
    /// removed or moved.
    fn check_owner(&self, who: &Player, plays: bool, nodes: &[u32]) -> Result<(), Refusal> {
        for node in nodes {
            let author = &self.nodes.get(node).ok_or(Refusal::Stale)?.by;
            let own = author.as_ref().is_some_and(|author| author.id == who.id);
            if !own && (!plays || self.is_game(*node)) {
                return Err(Refusal::NotAllowed);
            }
        }
        Ok(())
    }

    fn add(
        &self,
        who: &Player,
        plays: bool,
        node: u32,
        moves: &[String],
        start: &AnyGame,
    ) -> Result<Vec<Change>, Refusal> {
        if !self.has(node) {
            return Err(Refusal::Stale);
        }
        if moves.is_empty() || moves.len() > MAX_MOVES {
            return Err(Refusal::Bad);
        }
        let mut parent = node;
        let mut rest = moves;
        while let Some((action, after)) = rest.split_first()
            && let Some(child) = self.child(parent, action)
        {
            (parent, rest) = (child, after);
        }
        if rest.is_empty() {
            return Ok(Vec::new());
        }
        let before = self.actions(parent);
        if !self.has_room_for_nodes(who, plays, rest.len()) || before.len() + rest.len() > DEEPEST {
            return Err(Refusal::Full);
        }
        let mut game = start.clone();
        for action in before {
            // The tree holds only actions that the engine accepted.
            game.play(action).map_err(|refused| Refusal::Illegal(Box::new(refused)))?;
        }
        let mut changes = Vec::with_capacity(rest.len());
        for (node, action) in (self.next..).zip(rest) {
            let played =
                game.play(action).map_err(|refused| Refusal::Illegal(Box::new(refused)))?;
            changes.push(Change::Added { node, parent, action: played.action.into() });
            parent = node;
        }
        Ok(changes)
    }

    fn has_room_for_nodes(&self, who: &Player, plays: bool, count: usize) -> bool {
        let all = self.nodes.len() - usize::try_from(self.plies).unwrap_or(0) - 1 + count;
        if plays {
            return all <= MAX_NODES;
        }
        let is_own = |node: &&Node| node.by.as_ref().is_some_and(|by| by.id == who.id);
        let own = self.nodes.values().filter(is_own).count() + count;
        all <= MAX_NODES - RESERVED_NODES && own <= MAX_NODES_OF_ONE
    }

    fn note(
        &self,
        who: &Player,
        plays: bool,
        node: u32,
        text: &str,
        of: Option<PlayerId>,
    ) -> Result<Option<Change>, Refusal> {
        let notes = &self.nodes.get(&node).ok_or(Refusal::Stale)?.notes;
        let of = of.filter(|id| *id != who.id);
        let text = text.trim();
        if text.chars().count() > MAX_NOTE || text.chars().any(char::is_control) {
            return Err(Refusal::Bad);
        }
        // A client cannot speak in another's name.
        if of.is_some() && (!plays || !text.is_empty()) {
            return Err(Refusal::NotAllowed);
        }
        let author = of.unwrap_or(who.id);
        let said = notes.iter().find(|note| note.by.id == author);
        match said {
            None if text.is_empty() => return Ok(None),
            None if notes.len() >= MAX_NOTES => return Err(Refusal::Full),
            Some(note) if &*note.text == text => return Ok(None),
            None | Some(_) => {}
        }
        if !text.is_empty() && !self.has_room_for_note(author, plays, said, text) {
            return Err(Refusal::Full);
        }
        Ok(Some(Change::Noted { node, text: text.into(), of }))
    }

    /// Whether a note fits, in place of one of before if there is one.
    fn has_room_for_note(
        &self,
        author: PlayerId,
        plays: bool,
        before: Option<&Note>,
        text: &str,
    ) -> bool {
        let notes = || self.nodes.values().flat_map(|node| &node.notes);
        let bytes = |note: &Note| NOTE_HEAD + note.text.len();
        let own = || notes().filter(|note| note.by.id == author);
        let all: usize = notes().map(bytes).sum();
        let rest = all - before.map_or(0, bytes) + NOTE_HEAD + text.len();
        let own_texts: usize = own().map(|note| note.text.len()).sum();
        let own_texts = own_texts - before.map_or(0, |note| note.text.len()) + text.len();
        let fits = if plays {
            rest <= MAX_NOTE_BYTES
        } else {
            rest <= MAX_NOTE_BYTES - RESERVED_NOTE_BYTES && own_texts <= MAX_NOTE_BYTES_OF_ONE
        };
        fits && (before.is_some() || own().count() < MAX_NOTES_OF_ONE)
    }

    /// Takes a change in.
    pub fn apply(&mut self, frame: &TreeChange) {
        self.seq = frame.seq;
        *self.made.entry(frame.by.id).or_default() += 1;
        match &frame.change {
            Change::Added { node, parent, action } => {
                self.put(*node, *parent, action, Some(frame.by.clone()));
            }
            Change::Noted { node, text, of } => {
                let Some(node) = self.nodes.get_mut(node) else { return };
                let author = of.unwrap_or(frame.by.id);
                let place = node.notes.iter().position(|note| note.by.id == author);
                let note = Note { by: frame.by.clone(), text: text.clone() };
                match place {
                    Some(place) if text.is_empty() => drop(node.notes.remove(place)),
                    Some(place) => node.notes[place] = note,
                    None if text.is_empty() => {}
                    None => node.notes.push(note),
                }
            }
            Change::Deleted { node } => {
                let parent = self.nodes.get(node).map(|gone| gone.parent);
                for gone in self.below(*node) {
                    self.nodes.remove(&gone);
                }
                if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(&parent)) {
                    parent.children.retain(|child| child != node);
                }
            }
            Change::Promoted { node } => {
                let plies = self.plies;
                let parent = self.nodes.get(node).map(|risen| risen.parent);
                if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(&parent)) {
                    parent.children.retain(|child| child != node);
                    // The game itself stays first.
                    let played = parent.children.first().is_some_and(|first| *first <= plies);
                    parent.children.insert(usize::from(played), *node);
                }
            }
            Change::Cleared => {
                let plies = self.plies;
                self.nodes.retain(|&id, _| id <= plies);
                for node in self.nodes.values_mut() {
                    node.children.retain(|&child| child <= plies);
                    node.notes.clear();
                }
                (self.cleared, self.made) = (frame.seq, HashMap::new());
            }
            Change::Locked { on } => self.locked = *on,
        }
    }

    /// The tree on the wire.
    #[must_use]
    pub fn view(&self) -> TreeView {
        let order = self.below(0);
        let nodes = order.iter().filter_map(|&id| {
            let node = &self.nodes[&id];
            let by = node.by.as_ref()?.into();
            Some(NodeView { node: id, parent: node.parent, action: node.action.clone(), by })
        });
        let notes = order.iter().flat_map(|&id| {
            let said = move |note: &Note| NoteView {
                node: id,
                by: (&note.by).into(),
                text: note.text.clone(),
            };
            self.nodes[&id].notes.iter().map(said)
        });
        TreeView {
            seq: self.seq,
            plies: self.plies,
            locked: self.locked,
            nodes: nodes.collect(),
            notes: notes.collect(),
        }
    }
}

//! A tree of tried actions as a synchronous state: what a command would change, and what a change
//! does.

use super::command::{Command, Refusal};
use crate::ids::PlayerId;
use crate::wire::{Change, ChangeFrame, NodeView, NoteView, Player, TreeView};
use engine::AnyGame;
use std::collections::HashMap;

/// The most nodes besides the game's own.
const MOST_NODES: usize = 1_000;

/// The most changes ever made to one tree: they are all kept.
const MOST_CHANGES: u32 = 5_000;

/// The most characters of a note.
const LONGEST_NOTE: usize = 500;

/// The most notes on a node.
const MOST_NOTES: usize = 8;

/// The most notes of one person, and the most bytes of all notes with what is told besides of each:
/// a tree is told whole to everybody who comes.
const MAX_NOTES_OF_ONE: usize = 200;
const MAX_NOTE_BYTES: usize = 256 << 10;

/// What is told of a note besides its text, in bytes, about: where it is, and whose.
const NOTE_HEAD: usize = 160;

/// The most actions added at once, and from the start of the game to any node.
const MOST_MOVES: usize = 200;
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
    /// Who tried it; nobody for the game's own.
    by: Option<Player>,
    /// The first goes on with the line.
    children: Vec<u32>,
    notes: Vec<Note>,
}

/// What was played, and what was tried besides.
#[derive(Debug, Clone)]
pub struct Tree {
    plies: u32,
    nodes: HashMap<u32, Node>,
    /// The number of the next node; none is given twice.
    next: u32,
    locked: bool,
    seq: u32,
}

impl Tree {
    /// The game alone. The node 0 is the start, the node `n` stands after `n` actions.
    #[must_use]
    pub fn new(moves: &[String]) -> Self {
        let mut tree = Self { plies: 0, nodes: HashMap::new(), next: 0, locked: false, seq: 0 };
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

    /// Whether there is a node of that number.
    #[must_use]
    pub fn has(&self, node: u32) -> bool {
        self.nodes.contains_key(&node)
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

    /// What a command of `who` changes; `plays` says whether that is one of the players, `start`
    /// is the game before its first action. Nothing to change is no refusal.
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
            Command::Add(node, moves) => self.add(*node, moves, start)?,
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
            Command::Lock(_) if !plays => return Err(Refusal::NotAllowed),
            Command::Lock(on) if *on == self.locked => Vec::new(),
            Command::Lock(on) => vec![Change::Locked { on: *on }],
        };
        let count = u32::try_from(changes.len()).unwrap_or(u32::MAX);
        if self.seq.saturating_add(count) > MOST_CHANGES {
            return Err(Refusal::Full);
        }
        Ok(changes)
    }

    /// Only players remove or move what others tried, and nobody what was played.
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

    fn add(&self, node: u32, moves: &[String], start: &AnyGame) -> Result<Vec<Change>, Refusal> {
        if !self.has(node) {
            return Err(Refusal::Stale);
        }
        if moves.is_empty() || moves.len() > MOST_MOVES {
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
        let tried = self.nodes.len() - usize::try_from(self.plies).unwrap_or(0) - 1;
        if tried + rest.len() > MOST_NODES || before.len() + rest.len() > DEEPEST {
            return Err(Refusal::Full);
        }
        let mut game = start.clone();
        for action in before {
            // The tree holds only what the engine let in.
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
        if text.chars().count() > LONGEST_NOTE || text.chars().any(char::is_control) {
            return Err(Refusal::Bad);
        }
        // Nobody speaks in another's name.
        if of.is_some() && (!plays || !text.is_empty()) {
            return Err(Refusal::NotAllowed);
        }
        let author = of.unwrap_or(who.id);
        let said = notes.iter().find(|note| note.by.id == author);
        match said {
            None if text.is_empty() => return Ok(None),
            None if notes.len() >= MOST_NOTES => return Err(Refusal::Full),
            Some(note) if &*note.text == text => return Ok(None),
            None | Some(_) => {}
        }
        if !text.is_empty() && !self.has_room_for_note(author, said, text) {
            return Err(Refusal::Full);
        }
        Ok(Some(Change::Noted { node, text: text.into(), of }))
    }

    /// Whether a note fits, in place of one of before if there is one.
    fn has_room_for_note(&self, author: PlayerId, before: Option<&Note>, text: &str) -> bool {
        let notes = || self.nodes.values().flat_map(|node| &node.notes);
        let bytes = |note: &Note| NOTE_HEAD + note.text.len();
        let own = notes().filter(|note| note.by.id == author).count();
        let all: usize = notes().map(bytes).sum();
        let rest = all - before.map_or(0, bytes);
        (before.is_some() || own < MAX_NOTES_OF_ONE)
            && rest + NOTE_HEAD + text.len() <= MAX_NOTE_BYTES
    }

    /// Takes a change in.
    pub fn apply(&mut self, frame: &ChangeFrame) {
        self.seq = frame.seq;
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
            Change::Locked { on } => self.locked = *on,
        }
    }

    /// The tree on the wire.
    #[must_use]
    pub fn view(&self) -> TreeView {
        let order = self.below(0);
        let nodes = order.iter().filter_map(|&id| {
            let node = &self.nodes[&id];
            let by = node.by.clone()?;
            Some(NodeView { node: id, parent: node.parent, action: node.action.clone(), by })
        });
        let notes = order.iter().flat_map(|&id| {
            let said = move |note: &Note| NoteView {
                node: id,
                by: note.by.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::AnalysisNack;
    use engine::{Options, Rule};

    const MOVES: [&str; 3] = ["7g7f", "3c3d", "2g2f"];

    fn person(number: u128) -> Player {
        Player::guest(PlayerId(uuid::Uuid::from_u128(number)))
    }

    fn start() -> AnyGame {
        AnyGame::new("shogi", None, &Options::none(), None).expect("the catalogue has it")
    }

    /// A tree of a short game, and what each command did to it.
    struct Table {
        tree: Tree,
        start: AnyGame,
    }

    impl Table {
        fn new() -> Self {
            let moves: Vec<String> = MOVES.map(str::to_owned).into();
            Self { tree: Tree::new(&moves), start: start() }
        }

        /// A command of a watcher, or of a player where the number is below 10.
        #[track_caller]
        #[expect(clippy::needless_pass_by_value, reason = "the cases read better as values")]
        fn check(&mut self, who: u128, command: Command, expected: Result<usize, AnalysisNack>) {
            let by = person(who);
            let decided = self.tree.decide(&by, who < 10, &command, &self.start);
            let count = decided.as_ref().map(Vec::len).map_err(Refusal::code);
            assert_eq!(count, expected, "{command:?}");
            for change in decided.unwrap_or_default() {
                let seq = self.tree.seq() + 1;
                self.tree.apply(&ChangeFrame { seq, at: 0, by: by.clone(), change });
            }
        }

        fn add(node: u32, moves: &[&str]) -> Command {
            Command::Add(node, moves.iter().map(|&action| action.to_owned()).collect())
        }

        fn note(node: u32, text: &str, of: Option<u128>) -> Command {
            Command::Note(node, text.to_owned(), of.map(|number| person(number).id))
        }

        /// The listed nodes with their parents and actions.
        fn nodes(&self) -> Vec<(u32, u32, String)> {
            let nodes = self.tree.view().nodes;
            nodes.iter().map(|node| (node.node, node.parent, node.action.to_string())).collect()
        }
    }

    #[test]
    fn what_is_there_is_walked_along_and_the_rest_added() {
        let mut table = Table::new();
        table.check(10, Table::add(0, &["7g7f", "8c8d", "2g2f"]), Ok(2));
        assert_eq!(table.nodes(), [(4, 1, "8c8d".to_owned()), (5, 4, "2g2f".to_owned())]);
        table.check(11, Table::add(0, &["7g7f", "8c8d"]), Ok(0));
        table.check(11, Table::add(4, &["2g2f", "8d8e"]), Ok(1));
        assert_eq!(table.tree.seq(), 3);
    }

    #[test]
    fn the_engine_refuses_and_nothing_of_it_is_added() {
        let mut table = Table::new();
        let command = Table::add(3, &["8c8d", "2f2d"]);
        let refused = table.tree.decide(&person(10), false, &command, &table.start);
        let Err(Refusal::Illegal(refused)) = refused else { panic!("{refused:?}") };
        assert_eq!(refused.rule, Rule::PieceMovement);
        table.check(10, command, Err(AnalysisNack::Illegal));
        table.check(10, Table::add(9, &["8c8d"]), Err(AnalysisNack::Stale));
        table.check(10, Table::add(0, &[]), Err(AnalysisNack::BadMessage));
        assert!(table.nodes().is_empty());
    }

    #[test]
    fn only_the_own_is_deleted_unless_one_played() {
        let mut table = Table::new();
        table.check(10, Table::add(1, &["8c8d"]), Ok(1));
        table.check(11, Table::add(4, &["2g2f"]), Ok(1));
        table.check(10, Command::Delete(4), Err(AnalysisNack::NotAllowed));
        table.check(11, Command::Delete(5), Ok(1));
        table.check(10, Command::Delete(4), Ok(1));
        table.check(10, Command::Delete(4), Err(AnalysisNack::Stale));
        table.check(10, Table::add(1, &["8c8d"]), Ok(1));
        assert_eq!(table.nodes(), [(6, 1, "8c8d".to_owned())], "no number is given twice");
        table.check(1, Command::Delete(6), Ok(1));
        for node in 0..=3 {
            table.check(1, Command::Delete(node), Err(AnalysisNack::NotAllowed));
        }
    }

    #[test]
    fn a_variation_rises_but_the_game_stays_first() {
        let mut table = Table::new();
        for action in ["8c8d", "4a3b"] {
            table.check(10, Table::add(1, &[action]), Ok(1));
        }
        table.check(11, Command::Promote(5), Err(AnalysisNack::NotAllowed));
        table.check(10, Command::Promote(5), Ok(1));
        assert_eq!(table.nodes().iter().map(|node| node.0).collect::<Vec<_>>(), [5, 4]);
        table.check(1, Command::Promote(2), Err(AnalysisNack::NotAllowed));
    }

    #[test]
    fn each_has_one_note_on_a_node_and_players_take_any_back() {
        let mut table = Table::new();
        table.check(10, Table::note(2, " one ", None), Ok(1));
        table.check(10, Table::note(2, "one", None), Ok(0));
        table.check(10, Table::note(2, "two", None), Ok(1));
        table.check(11, Table::note(2, "", None), Ok(0));
        table.check(11, Table::note(2, "", Some(10)), Err(AnalysisNack::NotAllowed));
        table.check(1, Table::note(2, "words", Some(10)), Err(AnalysisNack::NotAllowed));
        assert_eq!(&*table.tree.view().notes[0].text, "two");
        table.check(1, Table::note(2, "", Some(10)), Ok(1));
        assert!(table.tree.view().notes.is_empty());
        table.check(10, Table::note(2, "a\nb", None), Err(AnalysisNack::BadMessage));
        table.check(10, Table::note(2, &"長".repeat(500), None), Ok(1));
        table.check(10, Table::note(2, &"長".repeat(501), None), Err(AnalysisNack::BadMessage));
    }

    #[test]
    fn a_locked_tree_is_the_players_own() {
        let mut table = Table::new();
        table.check(10, Command::Lock(true), Err(AnalysisNack::NotAllowed));
        table.check(1, Command::Lock(true), Ok(1));
        table.check(2, Command::Lock(true), Ok(0));
        table.check(10, Table::add(0, &["2g2f"]), Err(AnalysisNack::NotAllowed));
        table.check(10, Table::note(0, "x", None), Err(AnalysisNack::NotAllowed));
        table.check(2, Table::add(0, &["2g2f"]), Ok(1));
        table.check(2, Command::Lock(false), Ok(1));
        table.check(10, Table::note(0, "x", None), Ok(1));
    }

    /// What is told to everybody who comes must not become more than a socket can take.
    #[test]
    fn notes_take_so_much_of_each_person_and_of_all() {
        let moves: Vec<String> = std::iter::repeat_n("7g7f".to_owned(), 100).collect();
        let mut table = Table { tree: Tree::new(&moves), start: start() };
        // As long as can be, in characters of four bytes, by many people.
        let long = "\u{2070e}".repeat(LONGEST_NOTE);
        let (mut bytes, mut refused) = (0, false);
        for who in 100..2_000 {
            let node = u32::try_from(who % 100).expect("small");
            let command = Table::note(node, &long, None);
            match table.tree.decide(&person(who), false, &command, &table.start) {
                Ok(changes) => {
                    for change in changes {
                        let seq = table.tree.seq() + 1;
                        table.tree.apply(&ChangeFrame { seq, at: 0, by: person(who), change });
                        bytes += long.len();
                    }
                }
                Err(error) => {
                    assert_eq!(error, Refusal::Full);
                    refused = true;
                }
            }
        }
        assert!(refused && bytes <= MAX_NOTE_BYTES, "{bytes} bytes");
    }

    #[test]
    fn a_person_has_so_many_notes() {
        let moves: Vec<String> =
            std::iter::repeat_n(["7g7f", "3c3d"], 150).flatten().map(str::to_owned).collect();
        let mut table = Table { tree: Tree::new(&moves), start: start() };
        for node in 0..200 {
            table.check(10, Table::note(node, "x", None), Ok(1));
        }
        table.check(10, Table::note(200, "x", None), Err(AnalysisNack::Full));
        table.check(10, Table::note(0, "y", None), Ok(1));
        table.check(10, Table::note(0, "", None), Ok(1));
        table.check(10, Table::note(200, "x", None), Ok(1));
        table.check(11, Table::note(200, "x", None), Ok(1));
    }

    #[test]
    fn a_node_has_so_many_notes_and_a_tree_so_many_changes() {
        let mut table = Table::new();
        for who in 10..18 {
            table.check(who, Table::note(0, "x", None), Ok(1));
        }
        table.check(18, Table::note(0, "x", None), Err(AnalysisNack::Full));
        for change in table.tree.seq()..MOST_CHANGES {
            table.check(10, Table::note(1, &change.to_string(), None), Ok(1));
        }
        table.check(10, Table::note(1, "", None), Err(AnalysisNack::Full));
    }
}

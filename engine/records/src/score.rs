//! A recorded game: its circumstances, its moves with variations, the result, and the faults found
//! while reading.
//!
//! Every reader returns a score, and every writer takes one. A record that contradicts the rules is
//! a score too: the record's own moves and result stand, and `verdict` adds the rules' verdict as a
//! fault. Its main line can be turned into the engine's `Record`.

use crate::builder::{Builder, Table};
use crate::encoding::Chosen;
use crate::kind::Kind;
use crate::tree::Tree;
use crate::verdict;
use engine::{AnyGame, BySide, Options, Record, RecordError, RecordedMove, RecordedResult};

/// A recorded game: its circumstances, its moves with variations, and its faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The game's id.
    pub game: String,
    /// The ruleset's id.
    pub ruleset: Option<String>,
    /// The options that are not at their defaults.
    pub options: Options,
    /// The start position, if it is not the ruleset's.
    pub start: Option<String>,
    /// The players' names.
    pub players: BySide<Option<String>>,
    /// The beginning of the game, as written.
    pub date: Option<String>,
    /// The event or the title, as written.
    pub event: Option<String>,
    /// All other details that the record gives of the game or of itself: each with its name, as
    /// written.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub tree: Tree,
    /// The result of the game: as recorded, or as the rules decide if the record has none.
    pub result: Option<RecordedResult>,
    /// The kind of record that its file was taken for.
    pub kind: Option<Kind>,
    /// The encoding that was chosen for its texts, where the file was not given as text.
    pub encoding: Option<Chosen>,
    /// The faults, in the order of the text if they were found while reading.
    pub faults: Vec<RecordError>,
    /// Whether the record has a head, so that even without moves it counts as a game.
    pub(crate) has_head: bool,
}

/// The details of a game in a record, without its moves.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) options: Options,
    pub(crate) ruleset: Option<String>,
    pub(crate) start: Option<String>,
    pub(crate) players: BySide<Option<String>>,
    pub(crate) date: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) result: Option<RecordedResult>,
    pub(crate) seen: bool,
}

impl Head {
    /// Adds a detail that has no place of its own in a score, unless it is empty.
    pub(crate) fn tag(&mut self, key: &str, value: &str) {
        let (key, value) = (key.trim(), value.trim());
        if !key.is_empty() || !value.is_empty() {
            self.tags.push((printable(key), printable(value)));
        }
    }
}

/// A text with blanks for control characters.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl Score {
    /// The score of a game that was read, with the verdict of the rules.
    pub(crate) fn of<T: Table>(game: &str, head: Head, builder: Builder<T>) -> Self {
        let Head { options, ruleset, start, players, date, event, tags, result, seen } = head;
        let Builder { tree, faults, .. } = builder;
        let game = game.to_owned();
        let mut score = Self {
            game,
            ruleset,
            options,
            start,
            players,
            date,
            event,
            tags,
            tree,
            result,
            kind: None,
            encoding: None,
            faults,
            has_head: seen,
        };
        verdict::settle(&mut score);
        score
    }

    /// The score of a record that the engine has read, as far as it can be played.
    pub(crate) fn of_record(record: &Record) -> Self {
        let mut score = Self::as_recorded(record);
        verdict::settle_strictly(&mut score);
        score
    }

    /// The score of a record with its own result, regardless of the rules.
    pub(crate) fn as_recorded(record: &Record) -> Self {
        let mut score = Self {
            game: record.game.clone(),
            ruleset: record.ruleset.clone(),
            options: record.options.clone(),
            start: record.start.clone(),
            players: record.players.clone(),
            date: record.date.clone(),
            event: None,
            tags: Vec::new(),
            tree: Tree::new(),
            result: record.result.clone(),
            kind: None,
            encoding: None,
            faults: Vec::new(),
            has_head: true,
        };
        score.tree.comment(0, &record.comment);
        let mut at = 0;
        for recorded in &record.moves {
            let Some(next) = score.tree.add(at, recorded.action.clone(), (1, 1)) else { break };
            let node = score.tree.node_mut(next);
            node.time = recorded.time;
            node.comment.clone_from(&recorded.comment);
            at = next;
        }
        score
    }

    /// The game set up, with no move played.
    #[must_use]
    pub fn set_up(&self) -> Option<AnyGame> {
        AnyGame::new(&self.game, self.ruleset.as_deref(), &self.options, self.start.as_deref()).ok()
    }

    /// The start position as text.
    #[must_use]
    pub fn start_text(&self) -> String {
        match (&self.start, self.set_up()) {
            (Some(start), _) => start.clone(),
            (None, Some(game)) => game.start_text(),
            (None, None) => String::new(),
        }
    }

    /// Whether it starts from a position of its own.
    #[must_use]
    pub const fn is_position(&self) -> bool {
        self.start.is_some()
    }

    /// The main line as a record of the engine's, which writes it in any of its notations.
    #[must_use]
    pub fn main_line(&self) -> Record {
        Record {
            game: self.game.clone(),
            ruleset: self.ruleset.clone(),
            options: self.options.clone(),
            start: self.start.clone(),
            players: self.players.clone(),
            date: self.date.clone(),
            comment: self.tree.node(0).comment.clone(),
            moves: self.recorded(&self.tree.main_line()),
            result: self.result.clone(),
        }
    }

    /// The moves of a line's nodes.
    pub(crate) fn recorded(&self, line: &[usize]) -> Vec<RecordedMove> {
        let moves = line.iter().map(|&id| {
            let node = self.tree.node(id);
            RecordedMove {
                action: node.action.clone(),
                time: node.time,
                comment: node.comment.clone(),
            }
        });
        moves.collect()
    }
}

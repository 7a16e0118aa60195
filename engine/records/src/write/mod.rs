//! Writes a score with its variations.
//!
//! The engine writes the main line in every notation of the game. This module adds the variations
//! of KIF and of the PGN-like notations, and the formats that the engine does not write: KI2 and
//! DhtmlXQ.

mod dhtmlxq;
mod ki2;
mod kif;
mod pgn;

use crate::score::Score;
use engine::{NotationError, Record};

/// The notations of a game that this crate writes and the engine does not, as far as they know the
/// ruleset. A move alone is not written in them.
#[must_use]
pub fn more_notations(game: &str, ruleset: &str) -> &'static [&'static str] {
    match (game, ruleset) {
        ("shogi", _) => &["ki2"],
        ("xiangqi", dhtmlxq::RULESET) => &["dhtmlxq"],
        _ => &[],
    }
}

/// Writes a record as it stands, without variations, in a notation of its game or of
/// [`more_notations`], for which it names its ruleset. A game that went on under an earlier version of its ruleset is written
/// whole.
///
/// # Errors
///
/// [`NotationError`] as for [`Score::write`]; [`NotationError::Replay`] if its position refuses an
/// action.
pub fn write_record(record: &Record, notation: &str) -> Result<String, NotationError> {
    let ruleset = record.ruleset.as_deref().unwrap_or_default();
    if more_notations(&record.game, ruleset).contains(&notation) {
        Score::as_recorded(record).write(notation)
    } else {
        record.write(notation)
    }
}

/// The time of a move as text, empty where none is known.
fn time(node: &crate::Node) -> String {
    node.time.map(|time| time.to_string()).unwrap_or_default()
}

/// The time of a move in whole seconds, as most notations have it.
fn seconds(node: &crate::Node) -> String {
    node.time.map(|time| (time / 1_000).to_string()).unwrap_or_default()
}

/// A program's judgement of a move as text, empty where there is none.
fn evaluation(node: &crate::Node) -> String {
    let text = |of: &crate::Evaluation| format!("{} {}", of.value, of.line.join(" "));
    node.evaluation.as_ref().map(text).unwrap_or_default()
}

/// Whether a sorted list has every item of another sorted list, at least as many times.
fn is_within<T: PartialEq>(some: &[T], all: &[T]) -> bool {
    let mut all = all.iter();
    some.iter().all(|item| all.any(|other| other == item))
}

impl Score {
    /// Writes the game in a notation of its own, `txt`, `ki2` or `dhtmlxq`.
    ///
    /// # Errors
    ///
    /// [`NotationError`]: the game has no such notation, or a position that the rules do not.
    pub fn write(&self, notation: &str) -> Result<String, NotationError> {
        match (self.game.as_str(), notation) {
            ("shogi", "ki2") => ki2::write(self),
            ("shogi", "kif" | "kifu") => kif::write(self),
            ("xiangqi", "dhtmlxq") => dhtmlxq::write(self),
            ("xiangqi", "wxf" | "iccs" | "cn") => pgn::write(self, notation),
            _ => self.main_line().write(notation),
        }
    }

    /// The parts of the game that a text which was written of it does not hold: those that are
    /// missing or different when it is read again. The text may hold more.
    #[must_use]
    pub fn not_held(&self, text: &str) -> Vec<&'static str> {
        let read = crate::open_text(text).ok().and_then(|mut scores| {
            if scores.is_empty() { None } else { Some(scores.swap_remove(0)) }
        });
        let Some(again) = read else { return vec!["moves"] };
        let winner = |score: &Self| score.result.as_ref().map(|result| result.winner);
        let reason = |score: &Self| score.result.as_ref().map(|result| result.reason.clone());
        let held = |of: fn(&crate::Node) -> String| is_within(&self.all(of), &again.all(of));
        let parts = [
            ("start", self.start_text() == again.start_text()),
            ("moves", self.main_actions() == again.main_actions()),
            ("variations", held(|_| "played".to_owned())),
            ("comments", held(|node| node.comment.clone())),
            ("times", held(seconds)),
            ("milliseconds", !held(seconds) || held(time)),
            ("marks", held(|node| node.marks.clone())),
            ("evaluations", held(evaluation)),
            ("players", self.players == again.players),
            ("date", self.date == again.date),
            ("event", self.event == again.event),
            ("tags", self.tags.iter().all(|tag| again.tags.contains(tag))),
            ("result", winner(self) == winner(&again)),
            ("reason", reason(self) == reason(&again)),
        ];
        parts.into_iter().filter(|&(_, held)| !held).map(|(part, _)| part).collect()
    }

    fn main_actions(&self) -> Vec<&str> {
        let line = self.tree.main_line();
        line.into_iter().map(|id| self.tree.node(id).action.as_str()).collect()
    }

    /// The texts that `text_of` gives for moves, without the empty ones, in an order that does not
    /// depend on that of variations.
    fn all(&self, text_of: impl Fn(&crate::Node) -> String) -> Vec<(usize, &str, String)> {
        let nodes = (0..self.tree.len()).map(|id| self.tree.node(id));
        let mut all: Vec<_> =
            nodes.map(|node| (node.ply, node.action.as_str(), text_of(node))).collect();
        all.retain(|(.., text)| !text.is_empty());
        all.sort();
        all
    }

    /// The line that leads to a node and on from it, as a record.
    fn line_through(&self, node: usize) -> Record {
        let mut path = self.tree.path_to(node);
        path.extend(self.tree.line_from(node).into_iter().skip(1));
        Record { moves: self.recorded(&path), result: None, ..self.main_line() }
    }

    /// The variations that leave the line through a node after its first `from` moves, those of
    /// the latest moves first.
    fn leaving(&self, line: &[usize], from: usize) -> Vec<usize> {
        let before = |&ply: &usize| if ply == 0 { 0 } else { line[ply - 1] };
        let plies = (from..=line.len()).rev();
        plies.flat_map(|ply| self.tree.others(before(&ply))).copied().collect()
    }
}

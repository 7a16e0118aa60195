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
        let plies = (from..line.len()).rev();
        plies
            .flat_map(|ply| self.tree.node(before(&ply)).children.iter().skip(1).copied())
            .collect()
    }
}

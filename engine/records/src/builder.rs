//! Builds the tree of a recorded game by playing the moves that a reader reads, and collects the
//! faults found on the way.
//!
//! A reader for any format works in the same way: it gives each move with its place in the text,
//! and the builder plays it on a `Table` (the engine's position, or a board without rules where the
//! engine has none). A move that cannot be played becomes a fault and ends its line, so that the
//! rest of a record is still read. The numbers of moves and faults are bounded.

use crate::tree::{MAX_MOVES, Tree};
use engine::{Fault, RecordError};

/// The most faults recorded for one game.
const MAX_FAULTS: usize = 200;

/// The place of a reader in its text, line and column from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourcePlace {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl SourcePlace {
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    pub(crate) const fn new(line: usize, column: usize) -> Self {
        Self { line, column }
    }

    /// The place of a byte in a binary file.
    pub(crate) const fn byte(offset: usize) -> Self {
        Self { line: 1, column: offset + 1 }
    }

    pub(crate) const fn fault(self, fault: Fault) -> RecordError {
        RecordError::at(self.line, self.column, fault)
    }

    /// The place this many characters further on.
    pub(crate) const fn after(self, characters: usize) -> Self {
        Self { column: self.column + characters, ..self }
    }
}

/// A position on which records are played: the engine's, or a board without rules where the
/// engine has no such position.
pub(crate) trait Table: Clone {
    /// A move.
    type Action: Copy;

    /// The fault of a move that cannot be played in this position; history is not considered.
    fn refuse(&self, action: Self::Action) -> Option<Fault>;

    /// Plays a move that is not refused.
    fn apply(&mut self, action: Self::Action);

    /// The move's canonical text.
    fn text(action: Self::Action) -> String;
}

/// A tree that grows, with the position after each of its moves.
#[derive(Debug)]
pub(crate) struct Builder<T> {
    tables: Vec<T>,
    pub(crate) tree: Tree,
    pub(crate) faults: Vec<RecordError>,
}

impl<T: Table> Builder<T> {
    pub(crate) fn new(start: T) -> Self {
        Self { tables: vec![start], tree: Tree::new(), faults: Vec::new() }
    }

    /// The position after a move.
    pub(crate) fn table(&self, node: usize) -> &T {
        self.tables.get(node).unwrap_or(&self.tables[0])
    }

    /// Plays a move after a node; returns the node it leads to, which may be there already.
    /// If it cannot be played, the reason is recorded as a fault.
    pub(crate) fn play(
        &mut self,
        node: usize,
        action: T::Action,
        place: SourcePlace,
    ) -> Option<usize> {
        let text = T::text(action);
        if let Some(child) = self.tree.child(node, &text) {
            return Some(child);
        }
        if let Some(fault) = self.table(node).refuse(action) {
            self.fault(place, fault);
            return None;
        }
        let mut table = self.table(node).clone();
        table.apply(action);
        let Some(id) = self.tree.add(node, text, (place.line, place.column)) else {
            self.fault(place, Fault::TooLong(MAX_MOVES));
            return None;
        };
        self.tables.push(table);
        Some(id)
    }

    /// Records a fault, unless there are too many already.
    pub(crate) fn fault(&mut self, place: SourcePlace, fault: Fault) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(place.fault(fault));
        }
    }
}

//! Effects of an action on the position beyond the move itself: captures with the figure that
//! caused them, removals earned or lapsed, and whether it counts as progress.
//!
//! A client needs them to show an action, and `Game` to count. Captures are held in place, without
//! allocation; no rules allow more than `MAX_CAPTURES`. The words of the patterns are stored and
//! sent, so they do not change.

use crate::words;

/// The most captures that one action can cause.
///
/// The largest are those of Xia Liu: on each of two lines a major capture (two stones) together
/// with a centre or two sandwiches (two stones more).
pub const MAX_CAPTURES: usize = 12;

words! {
    /// The figure by which a piece was captured.
    pub Pattern {
        /// Taken by moving onto it (shogi, xiangqi).
        Displacement = "displacement",
        /// 顶吃: own-own-enemy alone on a line.
        Top = "top",
        /// 推: own-own-enemy-enemy filling a line.
        Push = "push",
        /// 小吃: a run of exactly own-own-enemy.
        Minor = "minor",
        /// 大吃: a run of exactly two own and two enemy stones.
        Major = "major",
        /// 夹吃: an enemy between two own stones.
        Sandwich = "sandwich",
        /// 掏心: the moved stone between two enemies.
        Centre = "centre",
        /// 全了: a complete line of six.
        Complete = "complete",
        /// 方: a square of own stones earns a removal.
        Fang = "fang",
        /// A removal that belongs to the opening.
        Opening = "opening",
        /// The removal that begins an exchange.
        Exchange = "exchange",
    }
}

/// One piece taken off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Capture {
    /// The point on which it stood, as a point index of the game.
    pub at: u8,
    /// The figure that took it.
    pub pattern: Pattern,
}

/// The effects of one action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effects {
    captures: [Capture; MAX_CAPTURES],
    len: u8,
    /// Whether the count of actions without progress starts again.
    pub progress: bool,
    /// The number of further removals of an enemy stone that the action earned.
    pub earned: u8,
    /// The number of removals, earned by this action or still owed, that lapsed because no enemy
    /// stone may be taken.
    pub lapsed: u8,
    /// The number of turns to take a stone, one for each side between two phases, that were skipped
    /// after this action because no enemy stone may be taken.
    pub skipped: u8,
}

impl Default for Effects {
    fn default() -> Self {
        Self::NONE
    }
}

impl Effects {
    /// Nothing was taken and no progress made.
    pub const NONE: Self = Self {
        captures: [Capture { at: 0, pattern: Pattern::Displacement }; MAX_CAPTURES],
        len: 0,
        progress: false,
        earned: 0,
        lapsed: 0,
        skipped: 0,
    };

    /// Records a capture; captures are progress.
    ///
    /// # Panics
    ///
    /// If an action takes more than [`MAX_CAPTURES`] pieces, which no game's rules allow.
    #[inline]
    pub fn capture(&mut self, at: u8, pattern: Pattern) {
        self.captures[usize::from(self.len)] = Capture { at, pattern };
        self.len += 1;
        self.progress = true;
    }

    /// The pieces taken, in the order they were recorded.
    #[must_use]
    pub fn captures(&self) -> &[Capture] {
        &self.captures[..usize::from(self.len)]
    }
}

//! Eight levels of play, which differ by how much they err rather than by how far they look.
//!
//! A level searches with a modest budget, draws an error for this action, and plays any action
//! whose loss against the best is within it. So a weak level plays sensible but inexact games
//! instead of perfect ones with sudden gifts. Every level takes a win at once. From level 4 on no win at
//! once is left to the opponent where that can be avoided, and a won game is not played down to a lost one.
//! The weakest levels, which are for beginners, also play some legal actions at random.

mod pick;

use crate::Score;

pub(crate) use pick::choose_with;
pub use pick::{Chosen, choose};

/// The number of levels; they are numbered from 1.
pub const COUNT: u8 = 8;

/// From this level on ends that are one action away are not overlooked.
pub const SEES_ENDS: u8 = 4;

/// The strength of a level of a game. `yiguan bench spacing` finds strengths that are evenly apart,
/// and `yiguan bench levels` measures their distances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The number of positions it looks at.
    pub nodes: u64,
    /// The deepest search, in plies.
    pub depth: u32,
    /// The mean of its errors, in hundredths of the smallest piece.
    pub error: Score,
    /// The share of its actions that are random legal ones, in percent.
    pub random: u8,
}

impl Level {
    /// A level with the given limits of positions and plies, and the given mean error.
    #[must_use]
    pub const fn new(nodes: u64, depth: u32, error: Score) -> Self {
        Self { nodes, depth, error, random: 0 }
    }

    /// The same level with this share of random actions, in percent.
    #[must_use]
    pub const fn with_random(self, random: u8) -> Self {
        Self { random, ..self }
    }
}

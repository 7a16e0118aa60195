//! Eight levels of play, which differ by how much they err rather than by how far they look.
//!
//! A level searches with a modest budget, draws an error for this action, and plays any action
//! whose loss against the best is within it. So a weak level plays sensible but inexact games
//! instead of perfect ones with sudden gifts. From level 4 on a win at once is taken and no win at once
//! is left to the opponent where that can be avoided; a won game is not played down to a lost one.

mod pick;

use crate::Score;

pub(crate) use pick::choose_with;
pub use pick::{Chosen, choose};

/// How many levels there are; they are numbered from 1.
pub const COUNT: u8 = 8;

/// From this level on ends that are one action away are not overlooked.
pub const SEES_ENDS: u8 = 4;

/// How strong a level of a game is. `yiguan bench spacing` finds strengths that stand evenly apart, and
/// `yiguan bench levels` measures how far apart they stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// How many positions it looks at.
    pub nodes: u64,
    /// The deepest search, in plies.
    pub depth: u32,
    /// The mean of its errors, in hundredths of the smallest piece.
    pub error: Score,
}

impl Level {
    /// A level with the given limits of positions and plies, and the given mean error.
    #[must_use]
    pub const fn new(nodes: u64, depth: u32, error: Score) -> Self {
        Self { nodes, depth, error }
    }
}

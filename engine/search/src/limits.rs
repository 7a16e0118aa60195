//! The limits of a search, and the interface through which it reports to its caller.
//!
//! A search is bounded by positions, depth or the host's clock, whichever comes first; but every
//! root action is looked at once, so there is always an answer. Without a limit of time, the result
//! depends on the arguments alone. The host is the only way out: the search itself reads no clock.

use crate::Score;

/// The limits at which a search ends by itself. Under all limits, every root action is searched
/// once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// After this many positions.
    pub nodes: u64,
    /// After looking this many actions ahead.
    pub depth: u32,
    /// The depth that is finished regardless of `nodes`.
    pub least_depth: u32,
    /// After this many milliseconds by the host's clock.
    pub milliseconds: Option<u64>,
    /// The root actions that get an exact score.
    pub width: Width,
}

impl Limits {
    /// Searches this many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, depth: MAX_DEPTH, least_depth: 1, milliseconds: None, width: Width::Lines(1) }
    }

    /// Looks this many actions ahead.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: u64::MAX, depth, least_depth: 1, milliseconds: None, width: Width::Lines(1) }
    }

    /// Searches for this many milliseconds by the host's clock.
    #[must_use]
    pub const fn milliseconds(milliseconds: u64) -> Self {
        Self { milliseconds: Some(milliseconds), ..Self::nodes(u64::MAX) }
    }

    /// The same with another width.
    #[must_use]
    pub const fn with_width(self, width: Width) -> Self {
        Self { width, ..self }
    }
}

/// The greatest depth of a search.
pub const MAX_DEPTH: u32 = 100;

/// The choice of root actions that get an exact score. All others get an upper bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// This many of the best.
    Lines(usize),
    /// Those that lose no more than this against the best.
    Margin(Score),
}

/// The result for one root action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<A> {
    /// Its value to the side to act; an upper bound unless `exact`.
    pub score: Score,
    /// Whether the score is exact rather than an upper bound.
    pub exact: bool,
    /// The action and the best play after it; the action alone where only a bound is known.
    pub actions: Vec<A>,
}

/// The progress of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<A> {
    /// The depth searched to the end.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The root actions, the best first.
    pub lines: Vec<Line<A>>,
}

impl<A: Copy> Report<A> {
    /// The best action, or `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<A> {
        self.lines.first().and_then(|line| line.actions.first().copied())
    }

    /// The value of the position to the side to act.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(0, |line| line.score)
    }
}

/// The caller of a search: asked every thousand positions whether to continue, and notified of
/// every depth that is finished.
pub trait Host<A> {
    /// Whether the search is to end now.
    fn stop(&self) -> bool {
        false
    }

    /// Milliseconds since the search began.
    fn elapsed(&self) -> u64 {
        0
    }

    /// Called when a depth is finished.
    fn report(&mut self, _report: &Report<A>) {}
}

/// A host that neither stops the search nor listens to its reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unattended;

impl<A> Host<A> for Unattended {}

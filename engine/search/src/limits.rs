//! How long a search goes on, and how it reports to its caller.

use crate::Score;

/// When a search ends by itself. Whatever the limits, every root action is looked at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// After so many positions.
    pub nodes: u64,
    /// After looking so many actions ahead.
    pub depth: u32,
    /// The depth that is finished whatever `nodes` says.
    pub least_depth: u32,
    /// After so many milliseconds by the host's clock.
    pub milliseconds: Option<u64>,
    /// Which root actions get an exact score.
    pub width: Width,
}

impl Limits {
    /// Searches so many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, depth: MAX_DEPTH, least_depth: 1, milliseconds: None, width: Width::Lines(1) }
    }

    /// Looks so many actions ahead.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: u64::MAX, depth, least_depth: 1, milliseconds: None, width: Width::Lines(1) }
    }

    /// Searches for so many milliseconds by the host's clock.
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

/// No search looks further ahead.
pub const MAX_DEPTH: u32 = 100;

/// Which root actions get an exact score; of the others only an upper bound is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// So many of the best.
    Lines(usize),
    /// Those that lose no more than this against the best.
    Margin(Score),
}

/// What was found out about one root action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<A> {
    /// What it is worth to the side to act, or at most.
    pub score: Score,
    /// Whether the score is exact rather than an upper bound.
    pub exact: bool,
    /// The action and the best play after it; the action alone where only a bound is known.
    pub actions: Vec<A>,
}

/// How far a search has come.
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

    /// What the position is worth to the side to act.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(0, |line| line.score)
    }
}

/// The caller of a search: asked every thousand positions whether to go on, and notified of
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

    /// A depth is finished.
    fn report(&mut self, _report: &Report<A>) {}
}

/// A host that waits for the end.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unattended;

impl<A> Host<A> for Unattended {}

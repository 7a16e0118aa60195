//! The search: iterative deepening alpha-beta with a transposition table, for any game that is
//! `Searchable`.
//!
//! `root` deepens and orders the root actions, `node` searches inner positions, `quiescence` the
//! ends of branches; `order` decides which actions come first, `table` remembers positions, and
//! `path` applies the rules that look back, so that repetition is judged as the game judges it.
//! `Habits` defines the differences between games. A side may act several times in a row, so a
//! score changes its sign only when the side to act changes. All arithmetic is with integers, and
//! the order of searching is fixed, so results are reproducible.

mod node;
mod order;
mod path;
mod quiescence;
mod root;
mod table;

use crate::{
    EVALUATION_LIMIT, Habits, Host, Limits, Report, Score, Searchable, WIN, WON_BY_REPETITION,
};
use engine::{Game, Side};
use order::{Candidate, Memory};
use path::{Path, Verdict};
use std::fmt;
use table::Table;

/// The greatest length of a branch, in plies.
const MAX_PLY: usize = 120;

/// The number of nodes visited between two calls of the host.
const ASK_EVERY: u64 = 1_024;

/// A searcher of one game, with its memory from one search to the next: results about positions,
/// and the actions that did well.
pub struct Search<P: Searchable> {
    weights: P::Weights,
    table: Table,
    memory: Memory,
    frames: Vec<Frame<P::Action>>,
    reductions: Vec<i32>,
}

/// The working memory of a node at a ply.
#[derive(Debug)]
struct Frame<A> {
    actions: Vec<A>,
    candidates: Vec<Candidate<A>>,
    killers: [u16; 2],
    /// The evaluation of the node.
    resting: Score,
    /// The best play found from here.
    line: Vec<A>,
}

impl<A> Frame<A> {
    const fn new() -> Self {
        Self {
            actions: Vec::new(),
            candidates: Vec::new(),
            killers: [0; 2],
            resting: 0,
            line: Vec::new(),
        }
    }
}

impl<P: Searchable> fmt::Debug for Search<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}

impl<P: Searchable> Search<P> {
    /// A searcher whose table takes `64 << bits` bytes, at most 2 GiB.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self::with_weights(bits, P::WEIGHTS)
    }

    /// The same with an evaluation by other weights.
    pub(crate) fn with_weights(bits: u32, weights: P::Weights) -> Self {
        let habits: Habits = P::HABITS;
        Self {
            weights,
            table: Table::new(bits.min(25)),
            memory: Memory::new(habits),
            frames: (0..=MAX_PLY).map(|_| Frame::new()).collect(),
            reductions: reductions(),
        }
    }

    /// Discards the results of earlier searches.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memory = Memory::new(P::HABITS);
    }

    /// Searches the current position of a game. The report has no line if the game is over.
    ///
    /// The same searches in the same order produce the same reports, as long as neither the host nor
    /// the clock stops one.
    pub fn run<H: Host<P::Action>>(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        host: &mut H,
    ) -> Report<P::Action> {
        self.table.grow_older();
        self.memory.fade();
        for frame in &mut self.frames {
            frame.killers = [0; 2];
        }
        let mut worker = Worker {
            weights: &self.weights,
            table: &mut self.table,
            memory: &mut self.memory,
            frames: &mut self.frames,
            reductions: &self.reductions,
            path: Path::of(game, P::HABITS),
            limits: *limits,
            host,
            nodes: 0,
            root_depth: 1,
            stopped: false,
        };
        worker.deepen(game)
    }
}

/// One search under way.
struct Worker<'a, P: Searchable, H> {
    weights: &'a P::Weights,
    table: &'a mut Table,
    memory: &'a mut Memory,
    frames: &'a mut [Frame<P::Action>],
    reductions: &'a [i32],
    path: Path<P>,
    limits: Limits,
    host: &'a mut H,
    nodes: u64,
    /// The depth of this iteration.
    root_depth: i32,
    stopped: bool,
}

impl<P: Searchable, H: Host<P::Action>> Worker<'_, P, H> {
    /// Counts a node. Returns whether the search is to end.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK_EVERY) && !self.stopped {
            self.stopped = self.is_to_stop();
        }
        self.stopped
    }

    #[cold]
    fn is_to_stop(&self) -> bool {
        let finish = self.root_depth <= i32::try_from(self.limits.least_depth).unwrap_or(1);
        self.host.stop()
            || (!finish && self.nodes >= self.limits.nodes)
            || self.limits.milliseconds.is_some_and(|limit| self.host.elapsed() >= limit)
    }

    #[inline]
    fn evaluate(&self, position: &P, tally: P::Tally) -> Score {
        position.evaluate(self.weights, tally).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// The value of a finished position to the side to act.
    fn end_score(&self, position: &P, height: i32) -> Score {
        match position.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == position.to_act() => WIN - height,
            Some(_) => -WIN + height,
            None => 0,
        }
    }

    /// The decision of the rules that look back about the position just reached, as a score for the
    /// side that moved: `None` if its action is illegal, `Some(None)` if they decide nothing.
    #[inline]
    #[expect(clippy::option_option, reason = "illegal, undecided and decided are three answers")]
    fn arrival(&mut self, position: &P, mover: Side, ply: usize) -> Option<Option<Score>> {
        self.frames[ply + 1].line.clear();
        if let Some(verdict) = self.path.verdict() {
            let height = i32::try_from(ply).unwrap_or(0);
            return match verdict {
                Verdict::Refused => None,
                Verdict::Draw => Some(Some(0)),
                Verdict::Loses(side) if side == mover => Some(Some(-WON_BY_REPETITION + height)),
                Verdict::Loses(_) => Some(Some(WON_BY_REPETITION - height)),
            };
        }
        if self.path.is_stale() && position.outcome().is_none() {
            return Some(Some(0));
        }
        Some(None)
    }

    /// Records that the best play from a ply is this action, followed by the best play after it.
    fn keep_line(&mut self, ply: usize, action: P::Action) {
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(action);
        line.extend_from_slice(&after[0].line);
    }

    #[inline]
    fn reduction(&self, depth: i32, tried: i32) -> i32 {
        let row = usize::try_from(depth.clamp(0, 63)).unwrap_or(0);
        let column = usize::try_from(tried.clamp(0, 63)).unwrap_or(0);
        self.reductions[row * 64 + column]
    }
}

/// The reduction of depth for late actions, by depth and number: the product of their logarithms,
/// which is the usual form.
fn reductions() -> Vec<i32> {
    let sixty_fourths = |n: usize| i32::from(LOGARITHMS[n]);
    (0..64 * 64)
        .map(|place| {
            let product = sixty_fourths(place / 64) * sixty_fourths(place % 64);
            (4 * 64 * 64 / 10 + product * 10 / 21) / (64 * 64)
        })
        .collect()
}

/// The natural logarithms of the whole numbers, in sixty-fourths; 0 for 0.
const LOGARITHMS: [u16; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188,
    192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233,
    234, 236, 238, 239, 241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259,
    260, 261, 262, 263, 264, 265,
];

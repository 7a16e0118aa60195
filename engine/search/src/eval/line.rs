//! The shared part of the evaluations of the line games.
//!
//! - **Stones**, more for each the fewer there are: a side with many takes ever more easily,
//!   and one that is down to its last stone can take nothing in games that need two for it.
//! - **Freedom**: steps to choose from. A side without one loses.
//! - **Centre**: stones off the edge reach more lines.
//! - **Pairs**: stones side by side, with which most figures begin.
//! - **The move**: the value of being the side to act.

use super::loud;
use crate::levels::Level;
use crate::{Duty, Habits, Numbers, Score, Searchable};
use engine::line::{Act, LineAction, LinePosition, LineRules, Phase};
use engine::{Position, Side};

/// The weights of a game. `yiguan bench tune` finds them from games that the search plays against itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// The value of a side's stones together, by their number.
    pub stones: [Score; 7],
    /// A step to choose from.
    pub step: Score,
    /// A stone off the edge.
    pub centre: Score,
    /// Two stones side by side.
    pub pair: Score,
    /// Being the one to act.
    pub turn: Score,
    /// A capture that is owed, in a chain or by a complete line.
    pub owed: Score,
}

impl Numbers for Weights {
    fn visit(&mut self, name: &str, each: &mut dyn FnMut(&str, &mut Score)) {
        let Self { stones, step, centre, pair, turn, owed } = self;
        stones.visit(&format!("{name} stones"), each);
        step.visit(&format!("{name} step"), each);
        centre.visit(&format!("{name} centre"), each);
        pair.visit(&format!("{name} pair"), each);
        turn.visit(&format!("{name} turn"), each);
        owed.visit(&format!("{name} owed"), each);
    }
}

/// A line game with its evaluation.
pub trait LineEvaluation: LineRules {
    /// The weights.
    const WEIGHTS: Weights;
    /// The strengths of the levels.
    const LEVELS: [Level; 8];
}

/// The number of captures owed.
const fn owed(phase: Phase) -> Score {
    match phase {
        Phase::Step => 0,
        Phase::Chain | Phase::RemoveOne => 1,
        Phase::RemoveTwo => 2,
    }
}

impl<R: LineEvaluation, const N: u8> Searchable for LinePosition<R, N> {
    type Tally = ();
    type Weights = Weights;
    type Aim = ();

    const HABITS: Habits = Habits {
        slots: 64 * 64,
        quiet_limit: Some(100),
        captures_return: false,
        margin: 0,
        skips_late: false,
    };

    const WEIGHTS: Weights = R::WEIGHTS;
    const LEVELS: [Level; 8] = R::LEVELS;

    fn tally(&self, _weights: &Weights) {}

    fn aim(&self) {}

    fn tally_after(&self, _weights: &Weights, _tally: (), _action: LineAction, _next: &Self) {}

    fn evaluate(&self, weights: &Weights, _tally: ()) -> Score {
        let side = self.to_act();
        worth(self, weights, side) - worth(self, weights, side.other())
            + weights.turn
            + owed(self.phase()) * weights.owed
    }

    fn code(action: LineAction) -> u16 {
        match action.act() {
            Act::Step { from, to } => 1 + 64 * u16::from(from) + u16::from(to),
            Act::Remove { at } => 1 + 64 * 63 + u16::from(at),
        }
    }

    fn slot(&self, action: LineAction) -> usize {
        usize::from(Self::code(action) - 1) & 4_095
    }

    fn gain(&self, action: LineAction) -> Score {
        let side = self.to_act();
        let mut next = *self;
        next.apply(action);
        let lost = |of: Side| {
            let (before, after) = (self.stones(of).count_ones(), next.stones(of).count_ones());
            i32::try_from(before - after).unwrap_or(0)
        };
        let again = if next.to_act() == side { 50 } else { 0 };
        100 * (lost(side.other()) - lost(side)) + again
    }

    fn is_loud(&self, action: LineAction) -> bool {
        self.gain(action) != 0
    }

    fn loud(&self, list: &mut Vec<LineAction>) -> Duty {
        loud::find(self, self.phase() != Phase::Step, list)
    }
}

#[inline]
fn worth<R: LineRules, const N: u8>(
    position: &LinePosition<R, N>,
    weights: &Weights,
    side: Side,
) -> Score {
    let stones = position.stones(side);
    let count = |set: u64| i32::try_from(set.count_ones()).unwrap_or(0);
    // Those beyond six do not count.
    let number = usize::try_from(stones.count_ones()).unwrap_or(0).min(6);
    let in_ranks = stones & (stones & !const { left_file(N) }) >> 1;
    let in_files = stones & stones >> N;
    weights.stones[number]
        + weights.step * i32::try_from(position.step_count(side)).unwrap_or(0)
        + weights.centre * count(stones & const { inner(N) })
        + weights.pair * (count(in_ranks) + count(in_files))
}

/// The points of the leftmost file.
const fn left_file(size: u8) -> u64 {
    let mut points = 0;
    let mut rank = 0;
    while rank < size {
        points |= 1 << (rank * size);
        rank += 1;
    }
    points
}

/// The points off the edge.
const fn inner(size: u8) -> u64 {
    let mut points = 0;
    let mut rank = 1;
    while rank + 1 < size {
        let mut file = 1;
        while file + 1 < size {
            points |= 1 << (rank * size + file);
            file += 1;
        }
        rank += 1;
    }
    points
}

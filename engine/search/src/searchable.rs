//! The interface of a game to the search: its evaluation, the captures of its actions, and the
//! shortcuts that are safe in it.

use crate::Score;
use crate::levels::Level;
use crate::weights::Numbers;
use engine::Position;
use std::fmt::Debug;

/// A game that can be searched.
///
/// Everything is seen from the position: in some games a side acts several times in a row, so
/// nothing here assumes that turns alternate.
pub trait Searchable: Position {
    /// The sums that the evaluation updates from action to action, such as sums over pieces, so
    /// that a leaf costs little. They do not depend on whose turn it is.
    type Tally: Copy + Debug;

    /// The numbers that the evaluation is made of.
    type Weights: Numbers;

    /// The facts that decide whether actions give check; see [`aim`](Self::aim).
    type Aim: Copy + Debug;

    /// The shortcuts that are safe.
    const HABITS: Habits;

    /// The weights that playing uses.
    const WEIGHTS: Self::Weights;

    /// The strengths of the eight levels, the weakest first.
    const LEVELS: [Level; 8];

    /// The tally of the position, computed afresh.
    fn tally(&self, weights: &Self::Weights) -> Self::Tally;

    /// The tally after an action of this position, which `next` is the position after.
    fn tally_after(
        &self,
        weights: &Self::Weights,
        tally: Self::Tally,
        action: Self::Action,
        next: &Self,
    ) -> Self::Tally;

    /// The value of the position for the side to act, while the game is not over.
    fn evaluate(&self, weights: &Self::Weights, tally: Self::Tally) -> Score;

    /// A number for the action, a different one for every action of a position, never 0.
    fn code(action: Self::Action) -> u16;

    /// The slot in which the search records the success of actions of this kind; below
    /// [`Habits::slots`].
    fn slot(&self, action: Self::Action) -> usize;

    /// The immediate gain of an action, 0 for a quiet one; by the weights that playing uses.
    fn gain(&self, action: Self::Action) -> Score;

    /// Whether an action changes the material, so that the position after it should not be
    /// evaluated before the answer to it is known.
    fn is_loud(&self, action: Self::Action) -> bool;

    /// The order in which loud actions are tried, the largest first.
    fn promise(&self, action: Self::Action) -> i32 {
        self.gain(action)
    }

    /// Whether the exchange that an action begins ends below `least`.
    fn exchange_is_below(&self, _action: Self::Action, _least: Score) -> bool {
        false
    }

    /// The facts of a position that [`gives_check`](Self::gives_check) needs.
    fn aim(&self) -> Self::Aim;

    /// Whether an action gives check, as far as that can be seen without playing it: checks
    /// that a piece uncovers need not be seen.
    fn gives_check(&self, _aim: &Self::Aim, _action: Self::Action) -> bool {
        false
    }

    /// Writes the loud actions to `list`, which is empty.
    fn loud(&self, list: &mut Vec<Self::Action>) -> Duty;

    /// The position with the other side to act, where trying that is informative.
    fn with_turn_passed(&self) -> Option<Self> {
        None
    }
}

/// The options of the side to act with regard to the actions that [`Searchable::loud`] finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// It may do something quiet instead.
    Free,
    /// It must play one of them.
    Bound,
    /// Nothing: the game is over.
    Over,
}

/// The shortcuts that are safe in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// The number of slots of [`Searchable::slot`].
    pub slots: usize,
    /// The number of actions without progress that draws the game, if the rules have that.
    pub quiet_limit: Option<u32>,
    /// Whether a position can recur although something was captured since, as pieces in hand make
    /// possible.
    pub captures_return: bool,
    /// By how much a ply can change the evaluation, for cutting branches short. 0 where no
    /// evaluation can be relied on so far.
    pub margin: Score,
    /// Whether late quiet actions may be left out near the leaves.
    pub skips_late: bool,
}

//! Tuning an evaluation on the engine's own games.
//!
//! [`Tuned::of`] finds the games whose evaluation is a sum of weights: the line games. [`Tuned::play`] plays
//! one against itself and keeps its quiet positions with the result of the game; [`fit`] finds the
//! weights under which the evaluation predicts those results best (logistic regression, known in this use as
//! Texel tuning); [`Tuned::duel`] shows whether they play better, which is another question. Nothing here
//! is in use when a game is played.

mod candidate;
mod fit;

pub use crate::eval::line::{WEIGHT_NAMES, WEIGHTS};
pub use fit::{Fitted, fit};

use crate::Score;
use engine::{er_chi_yi, tui_da_che, xia_liu, xia_si, zhuo_qi_zi};

/// A quiet position and how its game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// How often each weight counts in the evaluation, seen by the side to act.
    pub counts: [Score; WEIGHTS],
    /// 1 if the side to act won, 0 if it lost, one half in a draw.
    pub result: f64,
}

/// A game whose weights can be tuned.
#[derive(Debug, Clone, Copy)]
pub struct Tuned {
    /// The weights in use.
    pub weights: [Score; WEIGHTS],
    ruleset: Option<&'static str>,
    play: fn(Self, u64, u64) -> Vec<Sample>,
    duel: fn(Self, [Score; WEIGHTS], bool, u64, u64) -> Option<bool>,
}

impl Tuned {
    /// The game of that id under its default ruleset or the one given; `None` if its evaluation is no sum
    /// of weights, or there is no such ruleset.
    #[must_use]
    pub fn of(game: &str, ruleset: Option<&str>) -> Option<Self> {
        [
            candidate::tuned::<er_chi_yi::Rules, 5>(game, ruleset),
            candidate::tuned::<zhuo_qi_zi::Rules, 4>(game, ruleset),
            candidate::tuned::<tui_da_che::Rules, 4>(game, ruleset),
            candidate::tuned::<xia_liu::Rules, 6>(game, ruleset),
            candidate::tuned::<xia_si::Rules, 4>(game, ruleset),
        ]
        .into_iter()
        .flatten()
        .next()
    }

    /// Plays a game with the weights in use, `nodes` positions an action, and returns its quiet positions.
    #[must_use]
    pub fn play(self, seed: u64, nodes: u64) -> Vec<Sample> {
        (self.play)(self, seed, nodes)
    }

    /// Plays a game of other weights against those in use, `nodes` positions an action for both. The
    /// opening is the same for the same seed. Returns whether the others won; `None` for a draw.
    #[must_use]
    pub fn duel(
        self,
        others: [Score; WEIGHTS],
        others_first: bool,
        seed: u64,
        nodes: u64,
    ) -> Option<bool> {
        (self.duel)(self, others, others_first, seed, nodes)
    }
}

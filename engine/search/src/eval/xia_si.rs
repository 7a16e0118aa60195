//! Xia Si: a stone alone still takes in the middle of two, so that the last one is worth
//! something; captures go on, which makes the move worth more.

use super::line::{LineEvaluation, Weights};
use crate::levels::{DEFAULT, Level};
use engine::xia_si::Rules;

impl LineEvaluation for Rules {
    const WEIGHTS: Weights = Weights {
        stones: [-600, -100, 80, 200, 300, 400, 500],
        step: 6,
        centre: 6,
        pair: 4,
        turn: 25,
        owed: 70,
    };

    const LEVELS: [Level; 8] = DEFAULT;
}

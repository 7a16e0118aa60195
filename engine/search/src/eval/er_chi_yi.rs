//! Er Chi Yi: two stones take a third that is alone with them on a line, so that pairs
//! count, and a side with one stone takes nothing.

use super::line::{LineEvaluation, Weights};
use crate::levels::{DEFAULT, Level};
use engine::er_chi_yi::Rules;

impl LineEvaluation for Rules {
    const WEIGHTS: Weights = Weights {
        stones: [-600, -250, 0, 150, 280, 400, 500],
        step: 4,
        centre: 6,
        pair: 8,
        turn: 10,
        owed: 0,
    };

    const LEVELS: [Level; 8] = DEFAULT;
}

//! Xia Liu: as Xia Si on thirty-six points, and a full line takes two stones.

use super::line::{LineEvaluation, Weights};
use crate::levels::{DEFAULT, Level};
use engine::xia_liu::Rules;

impl LineEvaluation for Rules {
    const WEIGHTS: Weights = Weights {
        stones: [-600, -120, 40, 170, 290, 400, 500],
        step: 3,
        centre: 5,
        pair: 3,
        turn: 25,
        owed: 80,
    };

    const LEVELS: [Level; 8] = DEFAULT;
}

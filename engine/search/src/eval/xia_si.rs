//! Xia Si: a stone alone still takes in the middle of two, so that the last one is worth
//! something; captures go on, which makes the move worth more.

use super::line::{LineEvaluation, Weights};
use crate::levels::Level;
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

    const LEVELS: [Level; 8] = [
        Level::new(1_000, 2, 803),
        Level::new(1_600, 3, 416),
        Level::new(2_100, 3, 284),
        Level::new(2_700, 4, 200),
        Level::new(3_600, 4, 132),
        Level::new(5_500, 5, 71),
        Level::new(15_000, 7, 17),
        Level::new(83_000, 60, 0),
    ];
}

//! Xia Si: a stone alone still takes in the middle of two, so the last one has a value; captures
//! chain, which raises the value of the move.

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
        Level::new(1_000, 2, 803).with_random(24),
        Level::new(1_200, 2, 631),
        Level::new(2_100, 3, 284),
        Level::new(2_500, 4, 225),
        Level::new(3_000, 4, 170),
        Level::new(3_600, 5, 129),
        Level::new(5_200, 5, 76),
        Level::new(83_000, 60, 0),
    ];
}

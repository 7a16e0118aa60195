//! The evaluation and the levels of Zhuo Qi Zi: like those of Er Chi Yi, on sixteen points, where
//! room is scarce and steps count more.
//!
//! The weights are in the units of `line`; the levels were spaced by playing them against each
//! other (`yiguan bench spacing`).

use super::line::{LineEvaluation, Weights};
use crate::levels::Level;
use engine::zhuo_qi_zi::Rules;

impl LineEvaluation for Rules {
    const WEIGHTS: Weights = Weights {
        stones: [-600, -250, 0, 150, 280, 400, 500],
        step: 8,
        centre: 5,
        pair: 8,
        turn: 12,
        owed: 0,
    };

    const LEVELS: [Level; 8] = [
        Level::new(1_500, 3, 442).with_random(38),
        Level::new(1_650, 3, 382),
        Level::new(2_700, 4, 205),
        Level::new(3_900, 5, 118),
        Level::new(5_500, 5, 71),
        Level::new(7_400, 6, 46),
        Level::new(10_000, 7, 28),
        Level::new(19_000, 8, 11),
    ];
}

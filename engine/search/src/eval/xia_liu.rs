//! The evaluation and the levels of Xia Liu: like those of Xia Si, on thirty-six points, where a
//! complete line earns two removals.
//!
//! The weights are in the units of `line`; the levels were spaced by playing them against each
//! other (`yiguan bench spacing`).

use super::line::{LineEvaluation, Weights};
use crate::levels::Level;
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

    const LEVELS: [Level; 8] = [
        Level::new(1_300, 2, 564).with_random(36),
        Level::new(1_300, 2, 564),
        Level::new(2_300, 3, 245),
        Level::new(3_300, 4, 158),
        Level::new(6_400, 6, 57),
        Level::new(15_000, 8, 16),
        Level::new(35_000, 60, 5),
        Level::new(170_000, 60, 0),
    ];
}

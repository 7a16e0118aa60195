//! Er Chi Yi: two stones take a third that is alone with them on a line, so that pairs
//! count, and a side with one stone takes nothing.

use super::line::{LineEvaluation, Weights};
use crate::levels::Level;
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

    const LEVELS: [Level; 8] = [
        Level::new(1_500, 3, 444).with_random(25),
        Level::new(1_800, 3, 341),
        Level::new(2_900, 4, 176),
        Level::new(4_300, 5, 104),
        Level::new(5_500, 6, 70),
        Level::new(7_800, 6, 43),
        Level::new(9_800, 7, 31),
        Level::new(14_000, 7, 19),
    ];
}

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
        Level::new(1_300, 2, 530),
        Level::new(2_100, 3, 284),
        Level::new(2_900, 4, 174),
        Level::new(4_100, 5, 107),
        Level::new(5_800, 6, 66),
        Level::new(7_700, 6, 43),
        Level::new(11_000, 7, 26),
        Level::new(16_000, 8, 15),
    ];
}

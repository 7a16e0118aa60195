//! Zhuo Qi Zi: as Er Chi Yi on sixteen points, where room is scarce: steps count more.

use super::line::{LineEvaluation, Weights};
use crate::levels::{DEFAULT, Level};
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

    const LEVELS: [Level; 8] = DEFAULT;
}

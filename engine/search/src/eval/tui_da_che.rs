//! Tui Da Che: as Zhuo Qi Zi with pushes on full lines. Under `as-printed` a push costs the
//! pusher, which the search sees by itself.

use super::line::{LineEvaluation, Weights};
use crate::levels::{DEFAULT, Level};
use engine::tui_da_che::Rules;

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

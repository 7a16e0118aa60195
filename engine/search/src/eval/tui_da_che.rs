//! Tui Da Che: as Zhuo Qi Zi with pushes on full lines. Under `as-printed` a push costs the
//! pusher, which the search sees by itself.

use super::line::{LineEvaluation, Weights};
use crate::levels::Level;
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

    const LEVELS: [Level; 8] = [
        Level::new(1_800, 3, 352).with_random(38),
        Level::new(2_100, 3, 276),
        Level::new(2_900, 4, 192),
        Level::new(3_700, 5, 126),
        Level::new(5_200, 5, 76),
        Level::new(8_100, 6, 40),
        Level::new(18_000, 8, 12),
        Level::new(83_000, 60, 0),
    ];
}

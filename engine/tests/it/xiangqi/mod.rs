//! Xiang Qi.

mod agreement;
mod fen;
mod rules;
mod vectors;

use engine::{AnyGame, Options};

/// Both rulesets.
const RULESETS: [&str; 2] = ["walker", "standard"];

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// A game under a ruleset from a position.
#[track_caller]
fn game(ruleset: &str, fen: &str) -> AnyGame {
    AnyGame::new("xiangqi", Some(ruleset), &Options::none(), Some(fen))
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

//! Shogi.

mod agreement;
mod vectors;

use engine::{AnyGame, Options};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A game with default options from a position.
#[track_caller]
fn game(sfen: &str) -> AnyGame {
    game_with(&[], Some(sfen))
}

/// A game with options from a position, or from the start.
#[track_caller]
fn game_with(options: &[(&str, &str)], sfen: Option<&str>) -> AnyGame {
    let options: Options = options.iter().copied().collect();
    AnyGame::new("shogi", Some("standard"), &options, sfen)
        .unwrap_or_else(|error| panic!("{sfen:?}: {error}"))
}

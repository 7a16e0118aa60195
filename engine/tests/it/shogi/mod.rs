//! Shogi.

mod agreement;
mod endings;
mod moves;
mod notation;
mod rules;
mod sfen;
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

/// Plays moves, separated by spaces, to the end of the list.
#[track_caller]
fn play(game: &mut AnyGame, moves: &str) {
    for action in moves.split_whitespace() {
        if let Err(refusal) = game.play(action) {
            panic!("{action} at ply {}: {refusal}", game.ply());
        }
    }
}

/// The state of a game: `-`, or the result and its reason.
fn end(game: &AnyGame) -> String {
    game.outcome().map_or_else(
        || "-".to_owned(),
        |outcome| format!("{} {}", outcome.as_str(), outcome.reason),
    )
}

/// Checks how a game stands after the moves, played from a position.
#[track_caller]
fn check_end(sfen: &str, moves: &str, expected: &str) {
    let mut game = game(sfen);
    play(&mut game, moves);
    assert_eq!(end(&game), expected, "{sfen} {moves}");
    assert_eq!(game.legal().is_empty(), game.outcome().is_some(), "{sfen}");
}

/// Checks that a move is refused: the rule, then the squares that matter.
#[track_caller]
fn check_refused(sfen: &str, action: &str, expected: &str) {
    let refusal = game(sfen).refuse(action).unwrap_or_else(|| panic!("{action} is legal"));
    let words: Vec<&str> = std::iter::once(refusal.rule.as_str())
        .chain(refusal.squares.iter().map(String::as_str))
        .collect();
    assert_eq!(words.join(" "), expected, "{action} at {sfen}");
}

/// Checks that moves, separated by spaces, are legal.
#[track_caller]
fn check_legal(sfen: &str, actions: &str) {
    for action in actions.split_whitespace() {
        assert_eq!(game(sfen).refuse(action), None, "{action} at {sfen}");
    }
}

/// Checks where the piece on a square, or one in hand (`P*`), can go, as a sorted list.
#[track_caller]
fn check_moves(sfen: &str, from: &str, expected: &str) {
    let legal = game(sfen).legal();
    let targets: Vec<&str> = legal.iter().filter_map(|action| action.strip_prefix(from)).collect();
    assert_eq!(targets.join(" "), expected, "{from} {sfen}");
}

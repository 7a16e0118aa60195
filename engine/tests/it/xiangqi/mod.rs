//! Xiangqi.

mod agreement;
mod chase;
mod fen;
mod history;
mod notation;
mod records;
mod recount;
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

/// Plays moves, separated by spaces, to the end of the list.
#[track_caller]
fn play(ruleset: &str, fen: &str, moves: &str) -> AnyGame {
    let mut game = game(ruleset, fen);
    for action in moves.split_whitespace() {
        if let Err(refusal) = game.play(action) {
            panic!("{ruleset}: {action} at ply {}: {refusal}", game.ply());
        }
    }
    game
}

/// Checks how a game stands after the moves: `-`, or the result and its reason.
#[track_caller]
fn check_end(ruleset: &str, fen: &str, moves: &str, expected: &str) {
    let game = play(ruleset, fen, moves);
    let end = game.outcome().map_or_else(
        || "-".to_owned(),
        |outcome| format!("{} {}", outcome.as_str(), outcome.reason),
    );
    assert_eq!(end, expected, "{ruleset} {fen} {moves}");
    assert_eq!(game.legal().is_empty(), game.outcome().is_some(), "{ruleset} {fen}");
}

/// Checks that a move is refused: the rule, then the points that matter.
#[track_caller]
fn check_refused(ruleset: &str, fen: &str, action: &str, expected: &str) {
    check_refusal(&game(ruleset, fen), action, expected);
}

#[track_caller]
fn check_refusal(game: &AnyGame, action: &str, expected: &str) {
    let refusal = game.refuse(action).unwrap_or_else(|| panic!("{action} is legal"));
    let words: Vec<&str> = std::iter::once(refusal.rule.as_str())
        .chain(refusal.squares.iter().map(String::as_str))
        .collect();
    assert_eq!(words.join(" "), expected, "{action} at {}", game.position_text());
}

/// Checks where the piece on a point can go, as a sorted list.
#[track_caller]
fn check_moves(ruleset: &str, fen: &str, from: &str, expected: &str) {
    let legal = game(ruleset, fen).legal();
    let targets: Vec<&str> = legal.iter().filter_map(|action| action.strip_prefix(from)).collect();
    assert_eq!(targets.join(" "), expected, "{ruleset} {from} {fen}");
}

/// A small generator of numbers, so that every run plays the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        // Source: Marsaglia, "Xorshift RNGs", 2003, the triple (13, 7, 17).
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("below a usize")
    }
}

//! Position texts: a round trip, and refusals with their columns.

use super::{RULESETS, START, game};
use engine::{AnyGame, Options, SetupError};

#[test]
fn text_is_written_as_read() {
    for fen in [
        START,
        "4k4/9/9/9/4R4/9/9/9/9/4K4 b - - 0 1",
        "3ak1b2/4a4/n3b4/p7p/9/P1N1P4/7n1/4K1r2/2cr5/1CB6 w - - 0 1",
        "P7P/9/3k5/9/9/9/9/5K3/9/p7p b - - 0 1",
    ] {
        for ruleset in RULESETS {
            assert_eq!(game(ruleset, fen).position_text(), fen);
        }
    }
}

#[test]
fn reading_is_generous_where_nothing_is_lost() {
    let written = "4k4/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1";
    for fen in [
        "4k4/9/9/9/4N4/9/9/9/9/4K4 w",
        "4k4/9/9/9/4N4/9/9/9/9/4K4 r",
        "4k4/9/9/9/4N4/9/9/9/9/4K4 r - - 17 63",
        "4k4/18/9/9/4N4/9/9/9/9/1111K1111 w - - 0 1",
    ] {
        assert_eq!(game("walker", fen).position_text(), written);
    }
}

#[track_caller]
fn check_invalid(ruleset: &str, fen: &str, column: usize, reason: &str) {
    let error = AnyGame::new("xiangqi", Some(ruleset), &Options::none(), Some(fen))
        .map(|game| game.position_text());
    let Err(SetupError::Position(error)) = error else { panic!("{fen}: {error:?}") };
    assert_eq!((error.column, error.fault.to_string().as_str()), (column, reason), "{fen}");
}

/// The message for a text with other parts.
const PARTS: &str = "a position is written like \
     `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`";

#[test]
fn malformed_texts_are_refused() {
    let bare = "4k4/9/9/9/4R4/9/9/9/9/4K4";
    let with = |rest: &str| format!("{bare}{rest}");
    for (fen, column, reason) in [
        (String::new(), 1, "a rank has 9 points"),
        (" ".to_owned(), 1, "a rank has 9 points"),
        ("9/9".to_owned(), 4, "the board has 10 ranks"),
        ("4k3/9/9/9/4R4/9/9/9/9/4K4 w".to_owned(), 4, "a rank has 9 points"),
        ("4k5/9/9/9/4R4/9/9/9/9/4K4 w".to_owned(), 3, "a rank has 9 points"),
        ("9R/9/9/9/4R4/9/9/9/9/4K4 w".to_owned(), 2, "a rank has 9 points"),
        ("4k4/0/9/9/4R4/9/9/9/9/4K4 w".to_owned(), 5, "`0` is not a piece"),
        ("4k4/9/9/9/4Q4/9/9/9/9/4K4 w".to_owned(), 12, "`Q` is not a piece"),
        ("4k4/9/9/9/4车4/9/9/9/9/4K4 w".to_owned(), 12, "`车` is not a piece"),
        (with("/9 w"), 26, "the board has 10 ranks"),
        (with(""), 26, "the side to act is missing"),
        (with(" "), 27, "the side is one of w, b"),
        (with("  w"), 27, "the side is one of w, b"),
        (with(" red"), 27, "the side is one of w, b"),
        (with(" w "), 29, PARTS),
        (with(" w KQkq - 0 1"), 29, PARTS),
        (with(" w - e3 0 1"), 31, PARTS),
        (with(" w - - x 1"), 33, PARTS),
        (with(" w - - 0 -1"), 35, PARTS),
        (with(" w - - 0 1234567890"), 35, PARTS),
        (with(" w - - 0"), 34, PARTS),
        (with(" w - - 0 1 2"), 37, PARTS),
        (with(" w - - 0 1 "), 37, PARTS),
    ] {
        for ruleset in RULESETS {
            check_invalid(ruleset, &fen, column, reason);
        }
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (fen, column, reason) in [
        ("9/9/9/9/4R4/9/9/9/9/4K4 w", 0, "the king or general `k` is missing"),
        ("4k4/9/9/9/4R4/9/9/9/9/9 w", 0, "the king or general `K` is missing"),
        ("3kk4/9/9/9/9/9/9/9/9/5K3 w", 3, "more than 1 of `k`"),
        ("3k5/9/9/9/RRR6/9/9/9/9/5K3 w", 13, "more than 2 of `R`"),
        ("3k5/9/9/PPPPPP3/9/9/9/9/9/5K3 w", 14, "more than 5 of `P`"),
        ("9/9/9/4k4/4R4/9/9/9/9/4K4 w", 8, "`k` cannot stand on e6"),
        ("4k4/9/9/9/4R4/9/9/9/9/2K6 w", 24, "`K` cannot stand on c0"),
        ("3k5/9/9/9/9/9/9/9/3A5/5K3 w", 20, "`A` cannot stand on d1"),
        ("3k5/9/9/9/9/9/9/9/9/1B3K3 w", 22, "`B` cannot stand on b0"),
        ("3k5/9/9/4B4/9/9/9/9/9/5K3 w", 10, "`B` cannot stand on e6"),
        ("3k5/9/9/9/9/9/9/P8/9/5K3 w", 17, "`P` cannot stand on a2"),
        ("3k5/9/9/9/9/3P5/9/9/9/5K3 w", 14, "`P` cannot stand on d4"),
        ("3k5/9/p8/9/9/9/9/9/9/5K3 w", 7, "`p` cannot stand on a7"),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", 0, "the side not to act is in check"),
        ("4k4/9/9/9/9/4r4/9/9/9/4K4 b", 0, "the side not to act is in check"),
        ("4k4/9/3N5/9/9/9/9/9/9/3K5 w", 0, "the side not to act is in check"),
    ] {
        for ruleset in RULESETS {
            check_invalid(ruleset, fen, column, reason);
        }
    }
}

#[test]
fn facing_generals_check_under_walker_only() {
    for side in ["w", "b"] {
        let fen = format!("4k4/9/9/9/R8/9/9/9/9/4K4 {side}");
        assert!(game("walker", &fen).is_check());
        check_invalid("standard", &fen, 0, "the generals face each other");
    }
}

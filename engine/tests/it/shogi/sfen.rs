//! Position texts: a round trip, and refusals with their columns.

use super::{START, game, game_with};
use engine::{AnyGame, Options, SetupError};

#[test]
fn text_is_written_as_read() {
    for sfen in [
        START,
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1",
        "+P+L+N+S1k3/9/9/9/9/9/9/9/K1+b+r+s+n+l+p1 b - 1",
        // A knight that cannot move; see the notation's description.
        "9/P1L1N1S1k/9/9/9/9/9/9/4K4 b - 1",
    ] {
        assert_eq!(game(sfen).position_text(), sfen);
    }
}

#[test]
fn reading_is_generous_where_nothing_is_lost() {
    for (sfen, written) in [
        ("4k4/9/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 37", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("4k4/18/9/9/9/9/9/9/1111K1111 b p2PR 1", "4k4/9/9/9/9/9/9/9/4K4 b R2Pp 1"),
    ] {
        assert_eq!(game(sfen).position_text(), written);
    }
}

#[track_caller]
fn check_invalid(options: &[(&str, &str)], sfen: &str, column: usize, reason: &str) {
    let options: Options = options.iter().copied().collect();
    let error = AnyGame::new("shogi", None, &options, Some(sfen)).map(|game| game.position_text());
    let Err(SetupError::Position(error)) = error else { panic!("{sfen}: {error:?}") };
    assert_eq!((error.column, error.fault.to_string().as_str()), (column, reason), "{sfen}");
}

#[test]
fn malformed_texts_are_refused() {
    let with = |rest: &str| format!("4k4/9/9/9/9/9/9/9/4K4{rest}");
    for (sfen, column, reason) in [
        (String::new(), 1, "a rank has 9 points"),
        ("9/9".to_owned(), 4, "the board has 9 ranks"),
        (with("/9 b -"), 22, "the board has 9 ranks"),
        ("4k3/9/9/9/9/9/9/9/4K4 b -".to_owned(), 4, "a rank has 9 points"),
        ("4k5/9/9/9/9/9/9/9/4K4 b -".to_owned(), 3, "a rank has 9 points"),
        ("9R/9/9/9/9/9/9/9/4K4 b -".to_owned(), 2, "a rank has 9 points"),
        ("4k4/0/9/9/9/9/9/9/4K4 b -".to_owned(), 5, "`0` is not a piece"),
        ("4k4/4q4/9/9/9/9/9/9/4K4 b -".to_owned(), 6, "`q` is not a piece"),
        ("4玉4/9/9/9/9/9/9/9/4K4 b -".to_owned(), 2, "`玉` is not a piece"),
        ("4k4/4+G4/9/9/9/9/9/9/4K4 b -".to_owned(), 7, "`G` does not promote"),
        ("4k4/4+k4/9/9/9/9/9/9/4K4 b -".to_owned(), 7, "`k` does not promote"),
        ("4k4/4++P4/9/9/9/9/9/9/4K4 b -".to_owned(), 7, "`+` is not a piece"),
        ("4k4/+9/9/9/9/9/9/9/4K4 b -".to_owned(), 6, "`9` is not a piece"),
        ("4k4/9+/9/9/9/9/9/9/4K4 b -".to_owned(), 6, "nothing to promote follows the `+`"),
        (with(""), 22, "the side to act is missing"),
        (with(" "), 23, "the side is one of b, w"),
        (with(" first -"), 23, "the side is one of b, w"),
        (with(" b"), 24, "the pieces in hand are missing"),
        (with(" b "), 25, "an empty hand is `-`"),
        (with(" b 0P"), 25, "a count in hand is 2 to 18"),
        (with(" b 1P"), 25, "a count in hand is 2 to 18"),
        (with(" b 02P"), 25, "a count in hand is 2 to 18"),
        (with(" b 19P"), 25, "a count in hand is 2 to 18"),
        (with(" b 4294967297P"), 25, "a count in hand is 2 to 18"),
        (with(" b 2"), 26, "no piece follows the count"),
        (with(" b K"), 25, "`K` cannot be in hand"),
        (with(" b +P"), 25, "`+` cannot be in hand"),
        (with(" b RR"), 26, "`R` is listed twice"),
        (with(" b - 0"), 27, "the number of the move is 1 or more"),
        (with(" b - x"), 27, "the number of the move is 1 or more"),
        (with(" b - "), 27, "the number of the move is 1 or more"),
        (
            with(" b - 1 2"),
            29,
            "a position is written like `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`",
        ),
    ] {
        check_invalid(&[], &sfen, column, reason);
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (sfen, column, reason) in [
        ("9/9/9/9/9/9/9/9/4K4 b - 1", 0, "the king or general `k` is missing"),
        ("4k4/9/9/9/9/9/9/9/9 b - 1", 0, "the king or general `K` is missing"),
        ("4k4/9/9/9/9/9/9/K8/4K4 b - 1", 21, "more than 1 of `K`"),
        ("4k4/9/k8/9/9/9/9/9/4K4 b - 1", 7, "more than 1 of `k`"),
        ("4k4/9/9/9/9/9/RRR6/9/4K4 b - 1", 17, "more than 2 of `R`"),
        ("4k4/9/9/9/9/9/RR7/9/4K4 b r 1", 27, "more than 2 of `R`"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 5g 1", 26, "more than 4 of `G`"),
        ("4k4/9/9/9/9/+P+P+P+P5/9/9/4K4 b 15P 1", 35, "more than 18 of `P`"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", 1, "`P` on 9a could never move again"),
        ("4k4/9/9/9/9/9/9/9/l3K4 b - 1", 19, "`l` on 9i could never move again"),
        ("N3k4/9/9/9/9/9/9/9/4K4 b - 1", 1, "`N` on 9a could never move again"),
        ("4k4/9/P8/9/P8/9/9/9/4K4 b - 1", 12, "a second pawn on the file of 9c (nifu)"),
        ("4k4/9/9/9/4R4/9/9/9/4K4 b - 1", 0, "the side not to act is in check"),
        ("4k4/9/9/9/4r4/9/9/9/4K4 w - 1", 0, "the side not to act is in check"),
        ("9/9/9/4k4/4K4/9/9/9/9 b - 1", 0, "the kings stand side by side"),
    ] {
        check_invalid(&[], sfen, column, reason);
    }
}

#[test]
fn a_handicap_game_has_fewer_pieces() {
    let sfen = "4k4/9/9/9/9/9/RR7/9/4K4 w - 1";
    assert_eq!(game(sfen).position_text(), sfen);
    check_invalid(&[("handicap", "rook")], sfen, 16, "more than 1 of `R`");
    let fewer = "4k4/9/9/9/9/9/R8/9/4K4 w - 1";
    assert_eq!(game_with(&[("handicap", "rook")], Some(fewer)).position_text(), fewer);
}

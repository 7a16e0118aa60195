//! Whole games of Xiangqi as text.

use super::{RULESETS, Random};
use crate::dice::rounds;
use engine::{AnyGame, BySide, NotationError, Options, Record, RecordedMove, RecordedResult, Side};

const NOTATIONS: [&str; 3] = ["wxf", "iccs", "cn"];

fn played(action: &str, time: Option<u64>, comment: &str) -> RecordedMove {
    RecordedMove { action: action.to_owned(), time, comment: comment.to_owned() }
}

fn won(winner: Option<Side>, reason: &str) -> Option<RecordedResult> {
    Some(RecordedResult { winner, reason: reason.to_owned() })
}

fn sample(ruleset: &str) -> Record {
    Record {
        game: "xiangqi".to_owned(),
        ruleset: Some(ruleset.to_owned()),
        options: Options::none(),
        start: None,
        players: BySide {
            first: Some("Guest 4f2a".to_owned()),
            second: Some(r#"the "other" \ one"#.to_owned()),
        },
        date: Some("2026-11-21".to_owned()),
        comment: "Two lines\nbefore the first move.".to_owned(),
        moves: vec![
            played("h2e2", Some(1_200), ""),
            played("h9g7", Some(3_661_007), "A comment; (with) [brackets]."),
            played("h0g2", None, "{braces}\n and a space "),
            played("b9c7", None, "[%emt 0:00:01]"),
            played("i0h0", None, ""),
        ],
        result: won(Some(Side::First), "resignation"),
    }
}

#[test]
fn record_as_text() {
    let mut record = sample("standard");
    record.comment = "Before.".to_owned();
    record.moves.truncate(3);
    let text = record.write("wxf").expect("a record that replays");
    let expected = r#"[Game "Chinese Chess"]
[Ruleset "standard"]
[Format "WXF"]
[Red "Guest 4f2a"]
[Black "the \"other\" \\ one"]
[Date "2026-11-21"]
[Result "1-0"]
[Termination "resignation"]

{Before.}
1. C2.5 {[%emt 0:00:01.200]} H8+7 {[%emt 1:01:01.007]} {A comment; (with) [brackets].}
2. H2+3
; {braces}
;  and a space 
1-0
"#;
    assert_eq!(text, expected);
}

#[test]
fn black_is_the_first_side_under_walker() {
    let text = sample("walker").write("cn").expect("a record that replays");
    for line in [
        "[Ruleset \"walker\"]",
        "[Format \"Chinese\"]",
        "[Black \"Guest 4f2a\"]",
        "[Result \"1-0\"]",
        "1. 炮２平５ {[%emt 0:00:01.200]} 馬八進七 {[%emt 1:01:01.007]} \
         {A comment; (with) [brackets].}",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
}

#[test]
fn record_is_read_as_written() {
    for ruleset in RULESETS {
        for notation in NOTATIONS {
            let mut record = sample(ruleset);
            let text = record.write(notation).expect("a record that replays");
            assert_eq!(Record::read("xiangqi", notation, &text), Ok(record.clone()), "{text}");
            // The second side to act, nobody's names, no result.
            record.start = Some("3k5/9/9/9/8r/9/9/9/9/R3K4 b - - 0 1".to_owned());
            record.moves = vec![played("i5i6", None, ""), played("a0a1", None, "")];
            record.players = BySide { first: None, second: None };
            record.result = None;
            let text = record.write(notation).expect("a record that replays");
            assert!(text.contains("\n1... "), "{text}");
            assert_eq!(Record::read("xiangqi", notation, &text), Ok(record), "{text}");
        }
    }
}

/// The server stores every start, the usual one too.
#[test]
fn usual_start_is_not_written() {
    let mut record = sample("standard");
    record.start = Some(super::START.to_owned());
    let text = record.write("wxf").expect("a record that replays");
    assert_eq!(Record::read("xiangqi", "wxf", &text), Ok(sample("standard")));
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_read() {
    let record = sample("standard");
    let text = record.write("wxf").expect("a record that replays").replace('\n', "\r\n");
    assert_eq!(Record::read("xiangqi", "wxf", &format!("\u{feff}{text}")), Ok(record));
}

/// The moves, result and reason of a text, joined by spaces.
#[track_caller]
fn check_text(text: &str, expected: &str) {
    let record =
        Record::read("xiangqi", "wxf", text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let mut words: Vec<&str> = record.moves.iter().map(|ply| ply.action.as_str()).collect();
    if let Some(result) = &record.result {
        words.extend([result.winner.map_or("draw", Side::as_str), &result.reason]);
    }
    assert_eq!(words.join(" ").trim_end(), expected, "{text}");
}

#[test]
fn texts_from_elsewhere_are_read() {
    for (text, expected) in [
        ("", ""),
        ("*", ""),
        ("C2.5", "h2e2"),
        ("1.C2=5 h8+7 2.N2+3 *", "h2e2 h9g7 h0g2"),
        ("1. H2-E2 H9-G7\n2. h0-g2", "h2e2 h9g7 h0g2"),
        ("1. 炮二平五 马８进７ 2. 马二进三 1/2-1/2", "h2e2 h9g7 h0g2 draw"),
        ("[Event \"Cup\"]\n[Result \"0-1\"]\n\n1. C2.5 0-1", "h2e2 second"),
        ("[Result \"*\"]\n1. C2.5 1-0", "h2e2 first"),
        ("[Termination \"by \t agreement \"]\n1. C2.5 1/2-1/2", "h2e2 draw by agreement"),
        ("[Result \"1-0\"]\n1. C2.5 *", "h2e2 first"),
        ("1. C2.5! $1 (1. C8.5 {no ) here} (H2+3)) H8+7?? 2. H2+3", "h2e2 h9g7 h0g2"),
        ("1 C2.5 1... H8+7", "h2e2 h9g7"),
        // A soldier on two shared files begins with figures, as numbers do.
        (
            "[FEN \"3k5/6P2/6P2/2P3P2/2P6/9/9/9/9/4K4 w - - 0 1\"]\n33. 33.4 K4+1 34.3+.4",
            "g7f7 d9d8 g8f8",
        ),
        // The rules end the game, with their own reason.
        ("[FEN \"3k5/R8/1R7/9/9/9/9/9/9/5K3 w\"]\nR8+2 *", "b7b9 first checkmate"),
    ] {
        check_text(text, expected);
    }
}

#[test]
fn what_a_text_does_not_say_is_unknown() {
    let text = "[Red \"?\"]\n[Black \"\"]\n[Date \"????.??.??\"]\n\nC2.5";
    let record = Record::read("xiangqi", "wxf", text).expect("a record");
    assert_eq!(record.players, BySide { first: None, second: None });
    assert_eq!((record.date, record.ruleset.as_deref()), (None, Some("standard")));
}

#[track_caller]
fn check_fault(notation: &str, text: &str, line: usize, column: usize, reason: &str) {
    let error = Record::read("xiangqi", notation, text).map(|_| ()).expect_err(text);
    let expected = format!("line {line}, column {column}: {reason}");
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn faults_name_line_and_column() {
    for (text, line, column, reason) in [
        ("1. X2.5", 1, 4, "`X` is not a piece"),
        ("1. C2.5 H8+7\n2. H2x3", 2, 6, "expected + / - / ."),
        ("1. 炮二平五 馬8進5", 1, 12, "the piece does not go there"),
        ("1.炮二飛五", 1, 5, "`飛` does not belong to a move"),
        ("1. R1+2 R1+1 2. R1+2", 1, 17, "illegal move: blocked"),
        ("[Red \"x\"", 1, 9, "expected ]"),
        ("[Red \"x]\n", 1, 1, "`[` is not closed"),
        ("[Red x]", 1, 6, "a header is written like `[Red \"…\"]`"),
        ("[ \"x\"]", 1, 2, "a header is written like `[Red \"…\"]`"),
        ("\n[Ruleset \"blitz\"]", 2, 11, "unknown ruleset `blitz`"),
        ("[FEN \"3k5/9/x w\"]", 1, 13, "`x` is not a piece"),
        ("[FEN \"9/9/9/9/9/9/9/9/9/4K4 w\"]", 1, 7, "the king or general `k` is missing"),
        ("[Result \"2-0\"]", 1, 10, "a result is one of 1-0, 0-1, 1/2-1/2, *"),
        ("[Result \"1-0\"]\nC2.5 0-1", 2, 6, "the header has another result"),
        ("C2.5\n[Red \"x\"]", 2, 1, "headers must come before the moves"),
        ("C2.5 {no end", 1, 6, "`{` is not closed"),
        ("C2.5 {[%emt 61]}", 1, 6, "a time is written like `0:00:01.200`"),
        ("C2.5 (C8.5", 1, 6, "`(` is not closed"),
        ("C2.5 )", 1, 6, "unmatched `)`"),
        ("C2.5 }", 1, 6, "unmatched `}`"),
        ("C2.5 1-0 H8+7", 1, 10, "nothing follows the result"),
    ] {
        check_fault("cn", text, line, column, reason);
    }
}

/// Source: UCCI 3.0, `position {fen … | startpos} [moves …]`.
#[test]
fn game_on_one_line() {
    let mut record = sample("standard");
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let line = format!("position fen {fen} moves h2e2 h9g7 h0g2 b9c7 i0h0\n");
    assert_eq!(record.write("fen"), Ok(line));
    let walker = sample("walker").write("fen").expect("a record that replays");
    assert!(walker.starts_with("setoption ruleset walker\nposition fen "), "{walker}");
    // Only moves, start and ruleset are kept.
    record = Record { moves: record.moves, ..Record::default() };
    for ply in &mut record.moves {
        *ply = played(&ply.action, None, "");
    }
    record.game = "xiangqi".to_owned();
    record.ruleset = Some("walker".to_owned());
    assert_eq!(Record::read("xiangqi", "fen", &walker), Ok(record.clone()));
    record.ruleset = Some("standard".to_owned());
    for text in [
        format!("{fen} moves h2e2 h9g7 h0g2 b9c7 i0h0"),
        "startpos moves H2-E2 h9g7\nh0g2 b9c7\r\ni0h0".to_owned(),
    ] {
        assert_eq!(Record::read("xiangqi", "fen", &text), Ok(record.clone()), "{text}");
    }
}

#[test]
fn faults_of_a_line_name_line_and_column() {
    for (text, line, column, reason) in [
        ("setoption hash 16\nstartpos", 1, 11, "expected ruleset"),
        ("setoption ruleset", 1, 1, "expected setoption ruleset …"),
        ("setoption ruleset x\nstartpos", 1, 19, "unknown ruleset `x`"),
        ("startpos h2e2", 1, 10, "expected moves"),
        ("startpos moves h2e9x", 1, 16, "a move is written like `h2e2`"),
        ("position startpos\nmoves h2e2  h2e2", 2, 13, "illegal move: empty_origin"),
        ("", 1, 1, "a rank has 9 points"),
    ] {
        check_fault("fen", text, line, column, reason);
    }
}

#[test]
fn what_does_not_replay_is_not_written() {
    let mut record = sample("standard");
    assert_eq!(record.write("kif"), Err(NotationError::Unknown("kif".to_owned())));
    record.moves[1].action = "a0a9".to_owned();
    for notation in ["wxf", "iccs", "cn", "fen"] {
        assert!(matches!(record.write(notation), Err(NotationError::Replay(_))), "{notation}");
    }
}

#[test]
fn moves_of_a_game_are_listed_in_a_notation() {
    let game = super::play("standard", super::START, "h2e2 h9g7 h0g2");
    for (notation, expected) in [
        ("wxf", "C2.5 H8+7 H2+3"),
        ("cn", "炮二平五 馬８進７ 馬二進三"),
        ("iccs", "h2e2 h9g7 h0g2"),
        ("fen", "h2e2 h9g7 h0g2"),
        ("txt", "h2e2 h9g7 h0g2"),
    ] {
        let texts = game.notated(notation).expect("a notation of the game");
        assert_eq!(texts.join(" "), expected, "{notation}");
    }
    assert_eq!(game.notated("kif"), None);
    // The next move is written without being played, if it can be.
    assert_eq!(game.notate("cn", "b9c7").as_deref(), Some("馬２進３"));
    assert_eq!(game.notate("fen", "b9c7").as_deref(), Some("b9c7"));
    assert_eq!(game.notate("cn", "b9b7"), None);
    assert_eq!(game.notate("kif", "b9c7"), None);
}

/// Comments of the characters that the form itself uses.
fn comment(random: &mut Random) -> String {
    let letters =
        ['a', '炮', ' ', '\t', '\n', '{', '}', '[', ']', '(', ')', ';', '"', '\\', '%', '1'];
    let length = random.below(9).saturating_sub(2);
    (0..length).map(|_| letters[random.below(letters.len())]).collect()
}

#[test]
fn random_games_are_read_as_written() {
    let mut random = Random(99);
    for round in 0..rounds(40) {
        let ruleset = RULESETS[round % 2];
        let mut game = AnyGame::new("xiangqi", Some(ruleset), &Options::none(), None)
            .expect("the catalogue's own names");
        let mut record = sample(ruleset);
        record.moves.clear();
        for _ in 0..random.below(240) {
            let legal = game.legal();
            let Some(action) = legal.get(random.below(legal.len().max(1))) else { break };
            game.play(action).expect("a listed move");
            let time = u64::try_from(random.below(9_000_000)).ok().filter(|time| time % 3 > 0);
            record.moves.push(played(action, time, &comment(&mut random)));
        }
        record.comment = comment(&mut random);
        record.result = match game.outcome() {
            Some(end) => won(end.winner, end.reason.as_str()),
            None => [None, won(None, "agreement"), won(Some(Side::Second), "time")]
                [random.below(3)]
            .clone(),
        };
        for notation in NOTATIONS {
            let text = record.write(notation).expect("a record that replays");
            assert_eq!(Record::read("xiangqi", notation, &text), Ok(record.clone()), "{text}");
        }
    }
}

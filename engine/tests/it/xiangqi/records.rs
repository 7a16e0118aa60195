//! Whole games of Xiangqi as text; the tests of the crate `records` read these texts back.

use engine::{BySide, NotationError, Options, Record, RecordedMove, RecordedResult, Side};

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

/// The server stores every start, the usual one too.
#[test]
fn usual_start_is_not_written() {
    let mut record = sample("standard");
    record.start = Some(super::START.to_owned());
    let text = record.write("wxf");
    assert_eq!(text, sample("standard").write("wxf"));
    record.start = Some("3k5/9/9/9/8r/9/9/9/9/R3K4 b - - 0 1".to_owned());
    record.moves = vec![played("i5i6", None, ""), played("a0a1", None, "")];
    let text = record.write("wxf").expect("a record that replays");
    assert!(text.contains("[FEN \"3k5/9/9/9/8r/9/9/9/9/R3K4 b - - 0 1\"]\n"), "{text}");
    assert!(text.contains("\n1... "), "{text}");
}

/// Source: UCCI 3.0, `position {fen … | startpos} [moves …]`.
#[test]
fn game_on_one_line() {
    let record = sample("standard");
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let line = format!("position fen {fen} moves h2e2 h9g7 h0g2 b9c7 i0h0\n");
    assert_eq!(record.write("fen"), Ok(line));
    let walker = sample("walker").write("fen").expect("a record that replays");
    assert!(walker.starts_with("setoption ruleset walker\nposition fen "), "{walker}");
}

#[test]
fn game_that_does_not_replay_is_not_written() {
    let mut record = sample("standard");
    assert_eq!(record.write("kif"), Err(NotationError::Unknown("kif".to_owned())));
    record.moves[1].action = "a0a9".to_owned();
    for notation in ["wxf", "iccs", "cn", "fen"] {
        assert!(matches!(record.write(notation), Err(NotationError::Replay(_))), "{notation}");
    }
}

#[test]
fn notation_lists_the_moves_of_a_game() {
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

//! Position and action texts: round trips, and refusals with their places.

use super::game;
use engine::diu_fang::DiuFang;
use engine::{AnyGame, Options, Position, SetupError};

#[test]
fn positions_are_read_back_as_written() {
    const TEXTS: [(&str, &str); 20] = [
        ("salmi", "7/7/7/7/7/7/7/7 b p28,28"),
        ("salmi", "7/7/7/7/7/7/7/b6 w p27,28"),
        ("salmi-7x7", "6w/6w/6w/7/7/bb5/bb5 b p21,21x1"),
        ("salmi-6x6", "bbbbbb/bbbbbb/bbbbbb/wwwwww/wwwwww/wwwww1 w p0,1"),
        ("salmi-6x6", "6/6/6/2b3/ww4/ww4 w p0,0x1"),
        ("salmi-6x6", "6/6/6/6/ww4/ww4 w p0,0"),
        ("salmi-6x6", "6/6/w5/6/6/b5 b r2"),
        ("chinese-tian", "w6/7/7/7/7/7/7/6b w r1"),
        ("salmi-9x9", "w8/9/9/4b4/9/9/9/9/8b b m"),
        ("salmi-8x8", "w7/8/8/4b3/8/8/8/7b w mz"),
        ("salmi-6x6", "w5/6/6/6/bb4/bb4 b mx1"),
        ("salmi-6x6", "6/6/6/6/bb4/bb4 b m"),
        ("chinese-wei-6x6", "6/6/6/6/w5/bw4 b m"),
        ("shimizu", "w6/7/7/2b4/7/7/6b b mfd4"),
        ("shimizu", "w6/7/7/2b4/7/7/6b b m"),
        ("ludii", "w6/7/7/2b4/7/7/6b b e2"),
        ("ludii", "w6/7/7/2b4/7/7/6b w e1"),
        ("ludii", "w6/7/7/2b4/7/7/6b b e2fd4"),
        ("ludii", "w6/7/7/2b4/7/7/6b b e1x4"),
        ("ludii-1.3", "7/7/7/7/7/7/6b b mx1"),
    ];
    for (ruleset, text) in TEXTS {
        assert_eq!(game(ruleset, text).position_text(), text, "{ruleset}");
    }
}

#[test]
fn action_texts_are_read_back_as_written() {
    let position = DiuFang::start(DiuFang::rules("salmi", &Options::none()).expect("listed"));
    for text in ["@a1", "@g8", "xd4", "xg8", "a1a2", "g8g7", "a1g8", "pass"] {
        let action = position.parse_action(text).expect("well formed");
        assert_eq!(position.action_text(action), text);
    }
}

/// The fault of a position's text, and the character at which it is.
#[track_caller]
fn check_invalid(ruleset: &str, text: &str, column: usize, reason: &str) {
    let (id, board) = ruleset.rsplit_once('@').unwrap_or((ruleset, ""));
    let options: Options = [("board", board)].into_iter().filter(|(_, v)| !v.is_empty()).collect();
    match AnyGame::new("diu-fang", Some(id), &options, Some(text)) {
        Err(SetupError::Position(error)) => {
            assert_eq!(
                (error.column, error.fault.to_string().as_str()),
                (column, reason),
                "{text}"
            );
        }
        other => panic!("{text}: {:?}", other.map(|game| game.position_text())),
    }
}

#[test]
fn invalid_positions_have_place_and_reason() {
    const FIELDS: &str = "a position is written like `7/7/7/7/7/7/7/7 b p28,28`";
    const PHASE: &str = "the phase is one of p28,28, r2, r1, e2, e1, m";
    const STOCK: &str = "the stones left are numbers, as in `p24,24`";
    const SMALL: [(&str, usize, &str); 36] = [
        // The fields.
        ("", 0, FIELDS),
        ("6/6/6/6/6/6", 0, FIELDS),
        ("6/6/6/6/6/6 b", 0, FIELDS),
        ("6/6/6/6/6/6  b m", 0, FIELDS),
        ("6/6/6/6/6/6 b m 1", 0, FIELDS),
        // The board.
        ("6/6/6/6/6 b m", 10, "the board has 6 ranks"),
        ("6/6/6/6/6/6/6 b m", 13, "the board has 6 ranks"),
        ("6/6/5/6/6/6 b m", 6, "a rank has 6 points"),
        ("6/6/7/6/6/6 b m", 5, "a rank has 6 points"),
        ("6/bbbbbbb/6/6/6/6 b m", 9, "a rank has 6 points"),
        ("6/6/24/6/6/6 b m", 6, "a run of empty points is one digit"),
        ("6/6/B5/6/6/6 b m", 5, "expected `b`, `w`, a digit or `/`"),
        ("6/6/b05/6/6/6 b m", 6, "expected `b`, `w`, a digit or `/`"),
        ("6/6/方5/6/6/6 b m", 5, "expected `b`, `w`, a digit or `/`"),
        ("/6/6/6/6/6 b m", 1, "a rank has 6 points"),
        // The side.
        ("w5/6/6/6/6/b5 x m", 15, "the side is one of b, w"),
        ("w5/6/6/6/6/b5 B m", 15, "the side is one of b, w"),
        // The phase.
        ("w5/6/6/6/6/b5 b -", 17, PHASE),
        ("w5/6/6/6/6/b5 b r3", 17, PHASE),
        ("w5/6/6/6/6/b5 b p17", 17, PHASE),
        ("w5/6/6/6/6/b5 b p,17", 17, STOCK),
        ("w5/6/6/6/6/b5 b p17,017", 17, STOCK),
        ("w5/6/6/6/6/b5 b p+17,17", 17, STOCK),
        ("w5/6/6/6/6/b5 b p17,300", 17, STOCK),
        ("w5/6/6/6/6/b5 b e2", 17, "this ruleset has no such phase"),
        // Debts.
        ("w5/6/6/6/6/b5 b mx", 18, "not a number of removals from 1 to 4"),
        ("w5/6/6/6/6/b5 b mx0", 18, "not a number of removals from 1 to 4"),
        ("w5/6/6/6/6/b5 b mx5", 18, "not a number of removals from 1 to 4"),
        ("w5/6/6/6/6/b5 b mx1z", 18, "not a number of removals from 1 to 4"),
        ("w5/6/6/6/6/b5 b mz1", 18, PHASE),
        ("w5/6/6/6/6/b5 b mfg1", 18, "the board has no such point"),
        // Impossible positions.
        ("w5/6/6/6/6/b5 b mfa2", 0, "there is no exchange in this phase"),
        ("w5/6/6/6/6/b5 b r2z", 0, "no side passes in this phase"),
        ("w5/6/6/6/6/b5 b r2x1", 0, "no fang earns a removal in this phase"),
        ("w5/6/6/6/6/6 b mx1", 0, "the side to act has no stone to have formed a fang"),
        ("6/6/6/6/6/b5 b mx1", 0, "there are not enough stones to remove"),
    ];
    for (text, column, reason) in SMALL {
        check_invalid("salmi@6x6", text, column, reason);
    }
}

#[test]
fn invalid_hands_have_a_reason() {
    const ROWS: [(&str, &str); 8] = [
        ("w5/6/6/6/6/b5 b p19,17", "more stones than the side has"),
        ("ww4/6/6/6/6/b5 b p17,17", "more stones than the side has"),
        ("w5/6/6/6/6/b5 b p16,14", "the sides have not placed in turn"),
        ("w5/6/6/6/6/b5 w p17,16", "the sides have not placed in turn"),
        ("w5/6/6/6/6/b5 w p17,17", "the hands do not match the side to act"),
        ("w5/6/6/6/6/b5 b p16,17", "the hands do not match the side to act"),
        ("w5/6/6/6/6/b5 w p16,17x1", "the hands do not match the side to act"),
        ("w5/6/6/6/6/b5 b p0,0", "no stone is left to place"),
    ];
    for (text, reason) in ROWS {
        check_invalid("salmi@6x6", text, 0, reason);
    }
    check_invalid("salmi@6x6", "bbbbbb/bbbbbb/bbbbbb/b5/6/w5 b m", 0, ROWS[0].1);
    check_invalid("shimizu", "bbbbbbb/bbbbbbb/bbbbbbb/bbbb3/7/7/w6 b m", 0, ROWS[0].1);
}

#[test]
fn invalid_exchanges_have_a_reason() {
    const ROWS: [(&str, &str, &str); 7] = [
        ("shimizu", "w6/7/7/2b4/7/7/6b b mfc4", "the point to fill is not empty"),
        ("shimizu", "w6/7/7/2b4/7/7/6b b mfa1", "no stone is next to the point to fill"),
        ("shimizu", "w6/7/7/2b4/7/7/6b w mfd4", "no stone is next to the point to fill"),
        ("shimizu", "7/7/7/2b4/7/7/6b b mfd4", "the game is over, and nothing is left to do"),
        ("shimizu", "w6/7/7/7/7/7/6b b p22,23x1", "no fang earns a removal in this phase"),
        ("ludii", "1w5/w1w4/1w5/7/7/7/6b b e2", "there are not enough stones to remove"),
        ("chinese", "w6/7/7/7/7/7/7/6b b mz", "no side passes in this phase"),
    ];
    for (ruleset, text, reason) in ROWS {
        check_invalid(ruleset, text, 0, reason);
    }
}

#[test]
fn unknown_rulesets_boards_and_styles_are_refused() {
    let code = |ruleset, options: &[(&str, &str)]| {
        let options: Options = options.iter().copied().collect();
        let game = AnyGame::new("diu-fang", Some(ruleset), &options, None);
        game.err().map(|error| error.code())
    };
    assert_eq!(code("tibetan", &[]), Some("unknown_ruleset"));
    assert_eq!(code("salmi", &[("board", "5x5")]), Some("unknown_value"));
    assert_eq!(code("salmi", &[("style", "wei")]), Some("unknown_option"));
    assert_eq!(code("chinese", &[("style", "wu")]), Some("unknown_value"));
    assert_eq!(code("ludii", &[("board", "7x7")]), Some("unknown_option"));
    assert_eq!(code("chinese", &[("style", "tian"), ("board", "9x9")]), None);
}

#[test]
fn keys_distinguish_positions() {
    // Every part of a position's text changes the key.
    let texts = [
        "w5/6/6/6/bb4/bb4 b m",
        "w5/6/6/6/bb4/bb4 w m",
        "w5/6/6/6/bb4/bb4 b mz",
        "w5/6/6/6/bb4/bb4 b mx1",
        "w5/6/6/6/bb4/bb4 b mx2",
        "w5/6/6/6/bb4/bb4 b r2",
        "w5/6/6/6/bb4/bb4 b r1",
        "w5/6/6/6/bb4/bb4 b p14,14",
        "w5/6/6/6/bb4/bb4 b p13,13",
        "1w4/6/6/6/bb4/bb4 b m",
        "b5/6/6/6/ww4/ww4 b m",
    ];
    let mut keys = texts.map(|text| game("salmi-6x6", text).key());
    keys.sort_unstable();
    assert!(keys.windows(2).all(|pair| pair[0] != pair[1]));
}

//! Files that were once read wrongly, each with its right value.

use crate::support::{Tables, faults, json, moves};
use records::open;
use serde_json::{Value, json};
use std::path::Path;

/// The games of a case.
#[track_caller]
fn case(name: &str) -> Vec<records::Score> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases").join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    open(&bytes, &Tables).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks members of the only game of a case, which has no fault.
#[track_caller]
fn check(name: &str, line: &str, expected: &Value) {
    let scores = case(name);
    assert_eq!(scores.len(), 1, "{name}");
    assert_eq!(moves(&scores[0]), line, "{name}");
    assert_eq!(faults(&scores[0]), [""; 0], "{name}");
    let value = json(&scores[0]);
    for (key, expected) in expected.as_object().expect("an object") {
        assert_eq!(&value[key], expected, "{key} of {name}");
    }
}

#[test]
fn csa_cases_have_the_right_values() {
    check(
        "csa/board-row-single-blanks.csa",
        "2g2f 8c8d 2f2e",
        &json!({"start": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "result": null}),
    );
    check(
        "csa/moves-parted-by-blanks.csa",
        "7g7f 3c3d 6g6f 8c8d",
        &json!({"result": "second", "reason": "resignation"}),
    );
    check(
        "csa/illegal-move-told.csa",
        "2g2f 8c8d 2f2e",
        &json!({"result": "first", "reason": "foul", "times": [1000, 2000, 3000]}),
    );
    check(
        "csa/texts-in-euc-jp.csa",
        "7g7f 3c3d",
        &json!({
            "players": {"first": "東の組の一番", "second": "西の組の一番"},
            "comments": {"1": "初めの一手です", "2": "受けの一手です"},
            "event": "春の練習会", "encoding": "euc-jp",
        }),
    );
    check(
        "csa/texts-in-shift-jis.txt",
        "2g2f 8c8d",
        &json!({
            "players": {"first": "東の組の一番", "second": "西の組の一番"},
            "comments": {"1": "初めの一手です"}, "event": "春の練習会",
        }),
    );
}

#[test]
fn kif_cases_have_the_right_values() {
    check(
        "kif/variation-at-resignation.kif",
        "7g7f 8c8d 7i6h",
        &json!({
            "times": [1000, 2000, 3000], "result": "first", "reason": "resignation",
            "variations": [{"ply": 4, "moves": ["3c3d", "6h7g"]}],
        }),
    );
    check(
        "kif/handicap-three-pawns.kif",
        "5a4b 7g7f 4b3b 2g2f P*3c",
        &json!({"start": "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"}),
    );
    check("kif/sentence-no-mate.kif", "7g7f 3c3d 6g6f", &json!({"result": null, "reason": null}));
    check("kif/moves-on-one-line.kif", "7g7f 8c8d 7i6h 3c3d", &json!({}));
    check(
        "kif/drop-with-00.kif",
        "7g7f 3c3d 8h2b+ 3a2b B*5e 2b3c",
        &json!({"times": [1000, 2000, 3000, 4000, 7000, 5000]}),
    );
    check("kif/board-turned-line.kif", "7g7f 8c8d", &json!({"times": [1000, 2000]}));
    check(
        "kif/giver-without-turn.kif",
        "8c8d 7g7f 8d8e",
        &json!({
            "start": "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "players": {"first": "甲", "second": "乙"},
        }),
    );
}

#[test]
fn ki2_cases_have_the_right_values() {
    check(
        "ki2/variation-at-resignation.ki2",
        "7g7f 8c8d",
        &json!({"result": "second", "variations": [{"ply": 3, "moves": ["7i6h", "3c3d", "6h7g"]}]}),
    );
    check(
        "ki2/sentence-foul-lost.ki2",
        "7g7f 3c3d 2g2f 4c4d",
        &json!({"result": "first", "reason": "foul"}),
    );
    check(
        "ki2/names-on-one-line.ki2",
        "7g7f 3c3d 2g2f 4c4d",
        &json!({"players": {"first": "甲", "second": "乙"}}),
    );
}

#[test]
fn pgn_cases_are_taken_for_xiangqi() {
    check(
        "pgn/line-begins-with-a-soldier.pgn",
        "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 c6c5 b2c2 d9e8 a0b0 g6g5 h0h6 h7i7",
        &json!({"game": "xiangqi"}),
    );
    check(
        "pgn/variation-comment-time-wxf.pgn",
        "h2e2 g6g5 h0g2 h9g7",
        &json!({
            "times": [5000, 3000, 4000, null], "comments": {"1": "centre"},
            "variations": [{"ply": 3, "moves": ["b0c2"]}], "result": "first",
        }),
    );
    check(
        "pgn/comment-names-dhtmlxq.pgn",
        "h2e2 h9g7 h0g2",
        &json!({"comments": {"1": "posted as [DhtmlXQ] too"}}),
    );
    check(
        "pgn/comment-holds-a-line-of-kif.pgn",
        "b2e2 b9c7 b0c2",
        &json!({"comments": {"1": "as a handicap in shogi:\n手合割：平手"}, "game": "xiangqi"}),
    );
}

#[test]
fn pgn_tags_may_stand_anywhere() {
    check(
        "pgn/tags-on-one-line.pgn",
        "b2e2 b9c7 b0c2 a9b9",
        &json!({"players": {"first": "A", "second": "B"}, "date": "2026.01.02", "result": "second"}),
    );
    check(
        "pgn/tags-and-moves-on-one-line.pgn",
        "h2e2 h9g7 h0g2 i9h9",
        &json!({"players": {"first": "A", "second": "B"}, "result": "first"}),
    );
    check(
        "pgn/white-as-first-name.pgn",
        "h2e2 h9g7 h0g2",
        &json!({"players": {"first": "A", "second": "B"}}),
    );
    check(
        "pgn/escaped-line.pgn",
        "h2e2 h9g7 h0g2 i9h9",
        &json!({"tags": [["%", "made by a program"], ["%", "2. b0a2"]]}),
    );
    check("pgn/half-sign.pgn", "h2e2 h9g7", &json!({"result": "draw"}));
    check(
        "pgn/termination-sentence.pgn",
        "h2e2 h9g7 h0g2",
        &json!({"result": "first", "reason": "timeout"}),
    );
    let games = case("pgn/game-without-result-mark.pgn");
    let starts: Vec<_> = games.iter().map(|game| game.start.clone().unwrap_or_default()).collect();
    assert_eq!(
        starts,
        [
            "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1",
            "5k3/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1",
            "5k3/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1",
        ]
    );
    assert_eq!(games[1].players.first.as_deref(), Some("B"));
}

#[test]
fn pgn_moves_have_the_right_values() {
    let draw = json!({});
    check("pgn/soldier-capture-without-file.pgn", "g3g4 g6g5 g4g5 b9c7 b0c2", &draw);
    check(
        "pgn/variation-before-the-result.pgn",
        "b2e2 b9c7 b0c2",
        &json!({"result": "first", "variations": [{"ply": 4, "moves": ["a9b9", "a0b0"]}]}),
    );
    check("pgn/soldiers-by-number.pgn", "d6e6", &draw);
    check("pgn/soldiers-one-to-five.pgn", "c6d6 e9f9 g5f5", &draw);
    check("pgn/ranks-1-to-10.pgn", "b2e2 h9g7 b0c2 i9h9 a0b0", &draw);
    check("pgn/move-told-by-what-follows.pgn", "i0i1 h9g7 a0a1 b9c7 i1e1 g6g5 a1a2 c6c5", &draw);
    check(
        "pgn/times-of-engines.pgn",
        "h2e2 h9g7 h0g2 i9h9",
        &json!({"times": [120, 2026, 158, null]}),
    );
    check(
        "pgn/texts-in-big5.pgn",
        "h2e2 h9g7 h0g2",
        &json!({
            "players": {"first": "東組第一台", "second": "西組第一台"},
            "comments": {"1": "先手當頭炮", "2": "屏風馬"}, "event": "春季練習",
        }),
    );
}

#[test]
fn other_cases_have_the_right_values() {
    check(
        "fen/empty-pocket.fen",
        "",
        &json!({"game": "xiangqi", "start": "4k4/4a4/9/9/9/9/9/9/4A4/3RK4 w - - 0 1"}),
    );
    check(
        "psn/headers-and-origins.psn",
        "7g7f 3c3d 8h2b+ 3a2b B*4e",
        &json!({"game": "shogi", "players": {"first": "A", "second": "B"}, "result": "second"}),
    );
    let value = json(&case("xqf/texts-in-big5.xqf")[0]);
    assert_eq!(value["players"], json!({"first": "紅方", "second": "黑方"}));
    assert_eq!(value["event"], "測試對局");
    assert_eq!(value["comments"], json!({"0": "開局", "1": "架中炮，先手"}));
    let value = json(&case("xqf/texts-in-utf-8.xqf")[0]);
    assert_eq!(value["players"], json!({"first": "红方", "second": "黑方"}));
    assert_eq!(value["event"], "测试");
    assert_eq!(value["comments"], json!({"0": "开局", "1": "架中炮"}));
}

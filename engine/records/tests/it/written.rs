//! Scores that are written are read back, variations, comments and times with them.

use crate::support::{game, json};

/// A tree of shogi with a comment before each kind of branch.
const KIF: &str = "手合割：平手\n先手：甲\n後手：乙\n*初め\n1 ７六歩(77) ( 0:05/00:00:05)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n\
    5 投了\nまで4手で後手の勝ち\n変化：3手\n3 ２六歩(27)\n*変化\n4 ８四歩(83)\n変化：4手\n4 ４四歩(43)\n変化：1手\n1 ２六歩(27)\n2 ８四歩(83)\n";

const PGN: &str = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Result \"1-0\"]\n{初}\n1. h2e2 {[%emt 0:00:02.500]} {a} (1. b2e2 h9g7 (1... b9c7 {b}) 2. b0c2) h9g7 2. h0g2 1-0\n";

/// Checks that a game written in notations is the same game, as far as JSON shows.
#[track_caller]
fn check(text: &str, notations: &[&str], keys: &[&str]) {
    let read = game(text);
    let expected = json(&read);
    for notation in notations {
        let written = read.write(notation).unwrap_or_else(|error| panic!("{notation}: {error}"));
        let again = json(&game(&written));
        for key in keys {
            assert_eq!(again[key], expected[key], "{key} in {notation}:\n{written}");
        }
        assert_eq!(again["faults"], serde_json::json!([]), "{notation}:\n{written}");
    }
}

#[test]
fn shogi() {
    let head = ["moves", "players", "result", "start"];
    check(
        KIF,
        &["kif", "kifu"],
        &[&head[..], &["comments", "times", "variations", "reason"]].concat(),
    );
    check(KIF, &["ki2"], &[&head[..], &["comments", "variations"]].concat());
    check(KIF, &["csa"], &[&head[..], &["comments", "times", "reason"]].concat());
    check(KIF, &["usi"], &["moves"]);
}

#[test]
fn xiangqi() {
    let head = ["moves", "players", "result", "start", "variations"];
    check(PGN, &["wxf", "iccs", "cn"], &[&head[..], &["times", "comments"]].concat());
    check(PGN, &["fen"], &["moves"]);
}

#[test]
fn dhtmlxq_keeps_the_tree() {
    let text = PGN.replace("{[%emt 0:00:02.500]} ", "");
    check(&text, &["dhtmlxq"], &["moves", "players", "result", "comments", "variations"]);
}

#[test]
fn iccs_is_written_as_programs_expect_it() {
    let text = game("h2e2 h9g7").write("iccs").expect("it is written");
    assert!(text.contains("1. H2-E2 H9-G7\n"), "{text}");
}

/// Checks that everything of a game is held by notations, but for some parts.
#[track_caller]
fn check_held(text: &str, notations: &[&str], but: &[&str]) {
    let read = game(text);
    for notation in notations {
        let written = read.write(notation).unwrap_or_else(|error| panic!("{notation}: {error}"));
        assert_eq!(read.not_held(&written), but, "{notation}:\n{written}");
    }
}

/// A variation that shows how an ended game might have gone on stays one.
const RESIGNED: &str = "手合割：平手\n先手：甲\n後手：乙\n1 ７六歩(77) ( 0:05/00:00:05)\n2 ３四歩(33)\n3 投了\nまで2手で後手の勝ち\n\
    変化：3手\n3 ２六歩(27)\n*変化\n4 ８四歩(83)\n5 ７八金(69)\n変化：5手\n5 ２五歩(26)\n";

const ENDED: &str = "[Red \"甲\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. h2e2 {[%emt 0:00:02.500]} {a} h9g7! (1... b9c7 (1... h7e7))\n\
    2. h0g2 $14 (2... i9h9 {b} 3. g3g4) 1-0\n";

#[test]
fn variations_behind_the_end_are_written_and_read() {
    check_held(RESIGNED, &["kif", "kifu"], &[]);
    check_held(RESIGNED, &["ki2"], &["times", "reason"]);
    check_held(ENDED, &["wxf", "iccs", "cn"], &[]);
    check_held(ENDED, &["dhtmlxq"], &["times", "marks", "reason"]);
    let value = json(&game(RESIGNED));
    assert_eq!(value["moves"], serde_json::json!(["7g7f", "3c3d"]));
    assert_eq!(value["variations"][0]["ply"], 3);
}

#[test]
fn parts_that_a_notation_cannot_hold_are_named() {
    check_held(RESIGNED, &["csa"], &["variations", "comments"]);
    check_held(
        RESIGNED,
        &["usi"],
        &["variations", "comments", "times", "players", "result", "reason"],
    );
    check_held(
        ENDED,
        &["fen"],
        &["variations", "comments", "times", "marks", "players", "result", "reason"],
    );
}

#[test]
fn times_lose_fractions_where_a_notation_has_seconds() {
    let timed = "yiguan 1\ngame: shogi\n\n1 7g7f 5.750\n2 3c3d 1.000\n";
    check_held(timed, &["kif", "kifu"], &["milliseconds"]);
    check_held(timed, &["ki2"], &["times"]);
}

#[test]
fn a_text_that_holds_more_loses_nothing() {
    let read = game(ENDED);
    let whole = read.write("wxf").expect("it is written");
    let plain = read.write("txt").expect("it is written");
    assert_eq!(game(&plain).not_held(&whole), Vec::<&str>::new());
    assert_eq!(game(&whole).not_held(&plain), ["variations", "comments", "marks"]);
}

#[test]
fn evaluations_are_held_by_the_notation_of_engines() {
    let judged = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU,T5\n'** 30 -3334FU\n-3334FU,T1\n%TORYO\n";
    check_held(judged, &["csa"], &[]);
    check_held(judged, &["kif"], &["evaluations"]);
    let changed = judged.replace(" 30 ", " 31 ");
    assert_eq!(game(judged).not_held(&changed), ["comments", "evaluations"]);
}

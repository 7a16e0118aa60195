//! What is written is read back, variations, comments and times with it.

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

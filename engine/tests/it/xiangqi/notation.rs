//! Moves in ICCS, WXF and Chinese: tables by hand, and every legal move of many positions.

use super::agreement::compose;
use super::{RULESETS, Random, START};
use crate::dice::rounds;
use engine::xiangqi::notation::Notation;
use engine::xiangqi::{Move, Ruleset, Xiangqi};
use engine::{Game, Options, Position};

fn position(ruleset: &str, fen: &str) -> Xiangqi {
    let rules = Xiangqi::rules(ruleset, &Options::none()).expect("a ruleset");
    Xiangqi::parse(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn action(iccs: &str) -> Move {
    Move::parse(iccs).expect("a move in ICCS")
}

/// Checks how a move is written, and that it is read back.
#[track_caller]
fn check_written(ruleset: &str, fen: &str, iccs: &str, wxf: &str, chinese: &str) {
    let position = position(ruleset, fen);
    for (notation, expected) in
        [(Notation::Iccs, iccs), (Notation::Wxf, wxf), (Notation::Chinese, chinese)]
    {
        let text = notation.write(&position, action(iccs));
        assert_eq!(text, expected, "{iccs} at {fen}");
        assert_eq!(notation.read(&position, &text), Ok(action(iccs)), "{text} at {fen}");
    }
}

/// Checks the readings of texts, separated by spaces.
#[track_caller]
fn check_read(notation: Notation, fen: &str, texts: &str, iccs: &str) {
    let position = position("standard", fen);
    for text in texts.split_whitespace() {
        assert_eq!(notation.read(&position, text), Ok(action(iccs)), "{text} at {fen}");
    }
}

#[track_caller]
fn check_fault(notation: Notation, fen: &str, text: &str, column: usize, reason: &str) {
    let fault = notation.read(&position("standard", fen), text).expect_err(text);
    assert_eq!(
        (fault.column, fault.fault.to_string().as_str()),
        (column, reason),
        "{text} at {fen}"
    );
}

/// The start position with the second side to act.
const REPLY: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";

/// Source: the openings are every textbook's, `C2.5 H8+7` the WXF's own example.
#[test]
fn moves_of_the_opening() {
    for (iccs, wxf, chinese) in [
        ("h2e2", "C2.5", "炮二平五"),
        ("b2e2", "C8.5", "炮八平五"),
        ("h0g2", "H2+3", "馬二進三"),
        ("g0e2", "E3+5", "相三進五"),
        ("f0e1", "A4+5", "仕四進五"),
        ("i0i1", "R1+1", "車一進一"),
        ("g3g4", "P3+1", "兵三進一"),
        ("b2b9", "C8+7", "炮八進七"),
        ("e0e1", "K5+1", "帥五進一"),
    ] {
        check_written("standard", START, iccs, wxf, chinese);
    }
    for (iccs, wxf, chinese) in [
        ("h9g7", "H8+7", "馬８進７"),
        ("b7e7", "C2.5", "炮２平５"),
        ("c9e7", "E3+5", "象３進５"),
        ("d9e8", "A4+5", "士４進５"),
        ("e6e5", "P5+1", "卒５進１"),
        ("a9a8", "R1+1", "車１進１"),
        ("e9e8", "K5+1", "將５進１"),
    ] {
        check_written("standard", REPLY, iccs, wxf, chinese);
    }
}

/// Under `walker` Black moves first, from the bottom, and counts from his right all the same.
#[test]
fn colours_follow_the_ruleset() {
    check_written("walker", START, "h2e2", "C2.5", "炮２平５");
    check_written("walker", START, "f0e1", "A4+5", "士４進５");
    check_written("walker", REPLY, "h9g7", "H8+7", "馬八進七");
    check_written("walker", REPLY, "e6e5", "P5+1", "兵五進一");
}

#[test]
fn pieces_go_backwards_and_sideways() {
    let fen = "3k5/9/9/9/2R6/9/9/3AN4/9/4KAB2 w";
    for (iccs, wxf, chinese) in [
        ("c5c4", "R7-1", "車七退一"),
        ("c5i5", "R7.1", "車七平一"),
        ("e2d0", "H5-6", "馬五退六"),
        ("e2c1", "H5-7", "馬五退七"),
        ("e2c3", "H5+7", "馬五進七"),
        ("e2d4", "H5+6", "馬五進六"),
        ("d2e1", "A6-5", "仕六退五"),
        ("g0i2", "E3+1", "相三進一"),
    ] {
        check_written("standard", fen, iccs, wxf, chinese);
    }
}

/// Source: WXF, "Official Xiangqi Piece Names and Notation", *Tandem Positions*: 車前平三 R+.3,
/// 炮後退一 C--1.
#[test]
fn two_pieces_on_a_file() {
    let fen = "3k5/9/9/R1C6/9/9/R1C6/9/3N5/3NK4 w";
    for (iccs, wxf, chinese) in [
        ("a6b6", "R+.8", "前車平八"),
        ("a6a9", "R++3", "前車進三"),
        ("a3a2", "R--1", "後車退一"),
        ("c3c2", "C--1", "後炮退一"),
        ("c6g6", "C+.3", "前炮平三"),
        ("d1f2", "H++4", "前馬進四"),
        ("d0b1", "H-+8", "後馬進八"),
    ] {
        check_written("standard", fen, iccs, wxf, chinese);
    }
    // For the second side the front is at the bottom.
    let black = "3k5/9/9/8r/9/9/8r/9/9/4K4 b";
    check_written("standard", black, "i3h3", "R+.8", "前車平８");
    check_written("standard", black, "i6i7", "R--1", "後車退１");
}

/// Source: xqbase, 《着法表示》, part 4, rule 1: no 前 and 後 for advisors and elephants.
#[test]
fn two_advisors_or_elephants_on_a_file() {
    let fen = "3k5/9/9/9/9/2B6/9/5A3/9/2B1KA3 w";
    for (iccs, wxf, chinese) in [
        ("f0e1", "A4+5", "仕四進五"),
        ("f2e1", "A4-5", "仕四退五"),
        ("c0a2", "E7+9", "相七進九"),
        ("c4e2", "E7-5", "相七退五"),
    ] {
        check_written("standard", fen, iccs, wxf, chinese);
    }
    check_read(Notation::Wxf, fen, "A-+5 a-+5 -A+5", "f0e1");
    check_read(Notation::Chinese, fen, "後仕進五 后仕进五 仕后进五", "f0e1");
}

/// Source: WXF, *Special Cases for Tandem Pawns* (I), three on file 3; xqbase, rule 2 (1).
#[test]
fn three_soldiers_on_a_file() {
    let fen = "3k5/6P2/6P2/6P2/9/9/P8/9/9/4K4 w";
    for (iccs, wxf, chinese) in [
        ("g8f8", "P+.4", "前兵平四"),
        ("g7f7", "P3.4", "中兵平四"),
        ("g6f6", "P-.4", "後兵平四"),
        ("a3a4", "P9+1", "兵九進一"),
    ] {
        check_written("standard", fen, iccs, wxf, chinese);
    }
    check_read(Notation::Chinese, fen, "一兵平四 前兵三平四 前三平四", "g8f8");
    check_read(Notation::Chinese, fen, "二兵平四 中兵三平四", "g7f7");
}

/// Source: WXF, *Tandem Pawns* (III); xqbase, rule 2 (2).
#[test]
fn four_soldiers_on_a_file() {
    let fen = "3k5/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w";
    for (iccs, wxf, chinese) in [
        ("g8f8", "++.4", "一兵平四"),
        ("g7f7", "P+.4", "二兵平四"),
        ("g6f6", "P-.4", "三兵平四"),
        ("g5f5", "--.4", "四兵平四"),
    ] {
        check_written("standard", fen, iccs, wxf, chinese);
    }
    check_read(Notation::Chinese, fen, "前兵平四 前兵平4", "g8f8");
    check_read(Notation::Chinese, fen, "後兵平四 后兵平４", "g5f5");
    check_fault(Notation::Chinese, fen, "中兵平四", 1, "no such piece stands there");
}

/// Source: WXF, *Tandem Pawns* (II); xqbase, rule 2 (2), with its example 一卒平５.
#[test]
fn five_soldiers_on_a_file() {
    let fen = "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w";
    for (iccs, wxf, chinese) in [
        ("g9f9", "++.4", "一兵平四"),
        ("g8f8", "P+.4", "二兵平四"),
        ("g7f7", "P3.4", "三兵平四"),
        ("g6f6", "P-.4", "四兵平四"),
        ("g5f5", "--.4", "五兵平四"),
    ] {
        check_written("standard", fen, iccs, wxf, chinese);
    }
    let black = "3k5/9/9/9/9/6p2/6p2/6p2/6p2/4K1p2 b";
    check_written("standard", black, "g0f0", "++.6", "一卒平６");
    check_written("standard", black, "g2f2", "P7.6", "三卒平６");
}

/// Source: WXF, *Tandem Pawns* (IV): three on file 3 and two on file 7; 前九平八 is
/// `DhtmlXQ`'s.
#[test]
fn soldiers_on_two_files() {
    let fen = "3k5/6P2/6P2/2P3P2/2P6/9/9/9/9/4K4 w";
    for (iccs, wxf, chinese) in [
        ("g8f8", "3+.4", "前三平四"),
        ("g7f7", "33.4", "中三平四"),
        ("g6f6", "3-.4", "後三平四"),
        ("c6d6", "7+.6", "前七平六"),
        ("c5d5", "7-.6", "後七平六"),
    ] {
        check_written("standard", fen, iccs, wxf, chinese);
    }
    check_read(Notation::Chinese, fen, "前兵七平六 一七平六 前卒7平6", "c6d6");
    check_fault(
        Notation::Chinese,
        fen,
        "二兵平四",
        1,
        "expected a piece and its file, or its place",
    );
    let both = "3k5/6P2/6P2/4P4/4P4/9/9/9/9/4K4 w";
    check_fault(Notation::Wxf, both, "P+.4", 1, "more than one piece could be meant");
}

#[test]
fn common_variants_are_read() {
    check_read(Notation::Iccs, START, "h2e2 H2E2 H2-E2 h2-e2", "h2e2");
    check_read(Notation::Wxf, START, "C2.5 C2=5 c2.5 c2=5 C25 c25", "h2e2");
    check_read(Notation::Wxf, START, "H2+3 h2+3 N2+3", "h0g2");
    check_read(Notation::Wxf, START, "E3+5 B3+5 e3+5", "g0e2");
    check_read(
        Notation::Chinese,
        START,
        "炮二平五 砲二平五 包二平五 炮2平5 炮２平５ 砲２平五",
        "h2e2",
    );
    check_read(Notation::Chinese, START, "馬二進三 马二进三 傌二進三 马2上3", "h0g2");
    check_read(Notation::Chinese, START, "帥五進一 帅五进一 將5進1 将5上1", "e0e1");
    check_read(Notation::Chinese, REPLY, "车9进1 車９進１ 俥九進一", "i9i8");
    let two = "3k5/9/9/9/R8/9/R8/9/9/4K4 w";
    check_read(Notation::Wxf, two, "R+.3 r+=3 +R.3 +R=3 R+3", "a5g5");
    check_read(Notation::Chinese, two, "前車平三 前车平三 車前平三 前俥平3", "a5g5");
}

/// Only one of the two can go there. Source: xqinenglish, which finds it in older manuals.
#[test]
fn shared_file_is_read_if_unambiguous() {
    let fen = "3k5/9/9/9/R1p6/9/R8/9/9/4K4 w";
    check_read(Notation::Wxf, fen, "R9.5", "a3e3");
    check_read(Notation::Chinese, fen, "車九平五", "a3e3");
    check_fault(Notation::Wxf, fen, "R9.8", 1, "more than one piece could be meant");
}

#[test]
fn faults_name_the_column() {
    for (notation, text, column, reason) in [
        (Notation::Iccs, "", 1, "a move is written like `h2e2`"),
        (Notation::Iccs, "h2-e", 1, "a move is written like `h2e2`"),
        (Notation::Iccs, "j2e2", 1, "the board has no such point"),
        (Notation::Iccs, "h2-k2", 4, "the board has no such point"),
        (Notation::Wxf, "", 1, "a move is written like `C2.5`"),
        (Notation::Wxf, "C2.", 4, "a move is written like `C2.5`"),
        (Notation::Wxf, "C2.55", 5, "a move is written like `C2.5`"),
        (Notation::Wxf, "X2.5", 1, "`X` is not a piece"),
        (Notation::Wxf, "+X.5", 2, "`X` is not a piece"),
        (Notation::Wxf, "CC.5", 2, "expected 1 … 9 / + / -"),
        (Notation::Wxf, "C0.5", 2, "expected 1 … 9 / + / -"),
        (Notation::Wxf, "C2x5", 3, "expected + / - / ."),
        (Notation::Wxf, "C2.0", 4, "expected a digit from 1 to 9"),
        (Notation::Wxf, "34.4", 2, "expected 1 … 9 / + / -"),
        (Notation::Wxf, "+-.4", 2, "expected 1 … 9 / + / -"),
        (Notation::Wxf, "R2.5", 1, "no such piece stands there"),
        (Notation::Wxf, "C+.5", 1, "no such piece stands there"),
        (Notation::Wxf, "H2.3", 4, "the piece does not go there"),
        (Notation::Wxf, "H2+5", 4, "the piece does not go there"),
        (Notation::Wxf, "C2+8", 4, "the piece does not go there"),
        (Notation::Wxf, "C2.2", 4, "the piece does not go there"),
        (Notation::Chinese, "", 1, "a move is written like `炮二平五`"),
        (Notation::Chinese, "炮二平", 4, "a move is written like `炮二平五`"),
        (Notation::Chinese, "前前炮二平五", 6, "a move is written like `炮二平五`"),
        (Notation::Chinese, "炮二飛五", 3, "`飛` does not belong to a move"),
        (Notation::Chinese, "炮二平平", 4, "expected a digit from 1 to 9"),
        (Notation::Chinese, "炮二三五", 3, "expected 進 / 退 / 平"),
        (Notation::Chinese, "炮炮平五", 1, "expected a piece and its file, or its place"),
        (Notation::Chinese, "車二平五", 1, "no such piece stands there"),
        (Notation::Chinese, "馬二平三", 4, "the piece does not go there"),
    ] {
        check_fault(notation, START, text, column, reason);
    }
}

/// A text that the position cannot explain is written in ICCS rather than not at all.
#[test]
fn moves_of_no_piece_are_written_in_iccs() {
    let start = position("standard", START);
    for notation in Notation::ALL {
        assert_eq!(notation.write(&start, action("e5e6")), "e5e6");
    }
}

/// Writes and reads every legal move, and checks that no two are written alike.
#[track_caller]
fn check_round_trip(position: &Xiangqi) {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    for notation in Notation::ALL {
        let mut texts = Vec::with_capacity(actions.len());
        for &action in &actions {
            let text = notation.write(position, action);
            let read = notation.read(position, &text);
            assert_eq!(read, Ok(action), "{text} for {action} at {}", position.to_text());
            texts.push(text);
        }
        texts.sort_unstable();
        assert!(texts.is_sorted_by(|a, b| a < b), "{texts:?} at {}", position.to_text());
    }
}

const BOTH: [Ruleset; 2] = [Ruleset::Walker, Ruleset::Standard];

#[test]
fn moves_of_random_games_are_read_back() {
    let mut random = Random(17);
    let mut actions = Vec::new();
    for round in 0..rounds(20) {
        let mut game = Game::<Xiangqi>::new(BOTH[round % 2]);
        while game.outcome().is_none() {
            if game.plies().len().is_multiple_of(5) {
                check_round_trip(game.position());
            }
            game.legal(&mut actions);
            game.play_trusted(actions[random.below(actions.len())]);
        }
    }
}

#[test]
fn moves_of_composed_positions_are_read_back() {
    let mut random = Random(171);
    for ruleset in BOTH {
        let positions = std::iter::repeat_with(|| compose(&mut random, ruleset)).flatten();
        positions.take(rounds(1_000)).for_each(|position| check_round_trip(&position));
    }
}

/// Soldiers crowded on one or two files, in every number, for both sides.
#[test]
fn moves_of_crowded_soldiers_are_read_back() {
    let mut random = Random(55);
    let mut tandems = 0;
    for round in 0..rounds(3_000) {
        let files = [random.below(9), random.below(9)];
        let mut rows = [['1'; 9]; 10];
        rows[0][3 + random.below(3)] = 'K';
        rows[9][3 + random.below(3)] = 'k';
        for letter in "PPPPPpppppRRCC".chars() {
            // Both sides' soldiers stand across the river.
            let rank = if letter == 'p' { random.below(5) } else { 5 + random.below(5) };
            let place = &mut rows[rank][files[random.below(5) / 3]];
            if *place == '1' {
                *place = letter;
            }
        }
        let ranks: Vec<String> = rows.iter().rev().map(|row| row.iter().collect()).collect();
        let side = if round % 2 == 0 { "w" } else { "b" };
        let fen = format!("{} {side}", ranks.join("/"));
        let rules = Xiangqi::rules(RULESETS[round / 2 % 2], &Options::none()).expect("a ruleset");
        if let Ok(position) = Xiangqi::parse(rules, &fen) {
            check_round_trip(&position);
            tandems += 1;
        }
    }
    assert!(tandems > 500, "only {tandems} positions");
}

//! Records of shogi.

use crate::support::{check, faults, game, games, json, moves};
use engine::{RecordedResult, Side};
use serde_json::json;

fn won(winner: Side, reason: &str) -> Option<RecordedResult> {
    Some(RecordedResult { winner: Some(winner), reason: reason.to_owned() })
}

#[test]
fn kif_with_everything() {
    let text = "#KIF version=2.0 encoding=UTF-8\n開始日時：2026/11/21 10:00\n棋戦：試合\n手合割：平手\n\
        先手：甲\n後手：乙\n手数----指手---------消費時間--\n*始め\n   1 ７六歩(77)   ( 0:12/00:00:12)\n*一手目\n\
        &しおり\n   2 ３四歩(33)   ( 0:03.5/00:00:03)+\n   3 投了   ( 0:00/00:00:12)\nまで2手で後手の勝ち\n\
        \n変化：2手\n   2 ８四歩(83)   ( 0:01/00:00:01)\n*変化です\n   3 ２六歩(27)\n";
    let score = check(text, "7g7f 3c3d", &[]);
    assert_eq!(score.result, won(Side::Second, "resignation"));
    let value = json(&score);
    assert_eq!(value["times"], json!([12_000, 3_500]));
    assert_eq!(value["comments"], json!({"0": "始め", "1": "一手目"}));
    assert_eq!(
        value["variations"],
        json!([{"ply": 2, "moves": ["8c8d", "2g2f"], "times": [1_000, null], "comments": {"2": "変化です"}}])
    );
    assert_eq!(value["players"], json!({"first": "甲", "second": "乙"}));
    assert_eq!((&value["date"], &value["event"]), (&json!("2026/11/21 10:00"), &json!("試合")));
}

/// Each leaves the line read last: the second leaves the first, the third the main line.
#[test]
fn variations_of_variations() {
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：2手\n2 ８四歩(83)\n3 ６八銀(79)\n\
        変化：3手\n3 ７八金(69)\n変化：1手\n1 ２六歩(27)\n";
    let value = json(&game(text));
    assert_eq!(
        value["variations"],
        json!([
            {"ply": 1, "moves": ["2g2f"]},
            {"ply": 2, "moves": ["8c8d", "7i6h"], "variations": [{"ply": 3, "moves": ["6i7h"]}]},
        ])
    );
}

#[test]
fn a_sealed_move_is_no_fault() {
    let text = "手合割：平手\n1 ７六歩(77)\n2 封じ手 ( 1:00/)\n2 ３四歩(33)\n3 投了\n";
    check(text, "7g7f 3c3d", &[]);
    let text = "手合割：平手\n1 ７六歩(77)\n2 封じ手\n3 ３四歩(33)\n";
    check(text, "7g7f 3c3d", &[]);
}

#[test]
fn damaged_record_is_read_up_to_the_fault() {
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ９九金(69)\n4 ８四歩(83)\n変化：2手\n2 ８四歩(83)\n3 ５五歩(57)\n";
    let score = check(text, "7g7f 3c3d", &["4:3 illegal", "8:3 illegal"]);
    assert_eq!(json(&score)["variations"], json!([{"ply": 2, "moves": ["8c8d"]}]));
}

#[test]
fn verdict_is_noted_and_the_record_stays() {
    let round = "2 ４二玉(51)\n3 ４八玉(59)\n4 ５一玉(42)\n5 ５九玉(48)\n";
    let mut text = "手合割：平手\n1 ７六歩(77)\n".to_owned();
    for _ in 0..4 {
        text.push_str(round);
    }
    let text = renumbered(&text);
    let score = game(&text);
    assert_eq!(score.tree.main_line().len(), 17);
    assert_eq!(faults(&score), ["14:4 verdict"]);
    assert_eq!(score.result, None);
    assert_eq!(json(&score)["faults"][0]["args"], json!({"ply": "13", "reason": "repetition"}));
}

/// The same lines with numbers from 1.
fn renumbered(text: &str) -> String {
    let mut number = 0;
    let lines = text.lines().map(|line| match line.split_once(' ') {
        Some((_, rest)) => {
            number += 1;
            format!("{number} {rest}")
        }
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

const DIAGRAM: &str = "後手の持駒：飛二　角二　金四　銀四　桂四　香四　歩十七\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
    | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
    +---------------------------+\n先手の持駒：なし\n";

/// A problem has one king, which the reader reports; its moves are read by the ways the pieces go.
#[test]
fn position_alone_and_single_king_are_read() {
    let score = check(DIAGRAM, "", &["4:2 no_king"]);
    assert_eq!(score.start.as_deref(), Some("8k/9/8P/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1"));
    let text = format!("{DIAGRAM}1 １二歩成(13)\n2 同　玉(11)\n3 １三歩打\n");
    check(&text, "1c1b+ 1a1b", &["4:2 no_king", "17:3 illegal"]);
}

#[test]
fn ki2_marks_distinguish_pieces() {
    let text = "手合割：平手\n先手：甲\n▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５八金右 △３三銀\n▲５五角 △２二飛\n\
        まで8手で先手の勝ち\n";
    let score = check(text, "7g7f 3c3d 8h2b+ 3a2b 4i5h 2b3c B*5e 8b2b", &[]);
    assert_eq!(score.result, won(Side::First, ""));
    // Which of three golds, and of two dragons.
    let position = "sfen 4k4/9/9/9/9/9/3GGG3/9/4K4 b - 1";
    for (text, expected) in
        [("▲５六金左", "6g5f"), ("▲５六金直", "5g5f"), ("▲５六金右", "4g5f"), ("▲６六金直", "6g6f")]
    {
        assert_eq!(moves(&after(position, text)), expected, "{text}");
    }
}

/// The game of a KI2 that starts from an SFEN, as a diagram.
fn after(sfen: &str, moves: &str) -> records::Score {
    let start = game(sfen);
    let kif = start.write("kif").expect("a position");
    let head: Vec<&str> = kif.lines().take_while(|line| !line.starts_with("手数")).collect();
    game(&format!("{}\n{moves}\n", head.join("\n")))
}

#[test]
fn csa_holds_several_games_and_program_comments() {
    let text = "'encoding=Shift_JIS\n' ---- Kifu for Windows V7 V7.08 CSA ----\nV2.2\nN+A\nN-B\nPI\n+\n'*comment\n\
        +7776FU,T12\n-3334FU\nT3\n%TORYO\n/\nV2.2\nPI82HI\n-\n-3334FU\n%+ILLEGAL_ACTION\n";
    let games = games(text.as_bytes());
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["7g7f 3c3d", "3c3d"]);
    assert_eq!(json(&games[0])["comments"], json!({"0": "comment"}));
    assert_eq!(json(&games[0])["times"], json!([12_000, 3_000]));
    assert_eq!(games[0].result, won(Side::Second, "resignation"));
    assert_eq!(games[1].options.get("handicap"), Some("rook"));
    assert_eq!(games[1].result, won(Side::Second, "foul"));
}

#[test]
fn usi_as_programs_save_it() {
    let score = check("position startpos moves 7g7f 3c3d resign\n", "7g7f 3c3d", &[]);
    assert_eq!(score.result, won(Side::Second, "resignation"));
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    for text in [sfen.to_owned(), format!("sfen {sfen}"), format!("position sfen {sfen} moves")] {
        let score = check(&text, "", &[]);
        assert_eq!(score.start.as_deref(), Some(&*sfen.replace("w - 2", "w - 1")));
    }
    let two = "startpos moves 7g7f\nstartpos moves 2g2f 3c3d\n";
    assert_eq!(games(two.as_bytes()).iter().map(moves).collect::<Vec<_>>(), ["7g7f", "2g2f 3c3d"]);
}

#[test]
fn several_games_of_kif() {
    let one = "手合割：平手\n先手：甲\n1 ７六歩(77)\n2 投了\n";
    let text = format!("{one}\n{}", one.replace('甲', "乙"));
    let games = games(text.as_bytes());
    let names: Vec<_> = games.iter().map(|game| game.players.first.as_deref()).collect();
    assert_eq!(names, [Some("甲"), Some("乙")]);
}

#[test]
fn server_remarks_on_rules_are_no_comments() {
    let text = "V2\nN+a\nN-b\n'Max_Moves:256\n'Least_Time_Per_Move:0\nPI\n+\n'rating:a+1:b+2\n\
                +7776FU\nT3\n'** 35 -3334FU\n%TORYO\n'summary:toryo:a lose:b win\n";
    let score = check(text, "7g7f", &[]);
    assert_eq!(score.tree.node(0).comment, "");
    assert_eq!(score.tree.node(1).comment, "* 35 -3334FU", "a judgement of the move is one");
}

/// Both golds reach 5h, but only one leaves its square to the king.
#[test]
fn ambiguous_move_is_decided_by_later_moves() {
    let played = "6i5h 3c3d 5i6i";
    check("手合割：平手\n▲５八金 △３四歩 ▲６九玉\n", played, &[]);
    check("手合割：平手\n▲５八金\n*どちら\n△３四歩\n▲６九玉\nまで3手で先手の勝ち\n", played, &[]);
    check("手合割：平手\n1 ５八金\n2 ３四歩(33) (0:05/)\n3 ６九玉(59)\n", played, &[]);
    check("1. G-5h P-3d 2. K-6i\n", played, &[]);
    // Nothing decides which.
    check("手合割：平手\n▲５八金 △３四歩 ▲７六歩\n", "", &["2:2 ambiguous"]);
    check("1. P-7f P-3d 2. G-5h P-8d 3. P-2f\n", "7g7f 3c3d", &["1:17 ambiguous"]);
    // Neither the text after the end nor a variation decides it.
    let two = "手合割：平手\n▲５八金 △３四歩\n投了\n\n手合割：平手\n▲６九玉\n";
    assert_eq!(faults(&games(two.as_bytes())[0]), ["2:2 ambiguous", "6:1 after_result"]);
    check(
        "手合割：平手\n▲５八金 △３四歩\n変化：3手\n▲６九玉\n",
        "",
        &["2:2 ambiguous", "3:1 no_line"],
    );
}

/// The number of a move may look like a square before 同.
#[test]
fn move_to_the_same_square_follows_any_number() {
    let shuffle = ["４八金(49)", "６二金(61)", "４九金(48)", "６一金(62)"];
    for before in (2..12).step_by(2) {
        let played = ["７六歩(77)", "３四歩(33)"].into_iter();
        let played = played.chain(shuffle.into_iter().cycle().take(before));
        let played = played.chain(["３三角成(88)", "同　桂(21)"]);
        let lines = (1..).zip(played).map(|(number, played)| format!("{number:4} {played}\n"));
        let score = game(&format!("手合割：平手\n{}", lines.collect::<String>()));
        assert_eq!(faults(&score), [""; 0]);
        assert!(moves(&score).ends_with("8h3c+ 2a3c"), "{}", moves(&score));
    }
}

/// Where a board shows the pieces, the name is no handicap's.
#[test]
fn problem_is_no_unknown_handicap() {
    let score = check(&format!("手合割：詰将棋\n{DIAGRAM}"), "", &["5:2 no_king"]);
    assert!(score.tags.contains(&("手合割".to_owned(), "詰将棋".to_owned())), "{:?}", score.tags);
}

/// 81Dojo's client writes times without their sum or with one of single digits, numbers without
/// columns, and its games end with a word alone: `mogproject/mog-core-scala` and
/// `gunyarakun/python-shogi` have such games among their tests.
#[test]
fn games_of_81dojo() {
    let heads = "#KIF version=2.0 encoding=UTF-8\r\n開始日時：2026/11/21\r\n場所：81Dojo (ver.2016/03/20)\r\n\
        持ち時間：15分+60秒\r\n手合割：平手\r\n先手：Alpha\r\n後手：Beta\r\n手数----指手---------消費時間--\r\n";
    for (moves, times) in [
        (
            "   1 ７六歩(77)   ( 0:12/)\r\n   2 ３四歩(33)   ( 1:6/)\r\n   3 投了   ( 0:32/)\r\n",
            [12_000, 66_000],
        ),
        (
            "1   ７六歩(77)   (0:2/0:0:2)\r\n2   ３四歩(33)   (0:5/0:0:5)\r\n3   投了   (0:5/0:0:7)\r\n",
            [2_000, 5_000],
        ),
    ] {
        let score = check(&format!("{heads}{moves}"), "7g7f 3c3d", &[]);
        assert_eq!(score.result, won(Side::Second, "resignation"));
        let value = json(&score);
        assert_eq!(value["times"], json!(times));
        assert_eq!(value["players"], json!({"first": "Alpha", "second": "Beta"}));
        let place = json!(["場所", "81Dojo (ver.2016/03/20)"]);
        assert!(value["tags"].as_array().is_some_and(|tags| tags.contains(&place)), "{value}");
    }
}

/// A sentence may name the side that did something, without 勝 or 負.
#[test]
fn sentences_that_blame_a_side() {
    let head = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n";
    for (end, winner, reason) in [
        ("まで2手で後手の反則", "first", "foul"),
        ("まで2手で先手の反則", "second", "foul"),
        ("まで2手で後手の時間切れ", "first", "timeout"),
        ("まで2手で後手が投了", "first", "resignation"),
        ("まで2手で先手の投了", "second", "resignation"),
        ("まで2手で後手の接続切れ", "first", "abandonment"),
        ("まで2手で後手の入玉宣言", "second", "declaration"),
        ("まで2手で☖の反則", "first", "foul"),
        ("結果：後手の反則", "first", "foul"),
    ] {
        let value = json(&game(&format!("{head}{end}\n")));
        assert_eq!((&value["result"], &value["reason"]), (&json!(winner), &json!(reason)), "{end}");
        assert_eq!(value["faults"], json!([]), "{end}");
    }
}

/// A text that has lost the ends of its lines.
#[test]
fn headers_and_moves_on_one_line() {
    for text in [
        "手合割：平手 先手：甲 後手：乙 1 ７六歩(77) 2 ３四歩(33) 3 投了",
        "#KIF version=2.0 encoding=UTF-8 手合割：平手 先手：甲 後手：乙 手数----指手--------- 1 ７六歩(77) 2 ３四歩(33) 3 投了",
        "手合割：平手先手：甲後手：乙手数----指手-- 1 ７六歩(77) 2 ３四歩(33) 3 投了",
        "先手：甲 後手：乙1 ７六歩(77) 2 ３四歩(33) 3 投了",
        "先手：甲　後手：乙　手合割：平手　▲７六歩　△３四歩　▲投了",
        "▲先手：甲　△後手：乙\n▲７六歩、△３四歩、▲投了",
    ] {
        let value = json(&check(text, "7g7f 3c3d", &[]));
        assert_eq!(value["players"], json!({"first": "甲", "second": "乙"}), "{text}");
        assert_eq!(value["result"], json!("second"), "{text}");
    }
    // Moves within a remark are not played.
    let value = json(&game("先手：甲\n備考：初手は ▲７六歩 △３四歩\n1 ２六歩(27)\n"));
    assert_eq!(value["tags"], json!([["備考", "初手は ▲７六歩 △３四歩"]]));
    assert_eq!(value["moves"], json!(["2g2f"]));
}

/// A board drawn with lines, and its hands as they are called elsewhere.
#[test]
fn boards_as_they_are_drawn() {
    let rank = "┃ ・ ・ ・ ・ ・ ・ ・ ・ ・┃\n".repeat(7);
    let text = format!(
        "後手の手駒：飛　歩二\n┃ ・ ・ ・ ・v玉 ・ ・ ・ ・┃\n{rank}┃ ・ ・ ・ ・ 玉 ・ ・ ・ ・┃\n先手手駒：金　手番：後手\n"
    );
    let score = check(&text, "", &[]);
    assert_eq!(score.start.as_deref(), Some("4k4/9/9/9/9/9/9/9/4K4 w Gr2p 1"));
}

#[test]
fn csa_names_in_small_letters() {
    let value = json(&check("v2.2\nn+a\nn-b\npi\n+\n+7776fu\n", "7g7f", &[]));
    assert_eq!(value["players"], json!({"first": "a", "second": "b"}));
}

#[test]
fn usi_moves_behind_a_position() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    check(&format!("sfen {start} 7g7f 3c3d"), "7g7f 3c3d", &[]);
    check(&format!("position sfen {} 7g7f", start.trim_end_matches(" 1")), "7g7f", &[]);
}

#[test]
fn western_results_and_tags_as_they_are_spelled() {
    let players = json!({"first": "A", "second": "B"});
    for text in [
        "[sente \"A\"]\n[gote \"B\"]\n[result \"0-1\"]\n1. P7g-7f P3c-3d\n",
        "[SENTE \"A\"]\n[GOTE \"B\"]\n1. P7g-7f P3c-3d 0 - 1\n",
        "[Sente \"A\"]\n[Gote \"B\"]\n1. P7g-7f P3c-3d 0:1\n",
        "［Ｓｅｎｔｅ “A”］\n［Gote “B”］\n１． Ｐ－７ｆ Ｐ－３ｄ ０－１\n",
    ] {
        let value = json(&check(text, "7g7f 3c3d", &[]));
        assert_eq!((&value["players"], &value["result"]), (&players, &json!("second")), "{text}");
    }
}

#[test]
fn western_brackets_and_named_sides() {
    let text = "1. P-7f (1. P-2f (better) P-8d) P-3d {good} White resigns\n";
    let value = json(&check(text, "7g7f 3c3d", &[]));
    assert_eq!(value["comments"], json!({"1": "( 1. P-2f ( better ) P-8d )", "2": "good"}));
    assert_eq!((&value["result"], &value["reason"]), (&json!("first"), &json!("resignation")));
    check("1. P-7f (P-2f\n", "7g7f", &["1:9 no_end"]);
}

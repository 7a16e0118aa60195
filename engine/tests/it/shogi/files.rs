//! Files of other programs, as people find them.

use super::notation::{options, result};
use engine::{Record, Side};

/// Checks the moves and the result of a text.
#[track_caller]
fn check_read(notation: &str, text: &str, moves: &str, expected: Option<(Option<Side>, &str)>) {
    let record = Record::read("shogi", notation, text).unwrap_or_else(|e| panic!("{e}"));
    let actions: Vec<&str> = record.moves.iter().map(|played| played.action.as_str()).collect();
    assert_eq!(actions.join(" "), moves);
    assert_eq!(record.result, expected.map(|(winner, reason)| result(winner, reason)));
}

#[test]
fn kif_of_other_programs_is_read() {
    let text = "\
# ---- Kifu for Windows ----
開始日時：2000/01/01
棋戦：その他の棋戦
手合割：二枚落ち　　
下手：A
上手：B
手数----指手---------消費時間--
   1 ６二銀(71)   ( 0:00/00:00:00)+
   2 7六歩(77)   ( 0:00/00:00:00)
   3 ５四歩(53)
   4 １一角不成(88)
   5 中断

変化：3手
   3 ４四歩(43)
";
    let moved = "7a6b 7g7f 5c5d";
    let error = Record::read("shogi", "kif", text).map(|_| ()).expect_err("a lance on 1a");
    assert_eq!(error.to_string(), "line 11, column 6: illegal move: blocked");
    let text = text.replace("１一角不成", "５五角不成");
    check_read("kif", &text, &format!("{moved} 8h5e"), None);
}

/// The words of ends, with what is before and after them in the files of different programs.
#[test]
fn kif_ends_are_read() {
    let head = "手合割：平手　　\n先手：A\n後手：B\n手数----指手---------消費時間--\n";
    let moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let (first, second) = (Some(Side::First), Some(Side::Second));
    for (end, expected) in [
        ("   3 中断\nまで2手で中断\n", None),
        ("   3 不詰\n", None),
        ("   3 投了\nまで2手で後手の勝ち\n", Some((second, "resignation"))),
        ("   3 投了   ( 0:12/00:00:12)\n", Some((second, "resignation"))),
        ("まで2手で後手の勝ち\n", Some((second, ""))),
        ("   3 切れ負け\nまで2手で時間切れにより後手の勝ち\n", Some((second, "timeout"))),
        ("   3 時間切れ\n", Some((second, "timeout"))),
        ("   3 反則負け\nまで2手で先手の反則負け\n", Some((second, "foul"))),
        ("   3 反則勝ち\nまで2手で後手の反則負け\n", Some((first, "foul"))),
        ("   3 千日手\nまで2手で千日手\n", Some((None, "repetition"))),
        ("まで2手で千日手\n", Some((None, "repetition"))),
        ("   3 持将棋\nまで2手で持将棋\n", Some((None, "impasse"))),
        ("まで2手で持将棋\n", Some((None, "impasse"))),
        ("   3 入玉勝ち\nまで2手で入玉宣言により先手の勝ち\n", Some((first, "declaration"))),
        ("   3 入玉宣言勝ち\n", Some((first, "declaration"))),
        ("   3 詰み\n", Some((second, "checkmate"))),
        ("   3 詰\n", Some((second, "checkmate"))),
        ("   3 不戦敗\n", Some((second, "abandonment"))),
        ("まで2手で引き分け\n\nThis text follows the game.\n", Some((None, ""))),
        (
            "   3 投了\n*最後のコメント\n\n変化：2手\n   2 ８四歩(83)\n",
            Some((second, "resignation")),
        ),
    ] {
        check_read("kif", &format!("{head}{moves}{end}"), "7g7f 3c3d", expected);
    }
}

/// Blanks, marks and times as different programs write them.
#[test]
fn kif_moves_are_read_however_they_are_spaced() {
    for (text, moves) in [
        ("1 ７六歩(77)\n2 ３四歩(33)\n", "7g7f 3c3d"),
        ("1　７六歩(77)　( 0:12/00:00:12)\r\n2　３四歩(33)\r\n", "7g7f 3c3d"),
        ("1\t７六歩(77)\t(0:12/0:0:12)\n", "7g7f"),
        ("   1 ▲７六歩(77)\n   2 △３四歩(33)\n", "7g7f 3c3d"),
        ("   1 ☗７六歩(77)+\n   2 ☖３四歩(33)   ( 0:03/00:00:03)+\n", "7g7f 3c3d"),
        ("   1 7六歩(77)\n   2 34歩(33)\n", "7g7f 3c3d"),
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n", "7g7f 3c3d 8h2b+ 3a2b"),
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同 銀(31)\n", "7g7f 3c3d 8h2b+ 3a2b"),
        ("# comment\n&bookmark\n*before\n1 ７六歩(77)\n\n*after\n2 ３四歩(33)\n", "7g7f 3c3d"),
        ("\u{feff}先手 ：A\n1 ７六歩(77)\n", "7g7f"),
    ] {
        check_read("kif", text, moves, None);
    }
    let time = |text: &str| {
        let text = format!("1 ７六歩(77) {text}\n");
        let record = Record::read("shogi", "kif", &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        record.moves[0].time
    };
    for (text, millis) in [
        ("", None),
        ("( 0:12/00:00:12)", Some(12_000)),
        ("( 0:12/)", Some(12_000)),
        ("(0:12)", Some(12_000)),
        ("( 1:05/00:01:05)+", Some(65_000)),
        ("(01:00:01/01:00:01)", Some(3_601_000)),
        ("( 0:12.5/00:00:12)", Some(12_500)),
    ] {
        assert_eq!(time(text), millis, "{text}");
    }
}

#[test]
fn kif_handicaps_that_the_rules_do_not_list_start_from_their_positions() {
    for (name, ranks) in [
        ("三枚落ち", "lnsgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("左七枚落ち", "2sgkg3/9"),
        ("右七枚落ち", "3gkgs2/9"),
    ] {
        let text = format!("手合割：{name}\n上手：A\n下手：B\n   1 ６二銀(71)\n");
        let text = if ranks.starts_with('3') {
            text.replace("６二銀(71)", "３二銀(31)")
        } else {
            text
        };
        let record = Record::read("shogi", "kif", &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let start = format!("{ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
        assert_eq!(record.start, Some(start));
        assert_eq!(record.players.second.as_deref(), Some("A"));
    }
}

#[test]
fn kif_that_starts_from_a_board_is_read() {
    let text = "\
# ----  柿木将棋V 局面ファイル  ----
手合割：詰将棋
後手の持駒：飛　角二　金三　歩十七　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　
手数＝34  △５一玉  まで
先手番
   1 ５二金打
";
    check_read("kif", text, "G*5b", Some((Some(Side::First), "checkmate")));
    let fault =
        Record::read("shogi", "kif", "手合割：詰将棋\n   1 ７六歩(77)\n").expect_err("no board");
    assert_eq!(fault.to_string(), "line 1, column 5: `詰将棋` is not a handicap");
}

/// Source: "CSA標準棋譜ファイル形式", version 3.0: the encoding, milliseconds, `%MAX_MOVES`.
#[test]
fn csa_of_the_third_version_is_read() {
    let text = "\
'CSA encoding=UTF-8
V3.0
N+A, of B
$EVENT:Cup, final
$START_TIME:
$TIME:300+0+10
$MAX_MOVES:256
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
'*opening
+7776FU,T1.5
-3334FU
T0.123
'** 30 +2726FU
%MAX_MOVES
$END_TIME:2026/11/21 22:00:00
/
V3.0
";
    check_read("csa", text, "7g7f 3c3d", Some((None, "turn-limit")));
    let record = Record::read("shogi", "csa", text).expect("as above");
    assert_eq!(record.players.first.as_deref(), Some("A, of B"));
    assert_eq!((record.start, record.date, record.comment.as_str()), (None, None, "opening"));
    assert_eq!((record.moves[0].time, record.moves[1].time), (Some(1_500), Some(123)));
    assert_eq!(record.moves[1].comment, "* 30 +2726FU");
}

#[test]
fn csa_of_other_programs_is_read() {
    let text = "\
'CSA encoding=UTF-8
V2.2
N+A
P1 *  *  *  * -OU *  *  *  * 
P2 *  *  *  *  *  *  *  *  * 
P3 *  *  *  * +FU *  *  *  * 
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  * 
P6 *  *  *  *  *  *  *  *  * 
P7 *  *  *  *  *  *  *  *  * 
P8 *  *  *  *  *  *  *  *  * 
P9 *  *  *  * +OU *  *  *  * 
P+00KI
P-00AL
+
+0052KI,T3
%TSUMI,T1
/
V2.2
";
    check_read("csa", text, "G*5b", Some((Some(Side::First), "checkmate")));
    let record = Record::read("shogi", "csa", text).expect("as above");
    let start = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    assert_eq!(record.start.as_deref(), Some(start));
    let pieces = "PI82HI22KA91KY11KY\n-\n-5142OU\n%-ILLEGAL_ACTION\n";
    check_read("csa", pieces, "5a4b", Some((Some(Side::First), "foul")));
    let record = Record::read("shogi", "csa", pieces).expect("as above");
    assert_eq!(record.options, options("handicap=four"));
}

//! Files of other programs, as people find them.

use crate::support::{faults, game, moves};
use engine::{BySide, Record, RecordError, RecordedResult, Side};
use records::{OpenError, open_text};

/// The only game of a text, which has no fault.
#[track_caller]
fn read(text: &str) -> Record {
    let score = game(text);
    assert_eq!(faults(&score), [""; 0], "{text}");
    score.main_line()
}

/// Checks the moves and the result of a text.
#[track_caller]
fn check_read(text: &str, line: &str, expected: Option<(Option<Side>, &str)>) {
    let record = read(text);
    let actions: Vec<&str> = record.moves.iter().map(|played| played.action.as_str()).collect();
    assert_eq!(actions.join(" "), line, "{text}");
    let result = |(winner, reason): (Option<Side>, &str)| RecordedResult {
        winner,
        reason: reason.to_owned(),
    };
    assert_eq!(record.result, expected.map(result), "{text}");
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
    let score = game(text);
    assert_eq!(moves(&score), moved);
    assert_eq!(faults(&score), ["11:6 illegal"], "a lance on 1a");
    let text = text.replace("１一角不成", "５五角不成");
    check_read(&text, &format!("{moved} 8h5e"), None);
}

/// The words of ends, with the text around them in the files of different programs.
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
        ("まで2手で引き分け\n", Some((None, ""))),
        (
            "   3 投了\n*最後のコメント\n\n変化：2手\n   2 ８四歩(83)\n",
            Some((second, "resignation")),
        ),
    ] {
        check_read(&format!("{head}{moves}{end}"), "7g7f 3c3d", expected);
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
        check_read(text, moves, None);
    }
    let time = |text: &str| {
        let text = format!("1 ７六歩(77) {text}\n");
        read(&text).moves[0].time
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
fn kif_unlisted_handicaps_start_from_their_positions() {
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
        let record = read(&text);
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
    check_read(text, "G*5b", Some((Some(Side::First), "checkmate")));
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
";
    check_read(text, "7g7f 3c3d", Some((None, "")));
    let record = read(text);
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
";
    check_read(text, "G*5b", Some((Some(Side::First), "checkmate")));
    let record = read(text);
    let start = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    assert_eq!(record.start.as_deref(), Some(start));
    let pieces = "PI82HI22KA91KY11KY\n-\n-5142OU\n%-ILLEGAL_ACTION\n";
    check_read(pieces, "5a4b", Some((Some(Side::First), "foul")));
    assert_eq!(read(pieces).options.get("handicap"), Some("four"));
}

/// Checks the faults of a text, also of one of which nothing can be read.
#[track_caller]
fn check_faults(text: &str, expected: &[&str]) {
    let found = match open_text(text) {
        Ok(scores) => scores.iter().flat_map(faults).collect(),
        Err(OpenError::Unreadable { error: RecordError { line, column, fault }, .. }) => {
            vec![format!("{line}:{column} {}", fault.key())]
        }
        Err(other) => panic!("{other}: {text}"),
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn faults_of_shogi_name_line_and_column() {
    for (text, expected) in [
        ("startpos moves 7g7f 7g7f", "1:21 illegal"),
        ("startpos moves 7g7x", "1:16 not_a_move"),
        ("position sfen 9/9 b - 1 moves", "1:15 ranks"),
        ("PI\n+\n+7775FU\n", "3:1 illegal"),
        ("PI\n+\n-3334FU\n", "3:1 other_side"),
        ("PI\n+\n+7776XX\n", "3:1 not_a_move"),
        ("PI\n+\n+7776KA\n", "3:1 no_such_piece"),
        ("PI\n+\n+7776FU,T1,Tx\n", "3:12 bad_time"),
        ("PI\n+\nT3\n", "3:1 not_a_statement"),
        ("PI\n+\n%WON\n", "3:1 not_an_end"),
        ("PI55FU\n+\n", "1:3 no_such_piece"),
        ("P1 *  * +XX\n+\n", "1:9 not_a_piece"),
        ("V2.2\nhello\n", "2:1 not_a_statement"),
        ("   1 ７六歩(78)\n", "1:6 no_such_piece"),
        ("   1 ７五歩(77)\n", "1:6 illegal"),
        ("   1 同　歩(77)\n", "1:6 follows_nothing"),
        ("手合割：平手\n   1 ７六犬(77)\n", "2:8 expected_piece"),
        ("手合割：平手\n   1 犬\n", "2:6 expected_square"),
        ("   1 ７六歩(77)\n   3 ３四歩(33)\n", "2:4 wrong_number"),
        ("   1 ７六歩(77) (0:x/1)\n", "1:6 bad_time"),
        ("手合割：平手\nルール：impasse\n", "2:5 bad_header"),
        ("手合割：平手\nhello\n", "2:1 expected_kif"),
        ("   1 ７六歩(77)\nhello\n", "2:1 expected_move"),
        ("手合割：詰将棋\n   1 ７六歩(77)\n", "1:5 not_a_handicap"),
        ("P-7f P-7f", "1:6 illegal"),
        ("1. P-7f\n2. B-5e", "2:4 illegal"),
        ("P-7f +R-3d", "1:6 no_piece_there"),
        ("P-7f S*3d", "1:6 illegal"),
        ("P-7f hello", "1:6 not_a_move"),
        ("P-7f resigns P-3d", "1:14 after_result"),
        ("P-7f {why", "1:6 no_end"),
        ("G-5h", "1:1 ambiguous"),
    ] {
        check_faults(text, &[expected]);
    }
    check_faults("手合割：平手\n後手の持駒：玉\n", &["2:7 cannot_be_held", "2:7 ranks"]);
    let board = "手合割：平手\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n";
    check_faults(board, &["2:2 ranks", "2:2 no_king"]);
    check_faults("手合割：平手\n|v玉 ・ ・\n", &["2:2 rank_points", "2:2 ranks", "2:2 no_king"]);
}

#[test]
fn faults_of_xiangqi_name_line_and_column() {
    for (text, expected) in [
        ("1. C2.5 X2.5", "1:9 not_a_move"),
        ("1. C2.5 H8+7\n2. H2x3", "2:4 not_a_move"),
        ("1. 炮二平五 馬8進5", "1:9 does_not_go_there"),
        ("1. R1+2 R1+1 2. R1+2", "1:17 illegal"),
        ("[Red \"x\"]\n[Ruleset \"blitz\"]", "2:11 unknown_ruleset"),
        ("[FEN \"3k5/9/x w\"]", "1:7 ranks"),
        ("[FEN \"9/9/9/9/9/9/9/9/9/4K4 w\"]", "1:7 no_king"),
        ("[Result \"2-0\"]", "1:10 bad_result"),
        ("[Result \"1-0\"]\nC2.5 0-1", "2:6 other_result"),
        ("C2.5 {no end", "1:6 no_end"),
        ("C2.5 (C8.5", "1:6 no_end"),
        ("C2.5 )", "1:6 closes_nothing"),
        ("C2.5 }", "1:6 not_a_move"),
        ("C2.5 1-0 H8+7", "1:10 after_result"),
        ("setoption ruleset", "1:11 unknown_ruleset"),
        ("setoption ruleset x\nstartpos moves h2e2", "1:19 unknown_ruleset"),
        ("startpos moves h2e9x", "1:16 not_a_move"),
        ("startpos moves h2e2  h2e2", "1:22 illegal"),
    ] {
        check_faults(text, &[expected]);
    }
}

#[test]
fn pgn_of_other_programs_is_read() {
    let (first, second) = (Some(Side::First), Some(Side::Second));
    for (text, line, expected) in [
        ("C2.5", "h2e2", None),
        ("1.C2=5 h8+7 2.N2+3 *", "h2e2 h9g7 h0g2", None),
        ("1. H2-E2 H9-G7\n2. h0-g2", "h2e2 h9g7 h0g2", None),
        ("1. 炮二平五 马８进７ 2. 马二进三 1/2-1/2", "h2e2 h9g7 h0g2", Some((None, ""))),
        ("[Event \"Cup\"]\n[Result \"0-1\"]\n\n1. C2.5 0-1", "h2e2", Some((second, ""))),
        ("[Result \"*\"]\n1. C2.5 1-0", "h2e2", Some((first, ""))),
        ("[Result \"1-0\"]\n1. C2.5 *", "h2e2", Some((first, ""))),
        ("[Termination \"by \t agreement \"]\n1. C2.5 1/2-1/2", "h2e2", Some((None, "agreement"))),
        ("1. C2.5! $1 (1. C8.5 {no ) here} (H2+3)) H8+7?? 2. H2+3", "h2e2 h9g7 h0g2", None),
        ("1 C2.5 1... H8+7", "h2e2 h9g7", None),
        // A soldier on two shared files begins with figures, as numbers do.
        (
            "[FEN \"3k5/6P2/6P2/2P3P2/2P6/9/9/9/9/4K4 w - - 0 1\"]\n33. 33.4 K4+1 34.3+.4",
            "g7f7 d9d8 g8f8",
            None,
        ),
        // The rules end the game, with their own reason.
        ("[FEN \"3k5/R8/1R7/9/9/9/9/9/9/5K3 w\"]\nR8+2 *", "b7b9", Some((first, "checkmate"))),
        ("startpos moves H2-E2 h9g7 h0g2 b9c7 i0h0", "h2e2 h9g7 h0g2 b9c7 i0h0", None),
    ] {
        check_read(text, line, expected);
    }
}

#[test]
fn pgn_details_that_are_absent_are_unknown() {
    let record = read("[Red \"?\"]\n[Black \"\"]\n[Date \"????.??.??\"]\n\nC2.5");
    assert_eq!(record.players, BySide { first: None, second: None });
    assert_eq!((record.date, record.ruleset.as_deref()), (None, Some("standard")));
}

//! Texts as people paste them: which game and notation they are taken for, and that they are read.

use crate::support::{faults, game, moves};
use records::{Kind, OpenError, open_text};

const SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The kind that a text is taken for, and the moves that are read of it.
#[track_caller]
fn check(text: &str, expected: Kind, line: &str) {
    assert_eq!(Kind::of_text(text), Some(expected), "{text}");
    let score = game(text);
    assert_eq!(faults(&score), [""; 0], "{text}");
    assert_eq!(moves(&score), line, "{text}");
}

#[test]
fn shogi_is_recognised_in_each_of_its_notations() {
    let kif = Kind::Kif;
    check("手合割：平手\n   1 ７六歩(77)\n", kif, "7g7f");
    check("   1 ７六歩(77)   ( 0:12/00:00:12)\n   2 ３四歩(33)\n", kif, "7g7f 3c3d");
    check("# ---- Kifu for Windows ----\n先手：A\n後手：B\n", kif, "");
    check("PI\n+\n+7776FU\n", Kind::Csa, "7g7f");
    check("V2.2\nN+A\nPI\n+\n+7776FU\n", Kind::Csa, "7g7f");
    check("position startpos moves 7g7f 3c3d", Kind::Usi, "7g7f 3c3d");
    check("7g7f 3c3d\n8h2b+", Kind::Usi, "7g7f 3c3d 8h2b+");
    check(&format!("position sfen {SFEN} moves 7g7f"), Kind::Usi, "7g7f");
    check(&format!("sfen {SFEN}"), Kind::Usi, "");
    check(SFEN, Kind::Usi, "");
    check(&format!("{SFEN} moves 7g7f"), Kind::Usi, "7g7f");
    let western = Kind::Western;
    check("P-7f P-3d", western, "7g7f 3c3d");
    check("1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*5e", western, "7g7f 3c3d 8h2b+ 3a2b B*5e");
    check("1.P-76 2.P-34 {two moves\nby hand} 3.P-6f", western, "7g7f 3c3d 6g6f");
    check("☗P-7f ☖P-3d ☗G6i-5h! ☖resigns", western, "7g7f 3c3d 6i5h");
}

#[test]
fn xiangqi_is_recognised_in_each_of_its_notations() {
    check("1. C2.5 H8+7 2. H2+3", Kind::Pgn, "h2e2 h9g7 h0g2");
    check("C2=5 h8+7", Kind::Pgn, "h2e2 h9g7");
    check("1. h2e2 h9g7", Kind::Pgn, "h2e2 h9g7");
    check("H2-E2 H9-G7", Kind::Pgn, "h2e2 h9g7");
    check("1. 炮二平五 馬８進７", Kind::Pgn, "h2e2 h9g7");
    check("炮二平五 马8进7", Kind::Pgn, "h2e2 h9g7");
    check("[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n{Hello.} 1. 炮二平五 1-0", Kind::Pgn, "h2e2");
    check("[Red \"A\"]\n[Black \"B\"]\n\n*", Kind::Pgn, "");
    check("position startpos moves h2e2", Kind::Fen, "h2e2");
    check(&format!("position fen {FEN} moves h2e2"), Kind::Fen, "h2e2");
    check(FEN, Kind::Fen, "");
    check("4k4/9/9/9/4R4/9/9/9/9/3K5 b", Kind::Fen, "");
}

/// Source: the layout of files that the program XieXie saves; the moves are ours.
#[test]
fn a_wxf_file_is_read() {
    let text = "FORMAT  \tWXF\r
GAME    \r
RED     \tA. Player;;;\r
BLACK   \tB. Player;;;\r
DATE    \t24-12-2022\r
/*Ten minutes a side.*/\r
\r
START{\r
 1.  C2.5  H8+7     !2.  H2+3!  R9.8 /* a
note */\r
 3.  R1.2  !!\r
}END\r
";
    check(text, Kind::Pgn, "h2e2 h9g7 h0g2 i9h9 i0h0");
    let record = game(text).main_line();
    assert_eq!(record.players.first.as_deref(), Some("A. Player"));
    assert_eq!(record.players.second.as_deref(), Some("B. Player"));
    assert_eq!(record.date.as_deref(), Some("24-12-2022"));
    assert_eq!(record.comment, "Ten minutes a side.");
    assert_eq!(record.moves[3].comment, "a\nnote");
    let bad = text.replace("R1.2", "R1+9");
    assert_eq!(faults(&game(&bad)), ["11:6 illegal"]);
    let open = text.replace("note */", "note");
    assert_eq!(faults(&game(&open)), ["9:38 expected"]);
}

#[test]
fn origins_of_moves_distinguish_kif_from_ki2() {
    check("手合割：平手\n▲７六歩    △３四歩\n", Kind::Ki2, "7g7f 3c3d");
    assert_eq!(Kind::of_text("▲７六歩\n△同　銀\n"), Some(Kind::Ki2));
    check("   1 ▲７六歩(77)\n", Kind::Kif, "7g7f");
}

#[test]
fn a_plain_record_is_recognised_by_its_title() {
    check("yiguan 1\ngame: xia-si\n1 a1a2\n", Kind::Plain, "a1a2");
    assert_eq!(Kind::of_text("yiguan 7\n"), Some(Kind::Plain));
}

#[test]
fn other_text_is_not_recognised() {
    for text in
        ["", "hello world", "P", "1. e4 e5 2. Nf3 Nc6", "{}", "a/b/c w", "12 34", "同", "\u{feff}"]
    {
        assert_eq!(open_text(text), Err(OpenError::Unknown), "{text}");
    }
}

//! Texts as people paste them: which game and notation they are taken for, and that they are read.

use engine::Record;

const SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// What a text is taken for, and the moves that are read of it.
#[track_caller]
fn check(text: &str, expected: &str, moves: &str) {
    let found = Record::recognise(text);
    let described = found
        .map_or("-".to_owned(), |(game, notation)| format!("{} {notation}", game.unwrap_or("-")));
    assert_eq!(described, expected, "{text}");
    let Some((game, notation)) = found else { return };
    let record = Record::read(game.unwrap_or(""), notation, text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let actions: Vec<_> = record.moves.iter().map(|played| played.action.as_str()).collect();
    assert_eq!(actions.join(" "), moves, "{text}");
}

#[test]
fn shogi_is_recognised_in_each_of_its_notations() {
    let kif = "shogi kif";
    check("手合割：平手\n   1 ７六歩(77)\n", kif, "7g7f");
    check("   1 ７六歩(77)   ( 0:12/00:00:12)\n   2 ３四歩(33)\n", kif, "7g7f 3c3d");
    check("# ---- Kifu for Windows ----\n先手：A\n後手：B\n", kif, "");
    check("PI\n+\n+7776FU\n", "shogi csa", "7g7f");
    check("V2.2\nN+A\nPI\n+\n+7776FU\n", "shogi csa", "7g7f");
    check("position startpos moves 7g7f 3c3d", "shogi usi", "7g7f 3c3d");
    check("7g7f 3c3d\n8h2b+", "shogi usi", "7g7f 3c3d 8h2b+");
    check(&format!("position sfen {SFEN} moves 7g7f"), "shogi usi", "7g7f");
    check(&format!("sfen {SFEN}"), "shogi usi", "");
    check(SFEN, "shogi usi", "");
    check(&format!("{SFEN} moves 7g7f"), "shogi usi", "7g7f");
    let western = "shogi western";
    check("P-7f P-3d", western, "7g7f 3c3d");
    check("1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*5e", western, "7g7f 3c3d 8h2b+ 3a2b B*5e");
    check("1.P-76 2.P-34 {two moves\nby hand} 3.P-6f", western, "7g7f 3c3d 6g6f");
    check("☗P-7f ☖P-3d ☗G6i-5h! ☖resigns", western, "7g7f 3c3d 6i5h");
}

#[test]
fn xiangqi_is_recognised_in_each_of_its_notations() {
    check("1. C2.5 H8+7 2. H2+3", "xiangqi wxf", "h2e2 h9g7 h0g2");
    check("C2=5 h8+7", "xiangqi wxf", "h2e2 h9g7");
    check("1. h2e2 h9g7", "xiangqi iccs", "h2e2 h9g7");
    check("H2-E2 H9-G7", "xiangqi iccs", "h2e2 h9g7");
    check("1. 炮二平五 馬８進７", "xiangqi cn", "h2e2 h9g7");
    check("炮二平五 马8进7", "xiangqi cn", "h2e2 h9g7");
    check(
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n{Hello.} 1. 炮二平五 1-0",
        "xiangqi cn",
        "h2e2",
    );
    check("[Red \"A\"]\n[Black \"B\"]\n\n*", "xiangqi wxf", "");
    check("position startpos moves h2e2", "xiangqi fen", "h2e2");
    check(&format!("position fen {FEN} moves h2e2"), "xiangqi fen", "h2e2");
    check(FEN, "xiangqi fen", "");
    check("4k4/9/9/9/4R4/9/9/9/9/3K5 b", "xiangqi fen", "");
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
    check(text, "xiangqi wxf", "h2e2 h9g7 h0g2 i9h9 i0h0");
    let record = Record::read("xiangqi", "wxf", text).expect("as above");
    assert_eq!(record.players.first.as_deref(), Some("A. Player"));
    assert_eq!(record.players.second.as_deref(), Some("B. Player"));
    assert_eq!(record.date.as_deref(), Some("24-12-2022"));
    assert_eq!(record.comment, "Ten minutes a side.");
    assert_eq!(record.moves[3].comment, "a\nnote");
    let bad = text.replace("R1.2", "R1+9");
    let error = Record::read("xiangqi", "wxf", &bad).expect_err("no such move");
    assert!(error.to_string().starts_with("line 11, column 6: "), "{error}");
    let open = text.replace("note */", "note");
    let error = Record::read("xiangqi", "wxf", &open).expect_err("an open comment");
    assert_eq!(error.to_string(), "line 9, column 38: `/` is not closed");
}

/// What is recognised and not read is said to be what it is, not taken for KIF.
#[test]
fn ki2_is_recognised() {
    for text in ["手合割：平手\n▲７六歩    △３四歩\n", "▲７六歩\n△同　銀\n"]
    {
        assert_eq!(Record::recognise(text), Some((Some("shogi"), "ki2")), "{text}");
    }
    check("   1 ▲７六歩(77)\n", "shogi kif", "7g7f");
}

#[test]
fn a_plain_record_is_recognised_by_its_title() {
    check("yiguan 1\ngame: xia-si\n1 a1a2\n", "- txt", "a1a2");
    assert_eq!(Record::recognise("yiguan 7\n"), Some((None, "txt")));
}

#[test]
fn what_is_no_record_is_not_recognised() {
    for text in
        ["", "hello world", "P", "1. e4 e5 2. Nf3 Nc6", "{}", "a/b/c w", "12 34", "同", "\u{feff}"]
    {
        check(text, "-", "");
    }
}

#[test]
fn faults_of_western_moves_name_line_and_column() {
    for (text, expected) in [
        ("P-7f P-7f", "line 1, column 6: illegal move: piece_movement"),
        ("1. P-7f\n2. B-5e", "line 2, column 4: illegal move: blocked"),
        ("P-7f +R-3d", "line 1, column 6: no such piece stands there"),
        ("P-7f S*3d", "line 1, column 6: illegal move: not_in_hand"),
        ("P-7f hello", "line 1, column 6: `hello` is not a move"),
        ("P-7f resigns P-3d", "line 1, column 14: nothing follows the result"),
        ("P-7f {why", "line 1, column 6: `{` is not closed"),
        ("G-5h", "line 1, column 1: more than one piece could be meant"),
    ] {
        let error = Record::read("shogi", "western", text).map(|_| ()).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

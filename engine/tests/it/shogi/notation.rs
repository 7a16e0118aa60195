//! Whole games as text, as other programs write them; the tests of the crate `records` read these
//! texts back.

use engine::{BySide, NotationError, Record, RecordedMove, RecordedResult, Side};

const KIF: &str = "\
#KIF version=2.0 encoding=UTF-8
開始日時：2003/05/03 10:30:00
ルール：impasse=24-point
手合割：平手
先手：NAKAHARA
後手：YONENAGA
手数----指手---------消費時間--
*始めます。
   1 ７六歩(77)   ( 0:12/00:00:12)
   2 ３四歩(33)   ( 0:06/00:00:06)
   3 ２二角成(88)   ( 1:05/00:01:17)
*交換
   4 同　銀(31)
   5 ４五角打   ( 0:01/00:01:18)
   6 投了
まで5手で先手の勝ち
";

const CSA: &str = "\
'CSA encoding=UTF-8
V2.2
N+NAKAHARA
N-YONENAGA
$START_TIME:2003/05/03 10:30:00
$RULES:impasse=24-point
PI
+
'*始めます。
+7776FU
T12
-3334FU
T6
+8822UM
T65
'*交換
-3122GI
+0045KA
T1
%TORYO
";

#[test]
fn texts_are_written_as_other_programs_write_them() {
    let played = |action: &str, time, comment: &str| RecordedMove {
        action: action.to_owned(),
        time,
        comment: comment.to_owned(),
    };
    let record = Record {
        game: "shogi".to_owned(),
        options: [("impasse", "24-point")].into_iter().collect(),
        players: BySide { first: Some("NAKAHARA".to_owned()), second: Some("YONENAGA".to_owned()) },
        date: Some("2003/05/03 10:30:00".to_owned()),
        comment: "始めます。".to_owned(),
        moves: vec![
            played("7g7f", Some(12_999), ""),
            played("3c3d", Some(6_000), ""),
            played("8h2b+", Some(65_000), "交換"),
            played("3a2b", None, ""),
            played("B*4e", Some(1_000), ""),
        ],
        result: Some(RecordedResult {
            winner: Some(Side::First),
            reason: "resignation".to_owned(),
        }),
        ..Record::default()
    };
    assert_eq!(record.write("kif").as_deref(), Ok(KIF));
    assert_eq!(record.write("csa").as_deref(), Ok(CSA));
    let usi = "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n";
    assert_eq!(record.write("usi").as_deref(), Ok(usi));
}

#[test]
fn unknown_notations_and_games_are_refused() {
    let record = Record { game: "shogi".to_owned(), ..Record::default() };
    assert_eq!(record.write("pgn"), Err(NotationError::Unknown("pgn".to_owned())));
    let record = Record { game: "go".to_owned(), ..Record::default() };
    assert!(matches!(record.write("kif"), Err(NotationError::Setup(_))));
}

#[test]
fn notation_lists_the_moves_of_a_game() {
    let mut game = super::game(super::START);
    super::play(&mut game, "7g7f 3c3d 8h2b+ 3a2b B*4e 8c8d 4e6c+");
    for (notation, expected) in [
        ("kif", "７六歩(77) ３四歩(33) ２二角成(88) 同　銀(31) ４五角打 ８四歩(83) ６三角成(45)"),
        ("csa", "+7776FU -3334FU +8822UM -3122GI +0045KA -8384FU +4563UM"),
        ("usi", "7g7f 3c3d 8h2b+ 3a2b B*4e 8c8d 4e6c+"),
    ] {
        let texts = game.notated(notation).expect("a notation of the game");
        assert_eq!(texts.join(" "), expected, "{notation}");
    }
    assert_eq!(game.notated("wxf"), None);
    assert_eq!(game.notate("kif", "5a4b").as_deref(), Some("４二玉(51)"));
    assert_eq!(game.notate("kif", "7a6b").as_deref(), Some("６二銀(71)"));
    assert_eq!(game.notate("csa", "8b8a"), None, "it does not move there");
}

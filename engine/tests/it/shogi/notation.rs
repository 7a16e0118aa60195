//! Whole games as text: what is written is read back, real files are read, and faults are reported
//! with their places.

use crate::dice::Dice;
use engine::{AnyGame, BySide, NotationError, Options, Record, RecordedMove, RecordedResult, Side};

/// A start with options: the even one, handicaps, positions of their own.
const STARTS: [(&str, Option<&str>); 6] = [
    ("", None),
    ("handicap=two", None),
    ("handicap=right-lance impasse=24-point fouls=lose", None),
    ("", Some("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")),
    ("impasse=declaration", Some("4k4/9/+P+L+N+S5/9/9/9/9/9/4K4 b 2R2B4G3S3N3L17P 1")),
    ("handicap=ten", Some("4k4/9/9/9/9/9/9/9/RN2K2N1 w 2p 1")),
];

pub(super) fn options(text: &str) -> Options {
    text.split_whitespace().filter_map(|pair| pair.split_once('=')).collect()
}

/// A random game with names, comments and times.
fn random_record(dice: &mut Dice, (option_texts, start): (&str, Option<&str>)) -> Record {
    let options = options(option_texts);
    let mut game = AnyGame::new("shogi", None, &options, start).expect("a start");
    let mut record = Record {
        game: "shogi".to_owned(),
        options,
        start: start.map(str::to_owned),
        players: BySide { first: Some("Guest 4f2a, of nowhere".to_owned()), second: None },
        date: Some("2026/11/21 10:30:00".to_owned()),
        comment: "Before the game.\n\n* Third line: 先手".to_owned(),
        ..Record::default()
    };
    for _ in 0..dice.below(120) {
        let legal = game.legal();
        if legal.is_empty() {
            break;
        }
        let action = legal[dice.below(legal.len())].clone();
        game.play(&action).expect("a listed action");
        let comment = match dice.below(10) {
            0 => "\n  1 ７六歩(77), not a move",
            1 => "%TORYO",
            2 => "\twhite space \t",
            3 => " \n　",

            _ => "",
        };
        let time = (dice.below(3) > 0).then(|| 1_000 * dice.below(5_000) as u64);
        record.moves.push(RecordedMove { action, time, comment: comment.to_owned() });
    }
    record.result = match game.outcome() {
        Some(outcome) => Some(result(outcome.winner, outcome.reason.as_str())),
        None => {
            let to_act = game.to_act();
            let ends = [
                None,
                Some(result(Some(to_act.other()), "resignation")),
                Some(result(Some(to_act.other()), "timeout")),
                Some(result(None, "impasse")),
                Some(result(Some(to_act), "declaration")),
                Some(result(Some(to_act), "foul")),
                Some(result(Some(to_act.other()), "foul")),
            ];
            ends[dice.below(ends.len())].clone()
        }
    };
    record
}

pub(super) fn result(winner: Option<Side>, reason: &str) -> RecordedResult {
    RecordedResult { winner, reason: reason.to_owned() }
}

#[test]
fn records_are_read_back_as_written() {
    let mut dice = Dice(0x41f);
    for round in 0..120 {
        let record = random_record(&mut dice, STARTS[round % STARTS.len()]);
        for notation in ["kif", "csa", "txt"] {
            let text = record.write(notation).expect("a record that replays");
            let read = Record::read("shogi", notation, &text);
            assert_eq!(read, Ok(record.clone()), "{notation}:\n{text}");
            let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            assert_eq!(Record::read("shogi", notation, &windows), Ok(record.clone()));
        }
    }
}

#[test]
fn usi_keeps_start_and_moves() {
    let mut dice = Dice(0x051);
    for round in 0..60 {
        let record = random_record(&mut dice, STARTS[round % STARTS.len()]);
        let text = record.write("usi").expect("a record that replays");
        let read = Record::read("shogi", "usi", &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let actions = |record: &Record| -> Vec<String> {
            record.moves.iter().map(|played| played.action.clone()).collect()
        };
        assert_eq!(actions(&read), actions(&record), "{text}");
        assert_eq!(read.write("usi").as_deref(), Ok(text.as_str()));
        let (read, record) = (read.replay(), record.replay());
        let ends = [read, record].map(|game| game.map(|game| game.position_text()));
        assert_eq!(ends[0], ends[1]);
    }
}

/// Texts with a character lost, doubled or changed are read or refused, and never panic.
#[test]
fn damaged_texts_are_read_or_refused() {
    let mut dice = Dice(0xdead);
    for start in STARTS {
        let record = random_record(&mut dice, start);
        for notation in ["kif", "csa", "usi"] {
            let text = record.write(notation).expect("a record that replays");
            let whole: Vec<char> = text.chars().collect();
            for _ in 0..300 {
                let mut damaged = whole.clone();
                let at = dice.below(damaged.len());
                match dice.below(4) {
                    0 => drop(damaged.remove(at)),
                    1 => damaged.insert(at, damaged[at]),
                    2 => damaged[at] = whole[dice.below(whole.len())],
                    _ => damaged.truncate(at),
                }
                let damaged: String = damaged.into_iter().collect();
                match Record::read("shogi", notation, &damaged) {
                    Ok(read) => {
                        read.replay().unwrap_or_else(|e| panic!("{e}: {damaged}"));
                    }
                    Err(NotationError::Text(fault)) => {
                        assert!(fault.line > 0 && fault.column > 0, "{fault}: {damaged}");
                    }
                    Err(other) => panic!("{other}: {damaged}"),
                }
            }
        }
    }
}

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
        options: options("impasse=24-point"),
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
        result: Some(result(Some(Side::First), "resignation")),
        ..Record::default()
    };
    assert_eq!(record.write("kif").as_deref(), Ok(KIF));
    assert_eq!(record.write("csa").as_deref(), Ok(CSA));
    let usi = "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n";
    assert_eq!(record.write("usi").as_deref(), Ok(usi));
}

#[test]
fn faults_name_line_and_column() {
    let board = "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n";
    for (notation, text, expected) in [
        ("usi", "", "line 1, column 1: expected startpos / sfen"),
        ("usi", "startpos 7g7f", "line 1, column 10: expected moves"),
        ("usi", "startpos moves 7g7f 7g7f", "line 1, column 21: illegal move: empty_origin"),
        ("usi", "startpos\nmoves 7g7x", "line 2, column 7: `7g7x` is not a move"),
        ("usi", "position sfen 9/9 b - 1 moves", "line 1, column 18: the board has 9 ranks"),
        ("csa", "", "line 1, column 1: the start position or the side to act is missing"),
        ("csa", "+\n", "line 1, column 1: the start position or the side to act is missing"),
        (
            "csa",
            "PI\n+7776FU\n",
            "line 2, column 1: the start position or the side to act is missing",
        ),
        ("csa", "PI\n+\n+7775FU\n", "line 3, column 1: illegal move: piece_movement"),
        ("csa", "PI\n+\n-3334FU\n", "line 3, column 1: the other side is to act"),
        ("csa", "PI\n+\n+7776XX\n", "line 3, column 6: `XX` is not a piece"),
        ("csa", "PI\n+\n+7776KA\n", "line 3, column 2: no such piece stands on 7g"),
        ("csa", "PI\n+\n+7776FU,T1,Tx\n", "line 3, column 12: a time is written like `T12`"),
        ("csa", "PI\n+\nT3\n", "line 3, column 1: there is no move before `T`"),
        ("csa", "PI\n+\n%WON\n", "line 3, column 1: `%WON` is not an end"),
        ("csa", "PI55FU\n+\n", "line 1, column 3: no such piece stands on 55"),
        ("csa", "P1 *  * +XX\n+\n", "line 1, column 9: `+XX` is not a piece"),
        ("csa", "hello\n", "line 1, column 1: `hello` is not a statement of CSA here"),
        ("kif", "   1 ７六歩(78)\n", "line 1, column 6: no such piece stands on 7h"),
        ("kif", "   1 ７五歩(77)\n", "line 1, column 6: illegal move: piece_movement"),
        ("kif", "   1 同　歩(77)\n", "line 1, column 6: there is no move before `同`"),
        ("kif", "   1 ７六歩\n", "line 1, column 6: expected an origin as `(77)`"),
        ("kif", "   1 ７六犬(77)\n", "line 1, column 6: expected a piece"),
        ("kif", "   1 犬\n", "line 1, column 6: expected a square"),
        ("kif", "   2 ７六歩(77)\n", "line 1, column 6: expected the move with number 1"),
        (
            "kif",
            "   1 ７六歩(77) (0:x/1)\n",
            "line 1, column 14: a time is written like `( 0:16/00:00:16)`",
        ),
        ("kif", "手合割：青空将棋\n", "line 1, column 5: `青空将棋` is not a handicap"),
        (
            "kif",
            "ルール：impasse\n",
            "line 1, column 5: a header is written like `impasse=24-point`",
        ),
        ("kif", "後手の持駒：玉\n", "line 1, column 7: `玉` cannot be in hand"),
        ("kif", board, "line 1, column 1: the board has 9 ranks"),
        ("kif", "|v玉 ・ ・\n", "line 1, column 8: a square is a side, ` ` or `v`, and a piece"),
        ("kif", "|v犬", "line 1, column 3: `犬` is not a piece"),
        ("kif", "hello\n", "line 1, column 1: expected a header, a board, a move or a comment"),
        (
            "kif",
            "   1 ７六歩(77)\nhello\n",
            "line 2, column 1: expected a numbered move or a comment",
        ),
    ] {
        let error = Record::read("shogi", notation, text).map(|_| ()).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn unknown_notations_and_games_are_refused() {
    let record = Record { game: "shogi".to_owned(), ..Record::default() };
    assert_eq!(record.write("pgn"), Err(NotationError::Unknown("pgn".to_owned())));
    assert!(matches!(Record::read("shogi", "ki2", ""), Err(NotationError::Unknown(_))));
    assert!(matches!(Record::read("go", "kif", ""), Err(NotationError::Setup(_))));
}

#[test]
fn moves_of_a_game_are_listed_in_a_notation() {
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

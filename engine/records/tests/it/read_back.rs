//! Games that the engine writes are read back: each game in each of its notations.

use crate::support::{Random, faults, game, rounds};
use engine::{
    AnyGame, BySide, GAMES, Options, Record, RecordedMove, RecordedResult, Side, write_plain,
};
use records::{more_notations, open_text, write_record};

/// The starts of shogi with their options: the even one, handicaps, positions of their own.
const STARTS: [(&str, Option<&str>); 6] = [
    ("", None),
    ("handicap=two", None),
    ("handicap=right-lance impasse=24-point fouls=lose", None),
    ("", Some("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")),
    ("impasse=declaration", Some("4k4/9/+P+L+N+S5/9/9/9/9/9/4K4 b 2R2B4G3S3N3L17P 1")),
    ("handicap=ten", Some("4k4/9/9/9/9/9/9/9/RN2K2N1 w 2p 1")),
];

/// The rulesets of xiangqi.
const RULESETS: [&str; 2] = ["walker", "standard"];

fn played(action: &str, time: Option<u64>, comment: &str) -> RecordedMove {
    RecordedMove { action: action.to_owned(), time, comment: comment.to_owned() }
}

fn result(winner: Option<Side>, reason: &str) -> RecordedResult {
    RecordedResult { winner, reason: reason.to_owned() }
}

fn actions(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|played| &*played.action).collect()
}

/// The only game of a text, which has no fault.
#[track_caller]
fn read(text: &str) -> Record {
    let score = game(text);
    assert_eq!(faults(&score), [""; 0], "{text}");
    score.main_line()
}

/// Checks that a record is read as it was written, but for white space around the lines of
/// comments, also with the line ends of Windows.
#[track_caller]
fn check(record: &Record, notation: &str) {
    let text = record.write(notation).expect("a record that replays");
    assert_eq!(trimmed(read(&text)), trimmed(record.clone()), "{notation}:\n{text}");
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(trimmed(read(&windows)), trimmed(record.clone()), "{notation}:\n{text}");
}

/// A record without white space around the lines of its comments.
fn trimmed(mut record: Record) -> Record {
    let moves = record.moves.iter_mut().map(|played| &mut played.comment);
    for comment in moves.chain([&mut record.comment]) {
        let lines: Vec<&str> = comment.lines().map(str::trim).collect();
        *comment = lines.join("\n").trim().to_owned();
    }
    record
}

/// Plays moves at random until the game ends or the number is reached.
fn play_on(
    game: &mut AnyGame,
    random: &mut Random,
    most: usize,
    mut each: impl FnMut(&str, &mut Random),
) {
    for _ in 0..random.below(most) {
        let legal = game.legal();
        let Some(action) = legal.get(random.below(legal.len())) else { break };
        game.play(action).expect("a listed action");
        each(action, random);
    }
}

/// The end by the rules, or one of those that players decide on.
fn end(
    game: &AnyGame,
    random: &mut Random,
    others: &[Option<RecordedResult>],
) -> Option<RecordedResult> {
    match game.outcome() {
        Some(outcome) => Some(result(outcome.winner, outcome.reason.as_str())),
        None => others[random.below(others.len())].clone(),
    }
}

/// A random game of shogi with names, comments and times.
fn shogi(random: &mut Random, (options, start): (&str, Option<&str>)) -> Record {
    let options: Options =
        options.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
    let mut game = AnyGame::new("shogi", None, &options, start).expect("a start");
    let mut moves = Vec::new();
    play_on(&mut game, random, 120, |action, random| {
        let comment = match random.below(10) {
            0 => "\n  1 ７六歩(77), not a move",
            1 => "%TORYO",
            2 => "\twhite space \t",
            3 => " \n　",
            _ => "",
        };
        let time = (random.below(3) > 0).then(|| 1_000 * random.below(5_000) as u64);
        moves.push(played(action, time, comment));
    });
    let to_act = game.to_act();
    let others = [
        None,
        Some(result(Some(to_act.other()), "resignation")),
        Some(result(Some(to_act.other()), "timeout")),
        Some(result(None, "impasse")),
        Some(result(Some(to_act), "declaration")),
        Some(result(Some(to_act), "foul")),
        Some(result(Some(to_act.other()), "foul")),
    ];
    Record {
        game: "shogi".to_owned(),
        options,
        start: start.map(str::to_owned),
        players: BySide { first: Some("Guest 4f2a, of nowhere".to_owned()), second: None },
        date: Some("2026/11/21 10:30:00".to_owned()),
        comment: "Before the game.\n\n* Third line: 先手".to_owned(),
        moves,
        result: end(&game, random, &others),
        ..Record::default()
    }
}

#[test]
fn shogi_is_read_as_written() {
    let mut random = Random(0x41f);
    for round in 0..rounds(120) {
        let record = shogi(&mut random, STARTS[round % STARTS.len()]);
        for notation in ["kif", "kifu", "csa", "txt"] {
            check(&record, notation);
        }
    }
}

#[test]
fn usi_holds_start_and_moves() {
    let mut random = Random(0x051);
    for round in 0..rounds(60) {
        let record = shogi(&mut random, STARTS[round % STARTS.len()]);
        let text = record.write("usi").expect("a record that replays");
        let read = read(&text);
        assert_eq!(actions(&read), actions(&record), "{text}");
        assert_eq!(read.write("usi").as_deref(), Ok(text.as_str()));
        let ends = [&read, &record].map(|record| record.replay().map(|game| game.position_text()));
        assert_eq!(ends[0], ends[1], "{text}");
    }
}

#[test]
fn western_moves_are_read_as_written() {
    let mut random = Random(0x3e57);
    for _ in 0..rounds(30) {
        let mut game = AnyGame::new("shogi", None, &Options::none(), None).expect("the even start");
        play_on(&mut game, &mut random, 90, |_, _| {});
        if game.ply() == 0 {
            continue;
        }
        let text = game.notated("western").expect("a notation of the game").join(" ");
        assert_eq!(actions(&read(&text)), game.action_texts(), "{text}");
    }
}

/// A game of xiangqi with all that a record can hold.
fn xiangqi(ruleset: &str) -> Record {
    Record {
        game: "xiangqi".to_owned(),
        ruleset: Some(ruleset.to_owned()),
        options: Options::none(),
        start: None,
        players: BySide {
            first: Some("Guest 4f2a".to_owned()),
            second: Some(r#"the "other" \ one"#.to_owned()),
        },
        date: Some("2026-11-21".to_owned()),
        comment: "Two lines\nbefore the first move.".to_owned(),
        moves: vec![
            played("h2e2", Some(1_200), ""),
            played("h9g7", Some(3_661_007), "A comment; (with) [brackets]."),
            played("h0g2", None, "{braces}\n and a space "),
            played("b9c7", None, "[%emt 0:00:01]"),
            played("i0h0", None, ""),
        ],
        result: Some(result(Some(Side::First), "resignation")),
    }
}

#[test]
fn xiangqi_is_read_as_written() {
    for ruleset in RULESETS {
        for notation in ["wxf", "iccs", "cn", "txt"] {
            let mut record = xiangqi(ruleset);
            check(&record, notation);
            // The second side to act, no names, no result.
            record.start = Some("3k5/9/9/9/8r/9/9/9/9/R3K4 b - - 0 1".to_owned());
            record.moves = vec![played("i5i6", None, ""), played("a0a1", None, "")];
            record.players = BySide { first: None, second: None };
            record.result = None;
            check(&record, notation);
        }
    }
}

/// Comments of the characters that the form itself uses.
fn comment(random: &mut Random) -> String {
    let letters =
        ['a', '炮', ' ', '\t', '\n', '{', '}', '[', ']', '(', ')', ';', '"', '\\', '%', '1'];
    let length = random.below(9).saturating_sub(2);
    (0..length).map(|_| letters[random.below(letters.len())]).collect()
}

#[test]
fn random_games_of_xiangqi_are_read_as_written() {
    let mut random = Random(99);
    for round in 0..rounds(40) {
        let ruleset = RULESETS[round % 2];
        let mut game = AnyGame::new("xiangqi", Some(ruleset), &Options::none(), None)
            .expect("the catalogue's own names");
        let mut moves = Vec::new();
        play_on(&mut game, &mut random, 240, |action, random| {
            let time = u64::try_from(random.below(9_000_000)).ok().filter(|time| time % 3 > 0);
            moves.push(played(action, time, &comment(random)));
        });
        let others =
            [None, Some(result(None, "agreement")), Some(result(Some(Side::Second), "timeout"))];
        let record = Record {
            moves,
            comment: comment(&mut random),
            result: end(&game, &mut random, &others),
            ..xiangqi(ruleset)
        };
        for notation in ["wxf", "iccs", "cn", "txt"] {
            check(&record, notation);
        }
    }
}

#[test]
fn ucci_line_holds_ruleset_start_and_moves() {
    for ruleset in RULESETS {
        let record = xiangqi(ruleset);
        let text = record.write("fen").expect("a record that replays");
        let moves = record.moves.iter().map(|recorded| played(&recorded.action, None, ""));
        let expected = Record {
            game: record.game.clone(),
            ruleset: record.ruleset.clone(),
            moves: moves.collect(),
            ..Record::default()
        };
        assert_eq!(read(&text), expected, "{text}");
    }
}

/// Every ruleset of every game, in every notation that it can be had in: the moves, and where they
/// lead.
#[test]
fn every_game_is_read_as_written() {
    let mut random = Random(0x6a3e);
    for info in GAMES {
        for ruleset in info.rulesets {
            for _ in 0..rounds(4) {
                let mut game = AnyGame::new(info.id, Some(ruleset.id), &Options::none(), None)
                    .expect("the catalogue's own names");
                play_on(&mut game, &mut random, 60, |_, _| {});
                let moves = game.action_texts();
                let record = Record {
                    game: info.id.to_owned(),
                    ruleset: Some(ruleset.id.to_owned()),
                    options: game.options().clone(),
                    start: Some(game.start_text()),
                    moves: moves.iter().map(|action| played(action, None, "")).collect(),
                    ..Record::default()
                };
                for notation in info.notations.iter().chain(more_notations(info.id, ruleset.id)) {
                    let text = write_record(&record, notation).expect("it replays");
                    let again = read(&text);
                    assert_eq!(actions(&again), moves, "{notation}:\n{text}");
                    let ended = again.replay().expect("it has been played");
                    assert_eq!(ended.position_text(), game.position_text(), "{notation}:\n{text}");
                }
            }
        }
    }
}

#[test]
fn plain_record_fault_has_its_place() {
    let text = write_plain(&xiangqi("standard")).replace("h9g7", "h9g9");
    let score = &open_text(&text).expect("a record")[0];
    assert_eq!(actions(&score.main_line()), ["h2e2"]);
    assert_eq!(faults(score), ["12:3 illegal"], "{text}");
}

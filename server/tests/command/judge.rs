//! `yiguan judge`.

use crate::run::{answers, fed, yiguan};
use serde_json::{Value, json};
use std::process::Stdio;

/// Judges one line and compares what `expected` has of the answer.
#[track_caller]
fn check(line: &Value, expected: &Value) {
    let answer = answers(&["judge"], format!("{line}\n").as_bytes()).remove(0);
    for (key, value) in expected.as_object().expect("a map") {
        assert_eq!(&answer[key], value, "`{key}` of {answer} for {line}");
    }
}

#[test]
fn a_game_that_goes_on() {
    let line = json!({"game":"er-chi-yi","ruleset":"standard","moves":["c1c2","c5c4"]});
    let answer = answers(&["judge"], line.to_string().as_bytes());
    assert_eq!(
        answer,
        [json!({"ok":true,"position":"ww1ww/2w2/5/2b2/bb1bb b -","turn":"first","ply":2,
            "result":null,"reason":null,"check":false,
            "legal":["a1a2","b1b2","b1c1","c2b2","c2c1","c2c3","c2d2","d1c1","d1d2","e1e2"]})]
    );
}

#[test]
fn rulesets_options_and_positions() {
    for (line, expected) in [
        // The ruleset and the options have defaults.
        (json!({"game":"shogi","moves":[]}), json!({"ok":true,"turn":"first","ply":0})),
        // With a handicap the giver, the second side, moves first.
        (
            json!({"game":"shogi","ruleset":"standard","options":{"handicap":"two"},"moves":[]}),
            json!({"turn":"second","position":"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"}),
        ),
        (json!({"game":"xiangqi","ruleset":"walker","moves":[]}), json!({"turn":"first"})),
        // Fool's mate in a corner: the gold is dropped where the silver protects it.
        (
            json!({"game":"shogi","ruleset":"standard","position":"7lk/9/7SP/9/9/9/9/9/4K4 b G 1",
                "moves":["G*1b"]}),
            json!({"ok":true,"result":"first","reason":"checkmate","check":true,"legal":[],"ply":1}),
        ),
        // The same with a pawn is refused.
        (
            json!({"game":"shogi","position":"7lk/9/7SP/9/9/9/9/9/4K4 b P 1","moves":["P*1b"]}),
            json!({"ok":false,"at":0,"rule":"nifu"}),
        ),
        (
            json!({"game":"shogi","ruleset":"standard","options":{"fouls":"refuse"},
                "moves":["7g7f","3c3d","5i5g"]}),
            json!({"ok":false,"at":2,"rule":"piece_movement"}),
        ),
        (
            json!({"game":"shogi","ruleset":"standard","options":{"fouls":"lose"},
                "moves":["7g7f","3c3d","5i5g"]}),
            json!({"ok":true,"ply":2,"result":"second","reason":"foul","legal":[]}),
        ),
        // After a foul nothing can be played, and a text that is no move is none.
        (
            json!({"game":"shogi","options":{"fouls":"lose"},"moves":["5i5g","7g7f"]}),
            json!({"ok":false,"at":1,"rule":"game_over"}),
        ),
        (
            json!({"game":"shogi","options":{"fouls":"lose"},"moves":["7g7f","hello"]}),
            json!({"ok":false,"at":1,"rule":"syntax"}),
        ),
    ] {
        check(&line, &expected);
    }
}

#[test]
fn what_cannot_be_set_up() {
    for (line, rule) in [
        (json!({"game":"go","moves":[]}), "unknown_game"),
        (json!({"game":"shogi","ruleset":"blitz","moves":[]}), "unknown_ruleset"),
        (json!({"game":"shogi","options":{"board":"7x7"},"moves":[]}), "unknown_option"),
        (json!({"game":"shogi","options":{"fouls":"maybe"},"moves":[]}), "unknown_value"),
        (json!({"game":"shogi","position":"9/9 b - 1","moves":[]}), "bad_position"),
        (json!({"game":"shogi","moves":"7g7f"}), "bad_request"),
        (json!({"moves":[]}), "bad_request"),
        (json!([]), "bad_request"),
    ] {
        check(&line, &json!({"ok":false,"at":0,"rule":rule}));
    }
}

/// Bad lines of every kind between good ones: one answer each, in order.
#[test]
fn a_bad_line_stops_nothing() {
    let good = r#"{"game":"er-chi-yi","ruleset":"standard","moves":[]}"#.as_bytes();
    let long = vec![b' '; (1 << 20) + 1];
    let deep = "[".repeat(100_000);
    let bad: [&[u8]; 7] =
        [b"", b"{", b"\xff\xfe", &long, deep.as_bytes(), b"{\"game\":\"\\ud800\"}", b"null"];
    let mut input = Vec::new();
    for bad in bad {
        input.extend(bad);
        input.push(b'\n');
        input.extend(good);
        input.push(b'\n');
    }
    let answers = answers(&["judge"], &input);
    assert_eq!(answers.len(), 2 * bad.len());
    for pair in answers.chunks(2) {
        assert_eq!((&pair[0]["ok"], &pair[0]["at"]), (&json!(false), &json!(0)), "{}", pair[0]);
        assert!(pair[0]["error"].is_string() && pair[0]["rule"] == "bad_request", "{}", pair[0]);
        assert_eq!(pair[1]["ok"], json!(true), "{}", pair[1]);
    }
}

/// The games of the independent models, as far as the command reports their states.
#[test]
fn recorded_games_end_as_recorded() {
    let files = [
        include_str!("../../../engine/tests/data/vectors/shogi-games.jsonl"),
        include_str!("../../../engine/tests/data/vectors/xiangqi-games.jsonl"),
    ];
    for file in files {
        let vectors: Vec<Value> = file
            .lines()
            .take(30)
            .map(|line| serde_json::from_str(line).expect("a vector is JSON"))
            .collect();
        let mut input = String::new();
        for vector in &vectors {
            let start = vector.get("sfen").or(vector.get("fen"));
            let line = json!({"game":vector["game"],"ruleset":vector["ruleset"],
                "position":start,"moves":vector["moves"]});
            input += &format!("{line}\n");
        }
        let answers = answers(&["judge"], input.as_bytes());
        assert_eq!(answers.len(), vectors.len());
        for (vector, answer) in vectors.iter().zip(answers) {
            assert_eq!(answer["ok"], json!(true), "{answer}");
            assert_eq!(answer["result"], vector["result"], "{vector}");
            let board = |value: &Value| {
                let text = value.as_str().unwrap_or_default();
                text.split(' ').next().unwrap_or_default().to_owned()
            };
            assert_eq!(board(&answer["position"]), board(&vector["final"]), "{vector}");
        }
    }
}

/// A program may ask, wait for the answer, and ask again.
#[test]
fn an_answer_does_not_wait_for_the_next_line() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = yiguan(&["judge"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    for _ in 0..3 {
        stdin.write_all(b"{\"game\":\"shogi\"}\n").expect("it reads");
        let answer = lines.next().expect("it answers").expect("in text");
        assert!(answer.starts_with("{\"ok\":true"), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// `yiguan judge | head -1` complains of nothing.
#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut command = yiguan(&["judge"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it is piped");
    let line = b"{\"game\":\"shogi\"}\n".repeat(10_000);
    // It stops reading before the end.
    let _ = std::io::Write::write_all(&mut stdin, &line);
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let empty = fed(yiguan(&["judge"]), b"");
    assert_eq!((empty.status.success(), empty.stdout.len()), (true, 0));
}

//! The vectors of `tests/data/vectors`, made by independent models; its README describes the
//! formats.

use engine::{AnyGame, Options};
use serde_json::Value;

/// The ruleset and options behind a vector's ruleset name, such as `chinese-wei-7x7`.
fn ruleset(name: &str) -> (&str, Options) {
    let mut options = Options::none();
    let mut ruleset = name;
    if let Some((rest, board)) = ruleset.rsplit_once('-')
        && board.contains('x')
    {
        options.set("board", board);
        ruleset = rest;
    }
    if let Some((rest, style @ ("wei" | "tian"))) = ruleset.rsplit_once('-') {
        options.set("style", style);
        ruleset = rest;
    }
    (ruleset, options)
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// One line of a folk game's file: play or set up, then compare every value of the line.
fn check_folk_line(line: &str) {
    let vector: Value = serde_json::from_str(line).expect("a vector is JSON");
    let (ruleset, options) = ruleset(vector["ruleset"].as_str().expect("a ruleset"));
    let game = vector["game"].as_str().expect("a game");
    let position = vector["position"].as_str().expect("a position");
    let moves = vector.get("moves").map(texts);
    let start = if moves.is_some() { None } else { Some(position) };
    let mut game = AnyGame::new(game, Some(ruleset), &options, start)
        .unwrap_or_else(|error| panic!("{error}: {line}"));
    for action in moves.iter().flatten() {
        assert_eq!(game.outcome(), None, "over before {action}: {line}");
        if let Err(refusal) = game.play(action) {
            panic!("{action} at {}: {refusal}: {line}", game.position_text());
        }
    }
    let legal = texts(&vector["legal"]);
    if moves.is_some() {
        // The model behind the vectors ends a game by its position. Where it finds no action
        // because history forbids them all, the rules make it a draw.
        let expected = match vector["result"].as_str() {
            None if legal.is_empty() => Some("draw"),
            result => result,
        };
        let result = game.outcome().map(|outcome| outcome.as_str());
        assert_eq!(result, expected, "result of {line}");
    }
    if game.outcome().is_some() {
        let board = |text: &str| text.split(' ').next().map(str::to_owned);
        assert_eq!(board(&game.position_text()), board(position), "board of {line}");
        return;
    }
    assert_eq!(game.position_text(), position, "position of {line}");
    assert_eq!(game.legal(), legal, "legal actions of {line}");
    for (depth, nodes) in (1..).zip(vector["perft"].as_array().into_iter().flatten()) {
        assert_eq!(Some(game.perft(depth)), nodes.as_u64(), "perft {depth} of {line}");
    }
}

/// A whole file of a folk game; `lines` guards against a truncated file.
#[track_caller]
fn check_folk_file(text: &str, lines: usize) {
    assert_eq!(text.lines().count(), lines);
    text.lines().for_each(check_folk_line);
}

#[test]
fn er_chi_yi() {
    check_folk_file(include_str!("../data/vectors/folk-er-chi-yi.jsonl"), 50);
}

#[test]
fn zhuo_qi_zi() {
    check_folk_file(include_str!("../data/vectors/folk-zhuo-qi-zi.jsonl"), 50);
}

#[test]
fn tui_da_che() {
    check_folk_file(include_str!("../data/vectors/folk-tui-da-che.jsonl"), 100);
}

#[test]
fn xia_liu() {
    check_folk_file(include_str!("../data/vectors/folk-xia-liu.jsonl"), 100);
}

#[test]
fn xia_si() {
    check_folk_file(include_str!("../data/vectors/folk-xia-si.jsonl"), 100);
}

#[test]
fn diu_fang() {
    check_folk_file(include_str!("../data/vectors/folk-diu-fang.jsonl"), 400);
}

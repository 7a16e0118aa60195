//! The vectors of `tests/data/vectors`; its README describes the formats.

use super::{START, game};
use engine::{AnyGame, Options};
use serde_json::Value;

const PERFT: &str = include_str!("../../data/vectors/xiangqi-perft.jsonl");
const GAMES: &str = include_str!("../../data/vectors/xiangqi-games.jsonl");

fn rows(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a vector is JSON"))
}

#[test]
fn perft_of_the_vectors() {
    assert_eq!(PERFT.lines().count(), 194);
    for row in rows(PERFT) {
        let fen = row["fen"].as_str().expect("a position");
        let depth = row["depth"].as_u64().and_then(|depth| u32::try_from(depth).ok());
        let nodes = game("standard", fen).perft(depth.expect("a depth"));
        assert_eq!(Some(nodes), row["nodes"].as_u64(), "{row}");
    }
}

/// Source: rules.md §8 to depth 4; chessprogramming.org, "Chinese Chess Perft Results", for depth 5.
/// Walker's ninth rule first shows at depth 5, where the oracle of these tests counted.
#[test]
fn perft_of_the_start_position() {
    for (ruleset, last) in [("walker", 133_313_069), ("standard", 133_312_995)] {
        let start = AnyGame::new("xiangqi", Some(ruleset), &Options::none(), None)
            .expect("the catalogue's rulesets start");
        assert_eq!(start.position_text(), START);
        for (depth, nodes) in (0..).zip([1, 44, 1_920, 79_666, 3_290_240, last]) {
            assert_eq!(start.perft(depth), nodes, "{ruleset}, depth {depth}");
        }
    }
}

#[test]
fn games_of_the_vectors() {
    assert_eq!(GAMES.lines().count(), 23);
    rows(GAMES).for_each(|row| check_game(&row));
}

fn check_game(row: &Value) {
    let array = |key: &str| row[key].as_array().unwrap_or_else(|| panic!("{key} of {row}"));
    let text = |key: &str| row[key].as_str().unwrap_or_else(|| panic!("{key} of {row}"));
    let mut game = game(text("ruleset"), text("fen"));
    let mut check_plies = Vec::new();
    let counts = array("legal_counts");
    assert_eq!(counts.len(), array("moves").len() + 1);
    for (action, count) in array("moves").iter().zip(counts) {
        assert_eq!(game.outcome(), None, "ply {} of {row}", game.ply());
        assert_eq!(game.legal().len() as u64, count.as_u64().expect("a count"), "{row}");
        let played = game.play(action.as_str().expect("a move")).expect("a legal move");
        if played.check {
            check_plies.push(game.ply() as u64);
        }
    }
    // The last count is the position's own: it may be a draw by repetition.
    assert_eq!(game.perft(1), counts[game.ply()].as_u64().expect("a count"), "{row}");
    let expected: Vec<u64> = array("check_plies").iter().filter_map(Value::as_u64).collect();
    assert_eq!(check_plies, expected, "{row}");
    assert_eq!(game.position_text(), text("final"), "{row}");
    let outcome = game.outcome().unwrap_or_else(|| panic!("not over: {row}"));
    let reason = text("reason").replace('-', "_");
    assert_eq!((outcome.as_str(), outcome.reason.as_str()), (text("result"), &*reason));
}

//! The vectors of `tests/data/vectors`; its README describes the formats.

use super::{START, game, game_with};
use engine::Side;
use engine::shogi::Shogi;
use engine::{Game, Position};
use serde_json::Value;

const PERFT: &str = include_str!("../../data/vectors/shogi-perft.jsonl");
const GAMES: &str = include_str!("../../data/vectors/shogi-games.jsonl");

fn rows(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a vector is JSON"))
}

#[test]
fn perft_of_the_vectors() {
    assert_eq!(PERFT.lines().count(), 190);
    for row in rows(PERFT) {
        let sfen = row["sfen"].as_str().expect("a position");
        let depth = row["depth"].as_u64().and_then(|depth| u32::try_from(depth).ok());
        let nodes = game(sfen).perft(depth.expect("a depth"));
        assert_eq!(Some(nodes), row["nodes"].as_u64(), "{row}");
    }
}

/// Source: rules.md §7.
#[test]
fn perft_of_the_start_position() {
    let start = game_with(&[], None);
    assert_eq!(start.position_text(), START);
    for (depth, nodes) in [(0, 1), (1, 30), (2, 900), (3, 25_470), (4, 719_731), (5, 19_861_490)] {
        assert_eq!(start.perft(depth), nodes, "depth {depth}");
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
    assert_eq!((text("game"), text("ruleset")), ("shogi", "standard"));
    let start = Shogi::parse(engine::shogi::Rules::default(), text("sfen")).expect("a position");
    let mut game = Game::from_position(start);
    let mut check_plies = Vec::new();
    let mut legal = Vec::new();
    let mut entered = false;
    let counts = array("legal_counts");
    assert_eq!(counts.len(), array("moves").len() + 1);
    for (action, count) in array("moves").iter().zip(counts) {
        assert_eq!(game.outcome(), None, "ply {} of {row}", game.plies().len());
        game.legal(&mut legal);
        assert_eq!(legal.len() as u64, count.as_u64().expect("a count"), "{row}");
        let action = game.position().parse_action(action.as_str().expect("a move"));
        let played = game.play(action.expect("a move's text")).expect("a legal move");
        if played.check {
            check_plies.push(game.plies().len() as u64);
        }
        entered |= Side::ALL.into_iter().all(|side| game.position().king_entered(side));
    }
    // The last count is the position's own: it may be a draw by repetition.
    let position = game.position();
    let nodes = engine::perft(position, 1);
    assert_eq!(Some(nodes), counts[game.plies().len()].as_u64(), "{row}");
    let expected: Vec<u64> = array("check_plies").iter().filter_map(Value::as_u64).collect();
    assert_eq!(check_plies, expected, "{row}");
    assert_eq!(Some(entered), row["both_kings_entered"].as_bool(), "{row}");
    assert_eq!(position.to_text(), text("final"), "{row}");
    let outcome = game.outcome().unwrap_or_else(|| panic!("not over: {row}"));
    let reason = text("reason").replace('-', "_");
    assert_eq!((outcome.as_str(), outcome.reason.as_str()), (text("result"), &*reason));
    if let Some(first) = row.get("first_occurrence_ply").and_then(Value::as_u64) {
        assert_eq!(game.earlier_occurrences().last().map(|&ply| ply as u64), Some(first));
        assert_eq!(Some(game.repetitions() as u64), row["occurrences"].as_u64());
    }
}

//! Refusals of actions: each key, and the points it names.

use super::{check_refused, game};
use engine::Rule;

/// Ruleset, position, action, rule, points.
type Row = (&'static str, &'static str, &'static str, Rule, &'static str);

const STEPS: &str = "6/6/6/6/w5/b1b3 b m";
const OWED: &str = "ww4/ww4/6/6/bb4/bb1w2 b mx1";
const PLACING: &str = "6/6/6/6/6/bw4 b p17,17";
const OPENING: &str = "6/6/w5/6/6/b5 b r2";
const EXCHANGE: &str = "w6/7/7/2bw3/7/7/6b b m";
const FILL: &str = "w6/7/7/2b4/4b2/7/6b b mfd4";

const ROWS: [Row; 53] = [
    // Texts.
    ("salmi-6x6", "", "", Rule::Syntax, ""),
    ("salmi-6x6", "", "a1", Rule::Syntax, ""),
    ("salmi-6x6", "", "@", Rule::Syntax, ""),
    ("salmi-6x6", "", "@a1b1", Rule::Syntax, ""),
    ("salmi-6x6", "", "@A1", Rule::Syntax, ""),
    ("salmi-6x6", "", "xa", Rule::Syntax, ""),
    ("salmi-6x6", "", "a1a2x", Rule::Syntax, ""),
    ("salmi-6x6", "", "PASS", Rule::Syntax, ""),
    ("salmi-6x6", "", "方方", Rule::Syntax, ""),
    ("salmi-6x6", "", "a方", Rule::Syntax, ""),
    ("salmi-6x6", "", "a1??", Rule::Syntax, ""),
    ("salmi-6x6", "", "a9??", Rule::Syntax, ""),
    // Points off the board.
    ("salmi-6x6", "", "@g1", Rule::OffBoard, ""),
    ("salmi-6x6", "", "@a7", Rule::OffBoard, ""),
    ("salmi-6x6", "", "@a0", Rule::OffBoard, ""),
    ("salmi-6x6", STEPS, "a1a0", Rule::OffBoard, ""),
    ("salmi-6x6", STEPS, "g1f1", Rule::OffBoard, ""),
    ("salmi-6x6", OWED, "xh3", Rule::OffBoard, ""),
    // Placing.
    ("salmi-6x6", PLACING, "@a1", Rule::Occupied, "a1"),
    ("salmi-6x6", PLACING, "@b1", Rule::Occupied, "b1"),
    ("salmi-6x6", PLACING, "a1a2", Rule::WrongPhase, ""),
    ("salmi-6x6", PLACING, "xb1", Rule::WrongPhase, ""),
    ("salmi-6x6", PLACING, "pass", Rule::WrongPhase, ""),
    ("shimizu", "", "@d5", Rule::FirstPlacement, "d4"),
    // Removals, earned and opening.
    ("salmi-6x6", OWED, "a1a2", Rule::MustRemove, ""),
    ("salmi-6x6", OWED, "pass", Rule::MustRemove, ""),
    ("salmi-6x6", OWED, "@c3", Rule::MustRemove, ""),
    ("salmi-6x6", OWED, "xc1", Rule::NotEnemy, "c1"),
    ("salmi-6x6", OWED, "xa1", Rule::NotEnemy, "a1"),
    ("salmi-6x6", OWED, "xb5", Rule::NotProtected, "a5 b5 a6 b6"),
    ("chinese-wei-6x6", OWED, "xb5", Rule::NotProtected, "a5 b5 a6 b6"),
    ("salmi-6x6", OPENING, "a1a2", Rule::MustRemove, ""),
    ("salmi-6x6", OPENING, "pass", Rule::MustRemove, ""),
    ("salmi-6x6", OPENING, "xa1", Rule::NotEnemy, "a1"),
    ("ludii-1.3", "7/7/7/7/3w3/7/6b b mx1", "pass", Rule::MustRemove, ""),
    ("ludii-1.3", "7/7/7/7/7/7/6b b mx1", "xa1", Rule::NotEnemy, "a1"),
    ("ludii-1.3", "7/7/7/7/7/7/6b b mx1", "g1g2", Rule::MustRemove, ""),
    // Exchanges.
    ("shimizu", EXCHANGE, "c4c5", Rule::MustExchange, ""),
    ("shimizu", EXCHANGE, "pass", Rule::MustExchange, ""),
    ("shimizu", EXCHANGE, "@a1", Rule::WrongPhase, ""),
    ("shimizu", EXCHANGE, "xg1", Rule::NotEnemy, "g1"),
    ("shimizu", EXCHANGE, "xa7", Rule::NoNeighbour, "a7"),
    ("shimizu", FILL, "xa7", Rule::MustFill, "d4"),
    ("shimizu", FILL, "c4c5", Rule::MustFill, "d4"),
    ("shimizu", FILL, "g1d4", Rule::NotAdjacent, "d4"),
    ("shimizu", FILL, "e3d4", Rule::NotAdjacent, "d4"),
    ("shimizu", FILL, "a7d4", Rule::NotYours, "a7"),
    // Steps.
    ("salmi-6x6", STEPS, "b1b2", Rule::EmptyOrigin, "b1"),
    ("salmi-6x6", STEPS, "a2a3", Rule::NotYours, "a2"),
    ("salmi-6x6", STEPS, "c1d2", Rule::NotAdjacent, "d2"),
    ("salmi-6x6", STEPS, "c1c1", Rule::NotAdjacent, "c1"),
    ("salmi-6x6", STEPS, "a1a2", Rule::Occupied, "a2"),
    ("salmi-6x6", STEPS, "pass", Rule::CannotPass, ""),
];

#[test]
fn each_refusal_names_its_rule_and_points() {
    for (ruleset, position, action, rule, squares) in ROWS {
        check_refused(ruleset, position, action, rule.as_str(), squares);
    }
}

#[test]
fn placing_and_removing_are_refused_between_steps() {
    check_refused("salmi-6x6", STEPS, "@f6", "wrong_phase", "");
    check_refused("salmi-6x6", STEPS, "xa2", "wrong_phase", "");
    // In Shimizu a removal is the turn; with everything protected the protection refuses it.
    let protected = "ww5/ww5/7/7/7/7/6b b m";
    check_refused("shimizu", protected, "xa6", "not_protected", "a6 b6 a7 b7");
    check_refused("shimizu", protected, "xg1", "not_enemy", "g1");
}

#[test]
fn a_finished_game_refuses_everything() {
    let over = "6/6/6/6/w5/bw4 b m";
    for action in ["a1a2", "pass", "@f6", "xa2"] {
        check_refused("chinese-wei-6x6", over, action, "game_over", "");
    }
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut game = game("salmi-6x6", STEPS);
    let (text, key) = (game.position_text(), game.key());
    assert!(game.play("a1a2").is_err());
    assert_eq!((game.position_text(), game.key(), game.ply()), (text, key, 0));
}

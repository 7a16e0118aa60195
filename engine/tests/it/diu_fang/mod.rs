//! Diu Fang: every sentence of the rules, every cell of their table, texts, and a slow model.

mod boards;
mod endings;
mod exchange;
mod fang;
mod limit;
mod model;
mod phases;
mod refusals;
mod text;

use engine::{ActionPlayed, AnyGame, Options};

/// A game from a position, or from the start for an empty text. Rulesets are named as in the
/// vectors: `salmi-6x6`, `chinese-tian`, `chinese-wei-7x7`.
#[track_caller]
fn game(ruleset: &str, position: &str) -> AnyGame {
    let mut options = Options::none();
    let mut id = ruleset;
    if let Some((rest, board)) = id.rsplit_once('-')
        && board.contains('x')
    {
        options.set("board", board);
        id = rest;
    }
    if let Some(("chinese", style)) = id.rsplit_once('-') {
        options.set("style", style);
        id = "chinese";
    }
    let position = Some(position).filter(|position| !position.is_empty());
    AnyGame::new("diu-fang", Some(id), &options, position)
        .unwrap_or_else(|error| panic!("{ruleset} {position:?}: {error}"))
}

/// Plays actions, separated by spaces, one after the other; returns the effects of the last one.
#[track_caller]
fn play(game: &mut AnyGame, actions: &str) -> ActionPlayed {
    let mut last = None;
    for action in actions.split(' ') {
        let played = game.play(action);
        last = Some(played.unwrap_or_else(|error| {
            panic!("{action} at {}: {error} {:?}", game.position_text(), error.squares)
        }));
    }
    last.expect("at least one action")
}

/// Actions from a position lead to another.
#[track_caller]
fn check_leads(ruleset: &str, from: &str, actions: &str, to: &str) {
    let mut game = game(ruleset, from);
    play(&mut game, actions);
    assert_eq!(game.position_text(), to, "{actions} from {from}");
}

/// An action earns so many removals.
#[track_caller]
fn check_earns(ruleset: &str, from: &str, action: &str, earned: u8) {
    let played = play(&mut game(ruleset, from), action);
    assert_eq!(played.earned, earned, "{action} from {from}");
}

/// After the last of some actions so many turns to take a stone are skipped.
#[track_caller]
fn check_skips(ruleset: &str, from: &str, actions: &str, skipped: u8) {
    let played = play(&mut game(ruleset, from), actions);
    assert_eq!(played.skipped, skipped, "{actions} from {from}");
}

/// The last of the actions takes a stone in this way.
#[track_caller]
fn check_pattern(ruleset: &str, from: &str, actions: &str, pattern: &str) {
    let played = play(&mut game(ruleset, from), actions);
    let patterns: Vec<&str> = played.captures.iter().map(|c| c.pattern.as_str()).collect();
    assert_eq!(patterns, [pattern], "{actions} from {from}");
}

/// These are the legal actions, separated by spaces and sorted.
#[track_caller]
fn check_legal(ruleset: &str, position: &str, legal: &str) {
    assert_eq!(game(ruleset, position).legal().join(" "), legal, "at {position}");
}

/// An action is refused by a rule that points at these points, separated by spaces.
#[track_caller]
fn check_refused(ruleset: &str, position: &str, action: &str, rule: &str, squares: &str) {
    let mut game = game(ruleset, position);
    let refusal = game.refuse(action).unwrap_or_else(|| panic!("{action} is legal at {position}"));
    let found = (refusal.rule.as_str(), refusal.squares.join(" "));
    assert_eq!(found, (rule, squares.to_owned()), "{action} at {position}");
    assert_eq!(game.play(action), Err(refusal));
}

/// The last of the actions, and no earlier one, ends the game with `result` and `reason`.
#[track_caller]
fn check_ends(ruleset: &str, from: &str, actions: &str, result: &str, reason: &str) {
    let mut game = game(ruleset, from);
    assert_eq!(game.outcome(), None, "{from} is over");
    play(&mut game, actions);
    let end = game.outcome().map(|outcome| (outcome.as_str(), outcome.reason.as_str()));
    assert_eq!(end, Some((result, reason)), "{actions} from {from}");
    assert!(game.legal().is_empty());
}

/// The actions do not end the game.
#[track_caller]
fn check_goes_on(ruleset: &str, from: &str, actions: &str) {
    let mut game = game(ruleset, from);
    play(&mut game, actions);
    assert_eq!(game.outcome(), None, "{actions} from {from}");
}

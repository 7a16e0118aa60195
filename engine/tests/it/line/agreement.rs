//! Random games and random boards, played by the engine and by the oracle at once: position
//! text, legal actions, captures with their patterns, the end with its reason, and the reason
//! of every refusal.

use crate::dice::{Dice, rounds};
use crate::oracle::line::{Done, Oracle};
use engine::{AnyGame, Options};
use std::collections::BTreeSet;

/// Random games from the start position, for each ruleset.
const GAMES: usize = 20;

/// Games from random boards, for each ruleset, of this many plies at the most.
const BOARDS: usize = 300;
const PLIES: usize = 8;

/// Every how many positions all forms of an action are tried; in chains and removals always.
const TRY_ALL_INTERVAL: usize = 8;

/// The rules that the compared games have shown.
#[derive(Default)]
struct Shown {
    positions: usize,
    /// Patterns of captures, reasons of ends, rules of refusals.
    keys: BTreeSet<&'static str>,
}

/// Plays a game to its end, or to `plies`, in both.
fn play_out(
    mut game: AnyGame,
    mut oracle: Oracle,
    plies: usize,
    dice: &mut Dice,
    shown: &mut Shown,
) {
    for _ in 0..plies {
        let text = oracle.text();
        assert_eq!(game.position_text(), text);
        let end = game.outcome().map(|outcome| (outcome.as_str(), outcome.reason.as_str()));
        assert_eq!(end, oracle.end(), "end at {text}");
        let legal = game.legal();
        assert_eq!(legal, oracle.legal(), "legal actions at {text}");
        if let Some((_, reason)) = end {
            assert_eq!(legal.len(), 0, "actions after the end at {text}");
            shown.keys.insert(reason);
            return;
        }
        shown.positions += 1;
        if shown.positions.is_multiple_of(TRY_ALL_INTERVAL) || !text.ends_with('-') {
            for action in oracle.forms() {
                let rule = game.refuse(&action).map(|refusal| refusal.rule.as_str());
                assert_eq!(rule, oracle.refuse(&action), "{action} at {text}");
                shown.keys.extend(rule);
            }
        }
        let action = &legal[dice.below(legal.len())];
        let played = game.play(action).expect("a listed action is legal");
        let mut captures: Vec<(String, &str)> =
            played.captures.into_iter().map(|c| (c.at, c.pattern.as_str())).collect();
        captures.sort();
        shown.keys.extend(captures.iter().map(|&(_, pattern)| pattern));
        let done = Done { captures, earned: usize::from(played.earned) };
        assert_eq!(done, oracle.play(action), "{action} at {text}");
    }
}

/// A random board: stones anywhere, or crowded in a corner, or along a line that lacks one.
fn random_board(size: usize, dice: &mut Dice) -> Vec<Vec<char>> {
    let mut board = vec![vec!['.'; size]; size];
    let mut stones = ['b'].repeat(1 + dice.below(size));
    stones.extend(['w'].repeat(1 + dice.below(size)));
    let width = match dice.below(4) {
        0 => {
            let (line, gap, own) = (dice.below(size), dice.below(size), dice.below(2) == 0);
            let across = dice.below(2) == 0;
            if own {
                // The sixth stone of this colour stands next to the gap.
                stones = vec!['b'; size];
            }
            for i in 0..size {
                let adjacent = if line == 0 { 1 } else { line - 1 };
                let (along, line) = if i == gap { (gap, adjacent) } else { (i, line) };
                let Some(stone) = stones.pop() else { break };
                let (file, rank) = if across { (along, line) } else { (line, along) };
                board[rank][file] = stone;
            }
            stones.extend(['w'].repeat(1 + dice.below(size)).into_iter().filter(|_| own));
            size
        }
        1 => size.div_ceil(2),
        _ => size,
    };
    while let Some(stone) = stones.pop() {
        let (file, rank) = (dice.below(width), dice.below(width));
        match board[rank][file] {
            '.' => board[rank][file] = stone,
            _ if board.iter().flatten().filter(|&&point| point != '.').count() >= width * width => {
            }
            _ => stones.push(stone),
        }
    }
    board
}

/// Plays `game` in both; `keys` must all have been seen: a comparison in which nothing happens
/// proves nothing.
fn agree(game: &'static str, ruleset: &'static str, keys: &str) {
    let mut dice = Dice(0x5eed_0001);
    let mut shown = Shown::default();
    let set_up = |text: Option<&str>| {
        AnyGame::new(game, Some(ruleset), &Options::none(), text).expect("a good position")
    };
    for _ in 0..rounds(GAMES) {
        play_out(set_up(None), Oracle::start(game, ruleset), usize::MAX, &mut dice, &mut shown);
    }
    let size = Oracle::start(game, ruleset).size();
    for _ in 0..rounds(BOARDS) {
        let side = ['b', 'w'][dice.below(2)];
        let oracle = Oracle::set_up(game, ruleset, random_board(size, &mut dice), side);
        play_out(set_up(Some(&oracle.text())), oracle, PLIES, &mut dice, &mut shown);
    }
    assert!(shown.positions > 2_000, "{} positions were compared", shown.positions);
    let keys = keys.split_whitespace().chain(REQUIRED_KEYS.split_whitespace());
    let missing: Vec<&str> = keys.filter(|key| !shown.keys.contains(key)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}

/// The rules that every game must have shown.
const REQUIRED_KEYS: &str = "elimination no_legal_move dead_position wrong_phase empty_origin not_yours \
                      not_adjacent occupied";

#[test]
fn er_chi_yi() {
    agree("er-chi-yi", "standard", "top repetition no_progress");
}

#[test]
fn zhuo_qi_zi() {
    agree("zhuo-qi-zi", "standard", "top repetition");
}

#[test]
fn tui_da_che_original() {
    agree("tui-da-che", "original", "top push repetition");
}

#[test]
fn tui_da_che_as_printed() {
    agree("tui-da-che", "as-printed", "top push repetition");
}

#[test]
fn xia_liu_as_printed() {
    let chains = "must_capture must_remove not_enemy";
    agree("xia-liu", "as-printed", &format!("minor major sandwich centre complete {chains}"));
}

#[test]
fn xia_liu_original() {
    let removals = "must_remove not_enemy";
    agree("xia-liu", "original", &format!("minor major sandwich centre complete {removals}"));
}

#[test]
fn xia_si_as_printed() {
    agree("xia-si", "as-printed", "minor major sandwich centre must_capture repetition");
}

#[test]
fn xia_si_original() {
    agree("xia-si", "original", "minor major sandwich centre repetition no_progress");
}

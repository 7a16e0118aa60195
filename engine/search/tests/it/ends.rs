//! Wins, losses and repetitions at the end of games.

use engine::{AnyGame, Options};
use search::{Limits, Player, Score, Unattended, WIN, analyse, distance};

fn game(id: &str, ruleset: Option<&str>, position: &str, moves: &str) -> AnyGame {
    let position = (!position.is_empty()).then_some(position);
    let mut game = AnyGame::new(id, ruleset, &Options::none(), position).expect("it is a game");
    for action in moves.split_whitespace() {
        game.play(action).expect("it is legal");
    }
    game
}

/// The best action and its score at a depth.
fn best(game: &AnyGame, depth: u32) -> (String, Score) {
    let report = analyse(game, &Limits::depth(depth), &mut Unattended).expect("it is searched");
    (report.lines[0].actions[0].clone(), report.lines[0].score)
}

#[track_caller]
fn check_best(game: &AnyGame, depth: u32, action: &str, score: Score) {
    assert_eq!(best(game, depth), (action.to_owned(), score));
}

#[test]
fn the_last_stone_is_taken_at_once() {
    let position = "5/5/5/1bw2/b4 b -";
    check_best(&game("er-chi-yi", None, position, ""), 4, "a1a2", WIN - 1);
}

#[test]
fn a_side_without_a_step_has_lost() {
    check_best(&game("er-chi-yi", None, "wb3/5/b4/4b/5 b -", ""), 4, "a3a4", WIN - 1);
}

#[test]
fn one_side_may_act_several_times_running() {
    // A complete line takes two stones, and these are the last.
    let game = game("xia-liu", None, "6/w4w/6/bbbbb1/5b/6 b -", "");
    let report = analyse(&game, &Limits::depth(6), &mut Unattended).expect("it is searched");
    let best = &report.lines[0];
    assert_eq!(distance(best.score), Some(3));
    assert_eq!(best.actions[0], "f2f3");
    let mut line = game.clone();
    for action in &best.actions {
        line.play(action).expect("the line is legal");
    }
    assert_eq!(line.outcome().map(|outcome| outcome.as_str()), Some("first"));
}

#[test]
fn endless_checks_save_no_side() {
    // Black can continue checking on two files, and is lost otherwise.
    let checks = "3k5/9/8R/8R/9/r8/9/9/9/4K4 b - - 0 1";
    for ruleset in ["standard", "walker"] {
        let game = game("xiangqi", Some(ruleset), checks, "");
        let (action, score) = best(&game, 8);
        assert!(score < -500, "{ruleset}: {action} {score}");
    }
}

#[test]
fn check_that_loses_by_repetition_is_not_given() {
    let moves = "a1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9";
    let game = game("xiangqi", Some("standard"), "3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 1", moves);
    let mut lost = game.clone();
    lost.play("e1d1").expect("it is legal");
    assert_eq!(lost.outcome().map(|outcome| outcome.as_str()), Some("second"));
    for depth in 1..=6 {
        let (action, score) = best(&game, depth);
        assert_ne!(action, "e1d1");
        assert!(score > 500, "{action} {score}");
    }
}

#[test]
fn chase_that_loses_by_repetition_is_a_loss() {
    let position = "3k5/9/9/9/7c1/9/9/R8/9/4K4 w - - 0 1";
    let moves = "a2a5 h5h6 a5a6 h6h5 a6a5 h5h6 a5a6 h6h5";
    for (ruleset, loses) in [("standard", true), ("walker", false)] {
        let game = game("xiangqi", Some(ruleset), position, moves);
        for depth in 1..=4 {
            let report = analyse(&game, &Limits::depth(depth), &mut Unattended).expect("it is one");
            let chase = report.lines.iter().find(|line| line.actions[0] == "a6a5");
            let score = chase.expect("every action has a line").score;
            assert_eq!(score < -500, loses, "{ruleset}, depth {depth}: {score}");
        }
    }
}

#[test]
fn losing_side_brings_a_draw_about() {
    // One stone against three, which it cannot hold off for ever but walks around.
    let position = "w4/5/5/5/2bbb b -";
    let there = "c1c2 a5a4 c2c1 a4a5 c1c2 a5a4 c2c1";
    let game = game("er-chi-yi", None, position, there);
    let (action, score) = best(&game, 1);
    assert_eq!((action.as_str(), score), ("a4a5", 0));
}

#[test]
fn actions_forbidden_by_history_are_not_searched() {
    // Under `original` no position may come back.
    let game = game("xia-liu", Some("original"), "", "a1a2 a6a5 a2a3 a5a4 b1b2 b6b5 b2b1");
    let legal = game.legal();
    let report = analyse(&game, &Limits::depth(6), &mut Unattended).expect("it is searched");
    let mut searched: Vec<String> =
        report.lines.iter().map(|line| line.actions[0].clone()).collect();
    searched.sort();
    assert_eq!(searched, legal);
}

#[test]
fn ban_on_one_way_gives_no_win() {
    // Whether an action recreates a position depends on the way, but the memory of the search does
    // not. The table shows that these actions throw a win away.
    for (position, wrong) in [("b1w1/2ww/b3/2b1 w -", "c4b4"), ("1w2/b1w1/3b/b3 b -", "a1b1")] {
        let game = game("xia-si", Some("original"), position, "");
        let mut player = Player::new(&game, 18).expect("it can be searched");
        let report = player.analyse(&game, &Limits::nodes(100_000), &mut Unattended);
        let lines = report.expect("it is of that kind").lines;
        assert_ne!(lines[0].actions[0], wrong, "{position}: {}", lines[0].score);
    }
}

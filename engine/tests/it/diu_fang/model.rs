//! Diu Fang against its slow model: actions, effects, texts and refusals, over random games
//! and random boards of every ruleset and size.

use crate::dice::{Dice, rounds};
use crate::oracle::diu_fang::{Done, Oracle, name};
use engine::diu_fang::{Action, DiuFang, Rules};
use engine::{Game, Options, Outcome, Position};

/// A ruleset in the vectors' notation and the boards it is played on, files and ranks.
const RULESETS: [(&str, &[(i32, i32)]); 6] = [
    ("salmi", &[(7, 8), (7, 7), (6, 6), (8, 8), (9, 9)]),
    ("chinese-wei", &[(7, 8), (7, 7), (6, 6), (8, 8), (9, 9)]),
    ("chinese-tian", &[(7, 8), (7, 7), (6, 6), (8, 8), (9, 9)]),
    ("shimizu", &[(7, 7)]),
    ("ludii", &[(7, 7)]),
    ("ludii-1.3", &[(7, 7)]),
];

/// Random games of each ruleset and board.
const GAMES: usize = 6;

/// Random boards of each ruleset, size and phase.
const BOARDS: usize = 12;

/// Every how many plies of a random game each possible action is tried.
const TRY_ALL_INTERVAL: usize = 16;

fn rules(ruleset: &str, (files, ranks): (i32, i32)) -> Rules {
    let (id, style) = match ruleset.strip_prefix("chinese-") {
        Some(style) => ("chinese", Some(style)),
        None => (ruleset, None),
    };
    let mut options = Options::none();
    if matches!(id, "salmi" | "chinese") {
        options.set("board", &format!("{files}x{ranks}"));
    }
    if let Some(style) = style {
        options.set("style", style);
    }
    DiuFang::rules(id, &options).expect("listed rules")
}

fn actions(position: &DiuFang) -> Vec<Action> {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    actions
}

/// Holds a position against the model: text, actions, end. Returns the actions.
#[track_caller]
fn compare(position: &DiuFang, oracle: &Oracle) -> Vec<Action> {
    let text = position.to_text();
    assert_eq!(text, oracle.text());
    let actions = actions(position);
    let mut legal: Vec<String> =
        actions.iter().map(|&action| position.action_text(action)).collect();
    legal.sort_unstable();
    assert_eq!(legal, oracle.legal(), "legal actions at {text}");
    let end = |outcome: Outcome| {
        let winner = match outcome.as_str() {
            "first" => 'b',
            "second" => 'w',
            _ => '-',
        };
        (winner, outcome.reason.as_str())
    };
    assert_eq!(position.outcome().map(end), oracle.over, "end at {text}");
    actions
}

/// Tries every action that can be written down on the board.
fn compare_refusals(position: &DiuFang, oracle: &Oracle) {
    let legal = oracle.legal();
    let check = |text: &str| {
        let action = position.parse_action(text).expect("well formed");
        let expected = legal.binary_search_by(|known| known.as_str().cmp(text)).is_ok();
        let refusal = position.refuse(action);
        assert_eq!(refusal.is_none(), expected, "{text} at {}: {refusal:?}", oracle.text());
    };
    let names: Vec<String> = oracle.points().into_iter().map(name).collect();
    check("pass");
    for one in &names {
        check(&format!("@{one}"));
        check(&format!("x{one}"));
        for two in &names {
            check(&format!("{one}{two}"));
        }
    }
}

/// Plays an action in both, and compares the effects.
fn play_both(position: &mut DiuFang, oracle: &mut Oracle, action: Action) {
    let text = position.action_text(action);
    let before = position.to_text();
    let effects = position.apply(action);
    let captures = effects
        .captures()
        .iter()
        .map(|capture| (position.point_name(capture.at), capture.pattern.as_str()))
        .collect();
    let done = Done { captures, earned: u32::from(effects.earned), progress: effects.progress };
    assert_eq!(done, oracle.play(&text), "{text} at {before}");
}

fn each_ruleset(mut check: impl FnMut(&'static str, (i32, i32), Rules)) {
    for (ruleset, boards) in RULESETS {
        for &board in boards {
            check(ruleset, board, rules(ruleset, board));
        }
    }
}

#[test]
fn random_games_agree_with_the_model() {
    let mut dice = Dice(0x5eed_0001);
    each_ruleset(|ruleset, (files, ranks), rules| {
        for _ in 0..rounds(GAMES) {
            let mut oracle = Oracle::start(ruleset, files, ranks);
            let mut game = Game::<DiuFang>::new(rules);
            let mut position = *game.position();
            while game.outcome().is_none() {
                let actions = compare(&position, &oracle);
                if game.plies().len().is_multiple_of(TRY_ALL_INTERVAL) {
                    compare_refusals(&position, &oracle);
                }
                let action = actions[dice.below(actions.len())];
                play_both(&mut position, &mut oracle, action);
                game.play(action).expect("the model and the engine both call it legal");
                assert_eq!(*game.position(), position);
            }
            compare(&position, &oracle);
            compare_refusals(&position, &oracle);
        }
    });
}

/// A random board, as text, with empty points, black and white stones in proportion to `weights`.
fn random_board(dice: &mut Dice, files: i32, ranks: i32, weights: [usize; 3]) -> String {
    let row = |dice: &mut Dice| {
        let mut row: String = (0..files)
            .map(|_| match dice.below(weights.iter().sum()) {
                n if n < weights[0] => '.',
                n if n < weights[0] + weights[1] => 'b',
                _ => 'w',
            })
            .collect();
        for run in (1..=9).rev() {
            row = row.replace(&".".repeat(run), &run.to_string());
        }
        row
    };
    (0..ranks).map(|_| row(dice)).collect::<Vec<_>>().join("/")
}

#[test]
fn random_boards_agree_with_the_model() {
    const PHASES: [&str; 10] = ["m", "mz", "mx1", "mx2", "r2", "r1", "e2", "e1", "e1x1", "p1,0x1"];
    // Sparse, crowded, and lopsided so that one side is all fang.
    const WEIGHTS: [[usize; 3]; 5] = [[6, 1, 1], [2, 3, 3], [1, 8, 8], [2, 8, 1], [1, 1, 9]];
    let mut dice = Dice(0x5eed_0002);
    let mut accepted = 0;
    each_ruleset(|ruleset, (files, ranks), rules| {
        for phase in PHASES {
            for round in 0..rounds(BOARDS) {
                let board = random_board(&mut dice, files, ranks, WEIGHTS[round % WEIGHTS.len()]);
                let side = ["b", "w"][dice.below(2)];
                let text = format!("{board} {side} {phase}");
                let Ok(position) = DiuFang::parse(rules, &text) else { continue };
                accepted += 1;
                let oracle = Oracle::read(ruleset, files, ranks, &text);
                let actions = compare(&position, &oracle);
                if round % 4 == 0 {
                    compare_refusals(&position, &oracle);
                }
                for action in actions {
                    let (mut next, mut model) = (position, oracle.clone());
                    play_both(&mut next, &mut model, action);
                    compare(&next, &model);
                }
            }
        }
    });
    // Half of the phases belong to no ruleset at hand; most boards of the others are good.
    assert!(accepted > 500, "only {accepted} boards were accepted");
}

//! The common rules of the five line games, each under every ruleset: set-up, turns, ends. Source:
//! rules.md §1–5 and its shared conventions.

use crate::dice::Dice;
use engine::{AnyGame, Options, RepetitionEffect, Rule};

/// Each game and ruleset with its board's size.
const RULESETS: [(&str, &str, usize); 8] = [
    ("er-chi-yi", "standard", 5),
    ("zhuo-qi-zi", "standard", 4),
    ("tui-da-che", "original", 4),
    ("tui-da-che", "as-printed", 4),
    ("xia-liu", "as-printed", 6),
    ("xia-liu", "original", 6),
    ("xia-si", "as-printed", 4),
    ("xia-si", "original", 4),
];

fn game(id: &str, ruleset: &str, position: Option<&str>, moves: &str) -> AnyGame {
    let mut game =
        AnyGame::new(id, Some(ruleset), &Options::none(), position).expect("a good position");
    for action in moves.split_whitespace() {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game
}

/// A position with these ranks at the bottom of an otherwise empty board.
fn board(size: usize, bottom: &[&str], side: char) -> String {
    let full = |rank: &str| {
        let points = rank.chars().map(|c| c.to_digit(10).map_or(1, |empty| empty as usize));
        let rest = size - points.sum::<usize>();
        if rest > 0 { format!("{rank}{rest}") } else { rank.to_owned() }
    };
    let empty = vec![size.to_string(); size - bottom.len()];
    let ranks: Vec<String> = empty.into_iter().chain(bottom.iter().map(|r| full(r))).collect();
    format!("{} {side} -", ranks.join("/"))
}

fn end(game: &AnyGame) -> String {
    game.outcome().map_or_else(
        || "-".to_owned(),
        |outcome| format!("{} {}", outcome.as_str(), outcome.reason),
    )
}

#[test]
fn edge_rows_are_full_and_black_starts() {
    for (id, ruleset, size) in RULESETS {
        let (white, black) = ("w".repeat(size), "b".repeat(size));
        let empty = format!("{size}/").repeat(size - 2);
        let start = game(id, ruleset, None, "").position_text();
        assert_eq!(start, format!("{white}/{empty}{black} b -"), "{id} {ruleset}");
    }
}

#[test]
fn turn_is_one_orthogonal_step() {
    for (id, ruleset, size) in RULESETS {
        let position = board(size, &["1b", "bw"], 'b');
        let game = game(id, ruleset, Some(&position), "");
        assert_eq!(game.legal(), ["a1a2", "b2a2", "b2b3", "b2c2"], "{id} {ruleset}");
        for (action, rule) in [
            ("a1b1", Rule::Occupied),
            ("a1b2", Rule::NotAdjacent),
            ("a1a3", Rule::NotAdjacent),
            ("b1c1", Rule::NotYours),
            ("c1c2", Rule::EmptyOrigin),
        ] {
            let refusal = game.refuse(action).expect(action);
            assert_eq!(refusal.rule, rule, "{action}, {id} {ruleset}");
        }
        let mut after = game.clone();
        after.play("b2b3").expect("legal");
        assert_eq!(after.to_act().as_str(), "second", "{id} {ruleset}");
    }
}

#[test]
fn capturing_the_last_enemy_stone_wins() {
    for (id, ruleset, size) in RULESETS {
        // Two black stones come to stand next to the only white one, alone on the row.
        let position = board(size, &["1bw", "b"], 'b');
        let game = game(id, ruleset, Some(&position), "a1a2");
        assert_eq!(end(&game), "first elimination", "{id} {ruleset}");
        assert!(game.legal().is_empty());
    }
}

#[test]
fn a_side_without_a_step_loses() {
    for (id, ruleset, size) in RULESETS {
        let position = board(size, &["w", "", "bw"], 'w');
        let game = game(id, ruleset, Some(&position), "a3a2");
        assert_eq!(end(&game), "second no_legal_move", "{id} {ruleset}");
    }
}

#[test]
fn one_stone_each_is_a_draw() {
    for (id, ruleset, size) in RULESETS {
        let game = game(id, ruleset, Some(&board(size, &["w", "1b"], 'b')), "");
        assert_eq!(end(&game), "draw dead_position", "{id} {ruleset}");
        assert!(game.legal().is_empty());
    }
}

#[test]
fn third_occurrence_draws_or_recurrence_is_refused() {
    for (id, ruleset, size) in RULESETS {
        // Black's first stone and White's last go to and fro.
        let last = ["d", "e", "f"][size - 4];
        let (home, out) = (format!("{last}{size}"), format!("{last}{}", size - 1));
        let round = format!("a1a2 {home}{out} a2a1 {out}{home}");
        let once = game(id, ruleset, None, &round);
        assert_eq!((end(&once), once.repetitions()), ("-".to_owned(), 2), "{id} {ruleset}");
        if once.repetition_rule().effect == RepetitionEffect::Refused {
            let refusal = once.refuse("a1a2").expect("the position after it stood before");
            assert_eq!(refusal.rule, Rule::Repetition, "{id} {ruleset}");
            assert!(!once.legal().contains(&"a1a2".to_owned()));
        } else {
            let twice = game(id, ruleset, None, &format!("{round} {round}"));
            assert_eq!(end(&twice), "draw repetition", "{id} {ruleset}");
        }
    }
}

/// A step in both games of runs, under both rulesets, and its captures.
#[track_caller]
fn check_captures(bottom: &[&str], action: &str, pattern: &str, expected: &[&str]) {
    for (id, ruleset, size) in RULESETS.into_iter().filter(|(id, ..)| id.starts_with("xia-")) {
        let mut game = game(id, ruleset, Some(&board(size, bottom, 'b')), "");
        let played = game.play(action).expect("legal");
        let mut taken: Vec<(&str, &str)> =
            played.captures.iter().map(|c| (&*c.at, c.pattern.as_str())).collect();
        taken.sort_unstable();
        let expected: Vec<(&str, &str)> = expected.iter().map(|&at| (at, pattern)).collect();
        assert_eq!(taken, expected, "{id} {ruleset}");
    }
}

#[test]
fn minor_takes_enemy_of_a_run_of_three() {
    check_captures(&["1bw", "b"], "a1a2", "minor", &["c2"]);
    check_captures(&["w1b", "1b"], "b1b2", "minor", &["a2"]);
    // In a run of four it is another capture.
    check_captures(&["1bww", "b"], "a1a2", "major", &["c2", "d2"]);
}

#[test]
fn major_takes_both_enemies_of_a_run() {
    check_captures(&["ww1b", "2b"], "c1c2", "major", &["a2", "b2"]);
    check_captures(&["w1bw", "1b"], "b1b2", "major", &["a2", "d2"]);
    // The two own stones stand apart.
    check_captures(&["1ww", "b2b"], "a1a2", "major", &[]);
}

#[test]
fn sandwich_needs_a_moved_end_stone() {
    check_captures(&["1wb", "b"], "a1a2", "sandwich", &["b2"]);
    check_captures(&["1wbw", "b"], "a1a2", "sandwich", &["b2"]);
}

#[test]
fn centre_takes_enemies_on_both_sides() {
    check_captures(&["w1w", "1b"], "b1b2", "centre", &["a2", "c2"]);
    check_captures(&["w1ww", "1b"], "b1b2", "centre", &["a2", "c2"]);
}

/// Walks about without capturing and without coming back.
#[test]
fn a_hundred_actions_without_a_capture_draw() {
    for (id, ruleset, _) in RULESETS {
        let mut dice = Dice(0x100);
        let quiet = (0..1_000).find_map(|_| {
            let mut game = game(id, ruleset, None, "");
            while game.ply() < 99 {
                let mut steps = game.legal();
                steps.retain(|step| {
                    let mut next = game.clone();
                    let played = next.play(step).expect("a listed action");
                    let is_quiet = next.quiet() as usize == next.ply();
                    is_quiet && next.repetitions() == 1 && played.outcome.is_none()
                });
                let step = steps.get(dice.below(steps.len().max(1)))?;
                game.play(step).expect("a listed action");
            }
            Some(game)
        });
        let game = quiet.unwrap_or_else(|| panic!("{id} {ruleset}: no quiet game is found"));
        assert_eq!((game.quiet(), end(&game)), (99, "-".to_owned()), "{id} {ruleset}");
        let last = game.legal().into_iter().find(|step| {
            let mut next = game.clone();
            next.play(step).expect("a listed action");
            next.quiet() == 100 && end(&next) == "draw no_progress"
        });
        assert!(last.is_some(), "{id} {ruleset}: the hundredth quiet action draws");
    }
}

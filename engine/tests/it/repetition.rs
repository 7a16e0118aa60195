//! Predictions for positions that recur, and the events that follow.

use crate::dice::{Dice, rounds};
use crate::properties::{every_game, forms};
use engine::{AnyGame, Options, Reason, RepetitionEffect, Rule, Side};
use std::collections::BTreeSet;

/// Games in which both sides like to come back, for each game, ruleset and start.
const GAMES_EACH: usize = 6;
const PLIES: usize = 60;

fn game(id: &str, ruleset: &str, position: Option<&str>, moves: &str) -> AnyGame {
    let mut game =
        AnyGame::new(id, Some(ruleset), &Options::none(), position).expect("a good position");
    for action in moves.split_whitespace() {
        game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game
}

/// The rule as `limit effect perpetual_check`.
fn rule(game: &AnyGame) -> String {
    let rule = game.repetition_rule();
    let perpetual = rule.perpetual_check.map_or("-", RepetitionEffect::as_str);
    format!("{} {} {perpetual}", rule.limit, rule.effect.as_str())
}

/// Plays `moves`, then compares the prediction for an action: `occurrences/limit effect checker`.
#[track_caller]
fn check_predicted(
    ruleset: &str,
    position: Option<&str>,
    moves: &str,
    action: &str,
    expected: &str,
) {
    let (id, ruleset) = ruleset.split_once(' ').expect("a game and a ruleset");
    let game = game(id, ruleset, position, moves);
    let predicted = game.recurrence_after(action).expect("the position allows it");
    let checker = predicted.checker.or(predicted.chaser).map_or("-", |side| side.as_str());
    let effect = predicted.effect.as_str();
    let predicted = format!("{}/{} {effect} {checker}", predicted.occurrences, predicted.limit);
    assert_eq!(predicted, expected, "{action} at {}", game.position_text());
}

/// Source: rules.md, *Repetition* of the shared conventions, §4–5, §7 and §8.
#[test]
fn every_ruleset_has_its_rule_of_repetition() {
    for (info, game) in every_game() {
        let expected = match (info.id, game.ruleset().id) {
            ("xia-liu" | "xia-si", "original") => "2 refused -",
            ("shogi", _) => "4 draw lost_by_checker",
            ("xiangqi", "walker") => "3 draw refused",
            ("xiangqi", _) => "3 draw lost_by_checker",
            _ => "3 draw -",
        };
        assert_eq!(rule(&game), expected, "{} {}", info.id, game.ruleset().id);
    }
}

#[test]
fn occurrences_are_predicted_up_to_the_draw() {
    let four = "a1a2 d4d3 a2a1 d3d4";
    let five = "a1a2 e5e4 a2a1 e4e5";
    let six = "a1a2 f6f5 a2a1 f5f6";
    let seven = "a1a2 g7g6 a2a1 g6g7";
    let stones = |size: usize| match size {
        6 => "5w/6/6/6/6/b5 b m",
        _ => "6w/7/7/7/7/7/b6 b m",
    };
    for (ruleset, position, round) in [
        ("er-chi-yi standard", None, five),
        ("zhuo-qi-zi standard", None, four),
        ("tui-da-che original", None, four),
        ("tui-da-che as-printed", None, four),
        ("xia-liu as-printed", None, six),
        ("xia-si as-printed", None, four),
        ("diu-fang ludii", Some(stones(7)), seven),
        ("diu-fang ludii-1.3", Some(stones(7)), seven),
    ] {
        let (step, [rest @ .., back]) = (&round[..4], &round.split(' ').collect::<Vec<_>>()[..])
        else {
            panic!("{round} is a round")
        };
        check_predicted(ruleset, position, "", step, "1/3 draw -");
        check_predicted(ruleset, position, &rest.join(" "), back, "2/3 draw -");
        check_predicted(ruleset, position, round, step, "2/3 draw -");
        let to_the_last = format!("{round} {}", rest.join(" "));
        check_predicted(ruleset, position, &to_the_last, back, "3/3 draw -");
    }
}

#[test]
fn a_position_that_may_not_recur_is_predicted() {
    for (ruleset, moves) in
        [("xia-liu original", "a1a2 f6f5 a2a1"), ("xia-si original", "a1a2 d4d3 a2a1")]
    {
        let back: String = [&moves[7..9], &moves[5..7]].concat();
        check_predicted(ruleset, None, "", "a1a2", "1/2 refused -");
        // The start position was laid out, so it may come back once.
        check_predicted(ruleset, None, moves, &back, "2/3 refused -");
        check_predicted(ruleset, None, &format!("{moves} {back}"), "a1a2", "2/2 refused -");
        check_predicted(ruleset, None, &format!("{moves} {back}"), "b1b2", "1/2 refused -");
    }
}

#[test]
fn sennichite_prediction_names_the_checker() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let round = "2h3h 8b7b 3h2h 7b8b ";
    for (rounds, expected) in [(0, "2/4"), (1, "3/4"), (2, "4/4")] {
        let moves = round.repeat(rounds) + &round[..15];
        check_predicted(
            "shogi standard",
            Some(start),
            &moves,
            "7b8b",
            &format!("{expected} draw -"),
        );
    }
    let chase = "4k4/9/9/9/9/9/9/5R3/4K4 b - 1";
    let round = "4h5h 5a4a 5h4h 4a5a ";
    let lost = "lost_by_checker first";
    check_predicted("shogi standard", Some(chase), "", "4h5h", "1/4 draw -");
    check_predicted("shogi standard", Some(chase), round, "4h5h", &format!("2/4 {lost}"));
    check_predicted(
        "shogi standard",
        Some(chase),
        &round.repeat(2),
        "4h5h",
        &format!("3/4 {lost}"),
    );
    // The answer to the check may bring the last occurrence about.
    let third = round.repeat(2) + &round[..15];
    check_predicted("shogi standard", Some(chase), &third, "4a5a", &format!("4/4 {lost}"));
    // The same with the sides changed.
    let chase = "4k4/5r3/9/9/9/9/9/9/4K4 w - 1";
    let round = "4b5b 5i4i 5b4b 4i5i ";
    let lost = "lost_by_checker second";
    check_predicted(
        "shogi standard",
        Some(chase),
        &round.repeat(2),
        "4b5b",
        &format!("3/4 {lost}"),
    );
    let third = round.repeat(2) + &round[..15];
    check_predicted("shogi standard", Some(chase), &third, "4i5i", &format!("4/4 {lost}"));
}

#[test]
fn xiangqi_perpetual_check_is_lost_or_refused() {
    let chase = Some("3k5/9/9/9/9/9/9/9/7R1/5K3 w");
    let once = "h1d1 d9e9 d1e1 e9d9";
    let twice = "h1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9";
    for (ruleset, effect) in
        [("xiangqi walker", "refused first"), ("xiangqi standard", "lost_by_checker first")]
    {
        check_predicted(ruleset, chase, "", "h1d1", "1/3 draw -");
        check_predicted(ruleset, chase, once, "e1d1", &format!("2/3 {effect}"));
        check_predicted(ruleset, chase, twice, "e1d1", &format!("3/3 {effect}"));
        // Without check it is a repetition like another.
        let quiet = "h1d1 d9e9 d1h1 e9d9 h1d1 d9e9 d1h1";
        check_predicted(ruleset, chase, quiet, "e9d9", "3/3 draw -");
    }
    // The side that checks decides, not the side that moves.
    let answered = "h1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1";
    check_predicted("xiangqi standard", chase, answered, "e9d9", "2/3 lost_by_checker first");
    check_predicted("xiangqi walker", chase, answered, "e9d9", "2/3 continues first");
}

#[test]
fn xiangqi_perpetual_chase_is_lost() {
    // A chariot goes after a cannon that nothing protects.
    let start = Some("3k5/9/9/9/7c1/9/9/R8/9/4K4 w");
    let round = "a2a5 h5h6 a5a6 h6h5 a6a5 h5h6 a5a6 h6h5";
    check_predicted("xiangqi standard", start, "", "a2a5", "1/3 draw -");
    check_predicted("xiangqi standard", start, &round[..19], "a6a5", "2/3 lost_by_chaser first");
    check_predicted("xiangqi standard", start, round, "a6a5", "3/3 lost_by_chaser first");
    check_predicted("xiangqi walker", start, round, "a6a5", "3/3 draw -");
}

#[test]
fn action_refused_by_position_has_no_recurrence() {
    let game = game("er-chi-yi", "standard", None, "");
    let refused = game.recurrence_after("a1a3").expect_err("too far");
    assert_eq!(refused.rule, Rule::NotAdjacent);
}

/// Starts from which coming back is easy, with moves that have been played, in addition to the
/// games' own.
const STARTS: [(&str, &str, &str, &str); 9] = [
    ("xiangqi", "walker", "3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1d1 d9e9"),
    ("xiangqi", "standard", "3k5/9/9/9/7c1/9/9/R8/9/4K4 w", "a2a5 h5h6 a5a6 h6h5"),
    ("xiangqi", "standard", "3k5/7r1/9/9/9/9/9/9/1C7/4K4 b", ""),
    ("xiangqi", "walker", "3k5/9/9/9/9/9/9/9/7R1/5K3 w", "h1d1 d9e9"),
    ("xiangqi", "standard", "3k5/9/9/9/9/9/9/9/7R1/5K3 w", "h1d1 d9e9 d1e1 e9d9"),
    ("xiangqi", "walker", "5r3/3k5/3c5/9/3R5/9/9/5K3/9/3C5 w", ""),
    ("xiangqi", "standard", "5r3/3k5/3c5/9/3R5/9/9/5K3/9/3C5 w", ""),
    ("shogi", "standard", "4k4/9/9/9/9/9/9/5R3/4K4 b - 1", "4h5h 5a4a"),
    ("shogi", "standard", "4k4/9/4r4/9/9/9/4R4/9/4K4 b - 1", ""),
];

/// Plays every action that has a prediction, and checks that it comes true.
fn check_all_predictions(game: &AnyGame, seen: &mut BTreeSet<String>) {
    let looks_back = |rule: Rule| matches!(rule, Rule::Repetition | Rule::PerpetualCheck);
    for action in forms(game) {
        let Ok(predicted) = game.recurrence_after(&action) else { continue };
        let refused = game.refuse(&action).filter(|refusal| looks_back(refusal.rule));
        let refuses = predicted.at_limit() && predicted.effect == RepetitionEffect::Refused;
        assert_eq!(
            refused.is_some(),
            refuses,
            "{action} at {}: {predicted:?}",
            game.position_text()
        );
        let mut next = game.clone();
        if refuses || next.play(&action).is_err() {
            seen.extend(refuses.then(|| "refused".to_owned()));
            continue;
        }
        assert_eq!(next.repetitions(), predicted.occurrences);
        let end = next.outcome().map(|outcome| (outcome.winner, outcome.reason));
        if predicted.at_limit() {
            let lost = |by: Option<Side>, reason| Some((by.map(Side::other), reason));
            let expected = match predicted.effect {
                RepetitionEffect::LostByChecker => lost(predicted.checker, Reason::PerpetualCheck),
                RepetitionEffect::LostByChaser => lost(predicted.chaser, Reason::PerpetualChase),
                RepetitionEffect::Draw | RepetitionEffect::Refused => {
                    Some((None, Reason::Repetition))
                }
                // Unless the checker has nothing else than the next check.
                RepetitionEffect::Continues => {
                    end.filter(|(_, reason)| *reason == Reason::PerpetualCheck)
                }
            };
            assert_eq!(end, expected, "{action} at {}: {predicted:?}", game.position_text());
            seen.insert(predicted.effect.as_str().to_owned());
        } else if predicted.effect == RepetitionEffect::LostByChecker {
            assert_ne!(end.map(|(_, reason)| reason), Some(Reason::PerpetualCheck));
        }
    }
}

/// Predictions come true, in games where both sides like to come back.
#[test]
fn predictions_come_true() {
    let mut dice = Dice(0x0ec_1155);
    let mut seen = BTreeSet::new();
    let composed =
        STARTS.map(|(id, ruleset, position, moves)| game(id, ruleset, Some(position), moves));
    let starts = every_game().map(|(_, game)| game).chain(composed);
    for start in starts.flat_map(|game| std::iter::repeat_n(game, rounds(GAMES_EACH))) {
        let mut game = start;
        for _ in 0..PLIES {
            let legal = game.legal();
            if legal.is_empty() {
                break;
            }
            let returning: Vec<&String> = legal
                .iter()
                .filter(|action| game.occurrences_after(action).is_ok_and(|times| times > 1))
                .collect();
            if !returning.is_empty() {
                check_all_predictions(&game, &mut seen);
            }
            // A side with nothing to come back to undoes its last step, if it can.
            let undo = game.ply().checked_sub(2).and_then(|ply| game.action_text(ply));
            let undo = undo.and_then(|last| Some(last.get(2..4)?.to_owned() + last.get(..2)?));
            let undo = undo.filter(|undo| legal.contains(undo));
            let action = match (dice.below(8), returning.is_empty(), undo) {
                (0, _, _) | (_, true, None) => legal[dice.below(legal.len())].clone(),
                (_, false, _) => {
                    // More than a plain repetition is rare, so it is preferred.
                    let predicted = |action: &&&String| game.recurrence_after(action);
                    let rare = |action: &&&String| {
                        predicted(action)
                            .is_ok_and(|predicted| predicted.checker.or(predicted.chaser).is_some())
                    };
                    let rare = returning.iter().find(rare).filter(|_| dice.below(4) > 0);
                    rare.copied().unwrap_or(returning[dice.below(returning.len())]).clone()
                }
                (_, true, Some(undo)) => undo,
            };
            game.play(&action).expect("a listed action");
        }
    }
    assert_eq!(
        seen,
        ["continues", "draw", "lost_by_chaser", "lost_by_checker", "refused"]
            .map(str::to_owned)
            .into()
    );
}

/// Covers the length from which on an index finds positions, and the stored positions on the way,
/// also after actions were taken back.
#[test]
fn long_game_counts_repetitions_correctly() {
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    let mut game = game("shogi", "standard", Some(kings), "");
    let mut seen: Vec<(String, String)> = Vec::new();
    for round in 0..900 {
        let place = |game: &AnyGame| {
            let text = game.position_text();
            // The number of the next action stands at the end.
            text.rsplit_once(' ').map_or(text.clone(), |(place, _)| place.to_owned())
        };
        let before = seen.iter().filter(|(known, _)| *known == place(&game)).count();
        assert_eq!(game.repetitions(), before + 1, "before ply {}", game.ply());
        let visits = |action: &String| game.occurrences_after(action).unwrap_or(usize::MAX);
        let action = game.legal().into_iter().min_by_key(visits).expect("a king can step");
        seen.push((place(&game), action.clone()));
        game.play(&action).expect("a listed action");
        if let 300 | 520 | 700 = round {
            let ply =
                [(300, 190), (520, 120), (700, 64)].map(|(at, ply)| (at == round).then_some(ply));
            let ply = ply.into_iter().flatten().next().expect("one of these rounds");
            game.truncate(ply);
            seen.truncate(ply);
        }
    }
    assert!(game.ply() > 200 && game.outcome().is_none());
}

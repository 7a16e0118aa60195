//! One test for every sentence of the rules that only history decides.

use super::{RULESETS, check_end, check_refusal, game, play};
use engine::{AnyGame, Reason};

/// A chariot that checks between two files, and the general that goes from one to the other.
pub(super) const CHASE: &str = "3k5/9/9/9/9/9/9/9/7R1/5K3 w";

/// The way into the position of [`CHASE`] that repeats, with the first side's check, and the
/// two rounds up to the check that would bring it about for the third time.
const UP_TO_THIRD: &str = "h1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9";

#[test]
fn perpetual_check_is_illegal_under_walker() {
    let game = play("walker", CHASE, UP_TO_THIRD);
    assert_eq!(game.outcome(), None);
    check_refusal(&game, "e1d1", "perpetual_check d1");
    assert!(!game.legal().contains(&"e1d1".to_owned()));
    // The position alone allows it; other checks and quiet moves stay legal.
    assert_eq!(game.occurrences_after("e1d1"), Ok(3));
    for other in ["e1a1", "e1e8"] {
        assert_eq!(game.refuse(other), None, "{other}");
    }
}

#[test]
fn perpetual_check_loses_under_standard() {
    check_end("standard", CHASE, UP_TO_THIRD, "-");
    let third = format!("{UP_TO_THIRD} e1d1");
    check_end("standard", CHASE, &third, "second perpetual_check");
}

#[test]
fn standard_repeating_answer_loses_for_the_checker() {
    // The start position is part of the cycle, so the general's step brings it about.
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w";
    let moves = "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9";
    check_end("standard", fen, moves, "second perpetual_check");
}

/// Source: rules.md §8, `walker`, version 2: the answer to a perpetual check draws nothing, and
/// the check that would follow is refused.
#[test]
fn walker_repeating_answer_makes_the_checker_deviate() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w";
    let moves = "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9";
    let game = play("walker", fen, moves);
    assert_eq!(game.outcome(), None);
    check_refusal(&game, "e1d1", "perpetual_check d1");
    // A move that is no check breaks the cycle; coming back to it later is another repetition.
    let later = format!("{moves} e1e2 d9d8 e2e1 d8d9");
    check_end("walker", fen, &later, "draw repetition");
}

/// A game of version 1 ends where it ended.
#[test]
fn walker_version_1_repeating_answer_draws() {
    let options = engine::Options::none();
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w";
    let mut game = AnyGame::of_version("xiangqi", "walker", 1, &options, Some(fen)).expect("known");
    for action in "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9".split(' ') {
        game.play(action).expect("a legal move");
    }
    let end = game.outcome().map(|outcome| (outcome.as_str(), outcome.reason));
    assert_eq!(end, Some(("draw", Reason::Repetition)));
}

/// A perpetual chase draws in a game of version 1, whose key is the same.
#[test]
fn chase_draws_under_version_1_of_standard() {
    let options = engine::Options::none();
    let fen = "3k5/9/9/9/7c1/9/9/R8/9/4K4 w";
    let ends = [1, 2].map(|version| {
        let game = AnyGame::of_version("xiangqi", "standard", version, &options, Some(fen));
        let mut game = game.expect("a known version");
        assert_eq!(game.ruleset().version, version);
        for action in "a2a5 h5h6 a5a6 h6h5 a6a5 h5h6 a5a6 h6h5 a6a5".split(' ') {
            game.play(action).expect("a legal move");
        }
        let outcome = game.outcome().expect("the third occurrence");
        (outcome.as_str(), outcome.reason.as_str(), game.key())
    });
    assert_eq!((ends[0].0, ends[0].1), ("draw", "repetition"));
    assert_eq!((ends[1].0, ends[1].1), ("second", "perpetual_chase"));
    assert_eq!(ends[0].2, ends[1].2);
    let unknown = AnyGame::of_version("xiangqi", "standard", 3, &options, None);
    assert_eq!(unknown.map_err(|error| error.code()).err(), Some("unknown_ruleset"));
}

/// Source: as above. The cycle is everything since the first of the three occurrences.
#[test]
fn walker_early_quiet_move_allows_the_check() {
    let game = play("walker", CHASE, "h1d1 d9e9 d1h1 e9d9 h1d1 d9e9 d1e1 e9d9");
    assert_eq!(game.occurrences_after("e1d1"), Ok(3));
    assert_eq!(game.refuse("e1d1"), None);
    let third = "h1d1 d9e9 d1h1 e9d9 h1d1 d9e9 d1e1 e9d9 e1d1";
    check_end("walker", CHASE, third, "draw repetition");
}

#[test]
fn quiet_move_makes_another_repetition() {
    // The chariot checks on d1, but steps back to h1 without.
    let moves = "h1d1 d9e9 d1h1 e9d9 h1d1 d9e9 d1h1 e9d9";
    for ruleset in RULESETS {
        check_end(ruleset, CHASE, moves, "draw repetition");
        let by_a_check = "i1d1 d9e9 d1h1 e9d9 h1d1 d9e9 d1h1 e9d9 h1d1";
        let aside = "3k5/9/9/9/9/9/9/9/8R/5K3 w";
        check_end(ruleset, aside, by_a_check, "draw repetition");
    }
}

#[test]
fn other_repetition_draws_at_the_third_time() {
    let twice = "a0a1 a9a8 a1a0 a8a9";
    for ruleset in RULESETS {
        let start = super::START;
        check_end(ruleset, start, twice, "-");
        check_end(ruleset, start, &format!("{twice} {twice}"), "draw repetition");
    }
}

#[test]
fn walker_side_with_only_perpetual_check_loses() {
    // In check from the chariot, the first side can only step out of it, uncovering a check.
    let fen = "9/4k4/9/9/9/9/9/3n5/4n4/2r1CK3 b";
    let round = "e8d8 e0d0 d8e8 d0e0";
    check_end("walker", fen, round, "-");
    check_end("walker", fen, "e8d8 e0d0 d8e8 d0e0 e8d8 e0d0 d8e8", "second perpetual_check");
    // Under `standard` the move is legal, and loses all the same.
    let both = format!("{round} {round}");
    check_end("standard", fen, &both, "second perpetual_check");
}

/// Each side answers a check with a check.
pub(super) const MUTUAL: &str = "5r3/3k5/3c5/9/3R5/9/9/5K3/9/3C5 w";

#[test]
fn mutual_perpetual_check_draws_under_standard() {
    let round = "d5f5 d7f7 f5d5 f7d7";
    check_end("standard", MUTUAL, &format!("{round} {round}"), "draw repetition");
}

#[test]
fn walker_mutual_perpetual_check_bars_the_third_time() {
    let game = play("walker", MUTUAL, "d5f5 d7f7 f5d5 f7d7 d5f5 d7f7 f5d5");
    check_refusal(&game, "f7d7", "perpetual_check f9");
}

#[test]
fn facing_counts_as_check_in_a_perpetual() {
    // The horse checks by leaving the generals' file, and again by coming back to it.
    let facing = "4k4/9/9/6N2/9/9/9/9/9/R3K4 b";
    let game = play("walker", facing, "e9d9 g6e7 d9e9 e7g6 e9d9 g6e7 d9e9");
    check_refusal(&game, "e7g6", "perpetual_check e0");
    assert_eq!(game.refuse("e7g8"), None);
}

#[test]
fn draw_after_120_actions_without_a_capture() {
    // The chariot sweeps the files next to the palace and comes part of the way back, so that no
    // position stands three times.
    let up_and_down = |(i, file): (usize, char)| {
        (0..8).map(move |y| format!("{file}{}", if i % 2 == 0 { y } else { 7 - y }))
    };
    let mut sweep: Vec<String> = "abcghi".chars().enumerate().flat_map(up_and_down).collect();
    let back: Vec<String> = sweep.iter().rev().skip(1).cloned().collect();
    sweep.extend(back);
    for ruleset in RULESETS {
        let mut game = game(ruleset, "3k5/9/9/9/9/9/9/9/9/R4K3 w");
        for (ply, step) in (0..120).zip(sweep.windows(2).flat_map(|step| [Some(step), None])) {
            assert_eq!((game.outcome(), game.quiet()), (None, ply), "{ruleset}");
            let action = match (step, ply % 4) {
                (Some(step), _) => step.concat(),
                (None, 1) => "d9d8".to_owned(),
                (None, _) => "d8d9".to_owned(),
            };
            game.play(&action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        }
        let outcome = game.outcome().expect("a draw");
        assert_eq!((outcome.as_str(), outcome.reason.as_str()), ("draw", "no_progress"));
    }
}

#[test]
fn capture_starts_the_count_again() {
    for ruleset in RULESETS {
        assert_eq!(play(ruleset, super::START, "a3a4 a6a5 a4a5").quiet(), 0, "{ruleset}");
        assert_eq!(play(ruleset, super::START, "a3a4 a6a5 a4a5 b9c7").quiet(), 1, "{ruleset}");
    }
}

#[test]
fn capture_is_reported_with_its_point() {
    let mut game = play("standard", super::START, "h2e2 b9c7");
    let played = game.play("e2e6").expect("a capture over the own soldier");
    assert_eq!(played.captures.len(), 1);
    assert_eq!(
        (played.captures[0].at.as_str(), played.captures[0].pattern.as_str()),
        ("e6", "displacement")
    );
    assert!(!played.check, "nothing stands between the cannon and the general");
}

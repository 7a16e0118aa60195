//! Endings of Diu Fang.

use super::{check_ends, check_goes_on, check_leads, check_legal, check_refused, game, play};

#[test]
fn the_last_enemy_stone_wins() {
    let from = "6/6/6/2w3/bb4/b1b3 b m";
    check_ends("salmi-6x6", from, "c1b1 xc3", "first", "elimination");
    check_ends("shimizu", "7/7/7/2bw3/7/7/7 b m", "xd4", "first", "elimination");
    check_ends("ludii", "7/7/7/2bw3/7/7/7 b e2", "xd4", "first", "elimination");
    check_ends("chinese-wei-6x6", "6/6/6/2w3/bb4/bb4 b r2", "xc3", "first", "elimination");
    check_ends("salmi-6x6", "6/6/6/2b3/ww4/w1w3 w m", "c1b1 xc3", "second", "elimination");
}

#[test]
fn finished_position_shows_last_side_and_phase() {
    let from = "6/6/6/1b1w2/b1b3/bbb3 b m";
    check_leads("salmi-6x6", from, "b3b2 xd3", "6/6/6/6/bbb3/bbb3 b m");
    check_leads("shimizu", "7/7/7/2bw3/7/7/7 b m", "xd4", "7/7/7/2b4/7/7/7 b m");
    check_leads("ludii", "7/7/7/2bw3/7/7/7 b e2", "xd4", "7/7/7/2b4/7/7/7 b e2");
    check_refused("salmi-6x6", "6/6/6/6/bbb3/bbb3 b m", "a1a2", "game_over", "");
}

#[test]
fn losing_all_stones_while_placing_is_no_loss() {
    // White has placed three stones and now loses the last.
    check_goes_on("salmi-6x6", "6/6/6/6/bb4/b1w3 b p15,15", "@b1 xc1 @f6");
    check_leads("salmi-6x6", "6/6/6/6/bb4/b1w3 b p15,15", "@b1 xc1", "6/6/6/6/bb4/bb4 w p14,15");
}

#[test]
fn side_without_stones_after_placing_has_lost() {
    // White takes the last black stone with a fang of the last placement.
    let from = "6/6/6/2b3/ww4/w5 w p0,1";
    check_ends("salmi-6x6", from, "@b1 xc3", "second", "elimination");
    check_leads("salmi-6x6", from, "@b1 xc3", "6/6/6/6/ww4/ww4 w p0,0");
    // Black lost its stones before, and White ends the placing.
    check_ends("shimizu", "7/7/7/7/7/ww5/w6 w p0,1", "@b1", "second", "elimination");
}

#[test]
fn a_side_without_a_step_loses_under_wei() {
    let from = "6/6/6/w5/6/bw4 w m";
    check_ends("chinese-wei-6x6", from, "a3a2", "second", "no_legal_move");
    check_leads("chinese-tian-6x6", from, "a3a2", "6/6/6/6/w5/bw4 b m");
}

#[test]
fn a_side_without_a_step_passes_elsewhere() {
    for ruleset in ["chinese-tian-6x6", "salmi-6x6"] {
        check_legal(ruleset, "6/6/6/6/w5/bw4 b m", "pass");
        check_leads(ruleset, "6/6/6/6/w5/bw4 b m", "pass", "6/6/6/6/w5/bw4 w mz");
    }
    for ruleset in ["ludii", "ludii-1.3"] {
        check_legal(ruleset, "7/7/7/7/7/w6/bw5 b m", "pass");
    }
    // In Shimizu the stuck side passes if it can neither exchange nor step.
    check_legal("shimizu", "7/7/7/7/ww5/ww5/bww4 b m", "xb1");
    check_legal("shimizu", "7/7/7/7/ww5/www4/bww4 b m", "pass");
}

#[test]
fn an_action_between_passes_starts_their_count_again() {
    let from = "6/6/6/6/w5/bw4 b m";
    check_leads("salmi-6x6", from, "pass a2a3", "6/6/6/w5/6/bw4 b m");
    check_leads("salmi-6x6", from, "pass a2a3 a1a2", "6/6/6/w5/b5/1w4 w m");
}

/// A full board: neither side can move.
const FULL: &str = "bbbbbb/bbbbbb/bbbbbb/wwwwww/wwwwww/wwwwww b m";

#[test]
fn two_passes_running_draw() {
    check_ends("salmi-6x6", FULL, "pass pass", "draw", "two_passes");
    check_ends("chinese-tian-6x6", FULL, "pass pass", "draw", "two_passes");
    check_leads("salmi-6x6", FULL, "pass pass", &FULL.replace("b m", "w mz"));
}

#[test]
fn pass_in_the_program_hands_over_the_turn() {
    // Two passes running would need a full board, and 48 stones do not fill one of 49 points.
    check_leads("ludii-1.3", "7/7/7/7/7/b6/wb5 w m", "pass", "7/7/7/7/7/b6/wb5 b mz");
    check_goes_on("ludii-1.3", "7/7/7/7/7/b6/wb5 w m", "pass a2a3 a1a2");
}

#[test]
fn the_third_occurrence_draws() {
    let from = "w5/6/6/6/6/b5 b m";
    let cycle = "a1a2 a6a5 a2a1 a5a6";
    check_goes_on("salmi-6x6", from, &format!("{cycle} a1a2 a6a5 a2a1"));
    for ruleset in ["salmi-6x6", "chinese-wei-6x6", "chinese-tian-6x6"] {
        check_ends(ruleset, from, &format!("{cycle} {cycle}"), "draw", "repetition");
    }
    let seven = "w6/7/7/7/7/7/b6 b m";
    let cycle = "a1a2 a7a6 a2a1 a6a7";
    for ruleset in ["ludii", "ludii-1.3"] {
        check_ends(ruleset, seven, &format!("{cycle} {cycle}"), "draw", "repetition");
    }
}

/// Source: rules.md, *Repetition* of the shared conventions. One side has no step and passes; the
/// other always has one, since 48 stones do not fill 49 points, and steps to and fro. So a
/// position comes back after four actions, and no sooner.
#[test]
fn passes_after_a_capture_draw_at_third_occurrence() {
    let from = "wb3w1/b4w1/7/1bbb3/b3b2/1b1b3/6b b m";
    let taken = "c4c3 xf6 xf7";
    let after = "wb5/b6/7/1b1b3/b1b1b2/1b1b3/6b w m";
    let round = "pass g1g2 pass g2g1";
    for ruleset in ["ludii-1.3", "ludii"] {
        check_leads(ruleset, from, taken, after);
        check_leads(ruleset, from, &format!("{taken} {round}"), after);
        // One action less is not enough.
        check_goes_on(ruleset, from, &format!("{taken} {round} pass g1g2 pass"));
        check_ends(ruleset, from, &format!("{taken} {round} {round}"), "draw", "repetition");
    }
}

#[test]
fn same_stones_with_other_turn_differ() {
    // Black loses a tempo in three steps round a corner of the diagonal lines.
    let from = "w6/7/7/3b3/7/7/7 b m";
    check_goes_on("ludii", from, "d4c4 a7a6 c4c3 a6a7 c3d4");
    let mut game = game("ludii", from);
    play(&mut game, "d4c4 a7a6 c4c3 a6a7 c3d4");
    assert_eq!(game.repetitions(), 1);
}

/// The step of a stone that walks round a path.
fn step(path: &[&str], i: usize) -> String {
    path[i % path.len()].to_owned() + path[(i + 1) % path.len()]
}

#[test]
fn a_hundred_actions_without_progress_draw() {
    // Two stones walk round cycles of different lengths, so that nothing stands three times.
    let black = ["a1", "b1", "c1", "d1", "d2", "c2", "b2", "a2"];
    let white = ["a6", "b6", "c6", "d6", "e6", "e5", "d5", "c5", "b5", "a5"];
    let mut game = game("salmi-6x6", "w5/6/6/6/6/b5 b m");
    for turn in 0..50 {
        assert_eq!(game.outcome(), None, "before turn {turn}");
        play(&mut game, &step(&black, turn));
        assert_eq!(game.outcome(), None, "in turn {turn}");
        play(&mut game, &step(&white, turn));
    }
    let end = game.outcome().map(|outcome| (outcome.as_str(), outcome.reason.as_str()));
    assert_eq!(end, Some(("draw", "no_progress")));
}

/// As in the other games, where repetition goes before the count.
#[test]
fn repetition_at_the_hundredth_quiet_action_prevails() {
    let black = ["a1", "b1", "c1", "d1", "e1", "e2", "d2", "c2", "b2", "a2"];
    let white = ["a6", "b6", "c6", "d6", "e6", "f6", "f5", "e5", "d5", "c5", "b5", "a5"];
    let mut game = game("salmi-6x6", "w5/6/6/6/6/b5 b m");
    for turn in 0..46 {
        play(&mut game, &step(&black, turn));
        play(&mut game, &step(&white, turn));
    }
    for _ in 0..2 {
        assert_eq!(game.outcome(), None);
        play(&mut game, "d2d3 b5b4 d3d2 b4b5");
    }
    assert_eq!(game.ply(), 100);
    let end = game.outcome().map(|outcome| (outcome.as_str(), outcome.reason.as_str()));
    assert_eq!(end, Some(("draw", "repetition")));
}

/// Source: rules.md, *No progress*: a capture, a removal or a placement is progress, a fang is not.
#[test]
fn fang_by_the_hundredth_action_removes_nothing() {
    let black = ["e1", "f1", "f2", "f3", "f4", "e4", "e3", "e2"];
    let white = ["a6", "b6", "c6", "d6", "e6", "e5", "d5", "c5", "b5", "a5"];
    for (turns, end) in [(48, None), (49, Some(("draw", "no_progress")))] {
        let mut game = game("salmi-6x6", "w5/6/6/6/bb4/b1b1b1 w m");
        for turn in 0..turns {
            play(&mut game, &step(&white, turn));
            play(&mut game, &step(&black, turn));
        }
        play(&mut game, &step(&white, turns));
        play(&mut game, "c1b1");
        let outcome = game.outcome();
        assert_eq!(outcome.map(|outcome| (outcome.as_str(), outcome.reason.as_str())), end);
        assert!(game.position_text().ends_with(" b mx1"), "{}", game.position_text());
    }
}

#[test]
fn pass_in_the_program_ends_impossible_removals() {
    let from = "7/5w1/7/1bbb3/b3b2/1b1b3/7 b m";
    check_leads("ludii-1.3", from, "c4c3 xf6", "7/7/7/1b1b3/b1b1b2/1b1b3/7 b mx1");
    check_goes_on("ludii-1.3", from, "c4c3 xf6");
    check_legal("ludii-1.3", "7/7/7/1b1b3/b1b1b2/1b1b3/7 b mx1", "pass");
    check_ends("ludii-1.3", from, "c4c3 xf6 pass", "first", "elimination");
    check_leads("ludii-1.3", from, "c4c3 xf6 pass", "7/7/7/1b1b3/b1b1b2/1b1b3/7 b m");
    // Elsewhere the win is there at once.
    check_ends("ludii", from, "c4c3 xf6", "first", "elimination");
}

//! Whole games compared with a plain recount of the rules about history: small endgames in which
//! the players like to check and to go back, so that repetitions abound.

use super::history::{CHASE, MUTUAL};
use super::{RULESETS, Random, game};
use crate::dice::rounds;
use crate::oracle::xiangqi::Oracle;
use crate::oracle::xiangqi_chase::{Verdict, judge};
use std::collections::HashMap;

/// Every position of a game so far, with whether its side to act is in check.
struct Recount {
    walker: bool,
    positions: Vec<(Oracle, bool)>,
    played: Vec<String>,
    quiet: usize,
}

impl Recount {
    fn new(fen: &str, walker: bool) -> Self {
        let start = Oracle::new(fen, walker);
        let check = start.check();
        Self { walker, positions: vec![(start, check)], played: Vec::new(), quiet: 0 }
    }

    fn now(&self) -> &Oracle {
        &self.positions[self.positions.len() - 1].0
    }

    fn play(&mut self, action: &str) {
        let next = self.now().play(action);
        self.quiet = if next.pieces() < self.now().pieces() { 0 } else { self.quiet + 1 };
        let check = next.check();
        self.positions.push((next, check));
        self.played.push(action.to_owned());
    }

    /// The index of the first occurrence, if `position` at `index` is the third or a later.
    fn first_of_three(&self, position: &Oracle, index: usize) -> Option<usize> {
        let earlier: Vec<usize> =
            (0..index).filter(|&i| self.positions[i].0 == *position).collect();
        (earlier.len() >= 2).then(|| earlier[0])
    }

    /// Whether all positions with a parity from one index to another are checks.
    fn checks(&self, from: usize, to: usize) -> bool {
        (from..to).step_by(2).all(|i| self.positions[i].1)
    }

    fn is_perpetual(&self, action: &str) -> bool {
        let next = self.now().play(action);
        let index = self.positions.len();
        self.walker
            && next.check()
            && self.first_of_three(&next, index).is_some_and(|first| self.checks(first + 2, index))
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = self.now().legal();
        legal.retain(|action| !self.is_perpetual(action));
        legal
    }

    /// The result and its reason, or `-`.
    fn end(&self) -> String {
        let index = self.positions.len() - 1;
        let (now, check) = &self.positions[index];
        let to_act_first = now.is_first_to_act();
        let other = winner(!to_act_first);
        if now.is_dead() {
            return "draw dead_position".to_owned();
        }
        if now.legal().is_empty() {
            let reason = if *check { "checkmate" } else { "no_legal_move" };
            return format!("{other} {reason}");
        }
        if let Some(first) = self.first_of_three(now, index) {
            if self.walker {
                // The answer to a perpetual check leaves the checker to do something else.
                if !self.checks(first + 1, index + 1) {
                    return "draw repetition".to_owned();
                }
            } else {
                let cycle: Vec<&str> = self.played[first..].iter().map(String::as_str).collect();
                return match judge(&self.positions[first].0, &cycle) {
                    Verdict::Draw => "draw repetition".to_owned(),
                    Verdict::Check { by_upper } => format!("{} perpetual_check", winner(!by_upper)),
                    Verdict::Chase { by_upper } => format!("{} perpetual_chase", winner(!by_upper)),
                };
            }
        }
        if self.legal().is_empty() {
            return format!("{other} perpetual_check");
        }
        if self.quiet >= 120 { "draw no_progress".to_owned() } else { "-".to_owned() }
    }
}

fn winner(upper: bool) -> &'static str {
    if upper { "first" } else { "second" }
}

#[test]
fn endgames_end_as_recounted() {
    let starts = [
        (CHASE, "both"),
        (MUTUAL, "both"),
        ("9/4k4/9/9/9/9/9/3n5/4n4/2r1CK3 b", "both"),
        ("4k4/9/9/6N2/9/9/9/9/9/R3K4 b", "walker"),
        ("4k4/4a4/9/9/9/4R4/9/9/9/3AK4 w", "both"),
        // A chariot after a cannon without a root.
        ("3k5/9/9/9/7c1/9/9/R8/9/4K4 w", "both"),
    ];
    let mut random = Random(2);
    let mut ends = HashMap::new();
    for (start, rulesets) in starts {
        for ruleset in RULESETS.into_iter().filter(|&r| rulesets == "both" || rulesets == r) {
            for _ in 0..rounds(24) {
                *ends.entry(check_game(ruleset, start, &mut random)).or_insert(0) += 1;
            }
        }
    }
    // Every kind of end occurred, or the test would prove little.
    for end in ["repetition", "perpetual_check", "checkmate", "dead_position", "no_progress"] {
        assert!(ends.keys().any(|key: &String| key.ends_with(end)), "no {end} in {ends:?}");
    }
}

/// Plays a game to its end, comparing at every ply, and returns that end.
fn check_game(ruleset: &str, start: &str, random: &mut Random) -> String {
    let mut game = game(ruleset, start);
    let mut recount = Recount::new(start, ruleset == "walker");
    let mut played: Vec<String> = Vec::new();
    // Some games like to come back, others to wander.
    let habit = random.below(4);
    loop {
        let end = game.outcome().map_or_else(
            || "-".to_owned(),
            |outcome| format!("{} {}", outcome.as_str(), outcome.reason),
        );
        assert_eq!(end, recount.end(), "{ruleset} {start} {played:?}");
        if end != "-" {
            return end;
        }
        let legal = game.legal();
        assert_eq!(legal, recount.legal(), "{ruleset} {start} {played:?}");
        for action in recount.now().legal() {
            let refused = game.refuse(&action).is_some();
            assert_eq!(refused, !legal.contains(&action), "{action} {played:?}");
        }
        let back = played.len().checked_sub(2).map(|own| {
            let (from, to) = played[own].split_at(2);
            format!("{to}{from}")
        });
        let action = match back.filter(|back| legal.contains(back) && random.below(4) < habit) {
            Some(back) => back,
            None => {
                let checks: Vec<&String> =
                    legal.iter().filter(|action| recount.now().play(action).check()).collect();
                if checks.is_empty() || random.below(4) >= habit {
                    legal[random.below(legal.len())].clone()
                } else {
                    checks[random.below(checks.len())].clone()
                }
            }
        };
        game.play(&action).expect("a legal move");
        recount.play(&action);
        played.push(action);
    }
}

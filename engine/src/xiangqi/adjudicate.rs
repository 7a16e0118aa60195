//! Endings of xiangqi by history: the third occurrence of a position, perpetual check and chase,
//! and the count without captures (rules.md, "Xiangqi").
//!
//! The rulesets and their versions differ only in `repetition_rule`; stored games are judged under
//! the version they were played under. Under `walker` a perpetual check is illegal instead of lost,
//! so a side with no other move loses. Whether history limits the moves at all is decided by a
//! cheap test first, because it runs before every move.

use super::square::squares;
use super::{Move, Ruleset, Xiangqi};
use crate::{
    AnyAction, Game, Outcome, Points, Position, Reason, Refusal, RepetitionEffect, RepetitionRule,
    Rule, Ruling, Sink,
};

/// The number of actions without a capture that make a draw.
const QUIET_LIMIT: u32 = 120;

/// The effect of a version of a ruleset on a position that stands for the third time.
pub(super) const fn repetition_rule(ruleset: Ruleset, version: u32) -> RepetitionRule {
    let rule = RepetitionRule::THIRD_DRAWS;
    match (ruleset, version) {
        (Ruleset::Walker, 1) => {
            RepetitionRule { perpetual_check: Some(RepetitionEffect::Refused), ..rule }
        }
        (Ruleset::Walker, _) => RepetitionRule {
            perpetual_check: Some(RepetitionEffect::Refused),
            answered_check: Some(RepetitionEffect::Continues),
            ..rule
        },
        (Ruleset::Standard, 1) => {
            RepetitionRule { perpetual_check: Some(RepetitionEffect::LostByChecker), ..rule }
        }
        (Ruleset::Standard, _) => RepetitionRule {
            perpetual_check: Some(RepetitionEffect::LostByChecker),
            perpetual_chase: Some(RepetitionEffect::LostByChaser),
            ..rule
        },
    }
}

/// The number of times a position must have stood before for this time to be the third.
const EARLIER_OCCURRENCES: usize = RepetitionRule::THIRD_DRAWS.limit - 1;

/// The plies before the shortest third occurrence: two rounds of two actions for each side, the last
/// of which is still to be played.
const MIN_PLIES_BEFORE_THIRD: usize = 7;

pub(super) fn adjudicate(game: &Game<Xiangqi>) -> Option<Outcome> {
    repetition(game)
        .or_else(|| only_perpetual_check(game))
        .or_else(|| (game.quiet() >= QUIET_LIMIT).then(|| Outcome::draw(Reason::NoProgress)))
}

/// The end of a game whose position stands for the third time.
fn repetition(game: &Game<Xiangqi>) -> Option<Outcome> {
    let earlier = game.earlier_occurrences();
    let &first = earlier.last().filter(|_| earlier.len() >= EARLIER_OCCURRENCES)?;
    let Ruling { effect, checker, chaser, .. } = game.ruling(first);
    match (effect, checker, chaser) {
        (RepetitionEffect::LostByChecker, Some(side), _) => {
            Some(Outcome::win(side.other(), Reason::PerpetualCheck))
        }
        (RepetitionEffect::LostByChaser, _, Some(side)) => {
            Some(Outcome::win(side.other(), Reason::PerpetualChase))
        }
        (RepetitionEffect::Continues, ..) => None,
        // A refused move cannot have been played, except under a version that allowed it.
        _ => Some(Outcome::draw(Reason::Repetition)),
    }
}

/// The loss of a side whose only remaining moves are illegal perpetual check.
fn only_perpetual_check(game: &Game<Xiangqi>) -> Option<Outcome> {
    let mut other = OtherMove { game, any: AnyAction::default() };
    if limits(game) {
        game.position().actions(&mut other);
    } else {
        other.any.found = true;
    }
    let winner = game.position().to_act.other();
    (!other.any.found).then(|| Outcome::win(winner, Reason::PerpetualCheck))
}

/// Looks for a move that history does not refuse, and stops at the first.
struct OtherMove<'a> {
    game: &'a Game<Xiangqi>,
    any: AnyAction,
}

impl Sink<Move> for OtherMove<'_> {
    fn push(&mut self, action: Move) -> bool {
        refuses(self.game, action).is_none() && self.any.push(action)
    }
}

/// Whether a move could be perpetual check: no capture, and only checks by the side to act, for as
/// many plies as the shortest third occurrence takes.
pub(super) fn limits(game: &Game<Xiangqi>) -> bool {
    let plies = game.plies();
    game.position().ruleset == Ruleset::Walker
        && game.quiet() as usize >= MIN_PLIES_BEFORE_THIRD
        && plies.len() >= MIN_PLIES_BEFORE_THIRD
        && game.only_checks(game.position().to_act, plies.len() - MIN_PLIES_BEFORE_THIRD)
}

/// Refuses a check that would bring a position about for the third time when all the mover's
/// moves since the first were checks.
pub(super) fn refuses(game: &Game<Xiangqi>, action: Move) -> Option<Refusal> {
    let mover = game.position().to_act;
    let mut next = *game.position();
    next.apply(action);
    let checkers = next.checkers();
    if checkers == 0 || next.ruleset != Ruleset::Walker {
        return None;
    }
    let earlier = game.occurrences(&next);
    let &first = earlier.last().filter(|_| earlier.len() >= EARLIER_OCCURRENCES)?;
    let points: Points = squares(checkers).map(|square| square.index()).collect();
    game.only_checks(mover, first).then(|| Refusal::with(Rule::PerpetualCheck, points))
}

//! Endings of Diu Fang by history: repetition, play without progress, and the limit of turns
//! (rules.md, "Diu Fang").
//!
//! All three are draws. Two consecutive passes are not decided here, because the position itself
//! remembers a pass.

use super::position::DiuFang;
use super::rules::LongPlay;
use crate::{Game, Outcome, Position, Reason, RepetitionRule};

/// The number of successive actions without a capture, a removal or a placement that make a draw.
const QUIET_ACTIONS: u32 = 100;

/// A position recurs after two actions at the earliest: a pass of each side.
const MIN_CYCLE_LEN: u32 = 2;

/// The end of a game as its history decides it.
pub(super) fn adjudicate(game: &Game<DiuFang>) -> Option<Outcome> {
    let RepetitionRule { limit, .. } = game.position().repetition_rule();
    if game.quiet() >= 2 * MIN_CYCLE_LEN && game.recurs(limit) {
        return Some(Outcome::draw(Reason::Repetition));
    }
    if game.quiet() >= QUIET_ACTIONS {
        return Some(Outcome::draw(Reason::NoProgress));
    }
    match game.position().rules.law().long_play {
        LongPlay::TwoPasses => None,
        LongPlay::Turns(limit) => {
            let limit = 2 * limit;
            // A turn has at least one action, so the cheap count of plies is checked first.
            let is_over = game.plies().len() >= limit && turns(game) >= limit;
            is_over.then(|| Outcome::draw(Reason::TurnLimit))
        }
    }
}

/// The number of turns that both sides have finished; a side's successive actions are one turn.
fn turns(game: &Game<DiuFang>) -> usize {
    let plies = game.plies();
    let next = plies.iter().skip(1).map(|ply| ply.by).chain([game.position().to_act]);
    plies.iter().zip(next).filter(|(ply, next)| ply.by != *next).count()
}

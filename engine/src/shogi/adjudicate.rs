//! Sennichite 千日手: the fourth occurrence of a position ends the game (rules.md, "Shogi").
//!
//! The position includes the hands and the side to act. A side that gave check with every move of
//! the cycle loses; otherwise the game is drawn.

use super::Shogi;
use crate::{Game, Outcome, Reason, RepetitionEffect, RepetitionRule};

/// The fourth occurrence ends the game.
pub(super) const SENNICHITE: RepetitionRule = RepetitionRule {
    limit: 4,
    effect: RepetitionEffect::Draw,
    perpetual_check: Some(RepetitionEffect::LostByChecker),
    ..RepetitionRule::THIRD_DRAWS
};

/// The end of the game by repetition.
///
/// The cycle extends from the first of the four occurrences to the fourth. A side that gave check
/// with every one of its moves in it loses; if both did, it is a draw like any other repetition.
pub(super) fn adjudicate(game: &Game<Shogi>) -> Option<Outcome> {
    let earlier = game.earlier_occurrences();
    let &first = earlier.get(SENNICHITE.limit - 2)?;
    Some(match game.ruling(first).loser() {
        Some(side) => Outcome::win(side.other(), Reason::PerpetualCheck),
        None => Outcome::draw(Reason::Repetition),
    })
}

//! Sennichite 千日手: the fourth occurrence of a position.

use super::Shogi;
use crate::{Game, Outcome, Reason, RepetitionEffect, RepetitionRule, Side};

/// The fourth occurrence ends the game.
pub(super) const SENNICHITE: RepetitionRule = RepetitionRule {
    limit: 4,
    effect: RepetitionEffect::Draw,
    perpetual_check: Some(RepetitionEffect::LostByChecker),
};

/// The end of the game by repetition.
///
/// The cycle reaches from the first of the four occurrences to the fourth. A side that gave
/// check with every one of its moves in it loses; if both did, nobody can be blamed, and it is
/// a draw as any other repetition.
pub(super) fn adjudicate(game: &Game<Shogi>) -> Option<Outcome> {
    let earlier = game.earlier_occurrences();
    let &first = earlier.get(SENNICHITE.limit - 2)?;
    let guilty = |side| game.only_checks(side, first);
    let outcome = match (guilty(Side::First), guilty(Side::Second)) {
        (true, false) => Outcome::win(Side::Second, Reason::PerpetualCheck),
        (false, true) => Outcome::win(Side::First, Reason::PerpetualCheck),
        (true, true) | (false, false) => Outcome::draw(Reason::Repetition),
    };
    Some(outcome)
}

//! Sennichite 千日手: the fourth occurrence of a position.

use super::Shogi;
use crate::{Game, Outcome, Reason, Side};

/// How often a position may occur: the last time ends the game.
const OCCURRENCES: usize = 4;

/// The end of the game by repetition.
///
/// The cycle reaches from the first of the four occurrences to the fourth. A side that gave
/// check with every one of its moves in it loses; if both did, nobody can be blamed, and it is
/// a draw as any other repetition.
pub(super) fn adjudicate(game: &Game<Shogi>) -> Option<Outcome> {
    let earlier = game.earlier_occurrences();
    let &first = earlier.get(OCCURRENCES - 2)?;
    let only_checks = |side: Side| {
        let mut own = game.plies()[first..].iter().filter(|record| record.by == side);
        own.all(|record| record.check)
    };
    let outcome = match (only_checks(Side::First), only_checks(Side::Second)) {
        (true, false) => Outcome::win(Side::Second, Reason::PerpetualCheck),
        (false, true) => Outcome::win(Side::First, Reason::PerpetualCheck),
        (true, true) | (false, false) => Outcome::draw(Reason::Repetition),
    };
    Some(outcome)
}
